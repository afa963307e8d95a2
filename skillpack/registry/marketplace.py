"""marketplace.json: each skill as an archive plugin of Claude's marketplace (wire formats 3.3)."""

import re
from collections.abc import Iterable, Iterator, Mapping

from skillpack.catalog import paths
from skillpack.catalog.offered import is_offered
from skillpack.model.entry import Entry
from skillpack.model.release import Tombstone
from skillpack.model.settings import Configuration
from skillpack.registry.lines import compact, document, filled

_SCHEMA_URL = "https://anthropic.com/claude-code/marketplace.schema.json"
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RESERVED = re.compile(r"agent-skills|anthropic(-.*)?|claude-(.*-)?official|claude-community|life-sciences")
_LOOPBACK = re.compile(r"localhost|127\..*|\[::1\]|0\.0\.0\.0")


def refusal(configuration: Configuration) -> str:
    """Return why a catalog can have no marketplace, in a few words; empty where it can."""
    scheme, _, rest = configuration.site_url.partition("://")
    if not configuration.site_url:
        return "`site_url` is not set"
    if scheme != "https" or _LOOPBACK.fullmatch(re.sub(r":\d+$", "", rest.split("/")[0])):
        return f"`site_url` is `{configuration.site_url}`, and plugins come by https from a public host"
    if _KEBAB.fullmatch(configuration.name) is None:
        return f"the catalog's name `{configuration.name}` is not lower-case letters, digits and single hyphens"
    if _RESERVED.fullmatch(configuration.name):
        return f"the catalog's name `{configuration.name}` is reserved"
    return ""


def exclusion(entry: Entry, configuration: Configuration) -> str:
    """Return why a skill cannot be a plugin; empty where it can."""
    if not is_offered(entry):
        return "it is not offered"
    if _KEBAB.fullmatch(entry.name) is None:
        return "its name is not lower-case ASCII letters, digits and single hyphens"
    if entry.name == configuration.name:
        return "it has the name of the catalog"
    return ""


def write(
    entries: Iterable[Entry], configuration: Configuration, tombstones: Iterable[Tombstone] = ()
) -> Iterator[bytes]:
    """Yield the file, one plugin a line; nothing where `refusal` says so.

    It has no keys of our own: the strict validator refuses them.
    """
    if refusal(configuration):
        return
    owner = configuration.owner
    head = {
        "$schema": _SCHEMA_URL,
        "name": configuration.name,
        "description": configuration.description or configuration.title,
        "owner": filled({"name": owner.name or configuration.title, "email": owner.email}),
        "renames": _renames(tombstones),
    }
    rows = (_row(entry, configuration) for entry in entries if not exclusion(entry, configuration))
    yield from document(filled(head), "plugins", rows)


def _renames(tombstones: Iterable[Tombstone]) -> Mapping[str, str | None]:
    return {gone.name: gone.successor or None for gone in tombstones if _KEBAB.fullmatch(gone.name)}


def _row(entry: Entry, configuration: Configuration) -> str:
    release, site = entry.release, configuration.site_url
    row = {
        "name": entry.name,
        "description": entry.description,
        "version": release.label,
        "author": {"name": entry.authors[0]} if entry.authors else {},
        "license": entry.license,
        "homepage": site + paths.skill_page(entry.name),
        "keywords": entry.tags,
        # A bare skill is a plugin only when told so: its folder is the one skill.
        "strict": False,
        "skills": ["./"],
        "source": {"source": "archive", "url": site + release.archive, "sha256": release.archive_sha256},
    }
    return compact(filled(row))
