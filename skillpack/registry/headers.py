"""What static hosts are told: headers, redirects, robots, and that dot folders are published too."""

from collections.abc import Iterable, Iterator

from skillpack.catalog import paths
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration, Renamed
from skillpack.registry.feeds import ATOM

_IMMUTABLE = "Cache-Control: public, max-age=31536000, immutable"
_SHORT = "Cache-Control: public, max-age=300"
_JSON = "Content-Type: application/json; charset=utf-8"
_MARKDOWN = "Content-Type: text/markdown; charset=utf-8"
_ATOM = f"Content-Type: {ATOM}; charset=utf-8"

_RULES = (
    ("/*", ("Access-Control-Allow-Origin: *", "X-Content-Type-Options: nosniff")),
    ("/archives/*", (_IMMUTABLE,)),
    ("/.well-known/agent-skills/*", (_JSON, _SHORT)),
    (f"/{paths.CATALOG}", (_JSON, _SHORT)),
    (f"/{paths.VERSIONS}", (_JSON, _SHORT)),
    (f"/{paths.BUNDLES_INDEX}", (_JSON, _SHORT)),
    (f"/{paths.MARKETPLACE}", (_JSON, _SHORT)),
    ("/skills/*/SKILL.md", (_MARKDOWN,)),
    ("/skills/*/index.md", (_MARKDOWN,)),
    ("/pages/*/index.md", (_MARKDOWN,)),
    ("/skills/*/badge.svg", (_SHORT,)),
    (f"/{paths.BADGE}", (_SHORT,)),
    (f"/{paths.FEED}", (_ATOM, _SHORT)),
    (f"/skills/*/{paths.FEED}", (_ATOM, _SHORT)),
)

_MOVED = ("", "index.html", "index.md", "SKILL.md", paths.FEED, paths.BADGE)
"""What of a renamed skill is looked for under its new name."""

_LEGACY_RULES = (
    # Raw files of skills: nothing of theirs may run in the name of this site.
    (
        "/.well-known/skills/*",
        ("Content-Disposition: attachment", "Content-Security-Policy: default-src 'none'; sandbox", _SHORT),
    ),
)


def host_files(configuration: Configuration) -> Iterator[OutputFile]:
    """Yield the files that only hosts and crawlers read."""
    rules = _RULES + (_LEGACY_RULES if configuration.legacy_discovery else ())
    headers = "".join(f"{path}\n" + "".join(f"  {line}\n" for line in lines) for path, lines in rules)
    sitemap = f"Sitemap: {configuration.site_url}{paths.SITEMAP}\n" if configuration.site_url else ""
    yield OutputFile(paths.NO_JEKYLL, (b"",))
    yield OutputFile(paths.HEADERS, (headers.encode(),))
    yield OutputFile(paths.ROBOTS, (f"User-agent: *\nAllow: /\n{sitemap}".encode(),))
    yield OutputFile(paths.REDIRECTS, (_redirects(configuration.renamed).encode(),))


def _redirects(renamed: Iterable[Renamed]) -> str:
    """Return the ways from renamed skills; names that an address would have to escape are left to their pages.

    Some hosts redirect although a file is there: the record and the version pages of the old name must stay readable.
    """
    pairs = ((mark.old, mark.new) for mark in renamed if mark.new and (mark.old + mark.new).isascii())
    return "".join(f"/skills/{old}/{file} /skills/{new}/{file} 301\n" for old, new in pairs for file in _MOVED)
