"""MD: `metadata`, and what a catalog reads from it."""

import re
from collections.abc import Iterator

from skillpack.check.edits import quote_scalar, replace_scalar, safe_fix
from skillpack.check.fields import (
    faults,
    full_version,
    in_words,
    is_null,
    items,
    python_type,
    shortened,
    value_of,
)
from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import FaultKind, Field, Node, NodeKind, ScalarType
from skillpack.model.finding import Fix
from skillpack.model.version import is_label

_KEY_LIMIT = 256  # characters
_METADATA = "Agent Skills specification, metadata"
_COERCED = frozenset({ScalarType.INTEGER, ScalarType.FLOAT, ScalarType.BOOLEAN})
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ].*)?", re.ASCII)
_SKILL = re.compile(r"[\w-]{1,64}")
_COMPARATOR = re.compile(
    r"(?:[\^~=]|[<>]=?)?v?\d+(?:\.(?:\d+|[xX*])){0,2}(?:-[0-9A-Za-z.-]+)?|\*|-|[<>=^~]=?", re.ASCII
)
_ROLES = ("generator", "coordinator", "verifier")


@rule("MD001", "metadata-not-mapping", source=_METADATA)
def metadata_not_mapping(subject: Subject) -> Iterator[Hit]:
    """`metadata` is not a mapping.

    Why: hosts and catalogs look up its values by name; strict hosts refuse anything else.

    Fix: write one `key: value` per line, indented below `metadata:`.
    """
    node = value_of(subject.skill.document, "metadata")
    if node is not None and node.kind is not NodeKind.MAP and not is_null(node):
        yield Hit(
            f"`metadata` is {in_words(node)}, not a mapping",
            at=node.span,
            hint="write one `key: value` per line, indented below it",
            facts=(("type", python_type(node)),),
        )


@rule("MD002", "metadata-key-not-text", source=_METADATA)
def metadata_key_not_text(subject: Subject) -> Iterator[Hit]:
    """YAML does not read a key of `metadata` as text.

    Why: `on:` is a boolean and `1:` a number for most readers; hosts that want text refuse it.

    Fix: put the key in quotes, or choose another word.
    """
    for field in _entries(subject):
        if field.key_type not in {ScalarType.TEXT, ScalarType.NONE}:
            yield Hit(
                f"the key `{shortened(field.name)}` of `metadata` is not text",
                at=field.span,
                hint=f'write `"{shortened(field.name)}":`',
                facts=(("key", field.name),),
            )


@rule("MD003", "metadata-value-coerced", source=_METADATA)
def metadata_value_coerced(subject: Subject) -> Iterator[Hit]:
    """A value of `metadata` is a number or a boolean.

    Why: the specification wants text. Hosts convert the value in their own ways: `1.10` becomes `1.1`
    and `true` becomes `True`.

    Fix: put the value in quotes (`skillpack check --fix` does it).
    """
    for field in _entries(subject):
        node = field.value
        if node.kind is NodeKind.SCALAR and node.type in _COERCED:
            yield Hit(
                f"`metadata.{shortened(field.name)}` is {in_words(node)}, not text",
                at=node.span,
                hint=f'write `"{shortened(node.text)}"`',
                facts=(("key", field.name), ("type", python_type(node))),
                fix=_version_fix(subject, node) if field.name == "version" else _quoting(subject, node),
            )


@rule("MD004", "metadata-value-not-text", source=_METADATA)
def metadata_value_not_text(subject: Subject) -> Iterator[Hit]:
    """A value of `metadata` is a list, a mapping, a date or missing.

    Why: the specification wants text; one host refuses the skill, another prints the value as a program
    would.

    Fix: write text; put several values into one text, separated by commas.
    """
    for field in _entries(subject):
        node = field.value
        if node.kind is NodeKind.SCALAR and node.type not in {ScalarType.NULL, ScalarType.DATE}:
            continue
        joined = ", ".join(item.value.text for item in node.items) if node.kind is NodeKind.LIST else ""
        yield Hit(
            f"`metadata.{shortened(field.name)}` is {in_words(node)}, not text",
            at=field.span if is_null(node) else node.span,
            hint=f"write `{shortened(joined)}`" if joined else "write text, in quotes where it looks like a date",
            facts=(
                ("key", field.name),
                *(() if is_null(node) else (("kind", field.name),)),
                ("type", python_type(node)),
            ),
            fix=_quoting(subject, node),
        )


@rule("MD005", "metadata-duplicate-key", source=_METADATA)
def metadata_duplicate_key(subject: Subject) -> Iterator[Hit]:
    """A key of `metadata` is given twice.

    Why: strict readers refuse the file, others silently use the last value.

    Fix: keep one of the two.
    """
    for fault in faults(subject.skill.document, FaultKind.DUPLICATE_KEY):
        if fault.detail.startswith("metadata."):
            yield Hit(
                f"`{shortened(fault.detail)}` is given twice",
                at=fault.span,
                hint="keep one of the two",
                facts=(("key", fault.detail.partition(".")[2]), ("kind", fault.detail.partition(".")[2])),
            )


@rule(
    "MD006",
    "metadata-key-too-long",
    source="AgentSkills.dfy (boxxy)",
    threshold=_KEY_LIMIT,
)
def metadata_key_too_long(subject: Subject) -> Iterator[Hit]:
    """A key of `metadata` has more than 256 characters.

    Why: a key is a name; text of this length is probably a value in the wrong place.

    Fix: shorten the key.
    """
    for field in _entries(subject):
        limit = subject.threshold("MD006", _KEY_LIMIT)
        if len(field.name) > limit:
            yield Hit(
                f"a key of `metadata` has {len(field.name)} characters; at most {limit} are allowed",
                at=field.span,
                hint="shorten the key",
                facts=measured(len(field.name), _KEY_LIMIT),
            )


@rule("MD007", "version-not-semver", source="Semantic Versioning 2.0.0")
def version_not_semver(subject: Subject) -> Iterator[Hit]:
    """The declared version is not a full semantic version.

    Why: only three numbers, perhaps with a prerelease, can label a release: `install NAME@^1.2` cannot
    order anything else. The skill is published under the first digits of its digest instead.

    Fix: write `1.2.0` instead of `1.2` (`skillpack check --fix` does it); leave build metadata (`+...`)
    out.
    """
    node = _version(subject)
    declared = subject.skill.identity.declared
    if node is None or not declared.strip() or is_label(declared):
        return
    full = full_version(declared)
    yield Hit(
        f"the version `{shortened(declared)}` is not a full semantic version",
        at=node.span,
        hint=f"write `{full}`" if full else "write three numbers, such as `1.2.0`",
        fix=_version_fix(subject, node) if full else None,
    )


@rule("MD008", "updated-not-date", source="ISO 8601")
def updated_not_date(subject: Subject) -> Iterator[Hit]:
    """`metadata.updated` is not an ISO date.

    Why: feeds and lists sort by it.

    Fix: write it as `2026-01-31`, in quotes.
    """
    for field in _named(subject, "updated"):
        text = field.value.text.strip()
        if text and not _DATE.fullmatch(text):
            yield Hit(
                f"`metadata.updated` is `{shortened(text)}`, not an ISO date",
                at=field.value.span,
                hint='write it as `"2026-01-31"`',
            )


@rule("MD009", "depends-not-readable", source="skillpack, dependencies")
def depends_not_readable(subject: Subject) -> Iterator[Hit]:
    """`metadata.depends` cannot be read.

    Why: `skillpack install` installs what a skill depends on as well.

    Fix: write names with version ranges, separated by commas: `pdf ^1.2, tables`.
    """
    for field in _named(subject, "depends"):
        for name, wanted in subject.skill.about.depends:
            if not _SKILL.fullmatch(name) or not _is_range(wanted):
                shown = shortened(f"{name} {wanted}".strip())
                yield Hit(
                    f"`metadata.depends` contains `{shown}`, which is not a name with a range",
                    at=field.value.span,
                    hint="write it like `pdf ^1.2, tables`",
                )


@rule("MD010", "role-unknown", source="formal guide (boxxy), parts 4 and 11")
def role_unknown(subject: Subject) -> Iterator[Hit]:
    """`metadata.role` is not one of the three roles.

    Why: a catalog shows generators, coordinators and verifiers, each in its color, and leaves any other
    role out.

    Fix: write `generator`, `coordinator` or `verifier`.
    """
    for field in _named(subject, "role"):
        role = subject.skill.about.role
        if role and role not in _ROLES:
            yield Hit(
                f"the role `{shortened(role)}` is unknown",
                at=field.value.span,
                hint="write `generator`, `coordinator` or `verifier`",
            )


def _entries(subject: Subject) -> tuple[Field, ...]:
    """Return the entries of `metadata`."""
    node = value_of(subject.skill.document, "metadata")
    return items(node) if node is not None else ()


def _named(subject: Subject, name: str) -> Iterator[Field]:
    """Yield the last entry of `metadata` with that name, once or not at all."""
    yield from [field for field in _entries(subject) if field.name == name][-1:]


def _version(subject: Subject) -> Node | None:
    """Return the value that is the declared version: `metadata.version`, else a top-level `version`."""
    found = next(_named(subject, "version"), None)
    node = found.value if found is not None and found.value.text else value_of(subject.skill.document, "version")
    return node if node is not None and not is_null(node) else None


def _version_fix(subject: Subject, node: Node) -> Fix | None:
    """Return the one fix of a version that is neither text nor full; two rules offer it, and it is applied once."""
    full = full_version(node.text)
    if not full or full == node.text:
        return _quoting(subject, node)
    return safe_fix(f"write the version as `{full}`", replace_scalar(subject.skill.document, node, full))


def _quoting(subject: Subject, node: Node) -> Fix | None:
    return safe_fix(f"put `{shortened(node.text)}` in quotes", quote_scalar(subject.skill.document, node))


def _is_range(text: str) -> bool:
    """Return True for a semver range or nothing."""
    return all(_COMPARATOR.fullmatch(word) for word in text.replace("||", " ").split())
