"""What a build wrote, asked as clients would before anybody sees it (decisions 34)."""

from skillpack.audit.run import audit_names, audit_site
from skillpack.check.judge import judge, open_findings
from skillpack.files.output import Output
from skillpack.model.finding import Judged
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.written import Written

_OF_BYTES = ("own", "past")
"""Parts of a skill that hold its archives; the others hold pages and records."""

_PROFILE = "publish"


def audit_written(written: Written, output: Output, inputs: Inputs) -> tuple[Judged, ...]:
    """Return what clients would lose of the parts that this build wrote; nothing was written, nothing is asked.

    The profile `publish` always judges: others are about skills and know no sites.
    """
    parts = written.changed
    if not parts:
        return ()
    if not written.kept:
        found = audit_site(output)
    else:
        names = {name for name, _, part in (part.rpartition("/") for part in parts) if part}
        bytes_of = {name for name, _, part in (part.rpartition("/") for part in parts) if part in _OF_BYTES}
        found = audit_names(output, names, unpack=bytes_of)
    gate = {profile.name: profile for profile in (*inputs.gate, inputs.profiles[_PROFILE])}
    judged = judge(found, tuple(gate.values()), inputs.configuration.suppressions)
    return open_findings(judged, today=inputs.today)
