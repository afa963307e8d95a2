"""Orders in prose: what a skill tells an agent to do that no honest one does, or that its user should read first.

An order is a sentence that tells the reader to do something. What it forbids, what waits for the user, what is quoted
and what describes attacks is none. Each idea is looked for in each language by the same few words of `prose_tables`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

from skillpack.abilities.places import MOST, shown
from skillpack.abilities.prose_candidates import Candidates
from skillpack.abilities.prose_conduct import CONDUCT_IDEAS
from skillpack.abilities.prose_ideas import IDEAS
from skillpack.abilities.prose_order import NEAR, Here, Idea, Order, Words, compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.signs import FOREIGN_SCRIPT
from skillpack.abilities.prose_tables.tongue import Tongue
from skillpack.abilities.sentences import Prose, Sentence, describes_attacks, read_prose
from skillpack.abilities.source_text import Reading
from skillpack.model.ability import Ability, AbilityOrigin, Concern, ConcernKind
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.model.skill import ParsedSkill

_QUOTE = 100
_SHORTEST = 6  # characters of an order


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
    places = _places(file)
    around = {number + beside for number, _ in places for beside in range(-1, NEAR + 1)}
    numbered = [
        ((number, at), sentence)
        for number in sorted(around.intersection(range(len(file.paragraphs))))
        for at, sentence in enumerate(file.paragraphs[number].sentences)
    ]
    sentences = [sentence for _, sentence in numbered]
    lines = file.text.split("\n") if places else []
    for index, (place, sentence) in enumerate(numbered):
        for words, ideas in places.get(place, ()):
            here = Here(words, sentences, index, lines, description)
            for order in _orders(here, ideas):
                if describes_attacks(sentence):
                    break
                yield from _found(order, sentence, file.path, lines)


def _places(file: Prose) -> dict[tuple[int, int], list[tuple[Words, list[Idea]]]]:
    """Return where a text may order something: numbers of paragraph and sentence -> languages, each with its ideas."""
    places = defaultdict[tuple[int, int], list[tuple[Words, list[Idea]]]](list)
    for tongue in _spoken(file):
        candidates = _candidates(tongue)
        for number, held in candidates.find(file.line_words).items():
            paragraph = file.paragraphs[number]
            said = [] if paragraph.bad else [each.text.lower() for each in paragraph.sentences]
            for at, ideas in enumerate(candidates.in_sentences(said, held)):
                if ideas and len(paragraph.sentences[at].unquoted) >= _SHORTEST:
                    places[number, at].append((compiled(tongue), ideas))
    return places


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
    foreign = not file.lower.isascii() and FOREIGN_SCRIPT().search(file.lower) is not None
    for tongue in OTHERS:
        known = len(tongue.marks & file.different)
        if known > 1 or (foreign and known + sum([part in file.words for part in tongue.parts]) > 1):
            yield tongue


@cache
def _candidates(tongue: Tongue) -> Candidates:
    """Return where to look for the ideas that a language has words for."""
    words = compiled(tongue)
    return Candidates((*IDEAS, *CONDUCT_IDEAS) if words.english else IDEAS, words)


def _orders(here: Here, ideas: Iterable[Idea]) -> Iterator[Order]:
    """Yield the orders of a sentence; of one kind only those that are graver than the ones before."""
    known = set[tuple[ConcernKind, AlarmLevel]]()
    for each in ideas:
        order = each.find(here)
        if order is not None and known.isdisjoint({(order.kind, order.level), (order.kind, AlarmLevel.STOP)}):
            known.add((order.kind, order.level))
            yield order
