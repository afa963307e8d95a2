"""How the skills of the set are shown and found, worked out where something of it changed, and else remembered."""

import msgspec

from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.selection import SetReach
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.reach import reach


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
