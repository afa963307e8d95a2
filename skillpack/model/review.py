"""Reviews: what people, models and scanners say of a skill's bytes, and what that comes to."""

from enum import StrEnum

from msgspec import Struct


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
    """

    state: CoverageState
    chain: tuple[Review, ...] = ()
    others: tuple[Review, ...] = ()
    scans: tuple[Scan, ...] = ()
    changed: int = 0


NOT_COVERED = Coverage(CoverageState.NONE)
