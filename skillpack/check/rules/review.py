"""RV: what reviews of a skill say against it, what they do not cover, and reviews that cannot be read as meant."""

from collections.abc import Iterator
from difflib import get_close_matches

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import CatalogSubject, ReviewSubject
from skillpack.evidence.coverage import circle_of_steps
from skillpack.model.document import NOWHERE, Span
from skillpack.model.portable import printable
from skillpack.model.review import Coverage, CoverageState, Review

_SHOWN = 12  # digits of a digest
_QUOTED = 200  # characters of a note
_MOST = 10  # objections, days and files of which one rule speaks


@rule("RV001", "objected-to", source="skillpack, reviews")
def objected_to(subject: ReviewSubject) -> Iterator[Hit]:
    """Somebody who may object to skills of this catalog objects to this one as it is.

    Why: they looked at these files, and say that nobody should use them. An objection outweighs every other
    review of the same files.

    Fix: read the note and change the skill; the objection is about the old files then. If it was a mistake,
    whoever made it deletes it from the file of reviews.
    """
    if subject.coverage.state is not CoverageState.OBJECTED:
        return
    for each in subject.coverage.chain[:_MOST]:
        quoted = each.note.replace("`", "'")  # what stands between two of these is shown as code
        note = f": “{printable(quoted, longest=_QUOTED)}”" if quoted else ""
        elsewhere = f", says `{printable(each.origin)}`" if each.origin else ""
        hint = "read the note; change the skill" if each.note else f"ask {_name(each)} why; change the skill"
        yield _hit(subject, each, f"{_name(each)} objects to it{elsewhere}{note}", hint)


@rule("RV002", "review-required", source="skillpack, configuration")
def review_required(subject: ReviewSubject) -> Iterator[Hit]:
    """The catalog requires reviews, and none cover the skill as it is.

    Why: `[review] require` withholds the skill, whatever is suppressed or accepted. A review covers the files
    that it names by their digest, and a step covers what changed since files that are covered; an objection
    covers nothing. While the file of reviews cannot be read, no version is offered.

    Fix: look at what the finding counts, and write a review with `skillpack review NAME`.
    """
    if not subject.lacks_review:
        return
    objected = subject.coverage.state is CoverageState.OBJECTED
    who = "a person has" if subject.require == "person" else "somebody has"
    yield Hit(
        f"{_state(subject)}, and this catalog publishes only what {who} reviewed{_cost(subject)}",
        path=subject.path,
        hint="" if objected or subject.unread else "look at it, then write a review with `skillpack review`",
        facts=(("size", str(subject.lines)),),
    )


@rule("RV003", "not-covered", source="skillpack, reviews")
def not_covered(subject: ReviewSubject) -> Iterator[Hit]:
    """The skill has reviews, and they do not cover it as it is.

    Why: a review is about the files that it names by their digest. What changed since then nobody has looked at,
    and steps that start from files which nobody covered cover nothing.

    Fix: `skillpack review NAME` shows what there is to look at, and writes what you say of it.
    """
    state, knows_some = subject.coverage.state, bool(subject.reviews)
    is_open = state is CoverageState.OLDER or (state is CoverageState.NONE and knows_some)
    if subject.require or subject.coverage.by_any or not is_open:
        return
    yield Hit(
        f"{_state(subject)}{_cost(subject)}",
        path=subject.path,
        hint="`skillpack review` shows it, and writes what you say of it",
        facts=(("size", str(subject.lines)),),
    )


@rule("RV004", "review-unreadable", source="skillpack, reviews")
def review_unreadable(subject: ReviewSubject) -> Iterator[Hit]:
    """A file of reviews, or an entry of it, cannot be read as it is meant.

    Why: such an entry counts for nothing, so that no slip of the pen covers what nobody has looked at. Only an
    objection stands as long as it is clear who makes it and about which files.

    Fix: do what the finding says. Each review is a table `[[review]]` with `digest`, `by`, `date` and `verdict`.
    """
    for each in subject.problems:
        yield Hit(each.clause, at=_line(each.line), path=subject.file, hint=each.hint)


@rule("RV005", "review-for-unknown-skill", source="skillpack, reviews")
def review_for_unknown_skill(subject: CatalogSubject) -> Iterator[Hit]:
    """A file in `reviews` is named after no skill of the catalog.

    Why: its reviews reach nobody; often the skill was renamed.

    Fix: give the file the name of the skill and the ending `.toml`, or delete it.
    """
    for path, clause in subject.reviews.problems:
        yield Hit(f"`{printable(path)}` is no file of reviews: {clause}", path=path, hint="call it `reviews/NAME.toml`")
    files = [(name, said.file) for name, said in subject.reviews.by_name.items() if said.file]
    unknown = [each for each in files if each[0] in subject.absent]
    for name, file in unknown[:_MOST]:
        near = get_close_matches(name, subject.names, 1)
        hint = f"did you mean `reviews/{near[0]}.toml`?" if near else "call it after the skill, or delete it"
        yield Hit(f"no skill is named `{name}`", path=file, hint=hint)
    if len(unknown) > _MOST:
        yield Hit(f"there are {len(unknown) - _MOST:,} more files that are named after no skill", path="reviews")


@rule("RV006", "review-of-a-future-day", source="skillpack, reviews")
def review_of_a_future_day(subject: ReviewSubject) -> Iterator[Hit]:
    """A review, or a scanner's report, has a day that is not there yet.

    Why: nobody can have looked by then. The day is a slip of the pen, or made up, and so may be the rest. Of each
    scanner the newest report is shown, so such a one hides all others. Pages tell the day and do not judge it; this
    rule asks for today, or for the day of `check --today`.

    Fix: correct `date`, or let the scanner run anew.
    """
    early = [each for each in subject.reviews if subject.today and each.day > subject.today]
    for each in early[:_MOST]:
        yield _hit(
            subject, each, f"the review by {_name(each)} is of {each.day}, which is still to come", "correct `date`"
        )
    for scan in subject.coverage.scans:
        if subject.today and scan.day > subject.today:
            message = f"the report of {printable(scan.tool)} is of {scan.day}, which is still to come"
            yield Hit(message, path=scan.file, hint="let the scanner run anew")


@rule("RV007", "steps-in-a-circle", source="skillpack, reviews")
def steps_in_a_circle(subject: ReviewSubject) -> Iterator[Hit]:
    """Reviews of changes lead back to the files that they start from.

    Why: each step covers what changed since other files, so a circle alone covers nothing: somebody has to have
    looked at all of some files. Where the skill went back to what it was before, the step back is not needed.

    Fix: delete the step back, or review the skill as a whole.
    """
    step = circle_of_steps(subject.reviews)
    if step is not None:
        ends = f"from `{step.since[:_SHOWN]}…` to `{step.digest[:_SHOWN]}…`"
        yield _hit(subject, step, f"the step {ends} is part of a circle", "delete the step back")


@rule("RV008", "not-reviewed", source="skillpack, reviews")
def not_reviewed(subject: CatalogSubject) -> Iterator[Hit]:
    """The catalog has reviews, and of some of its skills none.

    Why: who reads a review on the page of one skill may take it that somebody looked at the others too. With
    `[review] require` each of them has a finding of its own, RV002.

    Fix: `skillpack review NAME` shows a skill, and writes what you say of it. Or leave it: pages say that nobody
    has reviewed it yet.
    """
    said = subject.reviews.by_name
    missing = sorted(each for each in subject.names if each not in said or not (said[each].file or said[each].foreign))
    if subject.configuration.review.require or not 0 < len(missing) < len(subject.names):
        return
    named = ", ".join(f"`{printable(each)}`" for each in missing[:_MOST])
    more = f" and {len(missing) - _MOST:,} more" if len(missing) > _MOST else ""
    which = f"{len(missing):,} of {len(subject.names):,} skills: {named}{more}"
    hint = "`skillpack review NAME` shows one, and writes what you say of it"
    yield Hit(f"nobody has reviewed {named if len(missing) == 1 else which}", path="reviews", hint=hint)


def _state(subject: ReviewSubject) -> str:
    """Return who looked at the skill as it is, as a clause."""
    coverage = subject.coverage
    if subject.unread and subject.require:
        return "its reviews cannot be read, and an objection may be among them"
    if coverage.state is CoverageState.OBJECTED:
        return f"{_name(coverage.chain[0])} objects to it"
    if coverage.state is CoverageState.OLDER:
        return f"{_changed(coverage)} since {_name(coverage.chain[0])} reviewed {_version(coverage)}"
    if coverage.state is CoverageState.MACHINE:
        return "no person has reviewed it"
    return "no review covers it" if subject.reviews else "nobody has reviewed it"


def _changed(coverage: Coverage) -> str:
    if not coverage.changed:
        return "it changed"
    return "1 file changed" if coverage.changed == 1 else f"{coverage.changed:,} files changed"


def _version(coverage: Coverage) -> str:
    version = coverage.chain[0].version
    return f"`{printable(version)}`" if version else "it"


def _cost(subject: ReviewSubject) -> str:
    """Return how much there is to look at, after a colon; nothing where nobody knows, or somebody has looked."""
    if not subject.files or subject.unread or subject.coverage.state is CoverageState.OBJECTED:
        return ""
    files = "1 file" if subject.files == 1 else f"{subject.files:,} files"
    lines = "1 line" if subject.lines == 1 else f"{subject.lines:,} lines"
    return f": {files} with {lines} to look at"


def _name(review: Review) -> str:
    return printable(review.by)


def _hit(subject: ReviewSubject, review: Review, message: str, hint: str) -> Hit:
    """Return a hit at a review; at the skill where the review comes from elsewhere."""
    own = not review.origin
    return Hit(
        message, at=_line(review.line) if own else NOWHERE, path=subject.file if own else subject.path, hint=hint
    )


def _line(number: int) -> Span:
    return Span(number, 1, number, 1) if number else NOWHERE
