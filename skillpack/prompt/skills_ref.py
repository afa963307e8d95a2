"""The index of the reference library: elements, one tag or text a line."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import xml_text
from skillpack.prompt.style import IndexStyle, framed, rest_comment

_HEAD = "<available_skills>\n"
_TAIL = "</available_skills>\n"


def entry(skill: ParsedSkill, location: str) -> str:
    """Return one skill's element; unlike the reference, the location is escaped too."""
    return element(skill.name, skill.description, location)


def element(name: str, description: str, location: str) -> str:
    """Return an element of plain texts."""
    return (
        f"<skill>\n<name>\n{xml_text(name)}\n</name>\n<description>\n{xml_text(description)}\n</description>\n"
        f"<location>\n{xml_text(location)}\n</location>\n</skill>"
    )


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the index around the elements."""
    return framed(_HEAD, pieces, _TAIL, empty=_HEAD + _TAIL)


STYLE = IndexStyle(__name__, entry, index, xml_text, "<name>\n", ("\n</name>",), rest=rest_comment)
