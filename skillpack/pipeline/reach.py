"""A set of skills -> how each is shown and found among the others: for pages and for rules (pure)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from skillpack.check.run import check_selection
from skillpack.check.subject import SelectionSubject
from skillpack.model.finding import Finding
from skillpack.model.profile import Profile
from skillpack.model.selection import (
    Chosen,
    Described,
    Intent,
    IntentSource,
    Lost,
    Reach,
    SeenBy,
    Selection,
    SetReach,
    Shown,
)
from skillpack.model.settings import Bundle
from skillpack.pipeline.weighed import Weighed
from skillpack.search.edits import edits
from skillpack.search.selection import select
from skillpack.search.shown import shown

MOST_ASKED = 2000
"""Skills of a set in which requests are asked; beyond, the time of one build is worth more than the answer."""

_REQUESTS = 4  # on the page of one skill
_NAMES = 5
_DECIDED = 2  # words by which a request is taken; by a single one it is a matter of chance
_DONE = (
    "add adding analyze analyzing before between build building choose choosing configure configuring create creating"
    " debug debugging design designing develop developing establish establishing existing handle handling implement"
    " implementing improve improving issues make making manage managing multiple new optimize optimizing project review"
    " reviewing run running set setting start starting track understanding up update updating work working write"
    " writing many each once skill skills"
)
_DOING = frozenset(_DONE.split())
"""Words of requests for anything: they tell no skill from another."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How a set of skills is shown and found.

    Attributes:
        skills: Name -> what its page says.
        findings: Of the rules about selection.
    """

    of_set: SetReach
    skills: Mapping[str, Reach]
    findings: tuple[Finding, ...]


def reach(weighed: Iterable[Weighed], hosts: Sequence[Profile], bundles: Sequence[Bundle] = ()) -> Reached:
    """Return how skills are shown by hosts, and which of them wins the requests of which.

    Requests are asked as the first host shows the descriptions; the others differ from it in few.

    Args:
        weighed: With different names.
        hosts: The catalog's, the first one first.
        bundles: Of the catalog.
    """
    known = {one.described.name: one for one in weighed}
    skills = [one.described for one in known.values()]
    views = tuple(shown(skills, host) for host in hosts)
    asked = len(skills) <= MOST_ASKED
    selection = select(skills, profile=hosts[0] if hosts else None) if asked else None
    taken = {one.name: tuple(filter(_is_taken, one.lost)) for one in selection.skills} if selection is not None else {}
    subject = SelectionSubject(
        shown=views,
        selection=selection,
        taken=taken,
        words=edits(skills, _with_taken(selection, taken)) if selection is not None else {},
        described={skill.name: skill for skill in skills},
        places={name: (one.path, one.at) for name, one in known.items()},
    )
    of_set = SetReach(tuple(map(_in_all, views)), tuple(_of_bundles(known, hosts, bundles)), asked)
    return Reached(of_set, _of_skills(skills, views, selection, taken), check_selection(subject))


def _with_taken(selection: Selection, taken: Mapping[str, tuple[Lost, ...]]) -> Selection:
    """Return a selection in which nothing else is lost."""
    return replace(selection, skills=tuple(replace(one, lost=taken[one.name]) for one in selection.skills))


def _is_taken(lost: Lost) -> bool:
    """Return whether a request is lost for reasons that a person would accept.

    A clause of the skill's own description counts for it only in part; as a loss it proves nothing.
    """
    telling = sum(word not in _DOING for word in lost.decided)
    least = 1 if lost.source is IntentSource.LABELLED else _DECIDED  # somebody wrote that down for the purpose
    return bool(lost.thief) and not lost.partly and telling >= least


def _in_all(view: Shown) -> Shown:
    return replace(view, skills=())


def _of_bundles(
    known: Mapping[str, Weighed], hosts: Sequence[Profile], bundles: Iterable[Bundle]
) -> Iterable[tuple[str, tuple[Shown, ...]]]:
    for bundle in bundles:
        members = [known[name].described for name in dict.fromkeys(bundle.skills) if name in known]
        yield bundle.name, tuple(_in_all(shown(members, host)) for host in hosts)


def _of_skills(
    skills: Sequence[Described],
    views: Sequence[Shown],
    selection: Selection | None,
    taken: Mapping[str, Sequence[Lost]],
) -> Mapping[str, Reach]:
    """Return what each skill's page says."""
    chosen = {one.name: one for one in selection.skills} if selection is not None else {}
    lost = {name: {one.text: one.thief for one in each} for name, each in taken.items()}
    seen: dict[str, list[SeenBy]] = {skill.name: [] for skill in skills}
    for view in views:
        if view.budget:
            for each in view.skills:
                seen[each.name].append(SeenBy(view.title, each.best, each.worst))
    takes: dict[str, Counter[str]] = {skill.name: Counter() for skill in skills}
    for name, thieves in lost.items():
        for thief in thieves.values():
            takes[thief][name] += 1
    return {
        skill.name: _reach(
            skill, tuple(seen[skill.name]), chosen.get(skill.name), lost.get(skill.name, {}), takes[skill.name]
        )
        for skill in skills
    }


def _reach(
    skill: Described,
    seen_by: tuple[SeenBy, ...],
    chosen: Chosen | None,
    lost: Mapping[str, str],
    takes: Counter[str],
) -> Reach:
    wanted = [intent for intent in skill.intents if intent.wanted] if chosen is not None and chosen.requests else []
    told = _told(wanted, lost)
    return Reach(
        seen_by=seen_by,
        requests=tuple((intent.text, lost.get(intent.text, "")) for intent in told),
        more=len(wanted) - len(told),
        taken_by=_most_first(Counter(lost.values())),
        takes_from=_most_first(takes),
        asked=chosen is not None,
    )


def _told(wanted: Sequence[Intent], lost: Mapping[str, str]) -> list[Intent]:
    """Return the requests that a page tells, in the order of the skill; those that others win are not left out."""
    ranked = sorted(range(len(wanted)), key=lambda at: (not lost.get(wanted[at].text), at))
    return [wanted[at] for at in sorted(ranked[:_REQUESTS])]


def _most_first(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:_NAMES])
