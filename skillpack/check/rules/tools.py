"""AT: `allowed-tools`, read by each host in its own way."""

from collections.abc import Iterator

from skillpack.check.edits import quoted, replace_scalar, replace_value, safe_fix
from skillpack.check.fields import in_words, is_null, is_text, is_text_to_all, shortened, typed_facts, value_of
from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Field, Node, NodeKind
from skillpack.model.finding import Edit

_FIELD = "allowed-tools"
_LIMIT = 2048  # characters
_TOOLS = "Agent Skills specification, allowed-tools"
_NEEDS_QUOTES = frozenset("*&!%@`'\"{}[]#,|>?-:")
"""Characters with which a plain YAML scalar may not start."""


@rule("AT001", "allowed-tools-not-text", source=_TOOLS)
def allowed_tools_not_text(subject: Subject) -> Iterator[Hit]:
    """`allowed-tools` is neither text nor a list.

    Why: hosts read tool names from it; strict hosts refuse anything but text.

    Fix: write the tools on one line, separated by spaces: `Read Grep Bash(git:*)`.
    """
    node = value_of(subject.skill.document, _FIELD)
    if node is not None and not is_text_to_all(node) and node.kind is not NodeKind.LIST:
        yield Hit(
            f"`allowed-tools` is {in_words(node)}, not text",
            at=node.span,
            hint="leave the field out" if is_null(node) else "write the tools on one line, separated by spaces",
            facts=typed_facts(node),
        )


@rule("AT002", "allowed-tools-list", source=_TOOLS)
def allowed_tools_list(subject: Subject) -> Iterator[Hit]:
    """`allowed-tools` is a YAML list.

    Why: the specification wants one text with spaces between the tools; strict hosts refuse a list.

    Fix: write the tools on one line (`skillpack check --fix` does it).
    """
    document = subject.skill.document
    node, field = value_of(document, _FIELD), document.field(_FIELD)
    if node is None or field is None or node.kind is not NodeKind.LIST:
        return
    text = _line(node)
    yield Hit(
        "`allowed-tools` is a list; the specification wants text",
        at=node.span,
        hint=f"write `allowed-tools: {shortened(text)}`" if text else "write the tools on one line",
        facts=(
            ("type", "list"),
            *(() if all(is_text_to_all(item.value) for item in node.items) else (("kind", "items"),)),
        ),
        fix=safe_fix("write `allowed-tools` as one line of text", _written(subject, field, text)),
    )


@rule("AT003", "allowed-tools-commas", source=_TOOLS)
def allowed_tools_commas(subject: Subject) -> Iterator[Hit]:
    """Commas separate the tools.

    Why: the specification separates them with spaces; a host that splits at spaces looks for a tool
    called `Read,`.

    Fix: remove the commas (`skillpack check --fix` does it).
    """
    document = subject.skill.document
    for node in _text(subject):
        if "," in _outside(node.text):
            tools = " ".join(subject.skill.allowed_tools)
            steady = "," not in tools and not any(character in tools for character in "\"'\\")
            edit = replace_scalar(document, node, tools) if steady and tools else None
            yield Hit(
                "`allowed-tools` separates tools with commas; the specification uses spaces",
                at=node.span,
                hint=f"write `{shortened(tools)}`",
                fix=safe_fix("separate the tools with spaces", edit),
            )


@rule("AT004", "allowed-tools-too-long", source="AgentSkills.dfy (boxxy)", threshold=_LIMIT)
def allowed_tools_too_long(subject: Subject) -> Iterator[Hit]:
    """`allowed-tools` has more than 2048 characters.

    Why: a strict host refuses the skill, and nobody can review permissions of this length.

    Fix: use patterns, such as `Bash(git:*)`.
    """
    for node in _text(subject):
        limit = subject.threshold("AT004", _LIMIT)
        if len(node.text) > limit:
            yield Hit(
                f"`allowed-tools` has {len(node.text)} characters; at most {limit} are allowed",
                at=node.span,
                hint="use patterns, such as `Bash(git:*)`",
                facts=measured(len(node.text), _LIMIT),
            )


@rule("AT005", "allowed-tools-pattern-blank", source="Metis, section 4; instructor-php, Frontmatter Fields")
def allowed_tools_pattern_blank(subject: Subject) -> Iterator[Hit]:
    """A tool pattern contains a space.

    Why: hosts that split at every space read `Bash(git commit:*)` as two broken names.

    Fix: use a pattern without a space, such as `Bash(git:*)`.
    """
    node = value_of(subject.skill.document, _FIELD)
    if node is None:
        return
    for tool in subject.skill.allowed_tools:
        if any(character.isspace() for character in tool):
            yield Hit(
                f"the pattern `{shortened(tool)}` contains a space, where some hosts split it",
                at=node.span,
                hint=f"allow `{shortened(tool.split()[0])}:*)` if that is not too much",
                facts=(("tool", tool),),
            )


@rule("AT006", "allowed-tools-unbalanced", source="skillpack, readers")
def allowed_tools_unbalanced(subject: Subject) -> Iterator[Hit]:
    """The parentheses in `allowed-tools` do not match.

    Why: hosts misread the names and patterns, or allow nothing at all.

    Fix: close the parenthesis.
    """
    node = value_of(subject.skill.document, _FIELD)
    if node is None:
        return
    for tool in subject.skill.allowed_tools:
        if tool.count("(") != tool.count(")"):
            yield Hit(
                f"the parentheses of `{shortened(tool)}` do not match", at=node.span, hint="write it like `Bash(git:*)`"
            )


def _text(subject: Subject) -> Iterator[Node]:
    """Yield the value, once or, where it is not text, not at all."""
    node = value_of(subject.skill.document, _FIELD)
    if node is not None and is_text(node):
        yield node


def _outside(text: str) -> str:
    """Return the text outside of parentheses."""
    depth, kept = 0, []
    for character in text:
        depth = max(0, depth + (character == "(") - (character == ")"))
        if depth == 0:
            kept.append(character)
    return "".join(kept)


def _line(node: Node) -> str:
    """Return a list of plain tool names as one line; nothing where that would not read back as the same tools."""
    texts = [item.value.text.strip() for item in node.items]
    plain = all(item.value.kind is NodeKind.SCALAR for item in node.items)
    return " ".join(texts) if plain and not any(set(text) & set(" ,\t\n") or not text for text in texts) else ""


def _written(subject: Subject, field: Field, text: str) -> Edit | None:
    if not text:
        return None
    plain = text[0] not in _NEEDS_QUOTES and ": " not in text and " #" not in text and not text.endswith(":")
    return replace_value(subject.skill.document, field, text if plain else quoted(text))
