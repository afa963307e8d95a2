"""The summary of one skill, which every build reads; the rest of its record is read where it is rendered (pure)."""

from functools import cached_property

from msgspec import Struct

from skillpack.builder.store import decode
from skillpack.files.location import Location
from skillpack.model.entry import Entry
from skillpack.model.evaluation import ReadResult
from skillpack.model.finding import Finding
from skillpack.registry.skill_json import Permissions


class FileFragments(Struct, frozen=True, array_like=True):
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


class Summary(Struct, frozen=True, array_like=True, dict=True):
    """The part of a record that tells what the catalog makes of a skill.

    What few builds look into stays encoded: whether it is as it was is seen without decoding it.

    Attributes:
        name: Of the skill; empty without a usable one.
        key: SHA-256 of the tree, where it lies and the settings: it names the record; empty without a usable name.
        nameless: Why there is no usable name; empty where there is one.
        own_entry: The `entry`, encoded.
        found: The `findings`, encoded.
        links_out: Some of its links may lead to other skills of the set, or its tasks expect some.
        profiles: Profiles that the skill claims to satisfy.
        related: A `RelatedTerms`, encoded.
        uses: Names that it depends on or names, and words of its texts that may be names of others, encoded.
        texts: The `FileFragments` of each file that gets a page, encoded; empty for none.
        prompts: Digest of its pieces of prompt files.
        marks: Tells its search terms from others, by section of the index.
        listing: The `SelectionInput` that hosts list, encoded; empty without a usable name.
        own_permissions: The `permissions`, encoded.
        secret: It holds a credential or a private file.
        unsigned: Digest of its content without the files that its signature alone brings; empty where it brings none.
        own_reported: The `reported`, encoded; empty for none.
    """

    name: str
    key: str
    nameless: str
    own_entry: bytes
    found: bytes
    links_out: bool = False
    profiles: tuple[str, ...] = ()
    related: bytes = b""
    uses: bytes = b""
    texts: bytes = b""
    prompts: str = ""
    marks: bytes = b""
    listing: bytes = b""
    own_permissions: bytes = b""
    secret: bool = False
    unsigned: str = ""
    own_reported: bytes = b""

    @cached_property
    def reported(self) -> tuple[ReadResult, ...]:
        """What its own files say that measuring it came to."""
        return decode(self.own_reported, tuple[ReadResult, ...]) if self.own_reported else ()

    @cached_property
    def entry(self) -> Entry | None:
        """The entry of the skill by itself; None without a usable name."""
        return decode(self.own_entry, Entry) if self.own_entry else None

    @cached_property
    def permissions(self) -> Permissions:
        """What it asks for and can do."""
        return decode(self.own_permissions, Permissions) if self.own_permissions else Permissions()

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What all rules found, judged by nobody."""
        return decode(self.found, tuple[Finding, ...])


class SkillRecord(Struct, frozen=True, gc=False):
    """A location with the summary of what lies there.

    Attributes:
        key: Of the location, by which the store knows the rest of the record.
        digest: Of the summary as it is stored.
    """

    location: Location
    summary: Summary
    key: str
    digest: str

    @property
    def name(self) -> str:
        """The name of the skill; empty without a usable one."""
        return self.summary.name

    @property
    def entry(self) -> Entry:
        """The entry of a skill that has a usable name.

        Raises:
            ValueError: It has none.
        """
        if self.summary.entry is None:
            raise ValueError(f"`{self.location.path}` has no usable name")
        return self.summary.entry
