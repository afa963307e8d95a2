"""What a build wrote, asked as clients would before anybody sees it (decisions 34)."""

from collections.abc import Collection, Mapping
from concurrent.futures import Executor
from dataclasses import replace

import msgspec

from skillpack.audit.faults import CAUSES
from skillpack.audit.run import Looks, audit_names, audit_site
from skillpack.catalog import paths
from skillpack.check.judge import judge, open_findings
from skillpack.files.output import Output
from skillpack.model.digest import sha256
from skillpack.model.finding import SEVERITY_ORDER, Finding, Judged, Severity
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.looking import looks_by
from skillpack.pipeline.written import Written
from skillpack.prompt.formats import Format, published_formats

_NOTE = "audit"
_PROFILE = "publish"


def audit_written(
    written: Written, output: Output, inputs: Inputs, cache: Cache, executor: Executor | None = None
) -> tuple[Judged, ...]:
    """Return what clients would lose of the site, having asked for what this build wrote.

    A site of which nothing is known is audited whole. Of another, those skills are whose records are not as they were,
    for a record holds the digest of everything that can be installed; what was found of the others before still holds.
    The profile `publish` always judges: others are about skills and know no sites. Who suppresses a finding about a
    skill accepts what clients make of it (decisions 1).
    """
    formats = published_formats(inputs.profiles.values()).values()
    found = _found(written, output, formats, looks_by(executor, written, output))
    written.note(_NOTE, msgspec.json.encode(found).decode())
    gate = {profile.name: profile for profile in (*inputs.gate, inputs.profiles[_PROFILE])}
    judged = judge(found, tuple(gate.values()), inputs.configuration.suppressions)
    places = {name: place for name, place, _ in cache.owned()} if judged else {}
    return open_findings((_as_its_causes(each, cache, places) for each in judged), today=inputs.today)


def _as_its_causes(fault: Judged, cache: Cache, places: Mapping[str, int]) -> Judged:
    """Return a fault judged no worse than what it follows from, so that a build fails where `check` does.

    What a skill's profiles do not mind, they do not mind here either. Where every cause is suppressed, so is the fault:
    by the suppression that ends first.
    """
    causes = CAUSES.get(fault.finding.rule)
    if causes is None or fault.finding.subject not in places:
        return fault
    entry, around = cache.settled(fault.finding.subject)
    found = [each for each in around.findings if each.finding.rule in causes]
    known = any(each.rule in causes for each in cache.prepared(places[fault.finding.subject]).findings)
    # An earlier version that is offered instead has faults of its own.
    if entry.carried is not None or fault.suppression is not None or not known:
        return fault
    standing = [each.severity for each in found if each.suppression is None]
    ends = [each.suppression for each in found if each.suppression is not None]
    if found and not standing:
        return replace(fault, suppression=min(ends, key=lambda each: (not each.expires, each.expires)))
    worst = min(standing, key=lambda each: SEVERITY_ORDER[each], default=Severity.INFO)
    return replace(fault, severity=max(worst, fault.severity, key=lambda each: SEVERITY_ORDER[each]))


def _found(written: Written, output: Output, formats: Collection[Format], looks: Looks | None) -> tuple[Finding, ...]:
    if written.is_new:
        return audit_site(output, formats, looks)
    known = msgspec.json.decode(written.noted(_NOTE) or "[]", type=tuple[Finding, ...])
    if not written.changed:
        return known
    names = {part.rpartition("/")[0] for part in written.changed if not part.startswith("/")}
    asked = {name for name in names if name and _differs(output, paths.skill_record(name))}
    kept = (finding for finding in known if finding.subject not in {*asked, ""})
    return (*kept, *audit_names(output, asked, formats, looks))


def _differs(output: Output, path: str) -> bool:
    """Return whether a file is gone, or not the one that was there before this build."""
    content = output.get(path)
    return content is None or sha256(content) != output.digest(path)
