"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted
and what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

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


_LONG_WORD = 40  # characters
_ENGLISH_IDEAS = (*IDEAS, *CONDUCT_IDEAS)
_SIGNS = frozenset([sign for idea in _ENGLISH_IDEAS for group in idea.signs for sign in group])
_LENGTHS = tuple(sorted(set(map(len, _SIGNS))))

Signs = tuple[tuple[str, ...], ...]


class Candidates(Struct, frozen=True):
    """Where a text may hold an idea.

    Attributes:
        idea: What is looked for.
        signs: Those of its signs that the text holds: a sentence that orders it has one of each.
        numbers: Of the paragraphs that may.
    """

    idea: Idea
    signs: Signs
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
    if not words.english:
        everywhere = {number for number in range(len(file.paragraphs)) if not file.paragraphs[number].bad}
        yield from (Candidates(idea, (), addressed if idea.addressed else everywhere) for idea in IDEAS)
        return
    places = _places(file)
    for idea in _ENGLISH_IDEAS:
        if (idea.addressed and not addressed) or any(map(places.keys().isdisjoint, idea.signs)):
            continue
        signs = tuple([tuple([sign for sign in each if sign in places]) for each in idea.signs])
        numbers = set.intersection(*[set().union(*[places[sign] for sign in each]) for each in signs])
        if idea.goes_on:
            numbers = _going_on(signs, places)
        numbers = numbers & addressed if idea.addressed else numbers
        found = {number for number in numbers if _may_order(idea, file, number)}
        if found:
            yield Candidates(idea, signs, found)


def _going_on(signs: Signs, places: Mapping[str, set[int]]) -> set[int]:
    """Return the paragraphs that hold one of each of some signs, together with the next one."""
    each = [set[int]().union(*[places[sign] for sign in group]) for group in signs]
    return set.intersection(*[numbers | {number - 1 for number in numbers if number} for numbers in each])


def _may_order(idea: Idea, file: Prose, number: int) -> bool:
    """Tell whether a paragraph may give an order, before it is parted into sentences."""
    if file.paragraphs[number].bad:
        return False
    said = file.lines[number]
    if idea.goes_on and number + 1 < len(file.lines):
        said = f"{said.rstrip('.!?: ')}, {file.lines[number + 1]}"
    return idea.may is None or idea.may(said)


def _places(file: Prose) -> Mapping[str, set[int]]:
    """Return the numbers of the paragraphs that hold each sign."""
    places = defaultdict[str, set[int]](set)
    for number, line in enumerate(file.lines):
        for sign in set[str]().union(*map(_signs_of, line.split())):
            places[sign].add(number)
    return places


@lru_cache(maxsize=20_000)
def _signs_of(word: str) -> frozenset[str]:
    """Return the signs that are parts of a word; many texts are made of the same words."""
    if len(word) > _LONG_WORD:
        return frozenset([sign for sign in _SIGNS if sign in word])
    return _SIGNS.intersection([word[at : at + n] for n in _LENGTHS for at in range(len(word) - n + 1)])


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
