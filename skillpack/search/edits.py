"""The edit that would help a skill: words of its lost requests that its description could say."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from skillpack.model.selection import Chosen, Described, IntentSource, Lost, Selection
from skillpack.search.terms import stems

_WORDS_OF_ONE = 2  # of a request
_MOST_WORDS = 8  # of one edit; a list of all words is no description
_SHORTEST = 3  # characters of a word that is worth saying
_TORN = re.compile("(?:are|could|did|does|do|had|has|have|is|should|was|were|wo|would)n")  # of `didn't`
_ASKING = (2, 4, 6)  # other skills that ask for a word too, at most; the next where too few words are left
_FEWEST_WORDS = 2


def edits(skills: Iterable[Described], selection: Selection) -> Mapping[str, tuple[str, ...]]:
    """Return for each skill that loses requests the words that its description should say, the most useful first.

    Words that many other skills ask for as well are left out: to say them would only move the loss. A skill is missing
    where no word is left.
    """
    asking: defaultdict[str, set[str]] = defaultdict(set)
    for skill in skills:
        for intent in skill.intents:
            if intent.wanted:
                for stem in stems(intent.text):
                    asking[stem].add(skill.name)
    found = {one.name: words_to_say(one.name, one.lost, asking) for one in selection.skills if one.lost}
    return {name: words for name, words in found.items() if words}


def words_to_say(name: str, lost: Sequence[Lost], asking: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the words of lost requests that a description should say.

    Args:
        asking: Stem -> names of the skills of which a request has it.
    """
    words: tuple[str, ...] = ()
    for most in _ASKING:
        words = _words(name, lost, asking, most)
        if len(words) >= _FEWEST_WORDS:
            break
    return words


def _words(name: str, lost: Iterable[Lost], asking: Mapping[str, Iterable[str]], most: int) -> tuple[str, ...]:
    found: dict[tuple[str, ...], str] = {}
    for one in worst_first(lost):
        worth = [(at, word) for at, word in enumerate(one.lacking) if _is_worth_saying(word)]
        counted = [(_others(word, name, asking), at, word) for at, word in worth]
        words = [word for count, _, word in sorted(counted) if count <= most]
        for word in words[:_WORDS_OF_ONE]:
            found.setdefault(tuple(stems(word)), word)
    return tuple(found.values())[:_MOST_WORDS]


def _others(word: str, name: str, asking: Mapping[str, Iterable[str]]) -> int:
    return max((len({*asking.get(stem, ())} - {name}) for stem in stems(word)), default=0)


def _is_worth_saying(word: str) -> bool:
    return (len(word) >= _SHORTEST or not word.isascii()) and not _TORN.fullmatch(word)


def worst_first(lost: Iterable[Lost], words: Collection[str] = ()) -> tuple[Lost, ...]:
    """Return lost requests in the order in which they matter.

    Labelled queries first, then those that another skill wins, then those of which the description lacks a word: where
    it has all of them, there is nothing to add.

    Args:
        words: Of the edit that is proposed; requests that it helps come before others.
    """

    def key(one: Lost) -> tuple[bool, bool, bool, bool]:
        helped = not words or any(word in words for word in one.lacking)
        return one.source is not IntentSource.LABELLED, not one.thief, not helped, not one.lacking

    return tuple(sorted(lost, key=key))


def rivals(chosen: Chosen) -> tuple[str, ...]:
    """Return who wins requests of a skill, most first; clauses of its own words count where nothing else is lost."""
    lost = [one for one in chosen.lost if not one.partly] or chosen.lost
    having = {one.thief for one in lost if one.thief}
    return tuple(name for name, _ in chosen.taken_by if name in having)
