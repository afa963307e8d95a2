"""BG: what a good body tells an agent (boxxy's guide, parts 3 and 9). Advice: a short skill may do without it."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, measured, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Body

_SHORT = 1200  # characters; a body that is shorter needs none of this
_MIDDLE = 6000  # characters; a body of that length has boundaries that are worth a line
_LONG = 12_000  # characters, about 3,000 tokens


# One of these, in lower case, and the skill says it somehow: it is better to miss a finding than to nag.
_WHEN = (b"when ", b"use ", b"trigger", b"scenario", b"if a user", b"if the user")
_WHEN_NOT = (
    *(
        b"not for",
        b"not need",
        b"not use",
        b"not when",
        b"when not",
        b"n't use",
        b"never use",
        b"avoid using",
        b"skip ",
    ),
    *(b"non-goal", b"limitation", b"unless", b"boundar", b"out of scope"),
)
_EXAMPLE = (b"example", b"e.g.", b"for instance", b"such as", b"input:", b"output:")
_TROUBLE = (b"fail", b"error", b"problem", b"pitfall", b"troubleshoot", b"issue", b"warning", b"goes wrong", b"mistake")


@rule("BG001", "body-without-headings", source="formal guide (boxxy), part 3")
def body_without_headings(subject: Subject) -> Iterator[Hit]:
    """A long body has no headings.

    Why: headings help agents and people find the part they need.

    Fix: give each step or topic a heading.
    """
    body = subject.skill.document.body
    if len(body.text) > _SHORT and not body.headings:
        yield _advice(body, "the body has no headings", "give each step or topic a heading")


@rule("BG002", "body-without-when", source="formal guide (boxxy), parts 3 and 9")
def body_without_when(subject: Subject) -> Iterator[Hit]:
    """Neither the description nor the body says when to use the skill.

    Why: agents choose by it; without it the skill is opened too often or never.

    Fix: say it in the description ("Use when …"), and in more detail under "When to use".
    """
    body = subject.skill.document.body
    if len(body.text) > _SHORT and not _says(subject, _WHEN):
        yield _advice(body, "nothing says when to use the skill", 'add "Use when …" to the description')


@rule("BG003", "body-without-when-not", source="formal guide (boxxy), parts 3 and 9")
def body_without_when_not(subject: Subject) -> Iterator[Hit]:
    """A long body does not say when not to use the skill.

    Why: knowing where the skill ends, and which skill or simpler way comes next, keeps an agent from
    opening the wrong one.

    Fix: add "When not to use" with the cases, and what to use instead.
    """
    body = subject.skill.document.body
    if len(body.text) > _MIDDLE and not _says(subject, _WHEN_NOT):
        yield _advice(body, "nothing says when not to use the skill", 'add "When not to use"')


@rule("BG004", "body-without-examples", source="formal guide (boxxy), part 3")
def body_without_examples(subject: Subject) -> Iterator[Hit]:
    """The body shows no example.

    Why: one input with its output explains more than a page of rules.

    Fix: add an example: a command, a piece of code, or an input with its output.
    """
    body = subject.skill.document.body
    files = any(resource.kind == "example" for resource in subject.skill.resources)
    if len(body.text) > _SHORT and not body.fences and not files and not _says(subject, _EXAMPLE):
        yield _advice(body, "the body shows no example", "add an input with its output")


@rule("BG005", "body-without-troubleshooting", source="formal guide (boxxy), parts 3 and 9")
def body_without_troubleshooting(subject: Subject) -> Iterator[Hit]:
    """A skill with scripts does not say what can go wrong.

    Why: commands fail; an agent that knows what an error means fixes it, any other guesses.

    Fix: list common errors and what to do about them, in the body or in a file under `references/`.
    """
    body = subject.skill.document.body
    scripts = any(resource.kind in {"script", "program"} for resource in subject.skill.resources)
    if scripts and len(body.text) > _SHORT and not _says(subject, _TROUBLE):
        yield _advice(body, "nothing says what to do when a script fails", "list common errors, and what to do")


@rule("BG006", "long-body-alone", source="formal guide (boxxy), parts 3 and 9", threshold=_LONG)
def long_body_alone(subject: Subject) -> Iterator[Hit]:
    """A long body has no files beside it.

    Why: the whole body enters the context each time; files are read only when needed.

    Fix: move what is needed only sometimes into files under `references/`, and say when to read each.
    """
    body = subject.skill.document.body
    if len(body.text) > subject.threshold("BG006", _LONG) and not subject.skill.resources:
        yield Hit(
            f"all {len(body.text):,} characters of the skill are in its body",
            hint="move what is needed now and then into `references/`",
            facts=measured(len(body.text), _LONG),
        )


def _says(subject: Subject, phrases: tuple[bytes, ...]) -> bool:
    """Tell whether the skill file says one of the phrases, in its description or in its body."""
    return any(phrase in subject.lower for phrase in phrases)


def _advice(body: Body, message: str, hint: str) -> Hit:
    """Return a draft that points at the title, where there is one."""
    return Hit(message, at=body.headings[0].span, hint=hint) if body.headings else Hit(message, hint=hint)
