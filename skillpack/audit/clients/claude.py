"""Claude Code 2.1.328: which plugins of marketplace.json it takes (wire formats 3.3)."""

import re
from collections.abc import Iterator, Mapping

from skillpack.audit.faults import index_unreadable, indexes_disagree, marketplace_name_default, plugin_refused
from skillpack.audit.known import Known
from skillpack.audit.rows import OBJECT, opened
from skillpack.audit.view import Published
from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.settings import Configuration
from skillpack.registry import marketplace
from skillpack.registry.marketplace import Plugin

_DEFAULT = Configuration().name
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHA256 = re.compile(r"[0-9a-fA-F]{64}")
_ADDRESS = re.compile(r"https://(?!localhost|127\.|\[::1\]|0\.0\.0\.0)[^/?#]+/[^?#]*")
# Others are warnings, which its strict validator makes errors.
_KEYS = frozenset(
    {
        *("name", "description", "version", "author", "homepage", "repository", "license", "keywords", "category"),
        *("tags", "strict", "source", "skills", "commands", "agents", "hooks", "mcpServers"),
    }
)


def visit(site: Published, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    """Yield what this client would refuse of some names; a site without a marketplace has nothing to lose."""
    path = paths.MARKETPLACE
    seen = set()
    try:
        index = opened(site, path, "plugins", OBJECT)
        if index is None:
            return
        own = marketplace.read(index.alone(b""), url=path, limits=limits).name
        if own == _DEFAULT:
            yield marketplace_name_default(path, own)
        for name, row in index.rows(known):
            seen.add(name)
            for plugin in marketplace.read(index.alone(row), url=path, limits=limits).plugins:
                yield from _plugin(plugin, own, known[name])
    except IndexRefusedError as error:
        yield index_unreadable(path, str(error))
        return
    for name, each in known.items():
        left_out = each.mute or name == own or _KEBAB.fullmatch(name) is None
        if each.offered is not None and name not in seen and not left_out:
            yield indexes_disagree(name, path, f"does not list `{name}`, which can be installed")


def _plugin(plugin: Plugin, own: str, known: Known) -> Iterator[Finding]:
    path, offered = paths.MARKETPLACE, known.offered
    reason = _refusal(plugin, own)
    if reason:
        yield plugin_refused(plugin.name, path, reason)
    elif offered is None:
        yield indexes_disagree(plugin.name, path, f"lists `{plugin.name}`, which cannot be installed")
    elif plugin.sha256.lower() != offered.archive_sha256 or not plugin.url.endswith(f"/{offered.archive}"):
        yield indexes_disagree(plugin.name, path, f"leads to another archive of `{plugin.name}` than the record")


def _refusal(plugin: Plugin, own: str) -> str:
    """Return why a plugin is refused; empty where it is not."""
    unknown = [key for key in plugin.keys if key not in _KEYS]
    rows = (
        (_KEBAB.fullmatch(plugin.name) is None, "its name is not lower-case letters, digits and single hyphens"),
        (plugin.name == own, "it has the name of the marketplace"),
        (not plugin.description, "it has no description"),
        (_ADDRESS.fullmatch(plugin.url) is None, "its address is not https on a public host"),
        (_SHA256.fullmatch(plugin.sha256) is None, "its `sha256` is not 64 hex digits"),
        (bool(unknown), f"the strict validator knows no key `{next(iter(unknown), '')}`"),
    )
    return next((reason for wrong, reason in rows if wrong), "")
