"""What a skill's page says of who looked at it: one line where people decide, then each statement; no verdict of ours.

Every statement names who made it, when, and about which bytes. A model is said to be one.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from skillpack.model.hidden_characters import revealed
from skillpack.model.review import Coverage, CoverageState, Review, Reviewer, ReviewVerdict, Scan
from skillpack.site.frame import Frame

_SHOWN = 12  # digits of a digest
_MOST = 20  # statements that are shown
_LONGEST_NOTE = 160  # characters of a note where people decide


class Statement(Struct, frozen=True):
    """What somebody says of the skill, as a page shows it.

    Attributes:
        who: Name of the person, the model or the scanner.
        words: What they did, or found.
        note: In their own words, or empty.
        source: What they are: a person, a model, a scanner.
        about: Day, content and origin, as far as they are known.
        code: Digest of the content, or the file of a report, or empty.
        level: Class of the name: `bad` for an objection that counts, else empty.
    """

    who: str
    words: str
    note: str
    source: str
    about: tuple[str, ...]
    code: str
    level: str = ""


class ReviewsView(Struct, frozen=True):
    """Who looked at a skill, as its page shows it.

    Attributes:
        head: The state in a few words; empty where nobody looked.
        level: Class of the head: `bad` for an objection, else empty.
        below: Who and when, in a sentence or two.
        summary: How many of each kind there are, or empty.
        statements: What the state follows from comes first.
        more: How many more there are.
    """

    head: str
    level: str
    below: str
    summary: str = ""
    statements: tuple[Statement, ...] = ()
    more: int = 0


def reviews_view(frame: Frame, found: Coverage, digest: str, label: str = "") -> ReviewsView:
    """Return who looked at a skill, as its page shows it.

    Args:
        frame: Of the page.
        found: Of the content that is offered.
        digest: Of that content.
        label: Of its version, where it is not what the page shows; else empty.
    """
    if found.state is CoverageState.NONE and not (found.others or found.scans):
        return ReviewsView("", "", "")
    words = _Words(frame, found, digest, label)
    statements = tuple(words.statements())
    return ReviewsView(
        head=words.head(),
        level="bad" if found.state is CoverageState.OBJECTED else "",
        below=words.below(),
        summary=" · ".join(words.kinds((*found.chain, *found.others), found.scans)),
        statements=statements[:_MOST],
        more=max(0, len(statements) - _MOST),
    )


def reviews_text(frame: Frame, found: Coverage, digest: str) -> str:
    """Return the state and what is below it in one text, for what is not a page."""
    words = _Words(frame, found, digest, "")
    head, below = words.head(), words.below()
    return f"{head}. {below}" if below else f"{head}."


class _Words:
    """What is said of one coverage, in the language of a page."""

    def __init__(self, frame: Frame, found: Coverage, digest: str, label: str) -> None:
        self._frame, self._found, self._digest, self._label = frame, found, digest, label

    def head(self) -> str:
        found = self._found
        if found.state is CoverageState.STEPS:
            return self._say("steps", who=_shown(found.chain[0].by), version=self._before(found.chain[0]))
        if found.state is CoverageState.OLDER:
            return self._say("older", found.changed) if found.changed else self._say("older_unknown")
        who = _shown(found.chain[0].by) if found.chain else ""
        return self._say(str(found.state), who=who)

    def below(self) -> str:
        found = self._found
        others = [each for each in found.others if each.verdict is ReviewVerdict.OBJECTS]
        ignored = (self._say("uncounted", len(others)),) if others else ()
        return " ".join(filter(None, (*self._below(), *ignored)))

    def _below(self) -> Iterator[str]:
        found = self._found
        if found.state is CoverageState.NONE:
            return
        if found.state is CoverageState.MACHINE:
            yield self._machines()
        elif found.state is CoverageState.OBJECTED:
            first, *more = found.chain
            note = _cut(_shown(first.note))
            yield f"{first.day}: {self._say('quote', note=note)}" if note else f"{first.day}."
            if more:
                yield self._say("more_objections", len(more))
        elif found.state is CoverageState.WHOLE:
            yield f"{found.chain[0].day}."
            others = [each for each in found.others if each.verdict is not ReviewVerdict.OBJECTS]
            kinds = ", ".join(self.kinds(others, found.scans))
            yield self._say("also", kinds=kinds) if kinds else ""
        else:
            yield from self._read_before()

    def _read_before(self) -> Iterator[str]:
        """Yield who read the whole of an older content, and how many steps lie between."""
        found, whole = self._found, self._found.chain[-1]
        who, version = _shown(whole.by), _version(whole)
        if found.state is CoverageState.OLDER:
            first = found.chain[0]
            if first is whole:
                yield self._say("read_on", who=who, version=version, day=whole.day)
            else:
                yield self._say("read_up_to", who=_shown(first.by), version=_version(first), day=first.day)
            return
        yield f"{found.chain[0].day}."
        yield self._say("read", who=who, version=version)
        between = len(found.chain) - 2
        yield self._say("between", between) if between > 0 else ""

    def _machines(self) -> str:
        found = self._found
        number = sum(each.errors + each.warnings + each.notes for each in found.scans)
        findings = self._say("findings", number)
        if found.scans and not any(each.digest for each in found.scans):
            findings = f"{findings}, {self._say('unnamed')}"
        models = [each for each in (*found.chain, *found.others) if each.kind is Reviewer.MODEL]
        if not models and len(found.scans) == 1:
            return f"{_tool(found.scans[0])}: {findings}."
        kinds = ", ".join(self.kinds(models, found.scans))
        return f"{kinds}: {findings}." if found.scans else f"{kinds}."

    def kinds(self, reviews: Iterable[Review], scans: Sequence[Scan]) -> Iterator[str]:
        """Yield how many people, models and scanners there are, as far as there are any."""
        by: dict[Reviewer, set[str]] = {Reviewer.PERSON: set(), Reviewer.MODEL: set()}
        for each in reviews:
            by[each.kind].add(each.by)
        counts = (("people", by[Reviewer.PERSON]), ("models", by[Reviewer.MODEL]), ("scanners", scans))
        return (self._say(key, len(found)) for key, found in counts if found)

    def statements(self) -> Iterator[Statement]:
        found = self._found
        counts = found.state is CoverageState.OBJECTED
        for each in found.chain:
            yield self._review(each, counts=counts)
        for each in found.others:
            yield self._review(each, counts=False)
        for scan in found.scans:
            yield self._scan(scan)

    def _review(self, review: Review, *, counts: bool) -> Statement:
        origin = self._say("from", origin=_shown(review.origin)) if review.origin else ""
        signer = self._say("signed", signer=_shown(review.signer)) if review.signer else ""
        about = (review.day, self._content(review), signer, origin)
        return Statement(
            who=_shown(review.by),
            words=self._did(review, counts=counts),
            note=_shown(review.note),
            source=self._say(f"source.{review.kind}"),
            about=tuple(filter(None, about)),
            code=review.digest[:_SHOWN],
            level="bad" if counts else "",
        )

    def _did(self, review: Review, *, counts: bool) -> str:
        if review.verdict is ReviewVerdict.OBJECTS:
            return self._say("did.objects" if counts else "did.objects_uncounted")
        version = self._before(review) if review.since else _version(review)
        kind = "since" if review.since else "whole" if review.digest == self._digest else "whole_of"
        found = self._say(f"did.{kind}", version=version)
        if review.verdict is ReviewVerdict.WORKS:
            return self._say("did.used", did=found)
        return self._say("did.found_nothing", did=found) if review.kind is Reviewer.MODEL else found

    def _scan(self, scan: Scan) -> Statement:
        number = scan.errors + scan.warnings + scan.notes
        levels = (("errors", scan.errors), ("warnings", scan.warnings), ("notes", scan.notes))
        of_levels = ", ".join(self._say(f"level.{key}", count) for key, count in levels if count)
        content = self._here() if scan.digest and scan.digest == self._digest else self._say("unnamed")
        return Statement(
            who=_tool(scan),
            words=f"{self._say('findings', number)}{f': {of_levels}' if of_levels else ''}",
            note="",
            source=self._say("source.scanner"),
            about=tuple(filter(None, (scan.day, content))),
            code=_shown(scan.file),
        )

    def _content(self, review: Review) -> str:
        """Return which content a review is of, but for its digest."""
        if review.digest == self._digest:
            return self._here()
        return _shown(review.version) or self._say("older_bytes")

    def _here(self) -> str:
        return self._label or self._say("here")

    def _before(self, review: Review) -> str:
        """Return the version of the content that a step starts from, as another review calls it."""
        known = (*self._found.chain, *self._found.others)
        named = next((each for each in known if each.digest == review.since and each.version), None)
        return _shown(named.version) if named else review.since[:_SHOWN]

    def _say(self, key: str, n: int | None = None, **values: object) -> str:
        return self._frame.plain(f"looked.{key}", n, **values)


def _version(review: Review) -> str:
    return _shown(review.version) or review.digest[:_SHOWN]


def _tool(scan: Scan) -> str:
    return _shown(f"{scan.tool} {scan.version}".strip())


def _shown(text: str) -> str:
    """Return foreign words on one line in which nothing is hidden."""
    return revealed(" ".join(text.split()))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_NOTE else f"{text[: _LONGEST_NOTE - 1].rstrip()}…"
