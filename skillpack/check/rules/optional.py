"""OP: the optional fields `license` and `compatibility`."""

import difflib
import re
from collections.abc import Iterator
from functools import cache

from skillpack.check.edits import quote_scalar, safe_fix
from skillpack.check.fields import in_words, is_null, is_text, python_type, shortened, value_of
from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import NodeKind

_LIMIT = 500  # characters
_OPERATORS = frozenset({"and", "or", "with"})
_LICENSE = "Agent Skills specification, license"
_COMPATIBILITY = "Agent Skills specification, compatibility"
_COMMON = ("MIT", "Apache-2.0", "BSD-3-Clause", "BSD-2-Clause", "ISC", "MPL-2.0", "CC-BY-4.0", "CC0-1.0", "Unlicense")
"""What nearly every skill declares: known without asking the list of licenses, which takes time to set up."""
_PROSE = re.compile(r"proprietary|all rights reserved|unlicensed|confidential|internal use|\bterms\b", re.IGNORECASE)
_FILE = re.compile(r"\b[\w/-]*(?:LICEN[CS]E|COPYING|NOTICE)(?:[.-][\w.-]+)?|\b[\w/-]+\.(?:txt|md|TXT|MD)\b")
_WORD = re.compile(r"[()]|[^\s()]+")
_OWN_NAME = re.compile(r"(?:documentref-[\w.-]+:)?licenseref-[\w.-]+", re.ASCII)


@rule("OP001", "license-not-text", source=_LICENSE)
def license_not_text(subject: Subject) -> Iterator[Hit]:
    """The license is not text.

    Why: strict hosts refuse the skill, and nobody can tell what is allowed.

    Fix: write the name of one license, or name the file of the skill that has the terms.
    """
    return _not_text(subject, "license")


@rule("OP002", "compatibility-not-text", source=_COMPATIBILITY)
def compatibility_not_text(subject: Subject) -> Iterator[Hit]:
    """The compatibility is not text.

    Why: the field is a sentence for people and agents; strict hosts refuse lists and numbers.

    Fix: write what the skill needs as one sentence.
    """
    return _not_text(subject, "compatibility")


@rule("OP003", "compatibility-empty", source=_COMPATIBILITY)
def compatibility_empty(subject: Subject) -> Iterator[Hit]:
    """The compatibility is empty.

    Why: the specification wants 1 to 500 characters.

    Fix: say what the skill needs, or leave the field out.
    """
    node = value_of(subject.skill.document, "compatibility")
    if node is not None and node.kind is NodeKind.SCALAR and (is_null(node) or not node.text.strip()):
        yield Hit("`compatibility` is empty", at=node.span, hint="leave the field out")


@rule("OP004", "compatibility-too-long", source=_COMPATIBILITY, threshold=_LIMIT)
def compatibility_too_long(subject: Subject) -> Iterator[Hit]:
    """The compatibility has more than 500 characters.

    Why: strict hosts refuse the skill.

    Fix: keep the requirements, and move explanations into the body.
    """
    node = value_of(subject.skill.document, "compatibility")
    limit = subject.threshold("OP004", _LIMIT)
    if node is not None and node.kind is NodeKind.SCALAR and len(node.text) > limit:
        yield Hit(
            f"`compatibility` has {len(node.text)} characters; at most {limit} are allowed",
            at=node.span,
            hint="move explanations into the body",
            facts=measured(len(node.text), _LIMIT),
        )


@rule("OP005", "license-not-spdx", source="SPDX 3.0, license expressions")
def license_not_spdx(subject: Subject) -> Iterator[Hit]:
    """The license is not an SPDX expression.

    Why: tools and people compare licenses by their SPDX names; `Apache 2.0` and `Apache License`
    are not the same word as `Apache-2.0`. A sentence that names a file of the skill is fine.

    Fix: write the name from the SPDX list.
    """
    node = value_of(subject.skill.document, "license")
    if node is None or not is_text(node):
        return
    text = node.text.strip()[:_LIMIT]
    if not text or text in _COMMON or _PROSE.search(text) or _FILE.search(text) or _is_expression(text):
        return
    meant = _nearest(text)
    yield Hit(
        f"the license `{shortened(text)}` is not an SPDX expression",
        at=node.span,
        hint=f"did you mean `{meant}`?"
        if meant
        else "write a name from the SPDX list, or name the file with the terms",
    )


@rule("OP006", "license-file-missing", source=_LICENSE)
def license_file_missing(subject: Subject) -> Iterator[Hit]:
    """The license names a file that is not in the skill.

    Why: people who install the skill get only its folder and cannot read the terms.

    Fix: put the file into the skill, or write the name of the license.
    """
    node = value_of(subject.skill.document, "license")
    if node is None or not is_text(node):
        return
    held = {resource.path for resource in subject.skill.resources}
    for name in _FILE.findall(node.text[:_LIMIT]):
        if "." in name and name.rstrip(".") not in held:
            yield Hit(
                f"the license names `{shortened(name)}`, which is not in the skill",
                at=node.span,
                hint="put the file into the skill",
            )


def _not_text(subject: Subject, name: str) -> Iterator[Hit]:
    """Yield a hit for a value that is no text; a field without a value is none (but see OP003)."""
    document = subject.skill.document
    node = value_of(document, name)
    if node is not None and not is_text(node) and not is_null(node):
        yield Hit(
            f"`{name}` is {in_words(node)}, not text",
            at=node.span,
            hint="put it in quotes" if node.kind is NodeKind.SCALAR else "write one text",
            facts=(("type", python_type(node)),),
            fix=safe_fix(f"put the value of `{name}` in quotes", quote_scalar(document, node)),
        )


def _is_expression(text: str) -> bool:
    """Return True for an SPDX license expression: names joined by AND, OR and WITH, perhaps in parentheses.

    The library's own reader fails on some texts; only its list of names is used.
    """
    depth, wants_name = 0, True
    for word in _WORD.findall(text.lower()):
        if word == "(" and wants_name:
            depth += 1
        elif word == ")" and depth and not wants_name:
            depth -= 1
        elif wants_name and (word in _names() or word.removesuffix("+") in _names() or _OWN_NAME.fullmatch(word)):
            wants_name = False
        elif word in _OPERATORS and not wants_name:
            wants_name = True
        else:
            return False
    return depth == 0 and not wants_name


def _nearest(text: str) -> str:
    """Return the SPDX name that was probably meant, or nothing."""
    wanted = re.sub(r"\b(?:the|license|licence|version|only)\b|[,\s]+", " ", text, flags=re.IGNORECASE)
    wanted = re.sub(r"(?<=[a-z ])-?v?\.?(?=\d)", "-", " ".join(wanted.lower().split()))
    key = wanted.replace(" ", "-").replace("--", "-")
    for candidate in (key, f"{key}.0", f"{key}-only", f"{key}.0-only"):
        if candidate in _names():
            return _names()[candidate]
    return next((_names()[found] for found in difflib.get_close_matches(key, _names(), n=1, cutoff=0.8)), "")


@cache
def _names() -> dict[str, str]:
    """Return the names of the SPDX list by their lower-case spelling: names are compared without case."""
    # Imported here because nearly every skill declares a common license, and the import alone takes a while.
    from license_expression import get_spdx_licensing  # type: ignore[import-untyped]

    symbols = get_spdx_licensing().known_symbols
    # Among the aliases are the names that the list held before, such as GPL-2.0, and words in prose, which have blanks.
    old = [str(alias) for symbol in symbols.values() for alias in symbol.aliases if " " not in str(alias)]
    return {name.lower(): name for name in (*old, *map(str, symbols))}
