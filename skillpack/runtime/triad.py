"""Skills by their roles, as text for the terminal that a program writes to (boxxy's formal guide, part 11)."""

import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

from skillpack import machine
from skillpack.catalog.roles import ROLES, balance, balance_line, role_of
from skillpack.parse.markdown.body import scan_body
from skillpack.report.terminal.paint import Paint, paint_of
from skillpack.runtime.skill import Skill, SkillMetadata

_ASCII = str.maketrans({"✓": "+", "✗": "x", "∑": "sum of", "≡": "=", "—": "-"})


def render_triad_summary(skills: Iterable[SkillMetadata], stream: TextIO | None = None) -> str:
    """Return which skills have which role, and whether the set is in balance, a line each (B16).

    Args:
        stream: Where the text goes; a terminal gets colours, unless `NO_COLOR` is set. None for standard output.
    """
    return _text(triad_lines((skill.name for skill in skills), paint_of(stream or sys.stdout, machine.environment())))


def render_skill(skill: Skill, stream: TextIO | None = None) -> str:
    """Return a skill with name, role, description and body in the colours of its role (B16).

    Args:
        stream: As in `render_triad_summary`.
    """
    paint = paint_of(stream or sys.stdout, machine.environment())
    return _text(skill_lines(skill.name, skill.description, skill.body, paint))


def triad_lines(names: Iterable[str], paint: Paint) -> Iterator[str]:
    """Yield one line for each role with its skills, by name, and whether the set is in balance (B16)."""
    every = sorted(set(names))
    wide = max(len(role.label) for role in ROLES)
    for role in ROLES:
        held = [paint.show(name) for name in every if role_of(name) is role]
        label = paint.tinted(role.colour, role.label.ljust(wide))
        yield f"{label}  {len(held)}  {', '.join(held)}".rstrip()
    line = balance_line(balance(every))
    yield line if paint.unicode else line.translate(_ASCII)


def skill_lines(name: str, description: str, body: str, paint: Paint) -> Iterator[str]:
    """Yield a skill as boxxy draws it: name and role, headings and code each in a colour of the role (B16)."""
    role = role_of(name)
    yield paint.tinted(role.colour, f"{paint.show(name)}  {role.label}")
    yield paint.tinted(role.accent, paint.show(description))
    yield ""
    text = body.strip("\n")
    scanned = scan_body(text, 1)
    colours = {line: role.code for fence in scanned.fences for line in range(fence.span.line, fence.span.end_line + 1)}
    colours |= {heading.span.line: role.accent for heading in scanned.headings}
    for number, line in enumerate(text.split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        shown = line[:indent].expandtabs(4) + paint.show(line[indent:])
        yield paint.tinted(colours[number], shown) if number in colours else shown


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
