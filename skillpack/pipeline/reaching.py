"""How the skills of the set are shown and found, worked out where something of it changed, and else remembered."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import msgspec

from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.selection import Reach, SetReach
from skillpack.pipeline.accepted import judge_in
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.reach import reach

SOON = 200
"""Skills of a set of which it is soon worked out."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is known of selection.

    Attributes:
        findings: What rules say of it.
        late: It is of the set as it was before, for that of today was not waited for.
    """

    of_set: SetReach
    findings: tuple[Finding, ...]
    late: bool = False


def remembered_reach(cache: Cache, inputs: Inputs, *, wait: bool = True) -> Remembered:
    """Return what the set's pages say of selection; what each skill's says is remembered.

    What decided that last time decides it now.

    Args:
        cache: Remembers it.
        inputs: Of the build.
        wait: Work it out where skills changed, however long that takes; without, what was known of them will do.
    """
    configuration = inputs.configuration
    judging = (configuration.profiles, configuration.suppressions)
    parts = (inputs.settings.digest, configuration.hosts, configuration.bundles, judging)
    told, ways = cache.told(), sha256(repr(parts).encode("utf-8", "surrogatepass"))
    head, _, text = cache.meta("reach").partition("\n")
    same_skills, same_ways = head.startswith(told), head.endswith(ways)
    if same_ways and (same_skills or not (wait or cache.holds_at_most(SOON))):
        of_set, findings = msgspec.json.decode(text, type=tuple[SetReach, tuple[Finding, ...]])
        return Remembered(of_set, findings, late=not same_skills)
    hosts = [inputs.profiles[name] for name in configuration.hosts]
    found = reach(cache.weighed(), hosts, configuration.bundles)
    cache.put_reach(_with_findings(found.skills, found.findings, inputs))
    cache.set_meta("reach", f"{told} {ways}\n{msgspec.json.encode((found.of_set, found.findings)).decode()}")
    return Remembered(found.of_set, found.findings)


def _with_findings(skills: Mapping[str, Reach], findings: Iterable[Finding], inputs: Inputs) -> Mapping[str, Reach]:
    """Return what each page says, with what rules say of its skill."""
    judged = defaultdict(list)
    for each in judge_in(findings, inputs.gate, inputs.configuration):
        judged[each.finding.subject].append(each)
    return {name: replace(reach, findings=tuple(judged.get(name, ()))) for name, reach in skills.items()}
