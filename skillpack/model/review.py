"""Reviews: what people, models and scanners say of a skill's bytes, and what that comes to."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from skillpack.model.scan import ScanRun, SkillScan


class ReviewVerdict(StrEnum):
    """What a reviewer says.

    SAFE: Read, and nothing harmful was found. WORKS: The same, and it was used with success. OBJECTS: It should not be
    used.
    """

    SAFE = "safe"
    WORKS = "works"
    OBJECTS = "objects"


class Reviewer(StrEnum):
    """Who reviewed: a model's review never counts as a person's."""

    PERSON = "person"
    MODEL = "model"


class Review(Struct, frozen=True):
    """A statement about one content, or about the step from one to another.

    Attributes:
        digest: Of the content that was looked at, 64 hex digits.
        by: Name of the person, or of the model.
        day: ISO date.
        verdict: Counts for the step alone where `since` is set; an objection counts for the content either way.
        since: Digest of the content whose differences to this one were looked at; empty where all of it was.
        version: Label that the content had, for readers; it proves nothing.
        note: What the reviewer adds, or empty.
        origin: Address or path of the catalog that it was taken from; empty for this catalog's own.
        signer: Name of the configured signer who signed it; empty where none did.
        line: Line in its file, from 1; 0 for one that comes from elsewhere.
    """

    digest: str
    by: str
    day: str
    verdict: ReviewVerdict
    since: str = ""
    version: str = ""
    note: str = ""
    kind: Reviewer = Reviewer.PERSON
    origin: str = ""
    signer: str = ""
    line: int = 0


class ReviewProblem(Struct, frozen=True):
    """What is wrong with a file of reviews.

    Attributes:
        line: From 1; 0 where it concerns the file as a whole, or no line is known.
        clause: What was found and what is wanted, without a full stop.
        hint: What to do, or empty.
    """

    line: int
    clause: str
    hint: str = ""


class ReviewFile(Struct, frozen=True):
    """What one file of reviews holds.

    Attributes:
        reviews: Those that can be read, in their order, each once.
        problems: In the order of their lines.
        unread: Nobody knows what it holds: an objection may be among it.
    """

    reviews: tuple[Review, ...] = ()
    problems: tuple[ReviewProblem, ...] = ()
    unread: bool = False


class Scan(Struct, frozen=True):
    """A scanner's report about a skill, as the catalog has it in SARIF.

    Attributes:
        tool: Name of the scanner.
        version: Its version, or empty.
        day: ISO date on which it ran, or empty.
        errors: How many results of that level; so with the others.
        digest: Of the content that it read, 64 hex digits; empty where it does not name these bytes.
        file: The report, relative to the catalog's folder.
    """

    tool: str
    version: str = ""
    day: str = ""
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    digest: str = ""
    file: str = ""


class SkillReviews(Struct, frozen=True):
    """All that is said of one name, before anybody asks of which content.

    Attributes:
        file: Path of the catalog's own file of reviews, relative to the catalog's folder; empty where there is none.
        content: Its bytes; empty where it could not be read.
        unreadable: Why it could not be read, a clause; empty where it could.
        foreign: Reviews that were taken from elsewhere.
        scans: What scanners' reports say of it.
        digest: Of all of it; empty where nothing is said.
        signatures: Bytes of the file of signatures of the catalog's own reviews; empty where there is none.
    """

    file: str = ""
    content: bytes = b""
    unreadable: str = ""
    foreign: tuple[Review, ...] = ()
    scans: tuple[SkillScan, ...] = ()
    digest: str = ""
    signatures: bytes = b""


NO_REVIEWS = SkillReviews()


class CatalogReviews(Struct, frozen=True):
    """What is said of the skills of a catalog.

    Attributes:
        by_name: Name as the file is called -> what is said of it.
        problems: Pairs of a path, relative to the catalog's folder, and why it is no file of reviews, a clause.
        runs: Of scanners, as long as it is not known which skills there are; then they are in `by_name`.
        unread: The same pairs of scanners' reports.
        silent: Reports of scanners that say nothing of any skill, relative to the catalog's folder.
        unreadable: Why nobody knows what the folder of reviews holds, a clause; empty where it was read.
    """

    by_name: Mapping[str, SkillReviews] = field(default_factory=dict)
    problems: tuple[tuple[str, str], ...] = ()
    runs: tuple[ScanRun, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    silent: tuple[str, ...] = ()
    unreadable: str = ""

    def of(self, name: str) -> SkillReviews:
        """Return what is said of a skill."""
        return self.by_name.get(name, NO_REVIEWS)


NO_CATALOG_REVIEWS = CatalogReviews()


class CoverageState(StrEnum):
    """What reviews come to for one content, the first that applies.

    OBJECTED: Somebody who may objects to it. WHOLE: A person looked at all of it. STEPS: People looked at all of an
    older content and at every step from there. OLDER: People covered an older content, and nobody looked at what
    changed since. MACHINE: Only models or scanners looked. NONE: Nobody did.
    """

    OBJECTED = "objected"
    WHOLE = "whole"
    STEPS = "steps"
    OLDER = "older"
    MACHINE = "machine"
    NONE = "none"


class Coverage(Struct, frozen=True):
    """Who looked at a content.

    Attributes:
        chain: The reviews that the state follows from, the newest step first, the review of a whole last; of OBJECTED
            the objections; of OLDER the chain of the older content; of MACHINE those of models. Empty for NONE.
        others: Further reviews of this content, the newest first: of other people, of models, objections of those
            who may not.
        scans: Reports of scanners about this content, or about unnamed bytes.
        changed: Of OLDER, how many files differ from the covered content; 0 where nobody knows.
        by_any: Reviews of people and models together cover these bytes, and nobody who may objects.
    """

    state: CoverageState
    chain: tuple[Review, ...] = ()
    others: tuple[Review, ...] = ()
    scans: tuple[Scan, ...] = ()
    changed: int = 0
    by_any: bool = False

    @property
    def by_people(self) -> bool:
        """Whether people looked at all of it, at once or step by step, and nobody who may objects."""
        return self.state in {CoverageState.WHOLE, CoverageState.STEPS}


NOT_COVERED = Coverage(CoverageState.NONE)
