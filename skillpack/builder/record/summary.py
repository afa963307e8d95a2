"""The summary of one skill, which every build reads; the rest of its record is read where it is rendered (pure)."""

from msgspec import Struct

from skillpack.builder.related import NO_TERMS, RelatedTerms
from skillpack.files.location import Location
from skillpack.model.entry import Entry
from skillpack.model.finding import Finding
from skillpack.model.selection import SelectionInput
from skillpack.registry.skill_json import Powers


class FileFragments(Struct, frozen=True):
    """A file that gets a page.

    Attributes:
        source: Key of the fragment that its text became, highlighted.
        rendered: Of the one that its Markdown became; empty for what is no Markdown, and for the skill file.
    """

    path: str
    source: str
    rendered: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its fragments."""
        return (self.source, self.rendered) if self.rendered else (self.source,)


class Summary(Struct, frozen=True):
    """The part of a record that tells what the catalog makes of a skill.

    Attributes:
        key: SHA-256 of the tree, where it lies and the settings: it names the record; empty without a usable name.
        nameless: Why there is no usable name; empty where there is one.
        entry: None without a usable name.
        findings: Of all rules, judged by nobody.
        profiles: Profiles that the skill claims to satisfy.
        related: What decides which skills are related to it.
        texts: The fragments of each file that gets a page.
        prompts: Digest of its pieces of prompt files.
        marks: Tells its search terms from others, by section of the index.
        listing: The skill as hosts list it; None without a usable name.
        powers: What it asks for and can do.
        secret: It holds a credential or a private file.
    """

    key: str
    nameless: str
    entry: Entry | None
    findings: tuple[Finding, ...]
    profiles: tuple[str, ...] = ()
    related: RelatedTerms = NO_TERMS
    texts: tuple[FileFragments, ...] = ()
    prompts: str = ""
    marks: bytes = b""
    listing: SelectionInput | None = None
    powers: Powers = Powers()
    secret: bool = False


class SkillRecord(Struct, frozen=True):
    """A location with the summary of what lies there.

    Attributes:
        key: Of the location, by which the store knows the rest of the record.
    """

    location: Location
    summary: Summary
    key: str

    @property
    def entry(self) -> Entry:
        """The entry of a skill that has a usable name.

        Raises:
            ValueError: It has none.
        """
        if self.summary.entry is None:
            raise ValueError(f"`{self.location.path}` has no usable name")
        return self.summary.entry
