"""One skill in small, the record that its pages are made of, and the facts about the set."""

from enum import StrEnum

from msgspec import Struct

from skillpack.model.ability import Abilities
from skillpack.model.document import BodyMark
from skillpack.model.evaluation import Help, ReadResult, Result
from skillpack.model.evidence import SignatureFacts
from skillpack.model.finding import AlarmLevel, Finding, Judged, Verdict
from skillpack.model.program import Program
from skillpack.model.publication import Publication, SkillCounts
from skillpack.model.release import History, Release, Tombstone
from skillpack.model.requirements import Requirements
from skillpack.model.review import NOT_COVERED, Coverage
from skillpack.model.selection import SelectionInput
from skillpack.model.skill import Invocation
from skillpack.model.tree import Trust


class EntryState(StrEnum):
    """Whether a skill is offered."""

    PUBLISHED = "published"
    WITHHELD = "withheld"


class Tokens(Struct, frozen=True, gc=False):
    """Estimated tokens of the three levels of disclosure.

    Attributes:
        always: Name and description.
        opened: The body.
        on_demand: Every other text file.
    """

    always: int
    opened: int
    on_demand: int


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """What lists, facets, indexes and search need: small; streamed, never all held.

    Attributes:
        path: Of SKILL.md as people write it, relative to the catalog's folder.
        license: As written, or empty.
        role: Declared in `metadata.role`; empty for most.
        tools: Names of the allowed tools without patterns, sorted, each once.
        status: `experimental`, `stable` or `deprecated`; empty where nobody says.
        successor: For a deprecated skill, or empty.
        owner: Who answers for it, from the catalog's configuration, or empty.
        files: Number of files, SKILL.md included.
        size: Bytes of all files.
        single: True when the skill is SKILL.md alone.
        by_model: False where only people may start the skill; few prompt files hold such.
        updated: ISO date, or empty.
        errors: Findings of the catalog's profiles that are not suppressed; those of one rule in one file count once.
        carried: What was published before and stays offered while `release` is withheld or yanked; None for most.
        scripts: True when it brings a file that something would run.
        language: Tag of the language that the skill is written in; empty where it does not say.
        alarm: That its findings raise, as far as nobody accepted them; None where nothing raises one.
        signature: State of its signature; empty for none.
        signer: Who made that, as the signature says; empty where it cannot be read.
        review: What reviews of what is offered come to; empty where nobody looked at it.
        reviewer: Who made the newest of those that this follows from; empty where only scanners looked.
        help: Its results in one line; None where there are none.
    """

    name: str
    path: str
    description: str
    state: EntryState
    release: Release
    license: str
    tags: tuple[str, ...]
    authors: tuple[str, ...]
    role: str
    tools: tuple[str, ...]
    status: str
    successor: str
    owner: str
    tokens: Tokens
    files: int
    size: int
    single: bool
    metaskill: bool
    by_model: bool
    by_user: bool
    requires: Requirements
    updated: str
    errors: int
    warnings: int
    infos: int
    verdicts: tuple[Verdict, ...]
    carried: Release | None = None
    scripts: bool = False
    language: str = ""
    alarm: AlarmLevel | None = None
    signature: str = ""
    signer: str = ""
    review: str = ""
    reviewer: str = ""
    help: Help | None = None

    @property
    def publication(self) -> Publication:
        """Whether it is offered now, in this version or in one that was published before."""
        if self.state is EntryState.WITHHELD:
            return Publication.WITHHELD
        return Publication.YANKED if self.release.yanked and self.carried is None else Publication.PUBLISHED

    @property
    def is_available(self) -> bool:
        """Whether indexes offer its release: published, with an archive, not yanked."""
        return self.state is EntryState.PUBLISHED and bool(self.release.archive) and not self.release.yanked

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it is made of: `metaskill` and `scripts` as they apply, else `files`, or `text` for SKILL.md alone."""
        named = (("metaskill", self.metaskill), ("scripts", self.scripts))
        return tuple(kind for kind, applies in named if applies) or ("text" if self.single else "files",)


class FileRecord(Struct, frozen=True):
    """A file of a skill.

    Attributes:
        kind: As `Resource.kind`; `skill` for SKILL.md itself.
        text: True when it is UTF-8 without NUL, under a path that can lie everywhere: only such gets a page.
        mode: 0o755 or 0o644.
        runs: What would run it: `python`, `bash`, `starlark`; empty for what is not a script.
        language: Of its highlighting, or empty.
        image: True for a raster image by name, content and such a path, which is published as it is.
        lines: Of a file that is UTF-8 without NUL; 0 for others.
    """

    path: str
    size: int
    sha256: str
    kind: str
    tokens: int
    text: bool
    mode: int
    runs: str
    language: str
    image: bool = False
    lines: int = 0


class PromptEntry(Struct, frozen=True):
    """One skill in one prompt format."""

    format: str
    text: str
    tokens: int


class Details(Struct, frozen=True):
    """What a skill's own page says beyond its entry.

    Attributes:
        fields: Every top-level front-matter field with its source text, in order.
        allowed_tools: As written, patterns included.
        comments: How many HTML comments the body has, which no reader of the rendered text sees.
        marks: The placeholders and shell lines, each where it stands first; none where that is not a line of SKILL.md.
        profiles: Profiles that the skill claims to satisfy.
        trust: Of the source that the skill lies in.
        tasks: How many it brings to be measured with.
        negative_tasks: How many of them say when it should not be chosen.
    """

    declared_name: str
    declared_version: str
    version: str
    compatibility: str
    homepage: str
    source: str
    related: tuple[str, ...]
    depends: tuple[tuple[str, str], ...]
    deprecated: str
    fields: tuple[tuple[str, str], ...]
    metadata: tuple[tuple[str, str], ...]
    allowed_tools: tuple[str, ...]
    required_tools: tuple[str, ...]
    input_schema: str
    invocation: Invocation
    placeholders: tuple[str, ...]
    shell_lines: tuple[str, ...]
    program: Program | None
    comments: int
    profiles: tuple[str, ...] = ()
    trust: Trust = Trust.LOCAL
    marks: tuple[BodyMark, ...] = ()
    tasks: int = 0
    negative_tasks: int = 0


_UNKNOWN = SelectionInput("", "")


class Spread(Struct, frozen=True):
    """The terms of one skill, laid out for the files that a browser searches in.

    Attributes:
        marks: The sum of its weights, and for each section of the index a number that tells its terms from others.
        text: The terms with their weights, by section.
    """

    marks: bytes
    text: bytes


class Excerpt(Struct, frozen=True):
    """Lines of a skill file around a finding.

    Attributes:
        line: That the finding is about.
        first: Number of the first of the lines.
        hint: What to do, or empty.
    """

    line: int
    first: int
    lines: tuple[str, ...]
    hint: str = ""


class PageRecord(Struct, frozen=True):
    """All that a build keeps of one skill: made by one worker, kept in the cache, without file contents.

    Attributes:
        key: SHA-256 over tree, origin, settings and tool version.
        findings: All rules' findings, sorted, judged by nobody.
        html: The rendered body, sanitized; links are relative to the skill's page.
        contents: Level, anchor and text of the body's headings.
        terms: What it is found by.
        own_terms: The stems that stand for the skill beside others, with their weights, sorted.
        mentions: Words of its texts that may be names of other skills, sorted.
        listed: The skill as hosts list it.
        excerpts: Of a skill file whose front matter cannot be read, around what keeps it from that.
        secret: It holds a credential or a private file: nothing is known here but its name and its findings.
        abilities: What it can do; its quotes hold no credential.
        signature: What was found of its signature; None where it has none.
        unsigned: Digest of its content without the files that its signature alone brings; empty where it brings none.
        reported: What its own files say that measuring it came to.
    """

    key: str
    entry: Entry
    details: Details
    files: tuple[FileRecord, ...]
    findings: tuple[Finding, ...]
    html: str
    contents: tuple[tuple[int, str, str], ...]
    terms: Spread
    prompts: tuple[PromptEntry, ...]
    own_terms: tuple[tuple[str, int], ...] = ()
    mentions: tuple[str, ...] = ()
    listed: SelectionInput = _UNKNOWN
    excerpts: tuple[Excerpt, ...] = ()
    secret: bool = False
    abilities: Abilities = Abilities()
    signature: SignatureFacts | None = None
    unsigned: str = ""
    reported: tuple[ReadResult, ...] = ()


class Rival(Struct, frozen=True):
    """A skill that may be taken for another one.

    Attributes:
        similarity: Of the two descriptions, 0 to 1, three digits.
        words: What both say, what tells most first.
    """

    name: str
    similarity: float
    words: tuple[str, ...]


class Relations(Struct, frozen=True, gc=False):
    """What the set and the catalog add to one skill's pages: functions of pairs.

    Attributes:
        releases: Newest first, the current one included.
        bundles: Names of the bundles that hold the skill.
        related: Names of related skills, at most six.
        shadowed: Paths of skills that lost the name.
        findings: The skill's findings, judged by the catalog's profiles; suppressed ones included.
        former_names: Names that it had before, sorted.
        dependents: Names of the skills that depend on it or name it, sorted.
        added_permissions: Of each of the releases, what it may do and the one before could not, in words; empty where
            nobody knows.
        purged: Tombstones of versions whose archives were taken away.
        alarms: Findings that raise an alarm, the gravest first; none that is accepted.
        release_alarms: Of each of the releases, the alarm that it raises, None where it raises none; empty where nobody
            knows of any.
        rivals: Skills that are hard to tell from it, the likest first; at most five.
        coverage: Who looked at the content that is offered; of a skill of which none is, at the one that is withheld.
        results: What measuring it came to, those about these bytes first.
    """

    releases: tuple[Release, ...]
    history: History
    bundles: tuple[str, ...]
    related: tuple[str, ...]
    shadowed: tuple[str, ...]
    findings: tuple[Judged, ...]
    former_names: tuple[str, ...] = ()
    dependents: tuple[str, ...] = ()
    added_permissions: tuple[tuple[str, ...], ...] = ()
    purged: tuple[Release, ...] = ()
    alarms: tuple[Finding, ...] = ()
    release_alarms: tuple[AlarmLevel | None, ...] = ()
    rivals: tuple[Rival, ...] = ()
    coverage: Coverage = NOT_COVERED
    results: tuple[Result, ...] = ()


class Overview(Struct, frozen=True):
    """Facts about the whole set; its size grows with tags and formats, not with skills.

    Attributes:
        skills: Number of entries; `withheld` and `yanked` of them are not published.
        tokens: Sums of the published entries.
        largest: Tokens of the largest body.
        tags: Pairs of value and count, most frequent first.
        duplicates: Name -> the paths that claim it, winner first.
        copies: Those of these paths whose skill is the winner's, file by file, from another source, sorted.
        nameless: Path and reason of each folder that has no usable name.
        hidden: How many more skills the configuration leaves out; they are no entries, and count nowhere else.
    """

    skills: int
    withheld: int
    errors: int
    warnings: int
    tokens: Tokens
    largest: int
    tags: tuple[tuple[str, int], ...]
    authors: tuple[tuple[str, int], ...]
    licenses: tuple[tuple[str, int], ...]
    tools: tuple[tuple[str, int], ...]
    statuses: tuple[tuple[str, int], ...]
    hosts: tuple[tuple[str, int], ...]
    duplicates: tuple[tuple[str, tuple[str, ...]], ...]
    nameless: tuple[tuple[str, str], ...]
    tombstones: tuple[Tombstone, ...]
    owners: tuple[tuple[str, int], ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()
    alarms: tuple[tuple[str, int], ...] = ()
    copies: tuple[str, ...] = ()
    yanked: int = 0
    hidden: int = 0

    @property
    def published(self) -> int:
        """How many entries are offered."""
        return self.skills - self.withheld - self.yanked

    @property
    def counts(self) -> SkillCounts:
        """How many skills were found, and what became of them."""
        return SkillCounts(
            published=self.published,
            yanked=self.yanked,
            withheld=self.withheld,
            hidden=self.hidden,
            shadowed=sum(len(paths) - 1 for _, paths in self.duplicates),
            nameless=len(self.nameless),
        )
