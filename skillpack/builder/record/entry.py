"""A parsed skill -> what lists and pages say of it (pure)."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from skillpack.check.judge import verdict
from skillpack.model.document import NOWHERE, BodyMark, Document, Span
from skillpack.model.entry import Details, Entry, EntryState, Tokens
from skillpack.model.evidence import SignatureFacts
from skillpack.model.finding import Finding
from skillpack.model.profile import Profile
from skillpack.model.release import Release
from skillpack.model.skill import ParsedSkill, estimated_tokens

SKILL_FILE = "SKILL.md"


class CountedFile(Protocol):
    """A file as far as an entry counts it."""

    @property
    def size(self) -> int:
        """Bytes."""

    @property
    def kind(self) -> str:
        """As `Resource.kind`; `skill` for SKILL.md itself."""

    @property
    def tokens(self) -> int:
        """Estimated, 0 for what is not text."""


def make_entry(
    skill: ParsedSkill,
    release: Release,
    records: Sequence[CountedFile],
    findings: Sequence[Finding],
    profiles: Iterable[Profile],
    signature: SignatureFacts | None = None,
) -> Entry:
    """Return a skill in small; state and counts are the catalog's to judge and are left at their defaults."""
    about, body = skill.about, skill.document.body.text
    return Entry(
        name=skill.name,
        path=located_file(skill),
        description=skill.description,
        state=EntryState.PUBLISHED,
        release=release,
        license=skill.license or "",
        tags=about.tags,
        authors=about.authors,
        role=about.role,
        tools=tuple(sorted({tool.split("(")[0] for tool in skill.allowed_tools})),
        status="deprecated" if about.deprecated else "",
        successor="",
        owner="",
        tokens=Tokens(
            always=estimated_tokens(skill.name + skill.description),
            opened=estimated_tokens(body),
            on_demand=sum(record.tokens for record in records if record.kind != "skill"),
        ),
        files=len(records),
        size=sum(record.size for record in records),
        single=len(records) == 1,
        metaskill=skill.program is not None,
        by_model=skill.invocation.by_model,
        by_user=skill.invocation.by_user,
        requires=skill.requires,
        updated=about.updated,
        errors=0,
        warnings=0,
        infos=0,
        verdicts=tuple(verdict(findings, profile) for profile in profiles),
        language=about.language,
        scripts=any(record.kind == "script" for record in records),
        signature=str(signature.state) if signature is not None else "",
        signer=signature.signer if signature is not None else "",
    )


def located_file(skill: ParsedSkill) -> str:
    """Return the path of a skill's file as people write it."""
    return skill.origin.locate(skill.document.path or SKILL_FILE)


def description_span(skill: ParsedSkill) -> Span:
    """Return where the description of a skill stands in its file."""
    field = skill.document.field("description")
    return field.value.span if field is not None else NOWHERE


def make_details(skill: ParsedSkill) -> Details:
    """Return the details that a skill's own page shows beside its entry."""
    body, about = skill.document.body, skill.about
    return Details(
        declared_name=skill.declared_name or "",
        declared_version=skill.identity.declared,
        version=skill.identity.version,
        compatibility=skill.compatibility or "",
        homepage=about.homepage,
        source=about.source,
        related=about.related,
        depends=about.depends,
        deprecated=about.deprecated,
        fields=tuple((field.name, field.value.text) for field in skill.document.fields),
        metadata=skill.metadata,
        allowed_tools=skill.allowed_tools,
        required_tools=skill.required_tools,
        input_schema=skill.input_schema or "",
        invocation=skill.invocation,
        placeholders=tuple(dict.fromkeys(mark.text for mark in body.placeholders)),
        shell_lines=tuple(dict.fromkeys(mark.text for mark in body.shell_lines)),
        program=skill.program,
        comments=len(body.comments),
        profiles=about.profiles,
        trust=skill.origin.trust,
        marks=_positions(skill.document),
    )


def _positions(document: Document) -> tuple[BodyMark, ...]:
    """Return placeholders and shell lines where each stands first; lines of a YAML file are none of SKILL.md."""
    if document.path.endswith((".yaml", ".yml")):
        return ()
    found: dict[str, BodyMark] = {}
    for mark in (*document.body.placeholders, *document.body.shell_lines):
        found.setdefault(mark.text, mark)
    return tuple(found.values())
