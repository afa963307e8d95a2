"""FM: the fields of the front matter by name: given twice, unknown."""

import difflib
import re
from collections import Counter
from collections.abc import Iterator

from skillpack.check.edits import lift
from skillpack.check.fields import SIX, faults, full_version, in_list, readable, shortened
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Document, FaultKind, Field, NodeKind, ScalarType
from skillpack.model.finding import Fix
from skillpack.model.tree import Form

_METASKILL = ("metaskill", "metaskill_language")
_READ_BY_ALL = ("name", "description", "metadata")
_COMPARED = 100  # fields that are compared with those of the specification
_NAME = 40  # characters of a name that can be a slip of the pen
_SHOWN = 2000  # characters of all unknown names together
_YAML_FORM = ("instructions",)
_KEYS_OF_REQUIRES = ("bins", "env", "os")
_PORTABLE = {"required_tools": "required-tools"}
"""Extension fields whose portable form is spelled otherwise."""


@rule("FM005", "duplicate-key", source="YAML 1.2, section 3.2.1.1; skills-ref")
def duplicate_key(subject: Subject) -> Iterator[Hit]:
    """A field is given twice.

    Why: strict readers refuse the file, others silently use the last value, and one reads the whole
    file as the body.

    Fix: keep one of the two.
    """
    for fault in faults(subject.skill.document, FaultKind.DUPLICATE_KEY):
        if not fault.detail.startswith("metadata."):
            yield Hit(
                f"`{shortened(fault.detail)}` is given twice",
                at=fault.span,
                hint="keep one of the two",
                facts=(("key", fault.detail), *_kind_of(fault.detail)),
            )


@rule("FM006", "unknown-field", source="Agent Skills specification, frontmatter")
def unknown_field(subject: Subject) -> Iterator[Hit]:
    """A field is none of the six of the specification, and no known host reads it.

    Why: strict readers refuse the whole skill because of it, others ignore the field. In `metadata`
    authors may write what they like. A field that some host reads, such as `disable-model-invocation`,
    must stay where it is: no host looks for it in `metadata`.

    Fix: correct the spelling, or move the field into `metadata` (`skillpack check --fix
    --unsafe-fixes` does it).
    """
    document = subject.skill.document
    yaml = subject.skill.origin.form is Form.YAML
    known = SIX + _YAML_FORM if yaml else SIX
    unknown = [field for field in document.fields if field.name not in known and field.key_type is not ScalarType.NONE]
    if not unknown or not readable(document):
        return
    names = ", ".join(sorted({field.name for field in unknown}))[:_SHOWN]
    hosts = subject.host_fields
    lifted = [() if yaml or field.name in hosts else _lifted(field) for field in unknown]
    written = Counter(name for pairs in lifted for name, _ in pairs)
    for number, (field, pairs) in enumerate(zip(unknown, lifted, strict=True)):
        meant = _closest_key(field.name) if number < _COMPARED and field.name not in hosts else ""
        keys = ", ".join(f"metadata.{name}" for name, _ in pairs)
        readers = in_list(hosts.get(field.name, ()))
        hint = f"did you mean `{meant}`?" if meant else f"write it as `{keys}`" if pairs else ""
        hint = f"leave it where it is for {readers}" if readers else hint
        yield Hit(
            f"`{shortened(field.name)}` is not a field of the specification",
            at=field.span,
            hint=hint or "leave it out, or move it into `metadata` as text",
            facts=(("field", field.name), ("fields", names), *((("readers", readers),) if readers else ())),
            # Two fields that would become one key of `metadata` both stay.
            fix=None if meant or any(written[name] > 1 for name, _ in pairs) else _lifting(document, field, pairs),
        )


def _kind_of(path: str) -> tuple[tuple[str, str], ...]:
    """Return the kind of a field that is given twice: some readers mind only the fields that they read."""
    if path in _READ_BY_ALL:
        return ()
    return (("kind", "deeper" if "." in path else "other"),)


def _closest_key(name: str) -> str:
    """Return the field of the specification that was probably meant, or nothing."""
    if len(name) > _NAME:
        return ""
    return next(iter(difflib.get_close_matches(name.lower().replace("_", "-"), SIX, n=1, cutoff=0.75)), "")


def _lifted(field: Field) -> tuple[tuple[str, str], ...]:
    """Return the names and texts that say the same within `metadata`; empty where text cannot say it."""
    if field.name in _METASKILL or not field.name:
        return ()
    if field.name == "requires":
        return _lifted_needs(field)
    text = _as_text(field)
    if field.name == "version":
        text = full_version(text) or text
    return ((_PORTABLE.get(field.name, field.name), text),) if text else ()


def _lifted_needs(field: Field) -> tuple[tuple[str, str], ...]:
    items = field.value.items
    if field.value.kind is not NodeKind.MAP or any(item.name not in _KEYS_OF_REQUIRES for item in items):
        return ()
    pairs = tuple((f"requires-{item.name}", _as_text(item)) for item in items)
    return pairs if pairs and all(text for _, text in pairs) else ()


def _as_text(field: Field) -> str:
    """Return a scalar's text, or the scalars of a list joined; empty for everything else."""
    node = field.value
    if node.kind is NodeKind.SCALAR:
        return node.text
    texts = [item.value.text for item in node.items if item.value.kind is NodeKind.SCALAR]
    return ", ".join(texts) if node.kind is NodeKind.LIST and len(texts) == len(node.items) else ""


def _lifting(document: Document, field: Field, pairs: tuple[tuple[str, str], ...]) -> Fix | None:
    plain = field.key_type is ScalarType.TEXT and re.fullmatch(r"[A-Za-z][\w.-]*", field.name, re.ASCII)
    if not pairs or not plain:
        return None
    edits = lift(document, field, pairs)
    return Fix(f"move `{field.name}` into `metadata`", safe=False, edits=edits) if edits else None
