"""Which skills of a set are related: those that name each other, share tags, or are alike (pure)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from skillpack.model.entry import PageRecord, Rival
from skillpack.search.similarity import HARD_TO_TELL, alike, shared_words

_MOST = 6  # names shown
_RIVALS = 5  # of a skill
_CLOSEST = 50  # pairs of a catalog
_COMMON = 40  # a tag of more skills relates nothing
_TAG = 0.2  # what a shared tag weighs beside similarity


class RelatedTerms(Struct, frozen=True, array_like=True):
    """What of a skill decides which others are related to it.

    Attributes:
        named: Those that the skill itself calls related.
        terms: Its own terms.
    """

    tags: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    terms: tuple[tuple[str, int], ...] = ()


def related_terms(record: PageRecord) -> RelatedTerms:
    """Return the words of a skill that decide which others are related to it."""
    return RelatedTerms(record.entry.tags, record.details.related, record.own_terms)


def used_names(record: PageRecord) -> tuple[str, ...]:
    """Return the names that a skill depends on or names, and words of its texts that may be names of others."""
    details = record.details
    return tuple(dict.fromkeys((*(name for name, _ in details.depends), *record.mentions, *details.related)))


class SimilarSkills(Struct, frozen=True):
    """Which skills of a set are alike.

    Attributes:
        related: Name -> at most six others: those that the skill names, then the nearest; names without any left out.
        rivals: Name -> at most five that are hard to tell from it, the likest first; names without any left out.
        closest: The pairs that are hard to tell apart, the likest first, at most fifty; the name that sorts first is
            the first of a pair, the rival is the other.
    """

    related: Mapping[str, tuple[str, ...]]
    rivals: Mapping[str, tuple[Rival, ...]]
    closest: tuple[tuple[str, Rival], ...]


def similar_skills(skills: Mapping[str, RelatedTerms], texts: Mapping[str, str]) -> SimilarSkills:
    """Return which skills are alike; of any two, by the two alone.

    Args:
        skills: Name -> what decides.
        texts: Name -> name and description, from which shared words are spelled.
    """
    near = alike({name: each.terms for name, each in skills.items()})
    tagged = _by_tag(skills)
    found = {name: _nearest(name, each, skills, near[name], tagged) for name, each in skills.items()}
    hard = {
        name: sorted((-score, other) for other, score in others.items() if score >= HARD_TO_TELL)
        for name, others in near.items()
    }

    def rival(name: str, other: str, score: float) -> Rival:
        first, last = sorted((name, other))
        return Rival(other, score, shared_words(skills[first].terms, skills[last].terms, texts[first]))

    pairs = sorted((score, name, other) for name, others in hard.items() for score, other in others if name < other)
    return SimilarSkills(
        {name: others for name, others in found.items() if others},
        {
            name: tuple(rival(name, other, -score) for score, other in others[:_RIVALS])
            for name, others in hard.items()
            if others
        },
        tuple((name, rival(name, other, -score)) for score, name, other in pairs[:_CLOSEST]),
    )


def dependents(uses: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Return for each name the skills that depend on it or name it, sorted; names without any are left out.

    Args:
        uses: Name of each skill -> as `used_names`.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, others in uses.items():
        for other in others:
            if other in uses and other != name:
                found[other].add(name)
    return {name: tuple(sorted(others)) for name, others in found.items()}


def _by_tag(skills: Mapping[str, RelatedTerms]) -> dict[str, Collection[str]]:
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name, each in skills.items():
        for tag in each.tags:
            names[tag].append(name)
    return {tag: sharing for tag, sharing in names.items() if len(sharing) <= _COMMON}


def _nearest(
    name: str,
    each: RelatedTerms,
    known: Collection[str],
    near: Mapping[str, float],
    tagged: Mapping[str, Iterable[str]],
) -> tuple[str, ...]:
    named = tuple(other for other in dict.fromkeys(each.named) if other in known and other != name)
    score = dict(near)
    for tag in each.tags:
        for other in tagged.get(tag, ()):
            score[other] = score.get(other, 0.0) + _TAG
    ranked = sorted((-value, other) for other, value in score.items() if other != name and other not in named)
    return (*named, *(other for _, other in ranked))[:_MOST]
