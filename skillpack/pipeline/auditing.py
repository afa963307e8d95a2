"""What a build wrote, asked as clients would before anybody sees it (decisions 34)."""

from skillpack.audit.run import audit_names, audit_site
from skillpack.catalog import paths
from skillpack.check.judge import judge, open_findings
from skillpack.files.output import Output
from skillpack.model.digest import sha256
from skillpack.model.finding import Judged
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.written import Written

_PROFILE = "publish"


def audit_written(written: Written, output: Output, inputs: Inputs) -> tuple[Judged, ...]:
    """Return what clients would lose of what this build wrote; where nothing was written, nothing is asked.

    A site of which nothing is known is audited whole. Of another, those skills are whose records are not as they were:
    a record holds the digest of everything that can be installed. The profile `publish` always judges, for others are
    about skills and know no sites.
    """
    parts = written.changed
    if not parts:
        return ()
    if written.is_new:
        found = audit_site(output)
    else:
        names = {part.rpartition("/")[0] for part in parts} - {""}
        found = audit_names(output, (name for name in names if _differs(output, paths.skill_record(name))))
    gate = {profile.name: profile for profile in (*inputs.gate, inputs.profiles[_PROFILE])}
    judged = judge(found, tuple(gate.values()), inputs.configuration.suppressions)
    return open_findings(judged, today=inputs.today)


def _differs(output: Output, path: str) -> bool:
    """Return whether a file is gone, or not the one that was there before this build."""
    content = output.get(path)
    return content is None or sha256(content) != output.digest(path)
