"""A set of skills -> how each is shown and found among the others: for its page, for the set's, and for rules (pure)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from skillpack.check.run import check_selection
from skillpack.check.subject import SelectionSubject
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.profile import Profile
from skillpack.model.selection import Chosen, Described, Intent, Reach, SeenBy, Selection, SetReach, Shown
from skillpack.model.settings import Bundle
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.weighed import Weighed
from skillpack.search.edits import edits
from skillpack.search.selection import select
from skillpack.search.shown import shown

MOST_ASKED = 4000
"""Skills of a set in which requests are asked; beyond, the time of one build is worth more than the answer."""

_REQUESTS = 4  # on the page of one skill
_NAMES = 5


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


def remembered_reach(cache: Cache, inputs: Inputs) -> tuple[SetReach, tuple[Finding, ...]]:
    """Return what the set's pages say of selection, and what rules say of it; what each skill's says is remembered.

    What decided that last time decides it now.
    """
    configuration = inputs.configuration
    parts = (cache.told(), inputs.settings.digest, configuration.hosts, configuration.bundles)
    digest = sha256(repr(parts).encode("utf-8", "surrogatepass"))
    before, _, text = cache.meta("reach").partition("\n")
    if before == digest:
        return msgspec.json.decode(text, type=tuple[SetReach, tuple[Finding, ...]])
    hosts = [inputs.profiles[name] for name in configuration.hosts]
    found = reach(cache.weighed(), hosts, configuration.bundles)
    cache.put_reach(found.skills)
    cache.set_meta("reach", f"{digest}\n{msgspec.json.encode((found.of_set, found.findings)).decode()}")
    return found.of_set, found.findings


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
    subject = SelectionSubject(
        shown=views,
        selection=selection,
        words=edits(skills, selection) if selection is not None else {},
        places={name: (one.path, one.at) for name, one in known.items()},
    )
    of_set = SetReach(tuple(map(_in_all, views)), tuple(_of_bundles(known, hosts, bundles)), asked)
    return Reached(of_set, _of_skills(skills, views, selection), check_selection(subject))


def _in_all(view: Shown) -> Shown:
    return replace(view, skills=())


def _of_bundles(
    known: Mapping[str, Weighed], hosts: Sequence[Profile], bundles: Iterable[Bundle]
) -> Iterable[tuple[str, tuple[Shown, ...]]]:
    for bundle in bundles:
        members = [known[name].described for name in dict.fromkeys(bundle.skills) if name in known]
        yield bundle.name, tuple(_in_all(shown(members, host)) for host in hosts)


def _of_skills(skills: Sequence[Described], views: Sequence[Shown], selection: Selection | None) -> Mapping[str, Reach]:
    """Return what each skill's page says; a request that is in part the skill's own description is lost to nobody."""
    chosen = {one.name: one for one in selection.skills} if selection is not None else {}
    lost = {name: {one.text: one.thief for one in each.lost if not one.partly} for name, each in chosen.items()}
    seen: dict[str, list[SeenBy]] = {skill.name: [] for skill in skills}
    for view in views:
        if view.budget:
            for each in view.skills:
                seen[each.name].append(SeenBy(view.title, each.best, each.worst))
    takes: dict[str, Counter[str]] = {skill.name: Counter() for skill in skills}
    for name, thieves in lost.items():
        for thief in filter(None, thieves.values()):
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
        taken_by=_most_first(Counter(filter(None, lost.values()))),
        takes_from=_most_first(takes),
        asked=chosen is not None,
    )


def _told(wanted: Sequence[Intent], lost: Mapping[str, str]) -> list[Intent]:
    """Return the requests that a page tells, in the order of the skill: those that others win before those that none."""
    ranked = sorted(range(len(wanted)), key=lambda at: (not lost.get(wanted[at].text), at))
    return [wanted[at] for at in sorted(ranked[:_REQUESTS])]


def _most_first(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:_NAMES])
