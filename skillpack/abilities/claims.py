"""What a skill says of itself against what its files do; what it changes for good and says nothing of."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from skillpack.abilities.hosts import is_of
from skillpack.abilities.places import shown
from skillpack.abilities.prose_tables.statements import (
    ABOUT_OTHERS,
    ACTING,
    BUT_FOR,
    CLAIMS,
    DECLARED,
    ELSEWHERE,
    MAY_CLAIM,
    ORDERS,
    SAYS_WHERE,
    SCRIPT_NAMED,
    SECRET,
    SELF,
    SELF_READ_ONLY,
    TELEMETRY,
    TEMPORARY,
    UNLIMITED,
    WHO,
    Claim,
)
from skillpack.abilities.sentences import Prose
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import ROWS, Ability, AbilityKind, AbilityOrigin, AbilityRow, Concern, ConcernKind
from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.model.skill import ParsedSkill
from skillpack.parse.patterns import late

_QUOTE = 100
_MOST = 6  # false claims of one skill that are told
_FIELDS = ("description", "compatibility", "metadata", "permissions", "security", "privacy", "network", "capabilities")

_LOCAL = ("localhost", "host.docker.internal", "::1", "local", "internal")


class _Statement(Struct, frozen=True):
    text: str
    lower: str
    place: Position
    in_fields: bool
    sentence: str


def claim_concerns(
    skill: ParsedSkill,
    texts: Sequence[TextFile],
    prose: Sequence[Prose],
    found: Sequence[Ability],
    concerns: Sequence[Concern],
) -> Iterator[Concern]:
    """Yield claims of a skill about itself that it does not keep, and lasting changes of which it says nothing.

    Args:
        skill: As parsed.
        texts: Its files.
        prose: What its Markdown files say.
        found: What it can do.
        concerns: What was found already; what stands there is not said twice.
    """
    by_path = {text.path: text for text in reversed(texts)}
    denied = [
        (claim, against)
        for claim in CLAIMS
        if (against := [each for each in found if each.kind in claim.kinds and _contradicts(each, claim.needs)])
    ]
    if denied:
        own = [file for file in prose if not file.path]
        statements = [*_fields(skill), *(each for file in own[:1] for each in _statements(skill, file))]
        yield from islice(_false_claims(denied, statements, by_path), _MOST)
    yield from _unsaid(skill, by_path, found, concerns)
    yield from _too_many_tools(skill, found)


def _fields(skill: ParsedSkill) -> Iterator[_Statement]:
    """Yield the statements of a skill's fields about it."""
    document = skill.document
    for name in sorted({field.name for field in document.fields if field.name in _FIELDS}):
        field = document.field(name)
        if field is not None:
            text = " ".join(field.value.text.split())
            place = Position("", field.value.span)
            for sentence in re.split(r"(?<=[.!])\s+", text[:4000]):
                for part in re.split(r"(?<=;)\s+|[()\u2013\u2014]|\s-\s", sentence):
                    if part.strip():
                        yield _Statement(part.strip(), part.lower(), place, in_fields=True, sentence=sentence.lower())


def _statements(skill: ParsedSkill, file: Prose) -> Iterator[_Statement]:
    """Yield the sentences of its body in which a skill may say what it does not do."""
    for paragraph, words in zip(file.paragraphs, file.lines, strict=True):
        if paragraph.first < skill.document.body.first_line or not MAY_CLAIM().search(words) or paragraph.bad:
            continue
        for each in paragraph.sentences:
            if MAY_CLAIM().search(each.unquoted):
                place = Position(file.path, Span(each.first, 1, each.last, len(each.text) + 1))
                yield _Statement(each.text, each.unquoted, place, in_fields=False, sentence=each.unquoted)


def _false_claims(
    denied: Sequence[tuple[Claim, Sequence[Ability]]], statements: Sequence[_Statement], texts: dict[str, TextFile]
) -> Iterator[Concern]:
    for claim, against in denied:
        for each in statements:
            match = claim.says.search(each.lower)
            if not match or (claim.needs == "secret" and SAYS_WHERE().search(each.lower)):
                continue
            if ABOUT_OTHERS().search(each.lower) or BUT_FOR().search(each.sentence) or _is_order(each.lower, match):
                continue
            if not each.in_fields and not _of_itself(each.lower, match):
                continue
            if any(_admits(each, one) for one in against):
                continue
            named = SCRIPT_NAMED().search(each.text)
            meant = [
                one for one in against if not named or (one.path and named[0].endswith(one.path.rpartition("/")[2]))
            ]
            if meant:
                yield _false_claim(claim, each, min(meant, key=_plainness), texts)
                break


def _admits(statement: _Statement, ability: Ability) -> bool:
    """Tell whether a statement itself names what an ability does, or reads, and so hides nothing."""
    return any(len(name) > 2 and name in statement.lower for name in (ability.target.lower(), _program(ability)))


def _program(ability: Ability) -> str:
    return ability.words.lower() if " " in ability.words else ""


def _plainness(ability: Ability) -> tuple[bool, bool]:
    """Return a key by which what contradicts plainly comes first: a host that is named before a remote of git."""
    return "." not in ability.target, not ability.target


def _false_claim(claim: Claim, statement: _Statement, ability: Ability, texts: dict[str, TextFile]) -> Concern:
    words = shown(statement.text[:400].encode("utf-8", "replace"), _QUOTE)
    is_network = ROWS[ability.kind] is AbilityRow.NETWORK and ability.target
    facts = (
        ("claim", words),
        ("what", f"{ability.words} {ability.target}".strip()),
        ("kind", str(ability.kind)),
        *((("host", ability.target),) if is_network else ()),
    )
    at, quote = _position(texts, ability), _line(texts, ability)
    # What a script sends to a host by name is no slip where a description promises that nothing is sent.
    promised = statement.in_fields and claim.kinds == {AbilityKind.SENDS} and ability.origin is AbilityOrigin.SCRIPT
    level = AlarmLevel.STOP if promised and "." in ability.target else AlarmLevel.READ_FIRST
    return Concern(ConcernKind.FALSE_CLAIM, level, at, quote, facts, statement.place)


def _is_order(words: str, claim: re.Match[str]) -> bool:
    """Tell whether a claim is an order to who reads it: `never share a key`, and not `it never shares one`."""
    return ORDERS().match(claim[0]) is not None and not WHO().search(words[: claim.start()])


def _of_itself(words: str, claim: re.Match[str]) -> bool:
    """Tell whether a sentence of the body speaks of the skill, and not of a tool or a row of a table."""
    if words.startswith("|"):
        return False
    subject = SELF_READ_ONLY if claim[0].startswith("read") else SELF
    return re.search(subject, words[: claim.end()]) is not None


def _contradicts(ability: Ability, needs: str) -> bool:
    """Tell whether an ability is of the sort that a claim denies."""
    target = ability.target
    if ROWS[ability.kind] is AbilityRow.NETWORK:
        host = target.lower().partition("/")[0].rpartition(":")[0] or target.lower()
        if is_of(host, _LOCAL) or host.startswith("127."):
            return False
        if ability.origin is AbilityOrigin.COMMAND and ability.kind is AbilityKind.FETCHES:
            return False
        return needs != "telemetry" or TELEMETRY().search(target.lower()) is not None
    if needs == "elsewhere" and ability.kind in {AbilityKind.WRITES, AbilityKind.DELETES}:
        return bool(target) and ELSEWHERE().search(target) is not None and not TEMPORARY().search(target)
    if needs == "secret" and ability.kind is AbilityKind.VARIABLE:
        return SECRET().search(target) is not None
    return ability.origin in {AbilityOrigin.SCRIPT, AbilityOrigin.COMMAND}


_STAYS = {kind: late(words) for kind, words in DECLARED.items()}


def _unsaid(
    skill: ParsedSkill, texts: dict[str, TextFile], found: Sequence[Ability], concerns: Sequence[Concern]
) -> Iterator[Concern]:
    """Yield lasting changes of the machine or the agent of which neither description nor body says a word."""
    stays = [each for each in found if each.kind in _STAYS and each.origin is AbilityOrigin.SCRIPT and each.path]
    if not stays:
        return
    says = f"{skill.description}\n{skill.compatibility or ''}\n{skill.document.body.text}".lower()
    told = {(each.at.path, each.at.span.line) for each in concerns}
    kinds: set[tuple[AbilityKind, str]] = set()
    for each in stays:
        # A script that puts a skill among others is said to do so by a name such as `install.sh`.
        named = f"{says}\n{each.path.lower()}" if each.kind is AbilityKind.SKILLS else says
        if (each.path, each.line) in told or (each.kind, each.path) in kinds or _STAYS[each.kind]().search(named):
            continue
        kinds.add((each.kind, each.path))
        kind = ConcernKind.PERSISTS if each.kind is AbilityKind.PERSISTS else ConcernKind.TAMPERS
        facts = (("what", each.target or each.words),)
        yield Concern(kind, AlarmLevel.STOP, _position(texts, each), _line(texts, each), facts)


def _too_many_tools(skill: ParsedSkill, found: Sequence[Ability]) -> Iterator[Concern]:
    """Yield that a skill asks for every command although nothing in it runs, writes or fetches anything."""
    asked = next((tool for tool in skill.allowed_tools if UNLIMITED().match(tool.strip())), "")
    if not asked or any(each.origin is not AbilityOrigin.FRONT_MATTER for each in found):
        return
    if any(each.kind in {"script", "program"} for each in skill.resources) or skill.program is not None:
        return
    if ACTING().search(skill.document.body.text) or not skill.document.body.text.strip():
        return
    field = skill.document.field("allowed-tools")
    at = Position("", field.value.span if field is not None else NOWHERE)
    yield Concern(ConcernKind.MORE_TOOLS, AlarmLevel.READ_FIRST, at, asked, (("what", asked),))


def _line(texts: dict[str, TextFile], ability: Ability) -> str:
    file = texts.get(ability.path)
    lines = file.content.split(b"\n", ability.line) if file and ability.line else []
    return shown(lines[ability.line - 1].strip()[:1000], _QUOTE) if len(lines) >= ability.line > 0 else ""


def _position(texts: dict[str, TextFile], ability: Ability) -> Position:
    file = texts.get(ability.path)
    lines = file.content.split(b"\n", ability.line) if file and ability.line else []
    if not ability.line or len(lines) < ability.line:
        return Position(ability.path, NOWHERE)
    width = len(lines[ability.line - 1].decode("utf-8", "surrogateescape"))
    return Position(ability.path, Span(ability.line, 1, ability.line, width + 1))
