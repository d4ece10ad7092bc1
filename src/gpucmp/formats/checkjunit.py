"""JUnit XML, as test reports of CI systems read it: a suite a document, a case a kind.

The form is that of testmoapp/junitxml, as there is no specification.
"""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from gpucmp.errors import Problem
from gpucmp.formats import Style
from gpucmp.formats.check import fails, told
from gpucmp.gate.findings import Checked, GateResult, Judged, Kind, Severity, Status
from gpucmp.text import Lang

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write."""
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def render(result: GateResult, style: Style) -> str:
    """Write a case for every kind that was looked for, so that what passed is seen too."""
    root = Element("testsuites", name="gpucmp")
    for one in result.checked:
        _suite(root, one, result, style.lang)
    for file, problems in _by_file(result).items():
        suite = SubElement(root, "testsuite", name=_clean(file), file=_clean(file))
        case = _case(suite, "readable", "gpucmp.input", file, problems[0].place.line)
        error = SubElement(case, "error", message=_clean(str(problems[0])), type="unreadable")
        error.text = _clean("\n".join(map(str, problems)))
    if not len(root):
        suite = SubElement(root, "testsuite", name="gpucmp")
        SubElement(suite, "testcase", name="nothing to check", classname="gpucmp")
    for suite in root:
        _count(suite, [suite])
    _count(root, list(root))
    indent(root)
    body = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _suite(root: Element, one: Checked, result: GateResult, lang: Lang) -> None:
    name = one.path if one.documents == 1 else f"{one.path}#{one.document + 1}"
    suite = SubElement(root, "testsuite", name=_clean(name), file=_clean(one.path))
    pack = result.pack.id if result.pack else "none"
    by_kind: dict[str, list[Judged]] = {}
    for judged in one.findings:
        by_kind.setdefault(judged.finding.kind.id, []).append(judged)
    for found in by_kind.values():
        kind, line = found[0].finding.kind, found[0].finding.location.line
        case = _case(suite, kind.id, f"gpucmp.{pack}.{kind.category}", one.path, line)
        _outcome(case, found, result, lang)
    for kind in one.passed:
        if kind.id not in by_kind:
            _of_kind(suite, kind, pack, one.path)
    for other in one.not_applicable:
        reason = other.reason.in_(lang)
        case = _of_kind(suite, other.kind, pack, one.path)
        SubElement(case, "skipped", message=_clean(f"not applicable: {reason}"))


def _of_kind(suite: Element, kind: Kind, pack: str, path: str) -> Element:
    return _case(suite, kind.id, f"gpucmp.{pack}.{kind.category}", path, 1)


def _case(suite: Element, name: str, classname: str, file: str, line: int) -> Element:
    return SubElement(
        suite,
        "testcase",
        name=_clean(name),
        classname=_clean(classname),
        file=_clean(file),
        line=str(max(1, line)),
        time="0",
    )


def _outcome(case: Element, found: list[Judged], result: GateResult, lang: Lang) -> None:
    """A case fails by what fails the gate and by every error; the rest is said beside a pass."""
    new = [one for one in found if one.status is Status.NEW]
    bad = [
        one for one in new if one.finding.severity is Severity.ERROR or fails(one.finding, result)
    ]
    waived = [one.waiver for one in found if one.waiver]
    if bad:
        first = told(bad[0], lang)
        worst = str(bad[0].finding.severity)
        failure = SubElement(case, "failure", message=_clean(first), type=worst)
        failure.text = _clean("\n".join(_line(one, lang) for one in bad))
    elif len(waived) == len(found):
        words = "; ".join(f"waived until {one.expires}: {one.reason}" for one in waived)
        SubElement(case, "skipped", message=_clean(words))
    rest = [one for one in found if one not in bad]
    if rest:
        SubElement(case, "system-out").text = _clean("\n".join(_line(one, lang) for one in rest))


def _line(judged: Judged, lang: Lang) -> str:
    finding = judged.finding
    place = f"{finding.location.path}:{finding.location.line}:{finding.location.column}"
    said = f"{told(judged, lang)} {finding.mend.in_(lang)}".rstrip()
    return f"{place}: {finding.severity} ({judged.status}): {said}"


def _by_file(result: GateResult) -> dict[str, list[Problem]]:
    found: dict[str, list[Problem]] = {}
    for problem in result.problems:
        found.setdefault(result.path_of(problem), []).append(problem)
    return found


def _count(element: Element, suites: list[Element]) -> None:
    cases = [case for suite in suites for case in suite.iter("testcase")]
    element.set("tests", str(len(cases)))
    for name, tag in COUNTED.items():
        element.set(name, str(sum(case.find(tag) is not None for case in cases)))
    element.set("time", "0")


def _clean(text: str) -> str:
    return FORBIDDEN.sub("", text)
