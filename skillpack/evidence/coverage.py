"""Reviews of a skill -> what they come to for one content: who looked at these bytes, at older ones, or nobody (pure).

A whole review covers its content. A step covers the content that it leads to where the one that it starts from is
covered. An objection takes its content away from both: no chain leads to it, or through it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from skillpack.model.review import NOT_COVERED, Coverage, CoverageState, Review, Reviewer, ReviewVerdict, Scan


def cover(
    digest: str,
    reviews: Iterable[Review],
    *,
    versions: Sequence[tuple[str, str]] = (),
    people: Collection[str] = (),
    scans: Iterable[Scan] = (),
) -> Coverage:
    """Return what reviews come to for a content; their order does not matter.

    Args:
        digest: Of the content.
        reviews: Of the name.
        versions: Digest and label of contents of the name, the newest first; this one may be among them.
        people: Names of those who may object; empty for everybody in the catalog's own reviews.
        scans: Of scanners that read the skill.
    """
    labels = dict(reversed(versions))
    said = tuple(_labelled(each, labels) for each in reviews)
    scans = tuple(scans)
    if not said and not scans:
        return NOT_COVERED
    standing = [each for each in said if _stands(each, people)]
    refused = {each.digest for each in standing}
    of_people, of_all = (_reached(some, refused) for some in (filter(_by_person, said), said))
    state, chain = CoverageState.NONE, tuple[Review, ...]()
    if digest in refused:
        state, chain = CoverageState.OBJECTED, tuple(_newest(each for each in standing if each.digest == digest))
    elif digest in of_people:
        chain = tuple(_chain(digest, of_people))
        state = CoverageState.STEPS if chain[0].since else CoverageState.WHOLE
    elif of_people:
        state, chain = CoverageState.OLDER, tuple(_chain(_last(of_people, versions), of_people))
    elif digest in of_all or scans:
        state, chain = CoverageState.MACHINE, tuple(_chain(digest, of_all))
    told = frozenset(chain)
    others = tuple(_newest(each for each in said if each.digest == digest and each not in told))
    return Coverage(state, chain, others, scans, by_any=digest in of_all)


def circle_of_steps(reviews: Iterable[Review]) -> Review | None:
    """Return the first step of those that lead back to where they start from; None where all lead on."""
    steps = [each for each in reviews if each.since]
    # What nothing leads to, or leads on from nowhere, is in no circle; nor is what is so once that is gone.
    onward = _left(steps, lambda each: each.since, lambda each: each.digest)
    left = _left(onward, lambda each: each.digest, lambda each: each.since)
    return min(left, key=lambda each: (each.line, _key(each)), default=None)


def _left(steps: Sequence[Review], start: Callable[[Review], str], end: Callable[[Review], str]) -> Sequence[Review]:
    """Return the steps that are left when those are taken away, one after the other, to whose start no other leads."""
    leading, by_start = Counter(end(each) for each in steps), defaultdict[str, list[Review]](list)
    for each in steps:
        by_start[start(each)].append(each)
    bare = [place for place in by_start if not leading[place]]
    while bare:
        for each in by_start.pop(bare.pop(), ()):
            place = end(each)
            leading[place] -= 1
            if not leading[place] and place in by_start:
                bare.append(place)
    return [each for some in by_start.values() for each in some]


def _labelled(review: Review, labels: Mapping[str, str]) -> Review:
    """Return a review with the label under which its content was published, whatever it says itself."""
    label = labels.get(review.digest, "")
    return replace(review, version=label) if label and label != review.version else review


def _stands(review: Review, people: Collection[str]) -> bool:
    """Return whether a review is an objection of somebody who may object."""
    may = review.by in people if people else not review.origin
    return review.verdict is ReviewVerdict.OBJECTS and _by_person(review) and may


def _by_person(review: Review) -> bool:
    return review.kind is Reviewer.PERSON


def _reached(reviews: Iterable[Review], refused: Collection[str]) -> Mapping[str, Review]:
    """Return every content that whole reviews and steps lead to, with the review that leads there.

    Of several, the one counts by which the chain is shortest, then the newest.
    """
    found: dict[str, Review] = {}
    steps = defaultdict[str, list[Review]](list)
    for each in reviews:
        if each.verdict is ReviewVerdict.OBJECTS or each.digest in refused:
            continue
        if each.since:
            steps[each.since].append(each)
        else:
            _take(found, each)
    level = found
    while level:
        further: dict[str, Review] = {}
        for start in level:
            for step in steps.get(start, ()):
                if step.digest not in found:
                    _take(further, step)
        found |= further
        level = further
    return found


def _take(found: dict[str, Review], review: Review) -> None:
    """Keep a review as the one that leads to its content, unless one that is newer does."""
    known = found.get(review.digest)
    if known is None or _key(review) > _key(known):
        found[review.digest] = review


def _chain(digest: str, found: Mapping[str, Review]) -> Iterator[Review]:
    """Yield the reviews that lead to a content, from it back to the review of a whole; none where none lead there."""
    while digest in found:
        yield found[digest]
        digest = found[digest].since


def _last(found: Mapping[str, Review], versions: Iterable[tuple[str, str]]) -> str:
    """Return the last covered content: the newest that was published, else the one that was reviewed last."""
    published = next((digest for digest, _ in versions if digest in found), "")
    return published or max(found, key=lambda digest: _key(found[digest]))


def _newest(reviews: Iterable[Review]) -> list[Review]:
    return sorted(reviews, key=_key, reverse=True)


def _key(review: Review) -> tuple[str, ...]:
    """Return what orders reviews by their day, and those of one day always in the same way."""
    return (
        review.day,
        review.by,
        review.kind,
        review.verdict,
        review.digest,
        review.since,
        review.version,
        review.note,
        review.origin,
        review.signer,
    )
