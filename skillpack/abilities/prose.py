"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted
and what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile

from msgspec import Struct

from skillpack.abilities.places import MOST, shown
from skillpack.abilities.prose_conduct import CONDUCT_IDEAS
from skillpack.abilities.prose_ideas import IDEAS
from skillpack.abilities.prose_order import NEAR, Here, Idea, Order, Words, compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.signs import ADDRESS_SIGNS, IP_ADDRESS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Prose, Sentence, describes_attacks
from skillpack.abilities.source_text import Reading
from skillpack.model.ability import Ability, AbilityOrigin, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.model.skill import ParsedSkill

_QUOTE = 100
_SHORTEST = 6  # characters of an order


class Candidates(Struct, frozen=True):
    """Where a text may hold an idea.

    Attributes:
        idea: What is looked for.
        signs: Those of its signs that the text holds: a sentence that orders it has one of each.
        numbers: Of the paragraphs that may.
    """

    idea: Idea
    signs: tuple[tuple[str, ...], ...]
    numbers: set[int]


def prose_readings(skill: ParsedSkill, files: Sequence[Prose]) -> Iterator[Reading]:
    """Yield the orders in a skill's prose: concerns, and abilities.

    Args:
        skill: As parsed; its description says what it is for.
        files: Its Markdown files.
    """
    for file in files:
        yield from islice(_readings(file, skill.description.lower()), 2 * MOST)


def _readings(file: Prose, description: str) -> Iterator[Reading]:
    tongues = [(words, list(_candidates(file, words))) for words in map(compiled, _spoken(file))]
    candidates = frozenset[int]().union(*[each.numbers for _, ideas in tongues for each in ideas])
    if not candidates:
        return
    around = {number + beside for number in candidates for beside in range(-1, NEAR + 1)}
    numbered = [
        (number, sentence)
        for number in sorted(around.intersection(range(len(file.paragraphs))))
        for sentence in file.paragraphs[number].sentences()
    ]
    sentences = [sentence for _, sentence in numbered]
    lines = file.text.split("\n")
    for index, (number, sentence) in enumerate(numbered):
        if number not in candidates or len(sentence.unquoted) < _SHORTEST:
            continue
        for words, ideas in tongues:
            here = Here(words, sentences, index, lines, description)
            for order in _orders(here, [each for each in ideas if number in each.numbers]):
                if describes_attacks(sentence):
                    break
                yield from _found(order, sentence, file.path, lines)


def _found(order: Order, sentence: Sentence, path: str, lines: Sequence[str]) -> Iterator[Reading]:
    first, last = sentence.first, sentence.last
    width = len(lines[last - 1]) if last <= len(lines) else 0
    place = Position(path, Span(first, 1, last, width + 1))
    quote = shown(sentence.text.encode("utf-8", "replace"), _QUOTE)
    yield Concern(order.kind, order.level, place, quote, (("what", order.what), *order.facts))
    for kind, target in order.abilities:
        yield Ability(kind, path, first, order.what, target, AbilityOrigin.ORDER)


def _spoken(file: Prose) -> Iterator[Tongue]:
    """Yield the languages of a text: English, and those of which it holds two words."""
    yield ENGLISH
    foreign = not file.vocabulary.isascii()
    for tongue in OTHERS:
        known = len(tongue.marks & file.different)
        if known > 1 or (foreign and known + sum([part in file.vocabulary for part in tongue.parts]) > 1):
            yield tongue


def _candidates(file: Prose, words: Words) -> Iterator[Candidates]:
    addressed = _addressed(file)
    for idea in (*IDEAS, *CONDUCT_IDEAS) if words.english else IDEAS:
        if idea.addressed and not addressed:
            continue
        signs = tuple(takewhile(bool, map(file.known, idea.signs))) if words.english else ()
        if words.english and len(signs) < len(idea.signs):
            continue
        numbers = addressed if idea.addressed else file.with_any(signs[0]) if signs else range(len(file.paragraphs))
        found = {
            number for number in numbers if _has_each(file.lines[number], signs) and not file.paragraphs[number].bad
        }
        if found:
            yield Candidates(idea, signs, found)


def _addressed(file: Prose) -> set[int]:
    """Return the numbers of the paragraphs in which an address may stand, or in one of the next two."""
    found = file.with_any(file.known(ADDRESS_SIGNS))
    if "://" in file.text:  # in a block of code below the sentence
        found |= {number for number, line in enumerate(file.lines) if line.endswith(":")}
    if IP_ADDRESS().search(file.vocabulary):
        found |= {number for number, line in enumerate(file.lines) if IP_ADDRESS().search(line)}
    return {number - before for number in found for before in range(NEAR) if number >= before}


def _has_each(text: str, signs: Iterable[Iterable[str]]) -> bool:
    """Tell whether a text holds one of each of some signs."""
    for each in signs:
        for sign in each:
            if sign in text:
                break
        else:
            return False
    return True


def _orders(here: Here, candidates: Iterable[Candidates]) -> Iterator[Order]:
    """Yield the orders of a sentence; of one kind only those that are graver than the ones before."""
    known = set[tuple[ConcernKind, AlarmLevel]]()
    for each in candidates:
        said = here.joined if each.idea.goes_on else here.unquoted
        order = each.idea.find(here) if _has_each(said, each.signs) else None
        if order is not None and known.isdisjoint({(order.kind, order.level), (order.kind, AlarmLevel.STOP)}):
            known.add((order.kind, order.level))
            yield order
