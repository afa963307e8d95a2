"""How labelled requests find their skills in the list that a host shows."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from skillpack.model.profile import Profile
from skillpack.model.selection import (
    FalsePositive,
    HitRate,
    Miss,
    OwnRequest,
    OwnSelection,
    OwnVerdict,
    Query,
    RequestRate,
    Selection,
    SelectionInput,
)
from skillpack.search.rank import Postings, gather, rank
from skillpack.search.terms import STOP_WORDS, stem, stems, terms, words
from skillpack.search.visibility import listing, lists_shown

_TOP = 3
_FEW = 5  # places among which a skill is still found
_ANSWERED = 0.5  # share of a request's words from which a description answers it
_MOST_WORDS = 5  # of an explanation

Texts = Mapping[str, str]
"""Name of a skill -> its description as a host shows it, empty where the name stands alone."""


def select(
    skills: Sequence[SelectionInput], queries: Sequence[Query], profile: Profile, *, budget: int = 0
) -> Selection:
    """Return how often requests find a right skill first.

    A request with several right skills is one. Those whose skills are all missing are left out: nothing can find them.

    Args:
        skills: With different names.
        queries: Labelled requests.
        profile: Of the host.
        budget: Characters of the list for these skills, instead of what the profile says.
    """
    names = {skill.name for skill in skills}
    asked = [query for query in queries if not names.isdisjoint(query.skills)]
    nobodys = [query for query in queries if not query.skills]
    texts = {one.name: one.text for one in listing(skills, profile)}
    postings = _postings(texts)
    places = [_rank(query, postings) for query in asked]
    lists = [_postings(each) for each in lists_shown(skills, profile, budget=budget)]
    seen = [_hit_rate([_rank(query, each) for query in asked]) for each in lists]
    return Selection(
        requests=len(asked),
        unanswerable=len(nobodys),
        seen=HitRate(round(fmean(one.hit1 for one in seen), 3), round(fmean(one.hit3 for one in seen), 3)),
        whole=_hit_rate(places),
        missed=tuple(
            _miss(query, place, texts, postings) for query, place in zip(asked, places, strict=True) if place != 1
        ),
        false_positives=tuple(
            found for query in nobodys if (found := _false_positive(query, texts, postings)) is not None
        ),
    )


def select_own(skills: Sequence[SelectionInput], requests: Sequence[OwnRequest], profile: Profile) -> OwnSelection:
    """Return how the requests that skills bring find these skills, as if the host had room for every description.

    What a request says of its owner is judged of it alone: another skill may well be right for one that it should not
    answer.

    Args:
        skills: With different names.
        requests: Of these skills; those that expect a skill which is not there do not count.
        profile: Of the host.
    """
    names = {skill.name for skill in skills}
    there = [each for each in requests if (each.expected or each.owner) in names]
    asked = [each for each in there if each.expected or not each.names_skill]
    texts = {one.name: one.text for one in listing(skills, profile)}
    postings = _postings(texts)
    verdicts = tuple(_verdict(each, texts, postings) for each in asked)
    negatives = [each for each in verdicts if not each.request.expected]
    positives = [each for each in verdicts if each.request.expected]
    return OwnSelection(
        skills=len({each.owner for each in there}),
        unnamed=_rate([each.place for each in positives if not each.request.names_skill]),
        named=_rate([each.place for each in positives if each.request.names_skill]),
        negatives=len(negatives),
        wrong=sum(not each.right for each in negatives),
        absent=len(requests) - len(there),
        unjudged=len(there) - len(asked),
        verdicts=verdicts,
    )


def _verdict(request: OwnRequest, texts: Texts, postings: Postings) -> OwnVerdict:
    query = Query(request.text, (request.expected or request.owner,))
    place = _rank(query, postings)
    miss = _miss(query, place, texts, postings)
    if request.expected:
        return OwnVerdict(request, place == 1, place, miss.first, () if place == 1 else miss.words)
    asked = dict.fromkeys(stem(word) for word in words(request.text) if word not in STOP_WORDS)
    said = set(stems(f"{request.owner} {texts.get(request.owner, '')}"))
    shared = [each for each in asked if each in said]
    wrong = place == 1 and len(shared) >= _ANSWERED * len(asked)
    telling = (word for word in dict.fromkeys(words(request.text)) if word not in STOP_WORDS and stem(word) in said)
    return OwnVerdict(request, not wrong, place, miss.first, tuple(telling)[:_MOST_WORDS] if wrong else ())


def _rate(places: Sequence[int]) -> RequestRate:
    count = len(places) or 1
    first, few = (round(sum(0 < place <= most for place in places) / count, 3) for most in (1, _FEW))
    return RequestRate(len(places), first, few)


def _postings(texts: Texts) -> Postings:
    return gather((name, terms(name, text, ())) for name, text in texts.items())


def _rank(query: Query, postings: Postings) -> int:
    """Return the place of the first right skill, from 1; 0 where none is found."""
    found = rank(query.text, postings, limit=len(postings.lengths))
    return next((place for place, name in enumerate(found, 1) if name in query.skills), 0)


def _hit_rate(places: Sequence[int]) -> HitRate:
    count = len(places) or 1
    first, third = (round(sum(0 < place <= most for place in places) / count, 3) for most in (1, _TOP))
    return HitRate(first, third)


def _miss(query: Query, place: int, texts: Texts, postings: Postings) -> Miss:
    right = tuple(name for name in query.skills if name in texts)
    first = next(iter(rank(query.text, postings, limit=1)), "")
    said = {one for name in right for one in stems(f"{name} {texts[name]}")}
    ahead = set(stems(f"{first} {texts[first]}")) - said if first else set[str]()
    telling = (word for word in dict.fromkeys(words(query.text)) if word not in STOP_WORDS and stem(word) in ahead)
    return Miss(query.text, right, place, first, tuple(telling)[:_MOST_WORDS])


def _false_positive(query: Query, texts: Texts, postings: Postings) -> FalsePositive | None:
    """Return which skill answers a request that none is right for; None where none has half of its words."""
    asked = set(stems(query.text))
    first = next(iter(rank(query.text, postings, limit=1)), "") if asked else ""
    if not first:
        return None
    share = round(len(asked & set(stems(f"{first} {texts[first]}"))) / len(asked), 3)
    return FalsePositive(query.text, first, share) if share >= _ANSWERED else None
