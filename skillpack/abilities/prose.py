"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted
and what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec import Struct

from skillpack.abilities.places import MOST, shown
from skillpack.abilities.prose_conduct import CONDUCT_IDEAS
from skillpack.abilities.prose_ideas import IDEAS
from skillpack.abilities.prose_order import NEAR, Here, Idea, Order, Words, compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.signs import ADDRESS_SIGNS, FOREIGN_SCRIPT, IP_ADDRESS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Prose, Sentence, describes_attacks, read_prose
from skillpack.abilities.source_text import Reading
from skillpack.abilities.word_signs import WordSigns
from skillpack.model.ability import Ability, AbilityOrigin, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.model.skill import ParsedSkill

_QUOTE = 100
_SHORTEST = 6  # characters of an order


_IN_ENGLISH = (*IDEAS, *CONDUCT_IDEAS)
_SIGNS = WordSigns(chain(ADDRESS_SIGNS, *[group for idea in _IN_ENGLISH for group in idea.signs]))


class Candidates(Struct, frozen=True):
    """Where a text may hold an idea.

    Attributes:
        idea: What is looked for.
        numbers: Of the paragraphs that may.
    """

    idea: Idea
    numbers: set[int]


def prose_readings(skill: ParsedSkill, files: Sequence[Prose]) -> Iterator[Reading]:
    """Yield the orders in a skill's prose: concerns, and abilities.

    Args:
        skill: As parsed; its description says what it is for.
        files: Its Markdown files.
    """
    for file in files:
        yield from islice(_readings(file, skill.description.lower()), 2 * MOST)


def gives_order(text: str) -> bool:
    """Tell whether a text that stands alone orders an agent what its user does not want."""
    return any(
        isinstance(each, Concern) and each.kind is not ConcernKind.UNASKED
        for each in _readings(read_prose("", text), "")
    )


def _readings(file: Prose, description: str) -> Iterator[Reading]:
    where = _SIGNS.find_in(file.lines)
    tongues = [(words, list(_candidates(file, words, where))) for words in map(compiled, _spoken(file))]
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
    foreign = not file.text.isascii() and FOREIGN_SCRIPT().search(file.words) is not None
    for tongue in OTHERS:
        known = len(tongue.marks & file.different)
        if known > 1 or (foreign and known + sum([part in file.words for part in tongue.parts]) > 1):
            yield tongue


def _candidates(file: Prose, words: Words, where: Mapping[str, set[int]]) -> Iterator[Candidates]:
    """Yield where a text may hold each idea.

    Args:
        file: The text.
        words: Of a language that it is in.
        where: Sign -> the numbers of the paragraphs that hold it.
    """
    addressed = _addressed(file, where)
    everywhere = {number for number, paragraph in enumerate(file.paragraphs) if not paragraph.bad}
    if not words.english:
        yield from (Candidates(idea, addressed if idea.addressed else everywhere) for idea in IDEAS)
        return
    for idea in _IN_ENGLISH:
        numbers = everywhere & addressed if idea.addressed else everywhere
        for group in idea.signs:
            held = _with_any(where, group)
            numbers = numbers & (held | {number - 1 for number in held} if idea.goes_on else held)
            if not numbers:
                break
        found = {number for number in numbers if _may_order(idea, file, number)}
        if found:
            yield Candidates(idea, found)


def _may_order(idea: Idea, file: Prose, number: int) -> bool:
    """Tell whether a paragraph may give an order, before it is parted into sentences."""
    if idea.may is None:
        return True
    said = file.lines[number]
    if idea.goes_on and number + 1 < len(file.lines):
        said = f"{said.rstrip('.!?: ')}, {file.lines[number + 1]}"
    return idea.may(said)


def _with_any(where: Mapping[str, set[int]], signs: Iterable[str]) -> set[int]:
    """Return the numbers of the paragraphs that hold one of some signs."""
    return set[int]().union(*[where[sign] for sign in signs if sign in where])


def _addressed(file: Prose, where: Mapping[str, set[int]]) -> set[int]:
    """Return the numbers of the paragraphs in which an address may stand, or in one of the next two."""
    found = _with_any(where, ADDRESS_SIGNS)
    if "://" in file.text:  # in a block of code below the sentence
        found |= {number for number, line in enumerate(file.lines) if line.endswith(":")}
    found |= {number for number, line in enumerate(file.lines) if line.count(".") > 2 and IP_ADDRESS().search(line)}
    return {number - before for number in found for before in range(NEAR) if number >= before}


def _orders(here: Here, candidates: Iterable[Candidates]) -> Iterator[Order]:
    """Yield the orders of a sentence; of one kind only those that are graver than the ones before."""
    known = set[tuple[ConcernKind, AlarmLevel]]()
    for each in candidates:
        order = each.idea.find(here)
        if order is not None and known.isdisjoint({(order.kind, order.level), (order.kind, AlarmLevel.STOP)}):
            known.add((order.kind, order.level))
            yield order
