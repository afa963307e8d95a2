"""The index of ash (its System Prompt Format)."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import one_line
from skillpack.prompt.style import IndexStyle, framed, rest_line

_HEAD = (
    "## Skills\n\nSkills provide task-specific instructions.\n"
    "Read a skill's file when the task matches its description.\n\n### Available Skills\n\n"
)


def entry(skill: ParsedSkill, location: str) -> str:
    """Return one skill's two lines."""
    return f"- **{one_line(skill.name)}**: {one_line(skill.description)}\n  File: {one_line(location) or 'N/A'}"


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the section around the lines; nothing at all for no skills."""
    return framed(_HEAD, pieces, "")


STYLE = IndexStyle(__name__, entry, index, one_line, "- **", ("**: ",), rest=rest_line)
