"""The block in AGENTS.md that openskills and its kin keep."""

from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import xml_attribute
from skillpack.prompt.style import IndexStyle, framed, rest_comment

_OUTER = ("<skills_system", "</skills_system>")
_INNER = ("<!-- SKILLS_TABLE_START -->", "<!-- SKILLS_TABLE_END -->")
_HEAD = f"""{_OUTER[0]} priority="1">

## Available Skills

{_INNER[0]}
<usage>
Before you start on a task, look whether the description of a skill below matches it.
If one does, read the file at its location and follow it; paths in it are relative to that file's folder.
Read a skill once: what is already in your context need not be read again.
</usage>

<available_skills>

"""
_TAIL = f"""</available_skills>
{_INNER[1]}

{_OUTER[1]}
"""


def entry(skill: ParsedSkill, location: str) -> str:
    """Return one skill's element and a blank line; its texts are on one line, as readers of this block expect."""
    return (
        f"<skill>\n<name>{xml_attribute(skill.name)}</name>\n"
        f"<description>{xml_attribute(skill.description)}</description>\n"
        f"<location>{xml_attribute(location)}</location>\n</skill>\n"
    )


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the block with its markers; an empty one too, so that the last skill can go."""
    return framed(_HEAD, pieces, _TAIL, empty=_HEAD + _TAIL)


STYLE = IndexStyle(__name__, entry, index, xml_attribute, "<name>", ("</name>",), rest=rest_comment)


def replace_block(text: str, block: str) -> str:
    """Return an AGENTS.md with the block in the place of the old one, else at its end.

    All else stays byte for byte, and doing it twice changes nothing more.
    """
    block = block.strip("\n")
    outer = _stretch(text, _OUTER)
    if outer is not None:
        return text[: outer[0]] + block + text[outer[1] :]
    inner, ours = _stretch(text, _INNER), _stretch(block, _INNER)
    if inner is not None and ours is not None:
        return text[: inner[0]] + block[slice(*ours)] + text[inner[1] :]
    start = text.rstrip("\n")
    return f"{start}\n\n{block}\n" if start else f"{block}\n"


def _stretch(text: str, markers: tuple[str, str]) -> tuple[int, int] | None:
    """Return where the first pair of markers starts and ends; a marker without its partner is prose."""
    opening, closing = markers
    first = text.find(opening)
    end = text.find(closing, first) if first >= 0 else -1
    if end < 0:
        return None
    return text.rfind(opening, first, end), end + len(closing)
