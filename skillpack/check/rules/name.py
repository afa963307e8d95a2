"""NM: the field `name`, and the name that the skill goes by."""

import re
from collections.abc import Iterator

from skillpack.check.edits import quote_scalar, replace_scalar, safe_fix
from skillpack.check.fields import in_words, is_null, is_text_to_all, normal, readable, shortened, typed_facts, value_of
from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import NOWHERE, Node, NodeKind
from skillpack.model.finding import Fix
from skillpack.model.portable import is_reserved_plugin, printable
from skillpack.model.tree import Form

_LIMIT = 64  # characters
_USABLE = re.compile(r"[\w-]{1,64}")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
_RESERVED = ("anthropic", "claude")
_NAME = "Agent Skills specification, name"


@rule("NM001", "name-missing", source=_NAME)
def name_missing(subject: Subject) -> Iterator[Hit]:
    """The field `name` is missing.

    Why: strict hosts refuse the skill; others use the name of the folder, so renaming the folder
    renames the skill.

    Fix: add `name:` with the name of the folder.
    """
    document = subject.skill.document
    if document.field("name") is None and readable(document):
        yield Hit("the field `name` is missing", hint=f"add `name: {_shown(subject.skill.name)}`")


@rule("NM002", "name-not-text", source=_NAME)
def name_not_text(subject: Subject) -> Iterator[Hit]:
    """YAML does not read the name as text.

    Why: `name: 123` is a number and `name: on` a boolean; hosts refuse them or turn them into different
    text.

    Fix: put the name in quotes.
    """
    node = value_of(subject.skill.document, "name")
    if node is not None and not is_text_to_all(node) and not is_null(node):
        yield Hit(
            f"`name` is {in_words(node)}, not text",
            at=node.span,
            hint=f'write `name: "{shortened(node.text)}"`' if node.kind is NodeKind.SCALAR else "write one name",
            facts=typed_facts(node),
            fix=safe_fix("put the name in quotes", quote_scalar(subject.skill.document, node)),
        )


@rule("NM003", "name-empty", source=_NAME)
def name_empty(subject: Subject) -> Iterator[Hit]:
    """The name is empty.

    Why: strict hosts refuse the skill; others use the name of the folder.

    Fix: write the name of the folder.
    """
    node = value_of(subject.skill.document, "name")
    if node is not None and (is_null(node) or (node.kind is NodeKind.SCALAR and not node.text.strip())):
        yield Hit(
            "`name` is empty",
            at=node.span,
            hint=f"write `name: {_shown(subject.skill.name)}`",
            facts=typed_facts(node)[:1],
        )


@rule("NM004", "name-too-long", source=_NAME, threshold=_LIMIT)
def name_too_long(subject: Subject) -> Iterator[Hit]:
    """The name has more than 64 characters.

    Why: strict hosts refuse the skill.

    Fix: choose a shorter name, and rename the folder with it.
    """
    for node, name in _declared(subject):
        limit = subject.threshold("NM004", _LIMIT)
        if len(name) > limit:
            yield Hit(
                f"`name` has {len(name)} characters; at most {limit} are allowed",
                at=node.span,
                hint="choose a shorter name",
                facts=(("name", name), *measured(len(name), _LIMIT)),
            )


@rule("NM005", "name-characters", source=_NAME)
def name_characters(subject: Subject) -> Iterator[Hit]:
    """The name contains characters other than letters, digits and hyphens.

    Why: strict hosts refuse the skill, and the name is part of paths, commands and URLs.

    Fix: write letters, digits and single hyphens only.
    """
    for node, name in _declared(subject):
        others = dict.fromkeys(character for character in name if not character.isalnum() and character != "-")
        if others:
            shown = ", ".join(f"`{_visible(character)}`" for character in list(others)[:5])
            yield Hit(
                f"`name` contains {shown}; letters, digits and hyphens are allowed",
                at=node.span,
                hint=f"write `{_slug(name)}`" if _slug(name) else "choose another name",
                facts=(
                    ("name", name),
                    *((("kind", "leading"),) if name[0] in others else ()),
                    ("characters", "".join(others)),
                ),
                fix=_obvious(subject),
            )


@rule("NM006", "name-upper-case", source=_NAME)
def name_upper_case(subject: Subject) -> Iterator[Hit]:
    """The name contains upper-case letters.

    Why: strict hosts refuse the skill; elsewhere names that differ only in case collide.

    Fix: write the name in lower case, and rename the folder with it.
    """
    for node, name in _declared(subject):
        if name != name.lower():
            yield Hit(
                f"`name` is `{_shown(name)}`; upper-case letters are not allowed",
                at=node.span,
                hint=f"write `{_shown(_slug(name) or name.lower())}`",
                facts=(("name", name),),
                fix=_obvious(subject),
            )


@rule("NM007", "name-edge-hyphen", source=_NAME)
def name_edge_hyphen(subject: Subject) -> Iterator[Hit]:
    """The name starts or ends with a hyphen.

    Why: strict hosts refuse the skill; a leading hyphen also reads as an option on a command line.

    Fix: remove the hyphen.
    """
    for node, name in _declared(subject):
        if name.startswith("-") or name.endswith("-"):
            yield Hit(
                "`name` starts or ends with a hyphen",
                at=node.span,
                hint=f"write `{_shown(name.strip('-'))}`" if name.strip("-") else "choose another name",
                facts=(("name", name), *((("kind", "leading"),) if name.startswith("-") else ())),
                fix=_obvious(subject),
            )


@rule("NM008", "name-double-hyphen", source=_NAME)
def name_double_hyphen(subject: Subject) -> Iterator[Hit]:
    """The name contains two hyphens in a row.

    Why: strict hosts refuse the skill.

    Fix: write one hyphen.
    """
    for node, name in _declared(subject):
        if "--" in name:
            yield Hit(
                "`name` contains two hyphens in a row",
                at=node.span,
                hint=f"write `{_shown(re.sub('--+', '-', name))}`",
                facts=(("name", name),),
                fix=_obvious(subject),
            )


@rule("NM009", "name-differs-from-folder", source=_NAME)
def name_differs_from_folder(subject: Subject) -> Iterator[Hit]:
    """The field `name` differs from the name of the skill's folder.

    Why: hosts find a skill by its folder and show it by its name. If the two differ, strict hosts
    refuse it, and in others one of the two names does not work.

    Fix: rename the folder, or change `name`. Names are compared after NFKC, as in the specification.
    `skillpack check --fix --unsafe-fixes` renames the folder.
    """
    origin = subject.skill.origin
    if origin.form is not Form.FOLDER or not origin.stem:
        return
    for node, name in _declared(subject):
        if name != normal(origin.stem):
            yield Hit(
                f"`name` is `{_shown(name)}` but the folder is `{_shown(origin.stem)}`",
                at=node.span,
                hint=f"rename the folder to `{_shown(name)}`" if _good(name) else "give both the same name",
                facts=(("name", name), ("folder", origin.stem)),
                fix=Fix(f"rename the folder to `{name}`", safe=False, renames=((".", name),)) if _good(name) else None,
            )


@rule("NM010", "name-not-normal", source=_NAME)
def name_not_normal(subject: Subject) -> Iterator[Hit]:
    """The name is not in Unicode form NFKC.

    Why: hosts that do not normalize see two spellings that look alike as two names.

    Fix: write the name as the hint shows it.
    """
    for node, name in _declared(subject):
        if name != node.text.strip():
            yield Hit(
                "`name` is not in Unicode form NFKC",
                at=node.span,
                hint=f"write `{_shown(name)}`",
                facts=(("name", name),),
            )


@rule("NM011", "name-not-ascii", source="Metis, section 4; metaSKILLs, section 3; formal guide (boxxy), part 2")
def name_not_ascii(subject: Subject) -> Iterator[Hit]:
    """The name contains letters outside ASCII.

    Why: the specification allows letters of every script; several hosts and the discovery index do not.

    Fix: if the skill should work everywhere, use only `a` to `z`, digits and hyphens.
    """
    for node, name in _declared(subject):
        if not name.isascii():
            yield Hit(
                f"`name` is `{_shown(name)}`; several hosts accept only ASCII",
                at=node.span,
                hint="use `a` to `z`, digits and hyphens",
                facts=(("name", name),),
            )


@rule("NM012", "name-unusable", source="skillpack, names")
def name_unusable(subject: Subject) -> Iterator[Hit]:
    """The name cannot be a folder, a URL and an archive everywhere.

    Why: whatever is published needs a path. A name can have letters, digits, `_` and `-`, at most 64,
    and cannot be a Windows device such as `con`.

    Fix: choose another name; without `name`, the name of the folder counts. `skillpack check --fix
    --unsafe-fixes` writes the nearest valid name, if the folder has that name or no valid one.
    """
    name = subject.skill.name
    if not _USABLE.fullmatch(name) or name.casefold() in _DEVICES:
        node = value_of(subject.skill.document, "name")
        yield Hit(
            f"nothing can be published under the name `{_shown(name)}`",
            at=NOWHERE if node is None else node.span,
            hint=f"call it `{_slug(name)}`" if _good(_slug(name)) else "choose another name",
            fix=_obvious(subject),
        )


@rule("NM013", "name-reserved-word", source="Claude API, skill structure")
def name_reserved_word(subject: Subject) -> Iterator[Hit]:
    """The name contains `claude` or `anthropic`.

    Why: Claude's API and several validators refuse such names; other hosts accept them. Claude Code
    lets no plugin be called `claude-...` or `anthropic-...`: `marketplace.json` leaves the skill out.

    Fix: name the skill for what it does.
    """
    for node, name in _declared(subject):
        if is_reserved_plugin(name):
            yield Hit(
                f"Claude Code lets no plugin be called `{_shown(name)}`, so `marketplace.json` leaves it out",
                at=node.span,
                hint="name the skill for what it does",
                facts=(("kind", "plugin"),),
            )
            continue
        for word in _RESERVED:
            if word in name.lower():
                yield Hit(f"`name` contains the reserved word `{word}`", at=node.span, hint="leave the word out")


@rule("NM014", "name-edge-space", source="skillpack, readers")
def name_edge_space(subject: Subject) -> Iterator[Hit]:
    """The name begins or ends with a line break or other white space.

    Why: hosts that keep the white space know the skill by a different name than hosts that trim it, and
    a line break splits its line in an index or a log.

    Fix: write the name on the line of `name:`, without spaces inside the quotes.
    """
    for node, name in _declared(subject):
        if node.text != node.text.strip():
            yield Hit(
                f"`name` is `{_shown(node.text)}`, with white space at the start or end",
                at=node.span,
                hint=f"write `name: {_shown(name)}`",
                facts=(("name", name),),
            )


def _declared(subject: Subject) -> Iterator[tuple[Node, str]]:
    """Yield the value of `name` and its normal form, once or, where there is no text, not at all."""
    node = value_of(subject.skill.document, "name")
    if node is not None and node.kind is NodeKind.SCALAR and not is_null(node) and node.text.strip():
        yield node, normal(node.text)


def _good(name: str) -> bool:
    return re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) is not None and len(name) <= _LIMIT and name not in _DEVICES


def _obvious(subject: Subject) -> Fix | None:
    """Return the fix that writes the nearest good name; None where another one is as near."""
    origin, document = subject.skill.origin, subject.skill.document
    node, name = value_of(document, "name"), normal(subject.skill.name)
    slug = _slug(name)
    if not name.isascii() or len(name) > _LIMIT or not _good(slug) or origin.form is not Form.FOLDER:
        return None
    if node is None:
        named = name == normal(origin.stem)  # in a front matter that cannot be read there may be another name
        return Fix(f"rename the folder to `{slug}`", safe=False, renames=((".", slug),)) if named else None
    edit = replace_scalar(document, node, slug)
    if edit is None or (origin.stem != slug and _good(origin.stem)):
        return None
    return Fix(f"write `name: {slug}`", safe=False, edits=(edit,))


def _slug(name: str) -> str:
    """Return the nearest good name, or nothing."""
    return re.sub(r"[^a-z0-9]+", "-", normal(name).lower()).strip("-")[:_LIMIT].strip("-")


def _shown(name: str) -> str:
    """Return a name for a message: on one line, with what cannot be seen escaped."""
    return printable(name, longest=60)


def _visible(character: str) -> str:
    return character if character.isprintable() and character != "`" else f"U+{ord(character):04X}"
