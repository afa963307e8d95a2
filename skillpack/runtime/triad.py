"""Skills by their roles, as text for the terminal that a program writes to (boxxy's formal guide, part 11)."""

import sys
from collections.abc import Iterable
from typing import TextIO

from skillpack import machine
from skillpack.report.terminal.paint import paint_of
from skillpack.report.terminal.triad import skill_lines, triad_lines
from skillpack.runtime.skill import Skill, SkillMetadata


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


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
