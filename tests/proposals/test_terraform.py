"""Terraform plans, by what their providers document; counts are worked out by hand."""

import json

import pytest

from gpucmp import loading
from gpucmp.errors import InputError
from gpucmp.proposals.terraform import is_terraform, read_terraform
from tests.proposals.plans import change, counted, demand_of, only, plan_of


def test_instances_count_by_their_type_whatever_module_they_are_in() -> None:
    found = demand_of(
        change("aws_instance.web", instance_type="t3.large"),
        change("aws_instance.train[0]", instance_type="p5.48xlarge"),
        change('module.a.module.b["x.y"].aws_instance.train', instance_type="g5.12xlarge"),
    )

    assert [(one.name, one.gpu, one.high) for one in found.requests] == [
        ("aws_instance.train[0]", "H100-SXM5-80GB", 8),
        ('module.a.module.b["x.y"].aws_instance.train', "A10G", 4),
    ]
    assert found.doubts == ()


def test_what_stays_counts_and_what_goes_does_not() -> None:
    kind: dict[str, object] = {"instance_type": "p4d.24xlarge"}
    found = demand_of(
        change("aws_instance.stays", actions=("no-op",), **kind),
        change("aws_instance.replaced", actions=("delete", "create"), **kind),
        change("aws_instance.gone", actions=("delete",)),
        change("data.aws_instance.read", actions=("read",), mode="data", **kind),
        change("aws_instance.forgotten", actions=("forget",), **kind),
    )

    assert [one.name for one in found.requests] == ["aws_instance.stays", "aws_instance.replaced"]


def test_a_type_that_is_not_known_yet_is_a_doubt() -> None:
    found = demand_of(change("aws_instance.a", unknown={"instance_type": True}))

    assert found.requests == ()
    assert "not known before it is applied" in found.doubts[0].text.en


def test_a_gpu_type_that_nobody_listed_is_a_doubt() -> None:
    found = demand_of(change("aws_instance.a", instance_type="p9.metal"))

    assert "p9.metal belongs to a family with GPUs" in found.doubts[0].text.en


def test_a_resource_that_is_not_counted_and_names_a_gpu_type_is_a_doubt() -> None:
    fleet: dict[str, object] = {
        "launch_template_config": [{"override": [{"instance_type": "p5.48xlarge"}]}]
    }
    found = demand_of(
        change("aws_ec2_fleet.a", tags={"x": 1}, **fleet),
        change("aws_sqs_queue.q", name="p5"),
    )

    assert [one.name for one in found.doubts] == ["aws_ec2_fleet.a"]


def test_spot_instances_of_aws() -> None:
    market = [{"market_type": "spot"}]
    kind: dict[str, object] = {"instance_type": "g6.xlarge"}

    assert only(demand_of(change("aws_instance.a", instance_market_options=market, **kind))).spot
    assert only(demand_of(change("aws_spot_instance_request.a", instance_type="g6.xlarge"))).spot
    assert not only(demand_of(change("aws_instance.a", instance_type="g6.xlarge"))).spot


def referring(address: str, to: str) -> dict[str, object]:
    """The configuration of a resource that refers to another one."""
    expressions = {"launch_template": [{"id": {"references": [f"{to}.id", to]}}]}
    return {"root_module": {"resources": [{"address": address, "expressions": expressions}]}}


def test_an_autoscaling_group_counts_from_least_to_most_by_its_template() -> None:
    found = demand_of(
        change("aws_launch_template.gpu", instance_type="p4de.24xlarge", unknown={"id": True}),
        change("aws_autoscaling_group.train", min_size=1, max_size=4, desired_capacity=2),
        configuration=referring("aws_autoscaling_group.train", "aws_launch_template.gpu"),
    )

    assert counted(found) == ("A100-SXM4-80GB", 8, 32)


def test_a_template_that_exists_is_found_by_its_id() -> None:
    found = demand_of(
        change(
            "aws_launch_template.gpu", actions=("no-op",), id="lt-1", instance_type="g5.xlarge"
        ),
        change(
            "aws_autoscaling_group.a", min_size=0, max_size=3, launch_template=[{"id": "lt-1"}]
        ),
    )

    assert counted(found) == ("A10G", 0, 3)


def test_a_mixed_policy_may_take_any_of_its_types_and_spot() -> None:
    policy = {
        "instances_distribution": [{"on_demand_percentage_above_base_capacity": 20}],
        "launch_template": [
            {"override": [{"instance_type": "p4d.24xlarge"}, {"instance_type": "g5.xlarge"}]}
        ],
    }
    found = demand_of(
        change("aws_autoscaling_group.a", min_size=1, max_size=2, mixed_instances_policy=[policy])
    )

    assert counted(found) == ("", 1, 16)
    assert only(found).spot
    assert "any of A100-SXM4-40GB, A10G" in found.doubts[0].text.en


def test_an_autoscaling_group_of_unknown_size_or_template_is_a_doubt() -> None:
    sizeless = demand_of(
        change("aws_launch_template.t", instance_type="p5.48xlarge", id="lt-1"),
        change("aws_autoscaling_group.a", launch_template=[{"id": "lt-1"}], min_size=1),
    )
    lost = demand_of(change("aws_autoscaling_group.b", min_size=1, max_size=2))

    assert only(sizeless).high is None
    assert "number is not known" in sizeless.doubts[0].text.en
    assert "type of machine is not known" in lost.doubts[0].text.en


def test_node_groups_of_eks() -> None:
    scaling = [{"min_size": 0, "max_size": 6, "desired_size": 1}]
    found = demand_of(
        change(
            "aws_eks_node_group.gpu",
            instance_types=["g6e.12xlarge"],
            capacity_type="SPOT",
            scaling_config=scaling,
        ),
        change("aws_eks_node_group.plain", scaling_config=scaling),
        change(
            "aws_eks_node_group.lost", scaling_config=scaling, unknown={"instance_types": True}
        ),
    )

    assert counted(found) == ("L40S", 0, 24)
    assert only(found).spot
    assert [one.name for one in found.doubts] == ["aws_eks_node_group.lost"]


def test_a_node_group_takes_the_type_of_its_template() -> None:
    found = demand_of(
        change("aws_launch_template.t", instance_type="p5.48xlarge", id="lt-1"),
        change(
            "aws_eks_node_group.a",
            launch_template=[{"id": "lt-1"}],
            scaling_config=[{"min_size": 2, "max_size": 2}],
        ),
    )

    assert counted(found) == ("H100-SXM5-80GB", 16, 16)


def test_machines_and_scale_sets_of_azure() -> None:
    machine = demand_of(
        change("azurerm_linux_virtual_machine.a", size="Standard_NC96ads_A100_v4", priority="Spot")
    )
    old = demand_of(change("azurerm_virtual_machine.a", vm_size="Standard_ND96isr_H100_v5"))
    scaled = demand_of(
        change(
            "azurerm_linux_virtual_machine_scale_set.a",
            sku="Standard_NC24ads_A100_v4", instances=2, id="set-1",
        ),
        change(
            "azurerm_monitor_autoscale_setting.a",
            target_resource_id="set-1",
            profile=[{"capacity": [{"minimum": 1, "maximum": 10, "default": 2}]}],
        ),
    )  # fmt: skip

    assert counted(machine) == ("A100-PCIe-80GB", 4, 4)
    assert only(machine).spot
    assert counted(old) == ("H100-SXM5-80GB", 8, 8)
    assert counted(scaled) == ("A100-PCIe-80GB", 1, 10)


def test_a_scale_set_of_unknown_size_has_no_upper_end() -> None:
    found = demand_of(
        change(
            "azurerm_orchestrated_virtual_machine_scale_set.a",
            sku_name="Standard_NC24ads_A100_v4",
            unknown={"instances": True},
        )
    )

    assert counted(found) == ("A100-PCIe-80GB", 0, None)


def test_node_pools_of_aks() -> None:
    pool: dict[str, object] = {"vm_size": "Standard_NC6s_v3", "node_count": 3}
    fixed = demand_of(change("azurerm_kubernetes_cluster_node_pool.a", priority="Spot", **pool))
    scaled = demand_of(
        change(
            "azurerm_kubernetes_cluster_node_pool.a",
            **pool, auto_scaling_enabled=True, min_count=0, max_count=8,
        )
    )  # fmt: skip
    cluster = demand_of(change("azurerm_kubernetes_cluster.a", default_node_pool=[pool]))

    assert counted(fixed) == ("V100-PCIe-16GB", 3, 3)
    assert only(fixed).spot
    assert counted(scaled) == ("V100-PCIe-16GB", 0, 8)
    assert counted(cluster) == ("V100-PCIe-16GB", 3, 3)


def test_machines_of_google_have_the_gpus_of_their_type_or_added_ones() -> None:
    typed = demand_of(change("google_compute_instance.a", machine_type="a3-highgpu-8g"))
    added = demand_of(
        change(
            "google_compute_instance.a",
            machine_type="n1-standard-8",
            guest_accelerator=[{"type": "projects/p/zones/z/acceleratorTypes/nvidia-tesla-t4",
                                "count": 2}],
            scheduling=[{"preemptible": True}],
        )
    )  # fmt: skip
    none = demand_of(
        change("google_compute_instance.a", machine_type="n1-standard-8", guest_accelerator=[])
    )

    assert counted(typed) == ("H100-SXM5-80GB", 8, 8)
    assert counted(added) == ("t4", 2, 2)
    assert only(added).spot
    assert none.requests == ()


def test_a_managed_group_of_google_counts_by_its_template_and_autoscaler() -> None:
    template = change(
        "google_compute_instance_template.t",
        machine_type="g2-standard-24",
        id="template-1",
        scheduling=[{"provisioning_model": "SPOT"}],
    )
    group = change(
        "google_compute_instance_group_manager.g",
        id="group-1",
        target_size=2,
        version=[{"instance_template": "template-1"}],
    )
    scaler = change(
        "google_compute_autoscaler.s",
        target="group-1",
        autoscaling_policy=[{"min_replicas": 1, "max_replicas": 5}],
    )

    assert counted(demand_of(template, group)) == ("L4", 4, 4)
    assert counted(demand_of(template, group, scaler)) == ("L4", 2, 10)
    assert only(demand_of(template, group)).spot
    assert "not known" in demand_of(group).doubts[0].text.en


def test_node_pools_of_gke_count_every_zone() -> None:
    config = [{"machine_type": "a2-highgpu-1g", "spot": True}]
    fixed = demand_of(
        change("google_container_node_pool.a", node_config=config, node_count=2,
               node_locations=["a", "b", "c"])
    )  # fmt: skip
    scaled = demand_of(
        change("google_container_node_pool.a", node_config=config,
               autoscaling=[{"min_node_count": 1, "max_node_count": 4}], node_locations=["a", "b"])
    )  # fmt: skip
    total = demand_of(
        change("google_container_node_pool.a", node_config=config,
               autoscaling=[{"total_min_node_count": 0, "total_max_node_count": 6}])
    )  # fmt: skip
    unknown = demand_of(change("google_container_node_pool.a", node_config=config))

    assert counted(fixed) == ("A100-SXM4-40GB", 6, 6)
    assert only(fixed).spot
    assert counted(scaled) == ("A100-SXM4-40GB", 2, 8)
    assert counted(total) == ("A100-SXM4-40GB", 0, 6)
    assert counted(unknown) == ("A100-SXM4-40GB", 0, None)


def test_pools_that_stand_inside_a_cluster_count() -> None:
    config = [{"machine_type": "a2-highgpu-2g"}]
    inner = demand_of(
        change("google_container_cluster.a",
               node_pool=[{"node_config": config, "initial_node_count": 3}])
    )  # fmt: skip
    own = demand_of(change("google_container_cluster.a", node_config=config, initial_node_count=1))
    without = demand_of(change("google_container_cluster.a", initial_node_count=1))

    assert counted(inner) == ("A100-SXM4-40GB", 6, 6)
    assert counted(own) == ("A100-SXM4-40GB", 2, 2)
    assert without.requests == ()


def test_modules_are_referred_to_inside_themselves() -> None:
    inner = {
        "resources": [
            {
                "address": "aws_autoscaling_group.a",
                "expressions": {"mixed": {"references": ["aws_launch_template.t[0].name"]}},
            }
        ]
    }
    found = demand_of(
        change("module.m[1].aws_launch_template.t[0]", instance_type="p5.48xlarge"),
        change("aws_launch_template.t", instance_type="g5.xlarge"),
        change("module.m[1].aws_autoscaling_group.a", min_size=1, max_size=1),
        configuration={"root_module": {"module_calls": {"m": {"module": inner}}}},
    )

    assert counted(found) == ("H100-SXM5-80GB", 8, 8)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b'resource "aws_instance" "a" {}', "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[]", "no plan"),
        (b"null", "no plan"),
        (b'{"terraform_version": "1.9"}', "no plan"),
        (b'{"terraform_version": "1.9", "values": {}}', "a state"),
        (b'{"terraform_version": "1.9", "lineage": "x", "resources": []}', "a state"),
        (plan_of(format_version="7.0"), "format_version 7.0"),
        (b'{"planned_values": {}, "terraform_version": "1"}', "format_version missing"),
        (plan_of(errored=True), "ended with an error"),
        (plan_of(resource_changes={"a": 1}), "no list"),
    ],
)
def test_what_is_no_plan_is_refused_with_the_command_that_makes_one(
    data: bytes, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        read_terraform("plan.json", data, loading.instances())


@pytest.mark.parametrize("row", [None, 1, [], {}, {"change": []}, {"change": {"actions": "x"}}])
def test_a_strange_row_asks_for_nothing_and_does_no_harm(row: object) -> None:
    assert demand_of(*[], resource_changes=[row]).requests == ()


def test_files_of_terraform_are_recognized() -> None:
    assert is_terraform("main.tf", b"")
    assert is_terraform("x.json", plan_of())
    assert not is_terraform("x.json", json.dumps({"name": "a profile"}).encode())
    assert not is_terraform("x.yaml", b"name: terraform_version")
