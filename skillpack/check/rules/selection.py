"""SL: how skills are shown and found among each other. All of it is measured on words, never on a model."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from skillpack.check.rule import Draft, Rule, rule
from skillpack.check.subject import SelectionSubject, Subject
from skillpack.model.document import NOWHERE
from skillpack.model.selection import Chosen, IntentSource, Lost, Seen, Shown, Sight

_SOURCE = "skillpack"
_NAMED = 3  # skills or words in one sentence
_LEAST_LOST = 2  # requests of its own lines that a skill loses before anybody is told
_LOST_SHARE = 0.3  # of the requests
# Names and descriptions overlap so much that nothing tells them apart; or less, and requests are taken as well.
_OVERLAP, _OVERLAP_TAKING, _TAKING = 0.3, 0.2, 4
_GREEDY_LEAST, _GREEDY_VICTIMS = 5, 3  # requests, and skills, of which a description wins some
_FIELDS = ("when_to_use",)
"""Fields that few hosts show beside the description."""
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
def hidden_by_budget(subject: SelectionSubject) -> Iterator[Draft]:
    """A host has no room for all descriptions of the set.

    Why: it shows the names of the others alone, and a skill without a description is hardly ever chosen.
    Which ones these are depends on how often each skill was used, so no single one is to blame; one that
    does not fit even when it is used most is named alone.

    Fix: shorten the longest descriptions, or offer bundles of which each fits: ``select --bundles``
    proposes some.
    """
    for view in subject.shown:
        if not view.budget or view.most >= sum(seen.length > 0 for seen in _listed(view)):
            continue
        yield _over_budget(view)
        for seen in _listed(view) if view.most else ():
            if seen.length and seen.best is Sight.NAME:
                yield _about(
                    subject,
                    seen.name,
                    f"{view.title} never shows the description of `{seen.name}`: its {seen.length:,} characters do not"
                    " fit beside the names of the others",
                    "shorten it",
                )


@rule("ST002", "index-over-budget", source="wire formats, section 0")
def index_over_budget(subject: SelectionSubject) -> Iterator[Draft]:
    """The index of all skills is larger than what a host shows of it.

    Why: beyond its budget a host leaves descriptions out, the least used first, and tells nobody; a
    skill without a description is hardly ever chosen.

    Fix: shorten descriptions, offer bundles instead of everything, or raise the host's setting.

    The index is measured as the host writes it; where that is not known, as one line
    `- name: description` for each skill. The page for agents shows the same number.
    """
    for view in subject.shown:
        if view.budget and view.needed > view.budget:
            yield Draft(
                f"the index of {view.listed:,} skills has about {view.needed:,} characters,"
                f" {view.who} shows {view.budget:,}",
                hint="shorten descriptions, or offer bundles",
                facts=(("size", str(view.needed)), ("host", view.host), ("budget", str(view.budget))),
            )


def _over_budget(view: Shown) -> Draft:
    most = f"{view.most:,}" if view.fewest == view.most else f"{view.fewest:,} to {view.most:,}"
    alike = "" if view.fewest == view.most else f", about {view.even:,} where all are used alike"
    longest = sorted(_listed(view), key=lambda seen: (-seen.length, seen.name))[:_NAMED]
    named = ", ".join(f"`{seen.name}` ({seen.length:,} characters)" for seen in longest)
    return Draft(
        f"{view.who} shows {most} of {view.listed:,} descriptions whole{alike}: they need {view.needed:,} characters,"
        f" it has {view.budget:,}",
        hint=f"shorten the longest, such as {named}; or offer bundles that fit",
        facts=(("host", view.host), ("size", str(view.needed)), ("budget", str(view.budget))),
    )


def _listed(view: Shown) -> Iterator[Seen]:
    return (seen for seen in view.skills if seen.best is not Sight.ABSENT)


@rule("SL002", "intent-taken", source=_SOURCE)
def intent_taken(subject: SelectionSubject) -> Iterator[Draft]:
    """Descriptions of other skills answer the requests that a skill is meant for better than its own.

    Why: an agent chooses by the description; where another one has more of a request's words, it is the
    likelier choice. The requests are those that the skill itself names: under headings such as "When to
    use", in its description, or in ``evals/triggers.json``.

    Fix: say the missing words in the description. Where it says them already, say in the other one what
    it is not for.

    It is measured on words alone: whether descriptions can be told apart, never what a model will do.
    """
    if subject.selection is None:
        return
    for chosen in subject.selection.skills:
        lost = subject.taken.get(chosen.name, ())
        if not chosen.weak or not _is_much(chosen, lost):
            continue
        thieves = Counter(one.thief for one in lost)
        first = min(thieves, key=lambda name: (-thieves[name], name))
        example = next(one for one in lost if one.thief == first)
        yield _about(
            subject,
            chosen.name,
            f"{len(lost):,} of {chosen.requests:,} requests of `{chosen.name}` are answered better by other"
            f' descriptions, most by `{first}`: "{example.text}"',
            _edit(subject, chosen.name, first),
            facts=(("thief", first),),
        )


def _is_much(chosen: Chosen, lost: Sequence[Lost]) -> bool:
    labelled = any(one.source is IntentSource.LABELLED for one in lost)
    return len(lost) >= (1 if labelled else _LEAST_LOST) and len(lost) >= chosen.requests * _LOST_SHARE


def _edit(subject: SelectionSubject, name: str, thief: str) -> str:
    words = subject.words.get(name, ())
    if words:
        return f"say {_coded(words)} in the description"
    return f"say in the description of `{thief}` that it is not for this"


@rule("SL003", "undeclared-neighbour", source=_SOURCE)
def undeclared_neighbour(subject: SelectionSubject) -> Iterator[Draft]:
    """Two descriptions say much the same, and neither skill names the other.

    Why: an agent that is to choose between them has nothing to go by, and takes either.

    Fix: say in each description when the other one is meant: "for X use ``other``"; or make one skill
    of the two.
    """
    for pair in subject.selection.neighbours if subject.selection else ():
        if pair.overlap >= (_OVERLAP_TAKING if pair.taken >= _TAKING else _OVERLAP):
            yield _about(
                subject,
                pair.one,
                f"the descriptions of `{pair.one}` and `{pair.other}` have {pair.overlap:.0%} of their words in"
                " common, and neither names the other",
                "say in each when the other one is meant",
                facts=(("other", pair.other),),
            )


@rule("SL004", "greedy-description", source=_SOURCE)
def greedy_description(subject: SelectionSubject) -> Iterator[Draft]:
    """A description answers many requests that other skills are meant for.

    Why: a skill that promises everything is opened for tasks of the others, which then stay closed.

    Fix: leave the words out that are not its business, or say what it is not for and which skill is.
    """
    if subject.selection is None:
        return
    for greedy in subject.selection.greedy:
        lost = [(name, one) for name, taken in subject.taken.items() for one in taken if one.thief == greedy.name]
        victims = Counter(name for name, _ in lost)
        if len(lost) < _GREEDY_LEAST or len(victims) < _GREEDY_VICTIMS:
            continue
        words = Counter(word for _, each in lost for word in each.decided[:_NAMED])
        decided = sorted(words, key=lambda word: (-words[word], word))[:_NAMED]
        yield _about(
            subject,
            greedy.name,
            f"`{greedy.name}` wins {len(lost):,} requests of {len(victims):,} other skills, where {greedy.usual:.1f} is"
            f" usual, most by {_coded(decided)}",
            f"say what it is not for, such as what {_coded(_first(victims))} are for",
        )


def _first(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda name: (-counts[name], name))[:_NAMED]


@rule("SL005", "no-intent-lines", source=_SOURCE)
def no_intent_lines(subject: SelectionSubject) -> Iterator[Draft]:
    """A skill says nowhere for which requests it is meant.

    Why: neither an agent nor whoever maintains the catalog can tell when it should be chosen.

    Fix: say in the description when to use it, in the words of those who will ask: "Use when ...".
    """
    selection = subject.selection
    if selection is not None:
        for name in selection.no_intent:
            if name not in selection.silent and _is_silent(subject.described[name].description):
                yield _about(
                    subject,
                    name,
                    f"neither description nor body of `{name}` says for which requests it is meant",
                    'begin a sentence of the description with "Use when"',
                )


def _is_silent(description: str) -> bool:
    """Return whether a description in Latin letters says in no words when; in others nobody reads it so well."""
    latin = all(character < _BEYOND_LATIN or not character.isalpha() for character in description)
    return latin and "when" not in description.lower()


@rule("SL006", "host-field", source=_SOURCE)
def host_field(subject: Subject) -> Iterator[Draft]:
    """A field that few hosts read says what the description does not.

    Why: ``when_to_use`` is shown by Claude Code alone. Every other host chooses by the description, and
    does not see these words.

    Fix: say in the description too when the skill is meant.
    """
    known = {word[:_BEGINNING] for word in _words(f"{subject.skill.description} {subject.skill.name}")}
    for name in _FIELDS:
        field = subject.skill.document.field(name)
        if field is None:
            continue
        lacking = [word for word in dict.fromkeys(_words(field.value.text)) if word[:_BEGINNING] not in known]
        if len(lacking) >= _LEAST_SAID:
            yield Draft(
                f"`{name}` says {_coded(lacking)}, the description does not; few hosts read that field",
                at=field.span,
                hint="say in the description too when the skill is meant",
                facts=(("field", name),),
            )


def _words(text: str) -> Iterator[str]:
    found = (match[0].casefold() for match in _WORD.finditer(text))
    return (word for word in found if len(word) >= _LONG and word not in _COMMON)


def _about(
    subject: SelectionSubject, name: str, message: str, hint: str, facts: tuple[tuple[str, str], ...] = ()
) -> Draft:
    path, at = subject.places.get(name, ("", NOWHERE))
    return Draft(message, at=at, path=path, hint=hint, facts=facts, subject=name)


def _coded(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words[:_NAMED])


SKILL_RULES: tuple[Rule[Subject], ...] = (host_field,)
RULES: tuple[Rule[SelectionSubject], ...] = (
    hidden_by_budget,
    index_over_budget,
    intent_taken,
    undeclared_neighbour,
    greedy_description,
    no_intent_lines,
)
