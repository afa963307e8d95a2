"""The system message that instructor-php prepends (AppendSkillMetadataHook)."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import never_closing, one_line
from skillpack.prompt.style import IndexStyle, framed, rest_line

_TAG = "skills-metadata"
_HEAD = f"<{_TAG}>\nAvailable skills:\n"
_TAIL = f"</{_TAG}>\nUse load_skill to load a skill when needed.\n"


def entry(skill: ParsedSkill, location: str = "") -> str:  # noqa: ARG001 every format has it
    """Return one skill's line: name, argument hint, description."""
    label = f"{skill.name} {skill.invocation.hint}".strip()
    return never_closing(f"- [{one_line(label)}]: {one_line(skill.description)}", _TAG)


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the message around the lines; nothing at all for no skills."""
    return framed(_HEAD, pieces, _TAIL)


STYLE = IndexStyle(__name__, entry, index, one_line, "- [", ("]: ", " "), rest=rest_line)
