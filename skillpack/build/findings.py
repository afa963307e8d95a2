"""What is open today of all that the rules found: of skills, of nameless folders, of the set."""

from collections.abc import Iterable, Mapping

from skillpack.check.fix import with_offers
from skillpack.check.judge import open_findings
from skillpack.check.rules.catalog import mentioned_names, names_of_the_past
from skillpack.check.run import check_catalog
from skillpack.check.subject import CatalogSubject
from skillpack.fetch.catalog import PublishedCatalog
from skillpack.model.entry import Overview
from skillpack.model.finding import Finding, Judged, Severity, finding_order
from skillpack.build.inputs.baseline import judge_in
from skillpack.build.store import Cache
from skillpack.build.inputs.inputs import Inputs


def known_versions(cache: Cache, inputs: Inputs, previous: PublishedCatalog | None) -> dict[str, frozenset[str]] | None:
    """Return the labels of the names that the configuration calls published; None where nothing is known to be."""
    if previous is None:
        return None
    found = ((name, cache.labels(name)) for name in names_of_the_past(inputs.configuration))
    return {name: labels for name, labels in found if labels is not None}


def found(
    inputs: Inputs,
    cache: Cache,
    overview: Overview,
    versions: Mapping[str, frozenset[str]] | None,
    of_selection: tuple[Finding, ...] = (),
) -> tuple[Judged, ...]:
    """Return every finding that is open today: of skills, of nameless folders, of the set."""
    judged: list[Judged] = []
    for known in cache.findings():
        judged.extend(known)
    for _, _, findings in cache.nameless():
        judged.extend(judge_in(findings, inputs.gate, inputs.configuration))
    absent = mentioned_names(inputs.configuration) - set(cache.names())
    subject = CatalogSubject(overview, inputs.configuration, inputs.profiles, absent, versions)
    judged.extend(judge_in((*check_catalog(subject), *of_selection), inputs.gate, inputs.configuration))
    hosts = [inputs.profiles[name] for name in inputs.configuration.hosts]
    standing = with_offers(open_findings(judged, today=inputs.today), inputs.gate, hosts)
    return tuple(sorted(standing, key=lambda each: finding_order(each.finding)))


def fails(findings: Iterable[Judged], fail_on: str) -> bool:
    """Return whether findings reach a policy's limit: `error`, `warning` or `never`."""
    fatal = {"error": {Severity.ERROR}, "warning": {Severity.ERROR, Severity.WARNING}, "never": set()}[fail_on]
    return any(each.severity in fatal for each in findings)
