"""What a server does not serve, and why: for the people who start it and for agents."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.mcp.message import visible_line
from skillpack.parse.document import SKILL_FILE
from skillpack.runtime.store import SkillStore

_SHOWN = 3  # skills with their reasons in the instructions
_LONGEST = 160  # characters of one there


class UnservedSkill(Struct, frozen=True):
    """A skill that is not served.

    Attributes:
        name: Its folder, or its file without the ending.
        where: Its skill file.
        why: In one line.
    """

    name: str
    where: str
    why: str


def unserved_skills(store: SkillStore) -> tuple[UnservedSkill, ...]:
    """Return the skills of a store that are not served: those that cannot be read, and those whose name is taken."""
    return tuple(_unserved(store))


def _unserved(store: SkillStore) -> Iterator[UnservedSkill]:
    for bad in store.invalid:
        name = bad.path.parent.name if bad.path.name.lower() in {SKILL_FILE.lower(), "skill.star"} else bad.path.stem
        yield UnservedSkill(name, visible_line(str(bad.path)), visible_line("; ".join(bad.errors)))
    for skill in store.shadowed:
        where = visible_line(str(skill.file or skill.skill_dir))
        yield UnservedSkill(
            skill.name, where, f"another skill has the name {visible_line(skill.name)!r} and comes first"
        )


def unserved_line(skills: Sequence[UnservedSkill]) -> str:
    """Return a line for agents that names what is left out, with its newline; empty for nothing."""
    if not skills:
        return ""
    shown = [_cut(f"{visible_line(each.name)} ({each.why})") for each in skills[:_SHOWN]]
    more = len(skills) - len(shown)
    return f"Left out: {'; '.join(shown)}{f'; and {more:,} more' if more else ''}.\n"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
