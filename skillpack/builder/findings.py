"""What is open today of all that the rules found: of skills, of nameless folders, of the set (pure)."""

from collections.abc import Iterable, Mapping

from skillpack.builder.history.history import CatalogHistory
from skillpack.builder.inputs.baseline import judge_in
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.resolve import Catalog, claimed_errors
from skillpack.catalog.precedence import name_key
from skillpack.check.fix import with_fixes
from skillpack.check.judge import open_findings
from skillpack.check.rules.catalog import former_names, mentioned_names
from skillpack.check.run import check_catalog
from skillpack.check.subject import CatalogSubject
from skillpack.model.entry import EntryState
from skillpack.model.finding import Judged, Severity, finding_order


def catalog_findings(catalog: Catalog, history: CatalogHistory | None, inputs: Inputs) -> tuple[Judged, ...]:
    """Return every finding that is open today, sorted.

    Args:
        catalog: The set.
        history: What was published before; None where no published site was asked.
        inputs: Of the build.
    """
    judged: list[Judged] = []
    names = {each.entry.name for each in catalog.entries}
    for each in catalog.entries:
        judged.extend((*each.publication.judged, *claimed_errors(each, inputs, names)))
    for _, _, found in catalog.nameless:
        judged.extend(found)
    hidden = {note.name for note in inputs.configuration.skills if note.hidden}
    absent = (mentioned_names(inputs.configuration) | (inputs.reviews.by_name.keys() - hidden)) - names
    versions = None if history is None else _known_labels(catalog, history, inputs)
    subject = CatalogSubject(
        catalog.overview, inputs.configuration, inputs.profiles, absent, versions, inputs.reviews, names
    )
    of_set = (*check_catalog(subject), *catalog.visibility_findings)
    judged.extend(judge_in(of_set, inputs.gate, inputs.configuration))
    hosts = [inputs.profiles[name] for name in inputs.configuration.hosts]
    offered = with_fixes(open_findings(judged, today=inputs.today), inputs.gate, hosts)
    return tuple(sorted(offered, key=lambda each: finding_order(each.finding)))


def let_through(catalog: Catalog, inputs: Inputs) -> tuple[Judged, ...]:
    """Return the errors and secrets that are published because a suppression says so, sorted.

    What a baseline accepts is not among it: that is a list of its own.
    """
    found = list(inputs.accepted)
    for each in catalog.entries:
        if each.entry.state is EntryState.PUBLISHED:
            found += (one for one in each.publication.judged if one.severity is Severity.ERROR)
    written = set(inputs.configuration.suppressions)
    kept = (one for one in found if one.suppression in written)
    return tuple(sorted(kept, key=lambda one: finding_order(one.finding)))


def _known_labels(catalog: Catalog, history: CatalogHistory, inputs: Inputs) -> Mapping[str, frozenset[str]]:
    """Return the labels of the names that the configuration calls published, as far as those are known."""
    found: dict[str, frozenset[str]] = {}
    entries = {each.entry.name: each for each in catalog.entries}
    for name in former_names(inputs.configuration):
        past = history.get(name_key(name))
        if name in entries:
            each = entries[name]
            releases = (each.entry.release, *each.relations.releases, *each.relations.purged)
        elif past is not None and past.name == name:
            releases = (*past.releases(name), *past.purged)
        else:
            continue
        found[name] = frozenset(release.label for release in releases)
    return found


def fails(findings: Iterable[Judged], fail_on: str) -> bool:
    """Return whether findings reach a policy's limit: `error`, `warning` or `never`."""
    fatal = {"error": {Severity.ERROR}, "warning": {Severity.ERROR, Severity.WARNING}, "never": set()}[fail_on]
    return any(each.severity in fatal for each in findings)
