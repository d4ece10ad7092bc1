from collections.abc import Mapping

import pytest

from gpucmp.errors import InputError
from gpucmp.packs.packdocument import PackText, one_document
from gpucmp.reading.documents import Document


def put_together(files: Mapping[str, str], name: str = "mine") -> Document:
    return one_document(PackText(name, {file: text.encode() for file, text in files.items()}))


def told(files: Mapping[str, str], name: str = "mine") -> list[str]:
    with pytest.raises(InputError) as caught:
        put_together(files, name)
    return list(map(str, caught.value.problems))


def test_rules_stand_under_their_ids() -> None:
    document = put_together(
        {
            "mine/pack.yaml": "id: mine\nrules:\n  X-1: off\n",
            "mine/criteria/X-2.yaml": "id: X-2\ntitle: t\n",
            "mine/more.yaml": "rules: {X-3: off}\nplans: []\n",
        }
    )

    assert document.data == {
        "id": "mine",
        "plans": [],
        "rules": {"X-1": "off", "X-2": {"id": "X-2", "title": "t"}, "X-3": "off"},
    }
    assert str(document.place(("rules", "X-2", "title"))) == "mine/criteria/X-2.yaml:2:8"
    assert str(document.key_place(("rules", "X-2", "title"))) == "mine/criteria/X-2.yaml:2:1"
    assert str(document.key_place(("rules", "X-2"))) == "mine/criteria/X-2.yaml:1:5"
    assert str(document.key_place(("rules", "X-1"))) == "mine/pack.yaml:3:3"
    assert str(document.place(("plans",))) == "mine/more.yaml:2:8"
    assert str(document.place(())) == "mine"


def test_a_single_file_is_a_pack_with_a_first_line() -> None:
    document = put_together({"criteria/mine.yaml": "# mine\nid: mine\n"}, "criteria/mine.yaml")

    assert document.data == {"id": "mine"}
    assert str(document.place(())) == "criteria/mine.yaml:2:1"


def test_a_folder_may_have_the_name_of_a_folder_of_rules() -> None:
    document = put_together({"criteria/pack.yaml": "id: mine\n"}, "criteria")

    assert document.data == {"id": "mine"}


def test_folders_of_windows_are_folders() -> None:
    document = put_together({"mine\\criteria\\X-1.yaml": "id: X-1\n"})

    assert document.data == {"rules": {"X-1": {"id": "X-1"}}}


def test_rules_of_another_shape_are_left_to_be_found() -> None:
    document = put_together({"mine/a.yaml": "rules: []\n", "mine/criteria/x.yaml": "id: X-1\n"})

    assert document.data == {"rules": []}


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (
            {"mine/a.yaml": "id: a\n", "mine/b.yaml": "id: b\n"},
            "mine/b.yaml:1:1: id stands in mine/a.yaml:1:1 already (keep one of the two)",
        ),
        (
            {"mine/criteria/a.yaml": "id: X-1\n", "mine/cautions/b.yaml": "id: X-1\n"},
            "mine/cautions/b.yaml:1:5: X-1 stands in mine/criteria/a.yaml:1:5 already",
        ),
        (
            {"mine/criteria/a.yaml": "id: X-1\n", "mine/pack.yaml": "rules:\n  X-1: off\n"},
            "mine/pack.yaml:2:3: X-1 stands in mine/criteria/a.yaml:1:5 already",
        ),
        (
            {"mine/pack.yaml": "rules:\n  X-1: off\n", "mine/z.yaml": "rules:\n  X-1: off\n"},
            "mine/z.yaml:2:3: X-1 stands in mine/pack.yaml:2:3 already",
        ),
        (
            {"mine/criteria/a.yaml": "title: t\n"},
            "mine/criteria/a.yaml:1:1: the rule has no id (add id, as ACME-1)",
        ),
        (
            {"mine/criteria/a.yaml": "id: 5\n"},
            "mine/criteria/a.yaml:1:5: the rule has no id (add id, as ACME-1)",
        ),
        (
            {"mine/a.yaml": "id: a\n---\nplans: []\n"},
            "mine/a.yaml:3:1: a pack file holds one document (split the file)",
        ),
        ({"mine/a.yaml": ""}, "mine/a.yaml:1:1: empty: expected a mapping"),
    ],
)
def test_files_that_do_not_go_together_are_told(files: Mapping[str, str], problem: str) -> None:
    (one,) = told(files)

    assert one.startswith(problem)


def test_every_file_that_cannot_be_read_is_told() -> None:
    assert len(told({"mine/a.yaml": "", "mine/b.yaml": "[", "mine/c.yaml": "- 1"})) == 3
