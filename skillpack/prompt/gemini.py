"""The index that Gemini writes: elements inline and indented."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import xml_text
from skillpack.prompt.style import IndexStyle, framed, rest_comment

_HEAD = "<available_skills>\n"
_TAIL = "</available_skills>\n"


def entry(skill: ParsedSkill, location: str) -> str:
    """Return one skill's element."""
    return (
        f"  <skill>\n    <name>{xml_text(skill.name)}</name>\n"
        f"    <description>{xml_text(skill.description)}</description>\n"
        f"    <location>{xml_text(location)}</location>\n  </skill>"
    )


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the index around the elements."""
    return framed(_HEAD, pieces, _TAIL, empty=_HEAD + _TAIL)


STYLE = IndexStyle(__name__, entry, index, xml_text, "    <name>", ("</name>",), rest=rest_comment)
