"""Findings as JUnit XML: one test case for each skill."""

from collections.abc import Iterator

from skillpack.model.finding import FindingGroup, Judged
from skillpack.report.findings.report import WHOLE_SET, CheckedSkill, Report, by_skill, fails
from skillpack.report.findings.text import concise_line
from skillpack.report.json_text import readable
from skillpack.report.terminal.paint import PLAIN

_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = _TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;"})


def junit_report(report: Report) -> Iterator[str]:
    """Yield the lines of the report.

    A case fails when one of its open findings makes the answer no; its other findings are printed with it, and those
    of a case that passes are its output. Findings about the set are a case of their own.
    """
    cases = tuple(by_skill(report))
    failures = sum(any(fails(judged, report) for judged in group) for _, group in cases)
    numbers = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuites name="skillpack" {numbers}>'
    yield f'  <testsuite name="skillpack check" {numbers}>'
    for skill, group in cases:
        yield from _case(skill, group, report)
    yield "  </testsuite>"
    yield "</testsuites>"


def _case(skill: CheckedSkill | None, group: tuple[Judged, ...], report: Report) -> Iterator[str]:
    name, path = (skill.name, skill.path) if skill else (WHOLE_SET, "")
    file = f' file="{_value(path)}"' if path else ""
    opening = f'    <testcase classname="skillpack" name="{_value(name)}"{file}'
    if not group:
        yield f"{opening}/>"
        return
    failed = [judged for judged in group if fails(judged, report)]
    yield f"{opening}>"
    if failed:
        first, more = failed[0].finding, f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        yield f'      <failure type="{_value(first.rule)}" message="{_value(first.message + more)}">'
    else:
        yield "      <system-out>"
    for judged in group:
        yield concise_line(FindingGroup(judged), report, PLAIN).translate(_TEXT)
    yield "      </failure>" if failed else "      </system-out>"
    yield "    </testcase>"


def _value(text: str) -> str:
    """Return an attribute's value; what XML forbids and what people cannot see is spelled out."""
    return readable(text).translate(_ATTRIBUTE)
