"""The index as JSON, for programs: what the prompt formats leave out is here, needs included."""

import json
from collections.abc import Iterable, Iterator

from skillpack.model.skill import ParsedSkill
from skillpack.prompt.escape import plain
from skillpack.prompt.style import IndexStyle, framed


def entry(skill: ParsedSkill, location: str) -> str:
    """Return one skill's object on one line; keys without a value are left out."""
    requires = {"bins": skill.requires.bins, "env": skill.requires.env, "os": skill.requires.os}
    program = skill.program
    facts: dict[str, object] = {
        "name": plain(skill.name),
        "description": plain(skill.description),
        "location": plain(location),
        "argument_hint": plain(skill.invocation.hint),
        "metaskill": program.language if program is not None and program.runs else "",
        "requires": {key: [plain(need) for need in needs] for key, needs in requires.items() if needs},
    }
    always = ("name", "description", "location")
    return _json({key: value for key, value in facts.items() if value or key in always})


def index(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the array, one skill a line."""
    return framed('{"skills":[\n', _with_commas(pieces), "]}\n", empty='{"skills":[]}\n')


def escaped(text: str) -> str:
    """Return a text as it stands between the quotes of a value."""
    return _json(plain(text))[1:-1]


STYLE = IndexStyle("json", entry, index, escaped, '{"name": "', ('"',))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")  # closes no element of a page


def _with_commas(pieces: Iterable[str]) -> Iterator[str]:
    before: str | None = None
    for piece in pieces:
        if before is not None:
            yield before + ","
        before = piece
    if before is not None:
        yield before
