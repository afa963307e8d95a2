"""The discovery index of Metis (its section 7)."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import one_line
from skillpack.prompt.style import IndexStyle, framed, rest_line

_HEAD = "## Available skills\nUse `skill_search(query)` to filter and `skill_load(name)` to read a body.\n\n"


def entry(skill: ParsedSkill, location: str = "") -> str:  # noqa: ARG001 every format has it
    """Return one skill's line."""
    return f"- {one_line(skill.name)}: {one_line(skill.description)}"


def preloaded(skill: ParsedSkill, location: str = "") -> str:  # noqa: ARG001 every format has it
    """Return the line of a skill whose body stands in the system prompt already (M28)."""
    return f"- {one_line(skill.name)} [preloaded]: {one_line(skill.description)}"


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the block around the lines; nothing at all for no skills."""
    return framed(_HEAD, pieces, "")


STYLE = IndexStyle(__name__, entry, index, one_line, "- ", (": ",), preloaded=preloaded, rest=rest_line)
