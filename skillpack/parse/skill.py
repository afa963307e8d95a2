"""A candidate -> a skill, always: every fault is kept in it, nothing is dropped."""

from collections.abc import Iterator

from msgspec.structs import replace

from skillpack.model.digest import body_version, tree_digest
from skillpack.model.document import Document
from skillpack.model.limits import Limits
from skillpack.model.program import Program
from skillpack.model.skill import Identity, ParsedSkill, Resource, estimated_tokens_above
from skillpack.model.tree import Form, SourceTree
from skillpack.model.version import label_of
from skillpack.parse.about import read_about
from skillpack.parse.compose import published_tree
from skillpack.parse.document import LIMITS, effective_name, read_document, reread_document
from skillpack.parse.front_matter import metis_body
from skillpack.parse.invocation import read_invocation, read_required_tools, read_requirements, read_tools
from skillpack.parse.program.program import find_program
from skillpack.parse.values import joined_text, mapping_of, text_of

KNOWN_FIELDS = frozenset(
    {
        *("name", "description", "license", "compatibility", "metadata", "allowed-tools"),
        *("metaskill", "metaskill_language"),
        *("disable-model-invocation", "user-invocable", "argument-hint", "model", "context", "agent"),
        *("requires", "required_tools", "input_schema"),
    }
)
"""The top-level fields that one of the five specifications defines."""

_KINDS = {"scripts": "script", "references": "reference", "assets": "asset", "examples": "example"}


def parse_skill(candidate: SourceTree, limits: Limits = LIMITS, *, scanned: bool = True) -> ParsedSkill:
    """Return the skill; whatever is wrong with it is kept as faults of its document and its program.

    Args:
        scanned: False where nobody asks what stands in the body but its text.
    """
    document = read_document(candidate, limits, scanned=scanned)
    metadata = read_metadata(document)
    program = find_program(document, candidate)
    known = KNOWN_FIELDS | {"instructions"} if candidate.origin.form is Form.YAML else KNOWN_FIELDS
    declared_name = document.field("name")
    return ParsedSkill(
        origin=candidate.origin,
        document=document,
        name=effective_name(document, candidate.origin),
        declared_name=declared_name.value.text if declared_name else None,
        description=_text(document, "description") or "",
        license=_text(document, "license"),
        compatibility=_text(document, "compatibility"),
        metadata=tuple(metadata.items()),
        allowed_tools=read_tools(document.field("allowed-tools")),
        about=read_about(document, metadata),
        invocation=read_invocation(document, metadata),
        requires=read_requirements(document, metadata),
        required_tools=read_required_tools(document, metadata),
        input_schema=text_of(document.field("input_schema")) or metadata.get("input-schema"),
        program=program,
        resources=tuple(_resources(candidate, document.path, program)),
        extra=tuple(field for field in document.fields if field.name not in known),
        identity=_identity(candidate, document, metadata),
        skipped=candidate.skipped,
    )


def reread(skill: ParsedSkill, text: str, limits: Limits = LIMITS) -> ParsedSkill:
    """Return a skill whose file holds another text; what its fields say is that of the text, the body stays."""
    document = reread_document(skill.document, text, limits)
    declared_name = document.field("name")
    return replace(
        skill,
        document=document,
        name=effective_name(document, skill.origin),
        declared_name=declared_name.value.text if declared_name else None,
        description=_text(document, "description") or "",
        allowed_tools=read_tools(document.field("allowed-tools")),
        invocation=read_invocation(document, read_metadata(document)),
    )


def read_metadata(document: Document) -> dict[str, str]:
    """Return the keys and source texts of `metadata` in order; of a key given twice the last value counts."""
    return {field.name: joined_text(field.value) for field in mapping_of(document.field("metadata"))}


def _text(document: Document, name: str) -> str | None:
    text = text_of(document.field(name))
    return None if text is None else text.strip()


def _resources(candidate: SourceTree, skill_file: str, program: Program | None) -> Iterator[Resource]:
    program_path = program.path if program else ""
    for path, size in candidate.listing:
        if path == skill_file:
            continue
        folder, slash, _ = path.partition("/")
        kind = "program" if path == program_path else _KINDS.get(folder, "other") if slash else "other"
        yield Resource(path, size, kind, _tokens(candidate.tree.files.get(path, b"")))


def _tokens(content: bytes) -> int:
    """Return the estimated tokens of a file, 0 for what is not text."""
    if b"\0" in content:
        return 0
    try:
        return estimated_tokens_above(content.decode())
    except UnicodeDecodeError:
        return 0


def _identity(candidate: SourceTree, document: Document, metadata: dict[str, str]) -> Identity:
    declared = metadata.get("version") or text_of(document.field("version")) or ""
    digest = tree_digest(published_tree(candidate, document)) if candidate.whole else ""
    body = document.body.text
    if candidate.origin.form is not Form.YAML:
        body = metis_body(document.text, body)
    return Identity(body_version(body), declared, label_of(declared, digest), digest)
