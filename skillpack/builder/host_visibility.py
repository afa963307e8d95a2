"""What hosts show of the skills of a set, for pages and for rules (pure)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from skillpack.catalog.overview import WHOLE
from skillpack.check.run import check_visibility
from skillpack.check.subject import VisibilitySubject
from skillpack.model.finding import Finding
from skillpack.model.profile import Profile
from skillpack.model.selection import HostVisibility, SelectionInput, SetVisibility
from skillpack.model.selection import Visibility as VisibleKind
from skillpack.model.settings import Bundle
from skillpack.search.visibility import shown

Visibility = tuple[SetVisibility, tuple[Finding, ...]]
"""What hosts show of a set, and what rules say of that."""


def visibility(
    skills: Iterable[SelectionInput], hosts: Sequence[Profile], bundles: Sequence[Bundle] = ()
) -> Visibility:
    """Return the share of a set and of its bundles that each host shows, and the findings about that.

    Args:
        skills: With different names.
        hosts: The catalog's, the first one first.
        bundles: Of the catalog.
    """
    known = {skill.name: skill for skill in skills}
    views = tuple(shown(known.values(), host) for host in hosts)
    findings = check_visibility(VisibilitySubject(views, known))
    return SetVisibility(tuple(map(_drawn, views)), tuple(_of_bundles(known, hosts, bundles))), findings


def _drawn(view: HostVisibility) -> HostVisibility:
    """Return the visibility as a page draws it: of a set that is not too large, with the length of each description."""
    lengths = tuple(skill.length for skill in view.skills if skill.best is not VisibleKind.ABSENT)
    return replace(view, skills=(), lengths=lengths if len(lengths) <= WHOLE else ())


def _of_bundles(
    known: Mapping[str, SelectionInput], hosts: Sequence[Profile], bundles: Iterable[Bundle]
) -> Iterator[tuple[str, tuple[HostVisibility, ...]]]:
    for bundle in bundles:
        members = [known[name] for name in dict.fromkeys(bundle.skills) if name in known]
        yield bundle.name, tuple(replace(shown(members, host), skills=()) for host in hosts)
