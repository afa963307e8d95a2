"""SL: what hosts show of the skills of a set, and of one."""

import re
from collections.abc import Iterator, Sequence

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject, VisibilitySubject
from skillpack.model.selection import HostVisibility, Visibility, VisibleSkill

_SOURCE = "skillpack"
_NAMED = 3  # skills or words in one sentence
_FIELD = "when_to_use"
"""Few hosts show it beside the description."""
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


@rule("SL001", "hidden-by-budget", source=_SOURCE)
def hidden_by_budget(subject: VisibilitySubject) -> Iterator[Hit]:
    """A host has no room for all descriptions of the set.

    Why: it shows the names of the others alone, and a skill without a description is hardly ever chosen.
    Which ones these are depends on how often each skill was used, so no single one is to blame; one that
    does not fit even when it is used most is named alone.

    Fix: shorten the longest descriptions, or offer bundles of which each fits.
    """
    for view in subject.shown:
        if not view.budget or view.most >= sum(seen.length > 0 for seen in _listed(view)):
            continue
        yield _over_budget(view)
        for seen in _listed(view) if view.most else ():
            if seen.length and seen.best is Visibility.NAME:
                skill = subject.skills[seen.name]
                yield Hit(
                    f"{view.title} never shows the description of `{seen.name}`: its {seen.length:,} characters do not"
                    " fit beside the names of the others",
                    at=skill.at,
                    path=skill.path,
                    hint="shorten it",
                    subject=seen.name,
                )


@rule("ST002", "index-over-budget", source="wire formats, section 0")
def index_over_budget(subject: VisibilitySubject) -> Iterator[Hit]:
    """The index of all skills is larger than what a host shows of it.

    Why: beyond its budget a host leaves descriptions out, the least used first, and tells nobody; a
    skill without a description is hardly ever chosen.

    Fix: shorten descriptions, offer bundles instead of everything, or raise the host's setting.

    The index is measured as the host writes it; where that is not known, as one line
    `- name: description` for each skill. The page for agents shows the same number.
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


def _listed(view: HostVisibility) -> Iterator[VisibleSkill]:
    return (seen for seen in view.skills if seen.best is not Visibility.ABSENT)


@rule("SL006", "host-field", source=_SOURCE)
def host_field(subject: Subject) -> Iterator[Hit]:
    """A field that few hosts read says what the description does not.

    Why: ``when_to_use`` is shown by Claude Code alone. Every other host chooses by the description, and
    does not see these words.

    Fix: say in the description too when the skill is meant.
    """
    known = {word[:_BEGINNING] for word in _words(f"{subject.skill.description} {subject.skill.name}")}
    field = subject.skill.document.field(_FIELD)
    said = dict.fromkeys(_words(field.value.text)) if field else ()
    lacking = [word for word in said if word[:_BEGINNING] not in known]
    if field and len(lacking) >= _LEAST_SAID:
        yield Hit(
            f"`{_FIELD}` says {_coded(lacking)}, the description does not; few hosts read that field",
            at=field.span,
            hint="say in the description too when the skill is meant",
            facts=(("field", _FIELD),),
        )


def _words(text: str) -> Iterator[str]:
    found = (match[0].casefold() for match in _WORD.finditer(text))
    return (word for word in found if len(word) >= _LONG and word not in _COMMON)


def _coded(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words[:_NAMED])
