"""Atom feeds (RFC 4287): what is new on the site, and the versions of one skill with what changed.

A feed holds only what has a date, and addresses in it are absolute: without a `site_url` there is none.
The id of an entry is the address of its archive, which never means other bytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest

from skillpack.catalog import paths
from skillpack.catalog.dates import is_listed
from skillpack.check.ability_words import ability_words
from skillpack.check.alarm import new_alarms
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.model.release import Changes, Release
from skillpack.model.settings import Configuration
from skillpack.parse.settings.interface import ENGLISH, same_language
from skillpack.registry.xml import address, cut, element, escaped, link, one_line, spoken

MOST = 50
"""Entries of a feed."""

ATOM = "application/atom+xml"
"""The media type of feeds."""

_MOST_TEXT, _MOST_TAGS, _MOST_LINES = 300, 12, 20  # characters of a text, tags and changes of an entry
_ADVICE = ("major", "minor", "patch")


def site_feed(entries: Iterable[Entry], configuration: Configuration) -> Iterator[OutputFile]:
    """Yield the feed of the newest version of each skill, the latest of them; nothing where there is none.

    Args:
        entries: By name, as indexes offer them.
        configuration: Of the catalog.
    """
    if not configuration.site_url:
        return
    listed = (entry for entry in entries if entry.is_available and is_listed(entry.release))
    latest = nlargest(MOST, listed, key=lambda entry: entry.release.date)
    if latest:
        home, releases = configuration.site_url, [entry.release for entry in latest]
        rows = (_skill_row(entry, configuration) for entry in latest)
        text = _feed(paths.FEED, home, configuration.title, configuration.description, releases, rows, configuration)
        yield OutputFile(paths.FEED, (text.encode(),))


def skill_feed(
    name: str,
    releases: Sequence[Release],
    changes: Sequence[Changes | None],
    configuration: Configuration,
    *,
    paged: bool,
) -> Iterator[OutputFile]:
    """Yield the feed of a skill's versions; nothing where there is none.

    Args:
        name: Of the skill.
        releases: Newest first.
        changes: What changed with each release; fewer than releases where nobody knows of the oldest.
        configuration: Of the catalog.
        paged: Whether versions have pages of their own.
    """
    listed = [(at, release) for at, release in enumerate(releases) if is_listed(release)][:MOST]
    if not listed or not configuration.site_url:
        return
    path, site = paths.skill_feed(name), configuration.site_url
    home = address(site, paths.skill_page(name))
    rows = (
        _version_row(
            release,
            changes[at] if at < len(changes) else None,
            configuration,
            address(site, paths.version_page(name, release.label)) if paged else home,
        )
        for at, release in listed
    )
    title = f"{name} · {configuration.title}"
    text = _feed(path, home, title, "", [release for _, release in listed], rows, configuration)
    yield OutputFile(path, (text.encode(),))


def _feed(
    path: str,
    home: str,
    title: str,
    subtitle: str,
    releases: Iterable[Release],
    rows: Iterable[str],
    configuration: Configuration,
) -> str:
    here, owner = address(configuration.site_url, path), configuration.owner
    about = one_line(subtitle)
    return "".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"',
            f' xml:lang="{escaped(configuration.language)}">\n',
            element("title", one_line(title) or "Skills"),
            element("subtitle", cut(about, _MOST_TEXT)) if about else "",
            element("id", here),
            element("updated", _moment(max(release.date for release in releases))),
            _person(owner.name or configuration.title or "Skills", owner.url),
            link("self", ATOM, here),
            link("alternate", "text/html", home),
            *rows,
            "</feed>\n",
        )
    )


def _skill_row(entry: Entry, configuration: Configuration) -> str:
    page = address(configuration.site_url, paths.skill_page(entry.name))
    about = "".join(
        (
            *(_person(author) for author in entry.authors),
            *(f'<category term="{escaped(one_line(tag))}"/>\n' for tag in entry.tags[:_MOST_TAGS]),
            element("summary", cut(one_line(entry.description), _MOST_TEXT)),
        )
    )
    return _row(entry.release, configuration.site_url, page, about)


def _version_row(release: Release, changes: Changes | None, configuration: Configuration, page: str) -> str:
    site = configuration.site_url
    # What changed is told in English, in feeds as on pages.
    english = "" if same_language(configuration.language, ENGLISH) else ENGLISH
    if release.yanked:
        said = f"Yanked: {cut(one_line(release.yanked), _MOST_TEXT)}"
        return _row(release, site, page, element("summary", said, language=english))
    lines = [cut(one_line(line), _MOST_TEXT) for line in _lines(changes)] if changes is not None else []
    if not lines:
        return _row(
            release, site, page, element("summary", f"Version {release.label} of {release.name}.", language=english)
        )
    items = "".join(f'<li dir="auto">{escaped(line)}</li>' for line in lines)
    xhtml = f'<div xmlns="http://www.w3.org/1999/xhtml"><ul>{items}</ul></div>'
    return _row(release, site, page, f'<content type="xhtml"{spoken(english)}>{xhtml}</content>\n')


def _row(release: Release, site: str, page: str, about: str) -> str:
    archive = address(site, release.archive)
    mark = " (yanked)" if release.yanked else ""
    return "".join(
        (
            "<entry>\n",
            element("title", f"{release.name} {release.label}{mark}"),
            element("id", archive),
            element("updated", _moment(release.date)),
            link("alternate", "text/html", page),
            "" if mark else link("enclosure", "application/zip", archive, length=release.archive_size),
            about,
            "</entry>\n",
        )
    )


def _lines(changes: Changes) -> Iterator[str]:
    """Yield the changes, permissions first: they are what a reader must know."""
    yield from _some("New alarm: {}", [each.message for each in new_alarms(*changes.alarms)])
    yield from _some("May now use: {}", changes.added_permissions)
    yield from _some("Now {}", [ability_words(each) for each in changes.added_abilities])
    yield from _some("No longer uses: {}", changes.removed_permissions)
    if changes.fields:
        yield f"Front matter: {', '.join(name for name, _, _ in changes.fields)}"
    if changes.program:
        yield "The program changed"
    if changes.prose:
        yield "The instructions changed"
    # What changed in the skill file was just said.
    said = bool(changes.fields or changes.prose)
    files = [f"{kind}: {path}" for kind, path in changes.files if not said or (kind, path) != ("changed", "SKILL.md")]
    yield from _some("File {}", files)
    if changes.advice in _ADVICE:
        yield f"Such changes ask for a {changes.advice} version"


def _some(line: str, texts: Sequence[str]) -> Iterator[str]:
    yield from (line.format(text) for text in texts[:_MOST_LINES])
    if len(texts) > _MOST_LINES:
        yield f"and {len(texts) - _MOST_LINES} more"


def _person(name: str, url: str = "") -> str:
    uri = element("uri", url).rstrip() if url.startswith(("https://", "http://")) else ""
    return f"<author>{element('name', one_line(name) or 'unknown').rstrip()}{uri}</author>\n"


def _moment(day: str) -> str:
    """Return a day as RFC 3339 has moments: its beginning, for nobody knows the hour."""
    return f"{day}T00:00:00Z"
