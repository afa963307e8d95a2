"""marketplace.json: each skill as an archive plugin of Claude's marketplace, and the names that this may have."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.entry import Entry
from skillpack.model.limits import Limits
from skillpack.model.portable import is_reserved_plugin
from skillpack.model.release import Tombstone
from skillpack.model.settings import Configuration
from skillpack.registry import fields
from skillpack.registry.lines import Row, document, filled, line, parsed

_SCHEMA_URL = "https://anthropic.com/claude-code/marketplace.schema.json"
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LOOPBACK = re.compile(r"localhost|127\..*|\[::1\]|0\.0\.0\.0")

# Names that Claude Code keeps for itself, as its versions 2.1.328 and 2.1.330 compare them.
_RESERVED = frozenset(
    {
        *("agent-skills", "anthropic-agent-skills", "anthropic-marketplace", "anthropic-plugin-directory"),
        *("anthropic-plugins", "claude-code-marketplace", "claude-code-plugins", "claude-community"),
        *("claude-for-financial-services", "claude-for-legal", "claude-plugin-directory", "claude-plugins-community"),
        *("claude-plugins-official", "claude-tag-plugins", "financial-services-plugins", "first-party-plugins"),
        *("healthcare", "knowledge-work-plugins", "life-sciences"),
        # What stands for no marketplace, and what its desktop program keeps for itself.
        *("builtin", "claude-plugin-test", "inline", "skills-dir", "synced", "org", "org-provisioned", "unknown"),
    }
)
_OFFICIAL = re.compile(r"official-?(?:anthropic|claude)|(?:anthropic|claude)-?official")
_STARTS = re.compile(r"(?:anthropic|claude)-?(?:marketplace|plugins|official|director(?:y|ies))")
_SPELLED = re.compile(r"(?:anthropic|claude)(?:marketplace|plugins|official|director(?:y|ies))s?")


class Plugin(Struct, frozen=True):
    """One plugin of a marketplace, whose source is an archive.

    Attributes:
        url: Of the archive.
        sha256: As written.
        keys: Of its object, in order.
    """

    name: str
    description: str
    version: str
    url: str
    sha256: str
    keys: tuple[str, ...]


class _Author(Struct, frozen=True):
    name: str


class _Source(Struct, frozen=True):
    source: str
    url: str
    sha256: str


class _Row(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A plugin as it is written: keys that hold nothing are left out."""

    name: str
    description: str
    version: str = ""
    author: _Author | None = None
    license: str = ""
    homepage: str
    keywords: tuple[str, ...] = ()
    strict: bool
    skills: tuple[str, ...]
    source: _Source


class Marketplace(Struct, frozen=True):
    """A marketplace as read."""

    name: str
    owner: str
    plugins: tuple[Plugin, ...]


def refusal(configuration: Configuration) -> str:
    """Return why a catalog can have no marketplace, in a few words; empty where it can."""
    scheme, _, rest = configuration.site_url.partition("://")
    if not configuration.site_url:
        return "`site_url` is not set"
    if scheme != "https" or _LOOPBACK.fullmatch(re.sub(r":\d+$", "", rest.split("/")[0])):
        return f"`site_url` is `{configuration.site_url}`, and plugins come by https from a public host"
    refused = name_refusal(configuration.name)
    return f"the catalog's name `{configuration.name}` {refused}" if refused else ""


def name_refusal(name: str) -> str:
    """Return why a marketplace cannot be called so, in a few words after "the name"; empty where it can."""
    if _KEBAB.fullmatch(name) is None:
        return "is not lower-case letters, digits and single hyphens"
    if name in _RESERVED:
        return "is reserved by Claude Code"
    spelled = accumulate(name.split("-"))  # a hyphen inside a word does not hide it
    if _OFFICIAL.search(name) or _STARTS.match(name) or any(_SPELLED.fullmatch(start) for start in spelled):
        return "looks like one of Anthropic's to Claude Code"
    return ""


def exclusion(entry: Entry, configuration: Configuration) -> str:
    """Return why a skill cannot be a plugin; empty where it can."""
    if not entry.is_available:
        return "it is not offered"
    if _KEBAB.fullmatch(entry.name) is None:
        return "its name is not lower-case ASCII letters, digits and single hyphens"
    if is_reserved_plugin(entry.name):
        return "Claude Code keeps such names for Anthropic's plugins"
    if entry.name == configuration.name:
        return "it has the name of the catalog"
    if not entry.description:
        return "it has no description"
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
        "renames": {gone.name: gone.successor or None for gone in tombstones if _KEBAB.fullmatch(gone.name)},
    }
    rows = (_row(entry, configuration) for entry in entries if not exclusion(entry, configuration))
    yield from document(filled(head), "plugins", rows)


def _row(entry: Entry, configuration: Configuration) -> bytes:
    release, site = entry.release, configuration.site_url
    return line(
        _Row(
            name=entry.name,
            description=entry.description,
            version=release.label,
            author=_Author(entry.authors[0]) if entry.authors else None,
            license=entry.license,
            homepage=site + paths.skill_page(entry.name),
            keywords=entry.tags,
            # A bare skill is a plugin only when told so: its folder is the one skill.
            strict=False,
            skills=("./",),
            source=_Source("archive", site + release.archive, release.archive_sha256),
        )
    )


def read(content: bytes, *, url: str, limits: Limits) -> Marketplace:
    """Return somebody's marketplace of archives.

    Raises:
        IndexRefusedError: The file is too large, no marketplace, or holds a plugin of another kind.
    """
    if len(content) > limits.index:
        raise IndexRefusedError(f"`{url}` is larger than {limits.index} bytes")
    where = f"`{url}`"
    whole = parsed(content, where=where)
    owner = fields.row(whole, "owner", where=where)
    return Marketplace(
        name=fields.text(whole, "name", where=where),
        owner=fields.text(owner, "name", where=where),
        plugins=tuple(_plugin(row, where) for row in fields.rows(whole, "plugins", where=where)),
    )


def _plugin(row: Row, where: str) -> Plugin:
    name = fields.text(row, "name", where=where)
    where = f"{where} (`{name[:80]}`)"
    source = fields.row(row, "source", where=where)
    kind = fields.text(source, "source", where=where)
    if kind != "archive":
        raise IndexRefusedError(f"{where}: the source is `{kind[:80]}`, not an archive")
    return Plugin(
        name=name,
        description=fields.text(row, "description", where=where, default=""),
        version=fields.text(row, "version", where=where, default=""),
        url=fields.text(source, "url", where=where),
        sha256=fields.text(source, "sha256", where=where),
        keys=tuple(row),
    )
