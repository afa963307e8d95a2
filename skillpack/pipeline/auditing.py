"""What a build wrote, asked as clients would before anybody sees it (decisions 34)."""

import msgspec

from skillpack.audit.run import audit_names, audit_site
from skillpack.catalog import paths
from skillpack.check.judge import judge, open_findings
from skillpack.files.output import Output
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding, Judged
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.written import Written

_NOTE = "audit"
_PROFILE = "publish"


def audit_written(written: Written, output: Output, inputs: Inputs) -> tuple[Judged, ...]:
    """Return what clients would lose of the site, having asked for what this build wrote.

    A site of which nothing is known is audited whole. Of another, those skills are whose records are not as they were,
    for a record holds the digest of everything that can be installed; what was found of the others before still holds.
    The profile `publish` always judges: others are about skills and know no sites.
    """
    found = _found(written, output)
    written.note(_NOTE, msgspec.json.encode(found).decode())
    gate = {profile.name: profile for profile in (*inputs.gate, inputs.profiles[_PROFILE])}
    judged = judge(found, tuple(gate.values()), inputs.configuration.suppressions)
    return open_findings(judged, today=inputs.today)


def _found(written: Written, output: Output) -> tuple[Finding, ...]:
    if written.is_new:
        return audit_site(output)
    known = msgspec.json.decode(written.noted(_NOTE) or "[]", type=tuple[Finding, ...])
    if not written.changed:
        return known
    names = {part.rpartition("/")[0] for part in written.changed}
    asked = {name for name in names if name and _differs(output, paths.skill_record(name))}
    kept = (finding for finding in known if finding.subject not in {*asked, ""})
    return (*kept, *audit_names(output, asked))


def _differs(output: Output, path: str) -> bool:
    """Return whether a file is gone, or not the one that was there before this build."""
    content = output.get(path)
    return content is None or sha256(content) != output.digest(path)
