"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted
and what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from skillpack.abilities.places import MOST, shown
from skillpack.abilities.prose_ideas import IDEAS, Idea
from skillpack.abilities.prose_order import NEAR, Here, Order, Words, compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.signs import ADDRESS_SIGNS, IP_ADDRESS, NO_INSTRUCTIONS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Prose, Sentence, describes_attacks
from skillpack.abilities.source_text import Reading
from skillpack.model.ability import Ability, AbilityOrigin, Concern
from skillpack.model.document import Span
from skillpack.model.finding import Position
from skillpack.model.skill import ParsedSkill

_QUOTE = 100
_SHORTEST = 6  # characters of an order


def prose_readings(skill: ParsedSkill, files: Sequence[Prose]) -> Iterator[Reading]:
    """Yield what the prose of a skill orders: what is of concern, and what of it is an ability.

    Args:
        skill: As parsed; its description says what it is for.
        files: Its Markdown files.
    """
    for file in files:
        if not NO_INSTRUCTIONS().search(file.path):
            yield from islice(_readings(file, skill.description.lower()), 2 * MOST)


def _readings(file: Prose, description: str) -> Iterator[Reading]:
    tongues = [(words, list(_candidates(file, words))) for words in map(compiled, _spoken(file.vocabulary))]
    candidates = frozenset[int]().union(*[numbers for _, ideas in tongues for _, numbers in ideas])
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
            for order in _orders(here, [idea for idea, numbers in ideas if number in numbers]):
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


def _spoken(vocabulary: str) -> Iterator[Tongue]:
    """Yield the languages of a text: English, and those of which it holds two words."""
    yield ENGLISH
    for tongue in OTHERS:
        if sum([mark in vocabulary for mark in tongue.marks]) > 1:
            yield tongue


def _candidates(file: Prose, words: Words) -> Iterator[tuple[Idea, set[int]]]:
    """Yield the ideas that a text may hold, each with the numbers of the paragraphs that may."""
    every = {number for number, paragraph in enumerate(file.paragraphs) if not paragraph.bad}
    addressed = file.with_any(ADDRESS_SIGNS)
    if IP_ADDRESS().search(file.vocabulary):
        addressed |= {number for number, line in enumerate(file.words.split("\n")) if IP_ADDRESS().search(line)}
    addressed = {number - before for number in addressed for before in range(NEAR)}
    for idea in IDEAS:
        found = every & addressed if idea.addressed else every
        for signs in idea.signs if words.english else ():
            found = found and found & file.with_any(signs)
        if found:
            yield idea, found


def _orders(here: Here, ideas: Iterable[Idea]) -> Iterator[Order]:
    text = here.unquoted
    for idea in ideas:
        if not here.words.english or all(any(sign in text for sign in signs) for signs in idea.signs):
            order = idea.find(here)
            if order is not None:
                yield order
