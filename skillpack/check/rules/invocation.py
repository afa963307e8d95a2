"""IV: who may start the skill, and what a host puts into its body then (instructor-php)."""

import re
from collections.abc import Iterator

from skillpack.check.edits import quote_scalar, quote_source, safe_fix
from skillpack.check.fields import in_words, is_null, is_text_to_all, shortened, typed_facts, value_of
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import NodeKind, ScalarType, Span

_SWITCHES = ("disable-model-invocation", "user-invocable")
_WORDS = frozenset({"true", "false"})
# A price, an index of two digits, two indexes in a row: what hosts replace in part, and not alike.
# The look back stands behind the dollar sign, so that the search can leap from one to the next.
_AMBIGUOUS = re.compile(r"\$(?<![\w$\\]\$)\d(?:\$\d|(?:\.\d\d|\d)(?![\d]|/[A-Za-z]))", re.ASCII)
_FIELDS = "instructor-php, Frontmatter Fields"


@rule("IV001", "boolean-not-plain", source=_FIELDS)
def boolean_not_plain(subject: Subject) -> Iterator[Hit]:
    """A switch is neither `true` nor `false`.

    Why: hosts disagree about every other word: one reads `no` as false, another, because the text is
    not empty, as true. skillpack uses the stricter reading. GitHub Copilot refuses the skill, even for
    `"true"` in quotes.

    Fix: write `true` or `false`, without quotes.
    """
    document = subject.skill.document
    for name in _SWITCHES:
        node = value_of(document, name)
        if node is None:
            continue
        quoted = node.kind is NodeKind.SCALAR and node.text in _WORDS and not node.plain
        if quoted or node.kind is not NodeKind.SCALAR or node.text not in _WORDS:
            seen = "text, because it stands in quotes" if quoted else f"`{shortened(node.text)}`"
            yield Hit(
                f"`{name}` is {seen}, which hosts read differently",
                at=node.span if node.text else _key(subject, name),
                hint="write `true` or `false`",
                facts=(
                    ("key", name),
                    *((("kind", "quoted"),) if quoted else ()),
                    *typed_facts(node, ScalarType.BOOLEAN),
                ),
            )


@rule(
    "IV002",
    "unreachable",
    source="instructor-php, Invocation Control",
)
def unreachable(subject: Subject) -> Iterator[Hit]:
    """Neither models nor people can start the skill.

    Why: with `disable-model-invocation: true` and `user-invocable: false` nobody can start it.

    Fix: remove one of the two fields.
    """
    invocation = subject.skill.invocation
    if not invocation.by_model and not invocation.by_user:
        yield Hit(
            "neither a model nor a person can start the skill",
            at=_key(subject, _SWITCHES[1]),
            hint="remove `disable-model-invocation` or `user-invocable`",
        )


@rule("IV003", "argument-hint-list", source=_FIELDS)
def argument_hint_list(subject: Subject) -> Iterator[Hit]:
    """`argument-hint` is not text: `[file]` without quotes is a list.

    Why: GitHub Copilot refuses the skill; other hosts show nothing, or `Array`.

    Fix: put it in quotes (`skillpack check --fix` does it).
    """
    document = subject.skill.document
    node = value_of(document, "argument-hint")
    if node is not None and not is_text_to_all(node) and not is_null(node):
        scalar = node.kind is NodeKind.SCALAR
        edit = quote_scalar(document, node) if scalar else quote_source(document, node)
        yield Hit(
            f"`argument-hint` is {in_words(node)}, not text",
            at=node.span,
            hint=f'write `"{shortened(node.text)}"`',
            facts=typed_facts(node),
            fix=safe_fix("put `argument-hint` in quotes", edit),
        )


@rule("IV004", "context-unknown", source=_FIELDS)
def context_unknown(subject: Subject) -> Iterator[Hit]:
    """`context` is not `fork`.

    Why: `fork` is the only value that hosts know; with any other, the skill runs in the conversation
    itself.

    Fix: write `fork`, or leave the field out.
    """
    context = subject.skill.invocation.context
    if context and context != "fork":
        yield Hit(
            f"`context` is `{shortened(context)}`, hosts know only `fork`",
            at=_key(subject, "context"),
            hint="write `fork`, or leave the field out",
        )


@rule("IV005", "agent-without-fork", source=_FIELDS)
def agent_without_fork(subject: Subject) -> Iterator[Hit]:
    """`agent` is given without `context: fork`.

    Why: the kind of agent matters only if the skill runs in an agent of its own.

    Fix: add `context: fork`, or remove `agent`.
    """
    invocation = subject.skill.invocation
    if invocation.agent and invocation.context != "fork":
        yield Hit(
            "`agent` has no effect without `context: fork`",
            at=_key(subject, "agent"),
            hint="add `context: fork`, or remove `agent`",
        )


@rule("IV006", "shell-lines", source="instructor-php, Shell Preprocessing")
def shell_lines(subject: Subject) -> Iterator[Hit]:
    """The body contains a command that some hosts run when the skill opens.

    Why: these hosts run the command between `!` and backticks before anybody has read the skill; on all
    others the agent sees it as text.

    Fix: ask the agent to run the command, or say in `compatibility` which hosts the skill is for.
    """
    marks = subject.skill.document.body.shell_lines
    if marks:
        more = f" and {len(marks) - 1} more" if len(marks) > 1 else ""
        yield Hit(
            f"some hosts run `{shortened(marks[0].text)}`{more} when the skill opens",
            at=marks[0].span,
            hint="ask the agent to run it instead",
        )


@rule("IV007", "ambiguous-placeholder", source="instructor-php, Argument Substitution")
def ambiguous_placeholder(subject: Subject) -> Iterator[Hit]:
    """A dollar sign and a digit can be read as an argument.

    Why: hosts replace `$0` to `$9` with arguments: `$5.00` becomes `.00`, and some hosts replace `$10`
    and `$0$1` while others do not. A price per month, as in `$30/month`, does not count.

    Fix: write `5.00 USD`, and `$ARGUMENTS[10]` for an argument.
    """
    body = subject.skill.document.body
    if "$" not in body.text:
        return
    found = _AMBIGUOUS.search(body.text)
    if found:
        start, others = found.start(), len(_AMBIGUOUS.findall(body.text)) - 1
        line = body.first_line + body.text.count("\n", 0, start)
        column = start - body.text.rfind("\n", 0, start)
        more = f" and {others} more" if others else ""
        yield Hit(
            f"`{found[0]}`{more} can be read as an argument",
            at=Span(line, column, line, column + len(found[0])),
            hint="write amounts without `$`, arguments as `$ARGUMENTS[N]`",
        )


def _key(subject: Subject, name: str) -> Span:
    """Return the place of a field's name, or of `metadata`, where its portable form stands."""
    document = subject.skill.document
    field = document.field(name) or document.field("metadata")
    return Span(1, 1, 1, 1) if field is None else field.span
