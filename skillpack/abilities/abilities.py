"""One skill -> what it can do, and what of that gives reason to stop or to read first (pure)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, field

from skillpack.abilities.claims import claim_concerns
from skillpack.abilities.concealment import concealed
from skillpack.abilities.destruction import destruction
from skillpack.abilities.downloads import downloads
from skillpack.abilities.encoded import encoded
from skillpack.abilities.front_matter import tool_abilities
from skillpack.abilities.guard import given_up, guarded
from skillpack.abilities.hidden_texts import hidden_texts
from skillpack.abilities.instructions import instruction_sources
from skillpack.abilities.languages import READ, language_of
from skillpack.abilities.media import is_media
from skillpack.abilities.mitigation import mitigated
from skillpack.abilities.orders import orders
from skillpack.abilities.packed import unpacked
from skillpack.abilities.places import MOST
from skillpack.abilities.private_stores import private_store_concerns
from skillpack.abilities.prose import prose_readings
from skillpack.abilities.readers import COMMANDS, FILES_READERS, FLOWS, read_source
from skillpack.abilities.relay import relayed
from skillpack.abilities.secrets_sent import secrets_sent
from skillpack.abilities.sentences import is_prose_text, read_prose
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.abilities.takeover import footholds, settings_changed
from skillpack.abilities.texts import TextFile, read_texts
from skillpack.abilities.unasked_loss import unasked_losses
from skillpack.model.ability import (
    ROWS,
    Abilities,
    Ability,
    AbilityKind,
    AbilityRow,
    Concern,
    ConcernKind,
    FileReading,
    Unlooked,
    Unread,
)
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree

_CODING = re.compile(
    r"\A(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8|(?:us-)?ascii|latin-?1|iso-8859-1)[\w.-]", re.IGNORECASE
)
_ROWS = {row: number for number, row in enumerate(AbilityRow)}
_KINDS = {kind: (_ROWS[ROWS[kind]], number) for number, kind in enumerate(AbilityKind)}
_CONCERNS = {kind: number for number, kind in enumerate(ConcernKind)}
_NO_READER = frozenset({"", "starlark"})

SEARCHES: dict[str, Callable[[tuple[TextFile, ...]], Iterable[Reading]]] = {
    "destructive-command": destruction,
    "credentials-sent": secrets_sent,
    "piped-to-shell": downloads,
    "encoded-execution": encoded,
    "foothold": footholds,
    "agent-settings": settings_changed,
    "overrides-instructions": orders,
}
"""Rule -> what looks at every text for it, whatever its language."""


class _Found(Struct):
    """What the readers have found so far."""

    readings: list[Reading] = field(default_factory=list)
    unread: dict[str, Unread] = field(default_factory=dict)


def read_abilities(
    skill: ParsedSkill, tree: Tree, limits: Limits, texts: tuple[TextFile, ...] | None = None
) -> Abilities:
    """Return the abilities of a skill and the concerns about them, as seen without running it.

    A reader that gives up ends nothing: what it did not read is named.

    Args:
        skill: As parsed.
        tree: As read; a file of the skill that it does not hold was too large.
        limits: What we are willing to read.
        texts: The text files of the tree, where somebody has read them already.
    """
    texts = read_texts(tree, skill.document.path) if texts is None else texts
    found = _Found()
    files = dict(_files(skill, tree, texts, limits))
    scripts = _scripts(texts, files)
    found.unread |= {path: file.unread for path, file in files.items() if file.unread is not None}
    for source in scripts:
        _read(source, found)
    for language, reader in FILES_READERS.items():
        parsed = tuple(each for each in scripts if each.language == language and each.path not in found.unread)
        for each in guarded(FLOWS, reader, parsed) if parsed else ():
            _take(each, found)
    for each in guarded(COMMANDS, _commands, texts):
        _take(each, found)
    found.readings += tool_abilities(skill)
    found.readings += guarded("encoded-execution", lambda some: concealed(tree, some, limits), texts)
    prose = [read_prose(file.path, file.text()) for file in texts if is_prose_text(file)]
    found.readings += guarded("overrides-instructions", lambda _: prose_readings(skill, prose), texts)
    found.readings += guarded("hidden-instructions", lambda some: hidden_texts(skill, some, limits), texts)
    for rule, search in SEARCHES.items():
        found.readings += guarded(rule, search, texts)
    found.readings += list(relayed(found.readings))
    abilities = _distinct(each for each in found.readings if isinstance(each, Ability))
    kept = _kept(abilities)
    found.readings += private_store_concerns(skill, kept, texts)
    found.readings += unasked_losses(kept, texts)
    concerns = _concerns(each for each in found.readings if isinstance(each, Concern))
    none: tuple[TextFile, ...] = ()
    found.readings += guarded("false-claim", lambda _: claim_concerns(skill, texts, prose, kept, concerns), none)
    return Abilities(
        found=kept,
        concerns=tuple(
            mitigated(
                _concerns(each for each in found.readings if isinstance(each, Concern)),
                texts,
                description=skill.description,
                languages={path: file.language for path, file in files.items() if path not in found.unread},
                abilities=kept,
            )
        ),
        files=tuple(FileReading(path, file.language, found.unread.get(path)) for path, file in files.items()),
        unlooked=tuple(dict.fromkeys(each for each in found.readings if isinstance(each, Unlooked))),
        left_out=len(abilities) - len(kept),
    )


def _commands(texts: Iterable[TextFile]) -> Iterator[SourceText]:
    for text in texts:
        yield from instruction_sources(text)


def _take(each: Reading, found: _Found) -> None:
    """Keep what a reader yields; a source is read."""
    if isinstance(each, SourceText):
        _read(each, found)
    else:
        found.readings.append(each)


def _read(source: SourceText, found: _Found) -> None:
    """Let the reader of its language read a source; a script that it cannot read is known by why."""
    try:
        found.readings += read_source(source)
    except (RecursionError, MemoryError):
        why = Unread.NESTING
        if not source.is_file:
            found.readings.append(given_up(source.path, COMMANDS, source.first_line))
    except (SyntaxError, ValueError):  # the ways in which a parser gives up
        why = Unread.SYNTAX
    else:
        return
    if source.is_file:
        found.unread[source.path] = why


def _files(
    skill: ParsedSkill, tree: Tree, texts: Iterable[TextFile], limits: Limits
) -> Iterator[tuple[str, FileReading]]:
    """Yield every file of a skill with how it is read, as far as that is known before its readers ran."""
    own = skill.document.path
    first: dict[str, TextFile] = {}
    for each in texts:
        first.setdefault(each.path, each)
    opened: dict[str, bool] = {}
    for packed in unpacked(tree.files, limits):
        opened[packed.archive] = opened.get(packed.archive, True) and not packed.unread
    listed = [*tree.files, *[each.path for each in skill.resources if each.path not in tree.files]]
    for name in listed:
        path = "" if name == own else name
        text = first.get(path)
        if text is None:
            yield path, FileReading(path, "", Unread.SIZE)
            continue
        content = tree.files[name]
        language = language_of(name, text.content) if path else ""
        binary = b"\0" in text.base and not text.with_nul
        if name in opened and binary:
            why = None if opened[name] else Unread.BINARY
        elif language:
            why = _why_unread(text, language, limits, binary=binary)
        else:
            why = Unread.BINARY if binary and not is_media(content) else None
        yield path, FileReading(path, language, why)


def _why_unread(text: TextFile, language: str, limits: Limits, *, binary: bool) -> Unread | None:
    """Return why nothing can be said of a script, as far as that is known before it is parsed."""
    if binary or text.with_nul:
        return Unread.BINARY
    if language not in READ:
        return Unread.LANGUAGE
    if len(text.content) > limits.viewer:
        return Unread.SIZE
    decoded = text.text()
    other = language == "python" and _CODING.match(decoded)
    return Unread.ENCODING if other or not _is_utf8(text.content) else None


def _is_utf8(content: bytes) -> bool:
    if content.isascii():
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _scripts(texts: Iterable[TextFile], files: dict[str, FileReading]) -> list[SourceText]:
    """Return the scripts of a skill that can be read, each with those of its language beside it."""
    of_language: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for text in texts:
        file = files.get(text.path)
        if file is not None and file.unread is None and file.language not in _NO_READER:
            of_language[file.language].setdefault(text.path, text.text().replace("\r\n", "\n"))
    return [
        SourceText(path, text, language, beside=beside)
        for language, beside in of_language.items()
        for path, text in beside.items()
    ]


def _distinct(found: Iterable[Ability]) -> list[Ability]:
    """Return each ability once, in order; one without a target only where there is none with it.

    What a command of another language starts is told by the words of that command alone.
    """
    abilities = sorted(set(found), key=_order)
    aimed = {_without_target(each) for each in abilities if each.target}
    started = {(each.path, each.line, each.words) for each in abilities if each.kind is AbilityKind.STARTS}
    return [
        each
        for each in abilities
        if (
            (each.path, each.line, each.target) not in started or each.kind is not AbilityKind.STARTS
            if each.target
            else _without_target(each) not in aimed
        )
    ]


def _without_target(each: Ability) -> tuple[AbilityKind, str, int, str]:
    return each.kind, each.path, each.line, each.words


def _order(each: Ability) -> tuple[object, ...]:
    row, kind = _KINDS[each.kind]
    return row, each.path, each.line, kind, each.words, each.target, each.origin


def _kept(abilities: Sequence[Ability]) -> tuple[Ability, ...]:
    """Return the abilities that are kept: of each kind in each file the first, those before others that say more."""
    groups: defaultdict[tuple[AbilityKind, str], list[Ability]] = defaultdict(list)
    for each in abilities:
        groups[each.kind, each.path].append(each)
    kept: set[Ability] = set()
    for group in groups.values():
        news = {(each.words, each.target): each for each in reversed(group)}
        ranked = dict.fromkeys((*sorted(news.values(), key=_order), *group))
        kept.update(list(ranked)[:MOST])
    return tuple(each for each in abilities if each in kept)


def _concerns(found: Iterable[Concern]) -> tuple[Concern, ...]:
    """Return the concerns in order, each once, of each kind in each file the first."""
    concerns = sorted(set(found), key=_concern_order)
    count: defaultdict[tuple[ConcernKind, str], int] = defaultdict(int)
    kept = []
    for each in concerns:
        count[each.kind, each.at.path] += 1
        if count[each.kind, each.at.path] <= MOST:
            kept.append(each)
    return tuple(kept)


def _concern_order(each: Concern) -> tuple[object, ...]:
    at = each.at.span
    other = (each.other.path, each.other.span.line) if each.other else ("", 0)
    return (
        each.at.path,
        at.line,
        at.column,
        _CONCERNS[each.kind],
        each.level,
        each.quote,
        each.facts,
        other,
        at.end_line,
    )
