"""The laws of the gate."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.gate.findings import GateResult, Kind, Severity, Status
from gpucmp.gate.judging import Allowed
from gpucmp.gate.looking import Looked, Setup, look
from gpucmp.gate.policy import BUILT_IN
from gpucmp.gate.running import Configured, Request, run
from gpucmp.gate.settings import Settled
from tests.gate.proposals import OPEN, OWNED, RENTED, TODAY, opened, proposing
from tests.gate.results import SAID, a_finding, a_look, a_place, a_waiver, everything, judged

KNOWLEDGE: Knowledge = loading.knowledge()
KINDS = tuple(Kind(name, "verdict", Severity.ERROR, SAID, SAID, SAID) for name in ("one", "two"))
FINDINGS = st.builds(
    lambda kind, line, pointer, value, rule: (kind, line, pointer, value, rule),
    st.sampled_from(KINDS),
    st.integers(1, 5),
    st.sampled_from(["/a", "/b"]),
    st.sampled_from(["x", "y"]),
    st.sampled_from(["", "A6"]),
)


@st.composite
def documents(draw: st.DrawFn) -> list[Looked]:
    """Give documents of a few files with findings that often are alike."""
    places = draw(
        st.lists(
            st.tuples(st.sampled_from(["a.yaml", "b.yaml"]), st.integers(0, 1)),
            unique=True,
            min_size=1,
            max_size=4,
        )
    )
    return [
        a_look(
            *(
                a_finding(kind, a_place(path, line, pointer), value=value, rule=rule)
                for kind, line, pointer, value, rule in draw(st.lists(FINDINGS, max_size=5))
            ),
            path=path,
            document=number,
            documents=2,
        )
        for path, number in places
    ]


def comparable(result: GateResult) -> GateResult:
    return result._replace(kinds={})


@given(documents(), st.data())
@settings(max_examples=100)
def test_findings_do_not_depend_on_the_order_of_files(
    looked: list[Looked], data: st.DataObject
) -> None:
    waivers = (a_waiver("one")._replace(file="a.yaml"), a_waiver("A6"))
    mixed = data.draw(st.permutations(looked))

    there = judged(*looked, allowed=Allowed(waivers))
    back = judged(*mixed, allowed=Allowed(tuple(reversed(waivers))))

    assert comparable(there) == comparable(back)


@given(documents(), st.data())
@settings(max_examples=100)
def test_adding_a_waiver_removes_exactly_its_finding(
    looked: list[Looked], data: st.DataObject
) -> None:
    before = everything(judged(*looked))
    if not before:
        return
    one = data.draw(st.sampled_from(before)).finding
    waiver = a_waiver(one.kind.id)._replace(file=one.location.path, pointer=one.location.pointer)

    after = everything(judged(*looked, allowed=Allowed((waiver,))))

    assert [each.finding for each in after] == [each.finding for each in before]
    assert [each.fingerprint for each in after] == [each.fingerprint for each in before]
    for each in after:
        found = each.finding
        meant = (found.kind.id, found.location.path, found.location.pointer) == (
            one.kind.id,
            one.location.path,
            one.location.pointer,
        )
        assert (each.status is Status.WAIVED) is meant


TEXTS = (
    OWNED,
    RENTED,
    OPEN,
    proposing(OWNED, "  option: cloud\n  purchase: spot\n"),
    proposing(OPEN, "  option: hybrid\n  owned_gpus: 8\n"),
)


def fingerprints(text: str) -> list[str]:
    (one,) = opened(text, KNOWLEDGE)
    looked = look(one, Setup(KNOWLEDGE, BUILT_IN, TODAY))
    return sorted(each.fingerprint for each in everything(judged(looked)))


@given(st.sampled_from(TEXTS), st.lists(st.integers(0, 200), min_size=1, max_size=5))
@settings(max_examples=30)
def test_a_fingerprint_does_not_change_when_lines_move(text: str, where: Sequence[int]) -> None:
    lines = text.splitlines(keepends=True)
    for at in where:
        lines.insert(at % (len(lines) + 1), "# a comment\n\n")

    assert fingerprints("".join(lines)) == fingerprints(text)


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=40),
            st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")),
            st.sampled_from([text.encode() for text in TEXTS]),
            st.just(b"name: n\n---\nname: [\n"),
            st.none(),
        ),
        min_size=1,
        max_size=3,
    )
)
@settings(max_examples=60)
def test_no_input_passes_without_every_file_having_been_read(
    contents: Sequence[bytes | None],
) -> None:
    with TemporaryDirectory() as folder:
        names = [f"{folder}/{at}.yaml" for at in range(len(contents))]
        for name, data in zip(names, contents, strict=True):
            if data is not None:
                Path(name).write_bytes(data)
        configured = Configured(Settled(BUILT_IN, ()), KNOWLEDGE, "")

        result = run(Request(names, TODAY, Path(folder)), configured).result

    read = {one.file for one in result.checked}
    assert (result.exit_code == 2) is bool(result.problems)
    if result.exit_code != 2:
        assert read == set(names)
    for name, data in zip(names, contents, strict=True):
        assert name in read or any(one.place.file == name for one in result.problems)
        assert data is not None or result.exit_code == 2
