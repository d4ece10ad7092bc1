"""Which resource refers to which; what they hold is held in ``test_terraform``."""

from gpucmp import loading
from gpucmp.proposals.terraformgroups import Plan, Resource


def resource(address: str, module: str = "", **more: dict[str, object]) -> Resource:
    kind = address.rsplit(".", 2)[-2]
    return Resource(
        address, kind, module, more.get("after", {}), more.get("unknown", {}),
        more.get("expressions", {}), (),
    )  # fmt: skip


def referred(one: Resource, *others: Resource) -> list[str]:
    plan = Plan({other.address: other for other in (one, *others)}, loading.instances())
    return [found.address for found in plan.referred(one, ("aws_launch_template",))]


def test_a_reference_finds_a_resource_of_its_own_module_by_its_whole_name() -> None:
    group = resource(
        "module.m.aws_autoscaling_group.g",
        "module.m",
        expressions={"x": [{"references": ["aws_launch_template.gpu[0].id"]}]},
    )

    assert referred(
        group,
        resource("module.m.aws_launch_template.gpu[0]", "module.m"),
        resource("module.m.aws_launch_template.gpu2", "module.m"),
        resource("aws_launch_template.gpu"),
    ) == ["module.m.aws_launch_template.gpu[0]"]


def test_an_id_or_a_name_finds_a_resource_too() -> None:
    group = resource("aws_autoscaling_group.g", after={"launch_template": [{"name": "big"}]})

    assert referred(group, resource("aws_launch_template.a", after={"name": "big"})) == [
        "aws_launch_template.a"
    ]
    assert referred(group, resource("aws_launch_template.b", after={"name": ""})) == []


def test_a_number_that_is_not_known_yet_is_none() -> None:
    one = resource("aws_x.a", after={"n": None, "m": 3}, unknown={"n": True})

    assert (one.number("n", 5), one.number("m", 5), one.number("o", 5)) == (None, 3, 5)
