"""SL: what hosts show of the skills of a set, and of one."""

import re
from collections.abc import Iterator

from skillpack.check.fields import in_list, is_text_to_all, readable
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject, VisibilitySubject
from skillpack.model.document import Span
from skillpack.model.selection import HostVisibility, Visibility, VisibleSkill

_NAMED = 3  # skills or words in one sentence
_FIELD = "when_to_use"
"""Few hosts show it beside the description."""
_HINT = "argument-hint"
"""Where it is no text another rule says so."""
_LEAST_SAID = 3  # words of such a field that the description lacks
_BEYOND_LATIN = "\u0250"
_BEGINNING = 5  # characters by which words are compared
_LONG = 4  # characters of a word that says something
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_STOP = (
    "about after also asks been before does from have into like needs only other over says should skill skills some"
    " such that their them then there these they this trigger triggers used user users uses using want wants what when"
    " whenever where which while will with would your"
)
_COMMON = frozenset(_STOP.split())


@rule("SL001", "hidden-by-budget", source="skillpack, choice")
def hidden_by_budget(subject: VisibilitySubject) -> Iterator[Hit]:
    """A host has no room for all descriptions of the set.

    Why: it shows only the names of the others, cuts all descriptions, or leaves out the last skills, and
    agents hardly ever choose a skill without a description. Which ones lose may depend on how often each
    skill was used, so no single one is to blame; a skill that does not fit even when it is used most gets
    a finding of its own.

    Fix: shorten the longest descriptions, or offer bundles that fit.
    """
    for view in subject.shown:
        if not view.budget or view.most >= sum(seen.length > 0 for seen in _listed(view)):
            continue
        yield _over_budget(view)
        for seen in _listed(view) if view.most else ():
            if view.each is None and seen.length and seen.best is Visibility.NAME:
                skill = subject.skills[seen.name]
                yield Hit(
                    f"{view.title} never shows the description of `{seen.name}`: its {seen.length:,} characters do not"
                    " fit beside the names of the others",
                    at=skill.at,
                    path=skill.path,
                    hint="shorten it",
                    subject=seen.name,
                )


@rule("ST002", "index-over-budget", source="skillpack, choice")
def index_over_budget(subject: VisibilitySubject) -> Iterator[Hit]:
    """The index of all skills is larger than what a host shows of it.

    Why: beyond its budget a host silently leaves descriptions out, the least used first; agents hardly
    ever choose a skill without a description.

    Fix: shorten descriptions, offer bundles instead of everything, or raise the host's setting.

    The index is measured as the host writes it; where that is not known, as one line `- name:
    description` for each skill. The page for agents shows the same number.
    """
    for view in subject.shown:
        if view.budget and view.needed > view.budget:
            yield Hit(
                f"the index of {view.listed:,} skills has about {view.needed:,} characters,"
                f" {view.who} shows {view.budget:,}",
                hint="shorten descriptions, or offer bundles",
                facts=(("size", str(view.needed)), ("host", view.host), ("budget", str(view.budget))),
            )


def _over_budget(view: HostVisibility) -> Hit:
    if view.each is not None:
        return _shortened_to(view, view.each)
    most = f"{view.most:,}" if view.fewest == view.most else f"{view.fewest:,} to {view.most:,}"
    alike = "" if view.fewest == view.most else f", about {view.even:,} where all are used alike"
    longest = sorted(_listed(view), key=lambda seen: (-seen.length, seen.name))[:_NAMED]
    named = ", ".join(f"`{seen.name}` ({seen.length:,} characters)" for seen in longest)
    return Hit(
        f"{view.who} shows {most} of {view.listed:,} descriptions whole{alike}: they need {view.needed:,} characters,"
        f" it has {view.budget:,}",
        hint=f"shorten the longest, such as {named}; or offer bundles that fit",
        facts=(("host", view.host), ("size", str(view.needed)), ("budget", str(view.budget))),
    )


def _shortened_to(view: HostVisibility, each: int) -> Hit:
    shown = f"cuts descriptions to about {each:,} characters" if each else "shows no description"
    gone = f", and does not list {view.omitted:,} of {view.listed:,} skills" if view.omitted else ""
    return Hit(
        f"{view.who} {shown}{gone}: the list needs {view.needed:,} characters, it has {view.budget:,}",
        hint="say first what the skill does and when to use it; offer bundles that fit",
        facts=(("host", view.host), ("size", str(view.needed)), ("budget", str(view.budget))),
    )


def _listed(view: HostVisibility) -> Iterator[VisibleSkill]:
    return (seen for seen in view.skills if seen.best is not Visibility.ABSENT)


@rule("SL006", "host-field", source="skillpack, choice")
def host_field(subject: Subject) -> Iterator[Hit]:
    """A field works in some hosts only.

    Why: only the hosts that the message names read this field. Elsewhere it does nothing:
    `disable-model-invocation` keeps no model from the skill, and nobody sees what ``when_to_use`` says.

    Fix: leave the field where it is, because hosts look for it only there. Say in the description, too,
    when to use the skill, and in the body what must not happen.
    """
    yield from _read_by_few(subject)
    known = {word[:_BEGINNING] for word in _words(f"{subject.skill.description} {subject.skill.name}")}
    field = subject.skill.document.field(_FIELD)
    said = dict.fromkeys(_words(field.value.text)) if field else ()
    lacking = [word for word in said if word[:_BEGINNING] not in known]
    if field and len(lacking) >= _LEAST_SAID:
        words = ", ".join(f"`{word}`" for word in lacking[:_NAMED])
        yield Hit(
            f"`{_FIELD}` says {words}, the description does not; few hosts read that field",
            at=field.span,
            hint="say in the description, too, when to use the skill",
            facts=(("field", _FIELD),),
        )


def _read_by_few(subject: Subject) -> Iterator[Hit]:
    """Yield a hit for the fields that the same hosts read; none for `when_to_use`, of which the words are compared."""
    document = subject.skill.document
    groups: dict[tuple[str, ...], dict[str, Span]] = {}
    for field in document.fields if readable(document) else ():
        hosts = subject.host_fields.get(field.name)
        if hosts and field.name != _FIELD and (field.name != _HINT or is_text_to_all(field.value)):
            groups.setdefault(hosts, {}).setdefault(field.name, field.span)
    for hosts, fields in groups.items():
        verb, pronoun = ("works", "it") if len(fields) == 1 else ("work", "them")
        named = in_list([f"`{name}`" for name in fields])
        yield Hit(
            f"{named} {verb} in {in_list(hosts)}; no other known host reads {pronoun}",
            at=next(iter(fields.values())),
            hint="leave it as it is, and say in the description or the body what must hold everywhere",
            facts=tuple(("field", name) for name in fields),
        )


def _words(text: str) -> Iterator[str]:
    found = (match[0].casefold() for match in _WORD.finditer(text))
    return (word for word in found if len(word) >= _LONG and word not in _COMMON)
