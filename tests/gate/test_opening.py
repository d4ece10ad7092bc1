from pathlib import Path

import pytest

from gpucmp import loading
from gpucmp.advice import Knowledge
from gpucmp.errors import InputError
from gpucmp.gate.findings import Waiver
from gpucmp.gate.looking import Opened
from gpucmp.gate.opening import Opener, joined, path_in, printable

KNOWN = ("no-option", "A6")
WAIVER = "{rule: no-option, reason: because, owner: me, expires: 2027-01-31}"
FILE = f"waivers:\n- {WAIVER}\n"


@pytest.fixture
def opener(tmp_path: Path, knowledge: Knowledge) -> Opener:
    return Opener(tmp_path, knowledge.table, KNOWN)


def the_problem(found: list[Opened | InputError]) -> str:
    (one,) = found
    assert isinstance(one, InputError)
    (problem,) = one.problems
    return str(problem)


def test_every_document_of_a_file_comes_with_its_number(opener: Opener) -> None:
    found = list(opener.profiles("a.yaml", b"name: a\n---\nname: b\n"))

    assert [
        (one.profile.name, one.document, one.documents) for one in found if isinstance(one, Opened)
    ] == [("a", 0, 2), ("b", 1, 2)]


def test_one_broken_document_does_not_hide_the_others(opener: Opener) -> None:
    broken, sound = opener.profiles("a.yaml", b"nam: a\n---\nname: b\n")

    assert isinstance(broken, InputError)
    assert isinstance(sound, Opened)


def test_a_file_that_is_no_yaml_is_one_error(opener: Opener) -> None:
    assert the_problem(list(opener.profiles("a.yaml", b"[1"))).startswith("a.yaml:")


def test_waivers_of_a_proposal_hold_for_its_document_alone(opener: Opener) -> None:
    text = f"name: a\n---\nname: b\nproposal: {{option: cloud, waivers: [{WAIVER}]}}\n"

    first, second = opener.profiles("a.yaml", text.encode())

    assert isinstance(first, Opened)
    assert isinstance(second, Opened)
    assert first.waivers == ()
    (waiver,) = second.waivers
    assert waiver[:4] == ("no-option", "because", "me", "2027-01-31")
    assert (waiver.document, waiver.file, waiver.pointer) == (1, "", "")
    assert waiver.location.pointer == "/proposal/waivers/0"
    assert waiver.location.line == 4


def test_a_waiver_of_what_does_not_exist_is_an_error_with_a_suggestion(opener: Opener) -> None:
    text = "name: a\nproposal: {waivers: [" + WAIVER.replace("no-option", "no-optoin") + "]}\n"

    assert the_problem(list(opener.profiles("a.yaml", text.encode()))) == (
        'a.yaml:2:29: no kind of finding and no rule is called "no-optoin" (did you mean '
        '"no-option"?)'
    )


def test_a_proposal_without_waivers_has_none(opener: Opener) -> None:
    for text in ("name: a\n", "name: a\nproposal: {}\n", "name: a\nproposal: {waivers: []}\n"):
        (one,) = opener.profiles("a.yaml", text.encode())
        assert isinstance(one, Opened)
        assert one.waivers == ()


def test_a_file_of_waivers_is_read_with_files_relative_to_it(
    opener: Opener, tmp_path: Path
) -> None:
    folder = tmp_path / "proposals"
    folder.mkdir()
    file = folder / ".gpucmp-waivers.yaml"
    file.write_text(FILE.replace("}", ", file: './x/*.yaml', pointer: /proposal/option}"))

    (waiver,) = opener.waivers_file(str(file))

    assert waiver.file == "proposals/x/*.yaml"
    assert waiver.pointer == "/proposal/option"
    assert waiver.document is None
    assert waiver.location.path == "proposals/.gpucmp-waivers.yaml"
    assert waiver.location.line == 2


def test_a_waiver_without_a_file_is_for_any(opener: Opener, tmp_path: Path) -> None:
    file = tmp_path / "w.yaml"
    file.write_text(FILE)

    (waiver,) = opener.waivers_file(str(file))

    assert isinstance(waiver, Waiver)
    assert waiver.file == ""


def test_paths_are_relative_to_the_root_where_they_are_inside(tmp_path: Path) -> None:
    assert path_in(tmp_path, str(tmp_path / "a" / "b.yaml")) == "a/b.yaml"
    assert path_in(tmp_path / "a", str(tmp_path / "b.yaml")) == str(tmp_path / "b.yaml")
    assert path_in(tmp_path, loading.STDIN_NAME) == loading.STDIN_NAME


def test_folders_are_joined_without_dots() -> None:
    assert joined(Path("a"), "../b/./c.yaml") == "b/c.yaml"
    assert joined(Path(), "b/**") == "b/**"


def test_a_name_that_is_no_text_is_spelled_out() -> None:
    assert printable("a\udcff.yaml") == "a\\xff.yaml"
    assert printable("中.yaml") == "中.yaml"
