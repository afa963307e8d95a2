"""One skill with all fields of the five specifications."""

from msgspec import Struct

from skillpack.model.document import Document, Field
from skillpack.model.program import Program
from skillpack.model.requirements import Requirements
from skillpack.model.tree import Origin, SkippedFile


class Resource(Struct, frozen=True):
    """A file beside SKILL.md.

    Attributes:
        size: Bytes.
        kind: `script`, `reference`, `asset`, `example`, `program` or `other`, by its place.
        tokens: Estimated, 0 for what is not text or was not read.
    """

    path: str
    size: int
    kind: str
    tokens: int


class Invocation(Struct, frozen=True):
    """Who may start the skill, and how (instructor-php, Invocation Control).

    Attributes:
        by_model: False with `disable-model-invocation`.
        by_user: False with `user-invocable: false`.
        hint: `argument-hint` as written.
        model: Model that a host should use meanwhile.
        context: `fork`, or empty.
        agent: Kind of subagent for `fork`.
    """

    by_model: bool = True
    by_user: bool = True
    hint: str = ""
    model: str = ""
    context: str = ""
    agent: str = ""


class About(Struct, frozen=True):
    """What a catalog shows and the specifications do not define: read from `metadata`.

    Attributes:
        updated: ISO date as written, or empty.
        depends: Pairs of name and semver range.
        deprecated: Text of the field; `true` or a reason; empty for no.
        role: `generator`, `coordinator`, `verifier`, or empty.
        profiles: Profiles that the skill claims to satisfy.
        language: Tag of the language that the skill is written in, or empty.
    """

    authors: tuple[str, ...] = ()
    updated: str = ""
    homepage: str = ""
    source: str = ""
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    deprecated: str = ""
    depends: tuple[tuple[str, str], ...] = ()
    role: str = ""
    profiles: tuple[str, ...] = ()
    language: str = ""


class Identity(Struct, frozen=True):
    """The three names for version, and the label that people see.

    Attributes:
        version: Metis's: sha256 of the body, 16 hex digits.
        declared: `metadata.version` as written, else a top-level `version`, else empty.
        label: What people see as the version; empty when `digest` is.
        digest: Of the published tree, 64 hex digits; empty when the tree was not read whole.
    """

    version: str
    declared: str
    label: str
    digest: str


class ParsedSkill(Struct, frozen=True):
    """A skill as parsed, faults and all; the tree is kept apart.

    Attributes:
        name: The effective name: declared, else the folder's or the file's, NFKC.
        declared_name: Source text of `name`, or None.
        description: Stripped; empty where there is none.
        metadata: Keys and source texts in order; values that are lists are joined by `, `.
        required_tools: Documentation only (ash).
        input_schema: YAML source text, or None (ash: documentation only).
        resources: Every file but the skill file itself, sorted.
        extra: Top-level fields that no specification here defines.
    """

    origin: Origin
    document: Document
    name: str
    declared_name: str | None
    description: str
    license: str | None
    compatibility: str | None
    metadata: tuple[tuple[str, str], ...]
    allowed_tools: tuple[str, ...]
    about: About
    invocation: Invocation
    requires: Requirements
    required_tools: tuple[str, ...]
    input_schema: str | None
    program: Program | None
    resources: tuple[Resource, ...]
    extra: tuple[Field, ...]
    identity: Identity
    skipped: tuple[SkippedFile, ...]


def estimated_tokens(text: str) -> int:
    """Return a rough token count, at least 1 (Metis, section 5: characters // 4)."""
    return max(1, len(text) // 4)


def estimated_tokens_above(text: str) -> int:
    """Return a rough token count rounded up, 0 for no text (boxxy's formal guide: ceil of characters / 4)."""
    return -(-len(text) // 4)
