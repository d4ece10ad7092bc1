from pathlib import Path

import pytest

from gpucmp.errors import InputError
from gpucmp.gate.findings import BaselineEntry
from gpucmp.gate.gatefiles import baseline_text, entries_of, read_baseline, read_one
from gpucmp.gate.judging import Allowed
from gpucmp.reading.gatemodels import ConfigModel
from tests.gate.results import LOCKED, a_finding, a_look, a_place, a_waiver, judged

ENTRIES = [
    BaselineEntry(f"{digit * 32}:1", "no-option", "a.yaml", "/proposal", 'x "y" 中', "said.")
    for digit in "ba"
]


def test_a_file_holds_one_document() -> None:
    with pytest.raises(InputError, match=r"^p\.yaml:3:1: one document is expected"):
        read_one(b"fail_on: error\n---\nfail_on: note\n", "p.yaml", ConfigModel)


def test_every_problem_of_a_file_is_named() -> None:
    with pytest.raises(InputError) as caught:
        read_one(b"fail_on: eror\nminimum_margn: 2\n", "p.yaml", ConfigModel)

    first, second = map(str, caught.value.problems)
    assert first == (
        "p.yaml:1:10: fail_on: expected one of error, warning, note, never, found the text "
        '`eror` (did you mean "error"?)'
    )
    assert second == ('p.yaml:2:1: unknown key "minimum_margn" (did you mean "minimum_margin"?)')


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text(baseline_text(ENTRIES), encoding="utf-8")

    assert list(read_baseline(str(file))) == sorted(ENTRIES)


def test_a_baseline_is_sorted_one_finding_a_line() -> None:
    text = baseline_text([*ENTRIES, ENTRIES[0]])

    lines = text.splitlines()
    assert lines[0:3] == ["{", '  "schema": "gpucmp.baseline/1",', '  "findings": [']
    assert lines[3].startswith('    {"fingerprint": "aaaa')
    assert len(lines) == 7
    assert baseline_text([]) == ('{\n  "schema": "gpucmp.baseline/1",\n  "findings": []\n}\n')


def test_the_same_fingerprint_twice_is_an_error_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    row = baseline_text(ENTRIES[:1]).splitlines()[3]
    file.write_text(baseline_text(ENTRIES[:1]).replace(row, f"{row},\n{row}"), encoding="utf-8")

    with pytest.raises(InputError, match=r":5:21: duplicate fingerprint b"):
        read_baseline(str(file))


def test_what_a_baseline_keeps_is_neither_waived_nor_unwaivable() -> None:
    waived = a_finding(at=a_place("w.yaml"))
    result = judged(
        a_look(a_finding(), a_finding(LOCKED)),
        a_look(waived, path="w.yaml"),
        allowed=Allowed((a_waiver()._replace(file="w.yaml"),)),
    )

    (entry,) = entries_of(result)

    assert entry[1:] == ("fatal-kind", "a.yaml", "/proposal/option", "cloud", "said.")


def test_a_baseline_of_many_proposals_is_larger_than_other_files(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    many = [ENTRIES[0]._replace(fingerprint=f"{at:032x}:1") for at in range(8000)]
    file.write_text(baseline_text(many), encoding="utf-8")

    assert file.stat().st_size > 1024 * 1024
    assert len(read_baseline(str(file))) == 8000


def test_a_baseline_may_be_yaml_too(tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    file.write_text("schema: gpucmp.baseline/1\nfindings:\n- " + str(ENTRIES[0]._asdict()))

    assert read_baseline(str(file)) == (ENTRIES[0],)


def test_a_key_that_stands_twice_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text('{"schema": "gpucmp.baseline/1", "findings": [], "findings": []}')

    with pytest.raises(InputError, match=r':1:49: duplicate key "findings"'):
        read_baseline(str(file))
