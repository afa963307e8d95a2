"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted
and what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from skillpack.abilities.places import MOST, shown
from skillpack.abilities.prose_ideas import ANY_IDEAS, IDEAS, Idea
from skillpack.abilities.prose_order import Here, Order, Words, compiled, sends_to
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.signs import NO_INSTRUCTIONS
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import describes_attacks, instructing, sentences
from skillpack.abilities.source import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Ability, AbilityOrigin, Concern, Place
from skillpack.model.document import Span
from skillpack.model.skill import ParsedSkill

_QUOTE = 100
_SHORTEST = 6  # characters of an order


def prose_readings(skill: ParsedSkill, texts: Sequence[TextFile]) -> Iterator[Reading]:
    """Yield what the prose of a skill orders: what is of concern, and what of it is an ability.

    Args:
        skill: As parsed; its description says what it is for.
        texts: Its files.
    """
    for file in texts:
        if file.markdown and not NO_INSTRUCTIONS().search(file.path):
            yield from islice(_readings(file.text(), file.path, skill.description), 2 * MOST)


def _readings(text: str, path: str, description: str) -> Iterator[Reading]:
    seen = instructing(text)
    lines = text.split("\n")
    all_ = list(sentences(seen))
    said = "\n".join(sentence.said for sentence in all_)
    tongues = [(words, _ideas_in(said, words)) for words in map(compiled, _spoken(seen))]
    addressed = [sends_to(sentence.said) for sentence in all_]
    for index, sentence in enumerate(all_):
        if not sentence.said or len(sentence.said) < _SHORTEST:
            continue
        for words, ideas in tongues:
            here = Here(words, all_, index, lines, description.lower(), any(addressed[index : index + 3]))
            for order in _orders(here, ideas):
                if describes_attacks(sentence):
                    break
                first, last = sentence.first, sentence.last
                width = len(lines[last - 1]) if last <= len(lines) else 0
                place = Place(path, Span(first, 1, last, width + 1))
                facts = (("what", order.what), *order.facts)
                yield Concern(order.kind, order.level, place, _shown(sentence.text), facts)
                for kind, target in order.abilities:
                    yield Ability(kind, path, first, order.what, target, AbilityOrigin.ORDER)


def _shown(text: str) -> str:
    return shown(text.encode("utf-8", "replace"), _QUOTE)


def _spoken(text: str) -> Iterator[Tongue]:
    """Yield the languages of a text: English, and those of which it holds two words."""
    yield ENGLISH
    lowered = text.lower()
    for tongue in OTHERS:
        if sum(mark in lowered for mark in tongue.marks) > 1:
            yield tongue


def _ideas_in(said: str, words: Words) -> list[Idea]:
    """Return the ideas that a text may hold, each with those of its signs that stand in it."""
    every = IDEAS if words.english else ANY_IDEAS
    there = ((find, signs and tuple(sign for sign in signs if sign in said), signs) for find, signs in every)
    return [(find, found) for find, found, signs in there if found or not signs]


def _orders(here: Here, ideas: Sequence[Idea]) -> Iterator[Order]:
    said = here.said
    for find, signs in ideas:
        looks = here.sends_to if signs is None else not signs or any(sign in said for sign in signs)
        order = find(here) if looks else None
        if order is not None:
            yield order
