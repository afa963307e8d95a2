"""The XML of boxxy: attributes, with trit, role and colour (its formal guide, part 4)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from skillpack.catalog.roles import Role, role_of
from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import never_closing, one_line, plain, xml_attribute
from skillpack.prompt.style import IndexStyle, rest_comment

# Attribute values are escaped, so no description can hold this quote.
_TRIT = re.compile(r' trit="([^"]*)" role="')
_HYPHENS = re.compile("-(?=-)")  # two would end a comment
_ELEMENTS = {"0": 0, "+1": 1, "-1": 2}


def entry(skill: ParsedSkill, location: str) -> str:
    """Return the compact element: what an agent always sees."""
    return f"<skill{_attributes(_identity(skill, location) + _role(role_of(skill.name)))} />"


def full(skill: ParsedSkill, location: str) -> str:
    """Return the element with every field and the body: what an agent sees when the skill opens."""
    return _opened(skill, location, "")


def judged(skill: ParsedSkill, location: str, errors: Sequence[str]) -> str:
    """Return the full element with what a check against the specification said, as a comment."""
    if not errors:
        return _opened(skill, location, "\n<!-- agentskills-spec: valid -->\n")
    lines = "".join(f"  - {_HYPHENS.sub('- ', one_line(error))}\n" for error in errors)
    return _opened(skill, location, f"\n<!-- agentskills-spec: invalid\n{lines}-->\n")


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the batch form; the number of skills comes first in it, so the pieces are held meanwhile."""
    held = list(pieces)
    yield f'<skills count="{sum(not piece.startswith("<!--") for piece in held)}">\n'
    total = 0
    for piece in held:
        found = _TRIT.search(piece)
        total += _ELEMENTS.get(found.group(1), 0) if found else 0
        yield piece + "\n"
    yield f"\n<!-- gf3-conservation: balanced={str(total % 3 == 0).lower()} sum={total} -->\n</skills>\n"


STYLE = IndexStyle(__name__, entry, index, xml_attribute, '<skill name="', ('"',), rest=rest_comment)
FULL = IndexStyle("boxxy-full", full, index, xml_attribute, '<skill name="', ('"',), judged, rest=rest_comment)


def _opened(skill: ParsedSkill, location: str, judgement: str) -> str:
    pairs = (
        *_identity(skill, location),
        ("license", skill.license or ""),
        ("compatibility", skill.compatibility or ""),
        ("version", skill.identity.declared),
        *_role(role_of(skill.name)),
        ("allowed-tools", " ".join(skill.allowed_tools)),
    )
    body = never_closing(plain(skill.document.body.text.strip()), "skill")
    return f"<skill{_attributes(pairs)}>\n{body}\n{judgement}</skill>"


def _identity(skill: ParsedSkill, location: str) -> tuple[tuple[str, str], ...]:
    return (("name", skill.name), ("description", skill.description), ("location", location))


def _role(role: Role) -> tuple[tuple[str, str], ...]:
    return (("trit", role.sign), ("role", role.name), ("color", role.colour))


def _attributes(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f' {name}="{xml_attribute(value)}"' for name, value in pairs if value)
