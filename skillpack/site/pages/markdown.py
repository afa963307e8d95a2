"""Pages as Markdown, beside the pages for people: what an agent wants of them in few tokens."""

import re
from collections.abc import Callable, Sequence

from skillpack.catalog import paths
from skillpack.model.agent import Agent
from skillpack.model.entry import Entry, EntryState, FileRecord, PageRecord, Relations
from skillpack.model.hidden_characters import revealed
from skillpack.model.output import OutputFile
from skillpack.model.release import Release
from skillpack.model.review import Coverage, CoverageState
from skillpack.site.addresses import href
from skillpack.site.frame import Frame
from skillpack.site.install_lines import install_panels
from skillpack.site.skill.facts import has_version_pages, needs, short_label
from skillpack.site.skill.results import results_view
from skillpack.site.skill.reviews import reviews_text
from skillpack.site.skill.signature import signature_text
from skillpack.site.theme import size

_MOST_FILES, _MOST_VERSIONS = 100, 20
_SPECIAL = re.compile(r"[\\`\[\]<>|]")
_STARTS = ("#", "-", "+", "*", "=", "~")  # of a line that is no paragraph
_TICKS = re.compile("`+")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_TARGET = re.compile(r"(\]\(|^ {0,3}\[[^\]]+\]:\s*)([^()\s<>]+)")


def skill_summary(record: PageRecord, relations: Relations, frame: Frame, agents: Sequence[Agent]) -> OutputFile:
    """Return a skill's page as Markdown: what it is, how to install it, its files and versions, and where they lie.

    The body is not in it: `SKILL.md` beside it holds that as it is. Long lists are cut; the record has all.
    """
    entry = record.entry
    text = "".join(
        (
            _about(record, relations, frame),
            _install(entry, frame, agents),
            _files(record.files, frame),
            _versions(entry.name, relations.releases, frame),
        )
    )
    return OutputFile(paths.skill_summary(entry.name), (text.encode("utf-8", "replace"),))


def page_source(text: str, link: Callable[[str], str | None]) -> str:
    """Return the Markdown of a page with its links as they are from the published page; code stays as it is.

    Args:
        text: As it was written.
        link: Where a link leads; None leaves it.
    """
    pieces, fence = [], ""
    for line in revealed(text).splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not line[mark.end() :].strip()
            fence = "" if closes else fence
            pieces.append(line)
        elif mark is not None:
            fence = mark[1]
            pieces.append(line)
        else:
            pieces.append(_TARGET.sub(lambda found: found[1] + (link(found[2]) or found[2]), line))
    return "".join(pieces)


def _about(record: PageRecord, relations: Relations, frame: Frame) -> str:
    entry, details = record.entry, record.details
    label = f" {short_label(entry.release)}" if entry.release.label else ""
    helps = results_view(frame, relations.results, entry.help, details.tasks)
    rows = (
        ("details.license", _plain(entry.license)),
        ("details.author", _plain(", ".join(entry.authors))),
        ("details.owner", _plain(entry.owner)),
        ("details.signature", "" if record.signature is None else _plain(signature_text(frame, record.signature))),
        ("looked.title", _looked_at(frame, entry, relations.coverage)),
        ("helps.title", _plain(helps.text)),
        ("details.updated", relations.history.updated),
        ("details.digest", f"`{entry.release.digest}`" if entry.release.digest else ""),
        *(
            (f"needs.{need.key}", ", ".join(map(_code if need.code else _plain, need.names)))
            for need in needs(entry, details)
        ),
        ("details.tools", ", ".join(map(_code, details.allowed_tools))),
    )
    state = _state(entry, frame)
    body = "" if record.secret else f"- [SKILL.md](SKILL.md): {_word(frame, 'tokens', entry.tokens.opened)}\n"
    facts = "".join(f"- {_word(frame, key)}: {value}\n" for key, value in rows if value)
    return (
        f"# {entry.name}{label}\n\n{f'**{_plain(state)}** ' if state else ''}{_plain(entry.description)}\n\n"
        f"{body}- [skill.json](skill.json)\n{facts}"
    )


def _looked_at(frame: Frame, entry: Entry, coverage: Coverage) -> str:
    """Return who looked at what is offered; empty where nobody did."""
    offered = entry.release if entry.carried is None else entry.carried
    nobody = coverage.state is CoverageState.NONE
    return "" if nobody else _plain(reviews_text(frame, coverage, offered.digest))


def _state(entry: Entry, frame: Frame) -> str:
    """Return the state that a reader must know first, or nothing."""
    if entry.state is EntryState.WITHHELD:
        return _word(frame, "withheld.head")
    if entry.release.yanked:
        return f"{_word(frame, 'version.yanked_head')} {entry.release.yanked}"
    return str(frame.t(f"status.{entry.status}", default=entry.status).unescape()) if entry.status else ""


def _install(entry: Entry, frame: Frame, agents: Sequence[Agent]) -> str:
    panels = install_panels(entry, frame.configuration, agents)
    if not panels:
        return ""
    blocks = "".join(
        f"\n{panel.title or _word(frame, f'install.{panel.key}')}:"
        f"{' ' + frame.plain(f'install.{panel.why}') if panel.why else ''}\n\n```sh\n{panel.code}\n```\n"
        for panel in panels
    )
    return f"\n## {_word(frame, 'install.title')}\n{blocks}"


def _files(files: Sequence[FileRecord], frame: Frame) -> str:
    lines = ""
    for file in files[:_MOST_FILES]:
        tokens = f", {_word(frame, 'tokens', file.tokens)}" if file.tokens else ""
        runs = f", {file.runs}" if file.runs else ""
        lines += f"- {_code(file.path)}: {size(file.size, frame.theme.strings)}{tokens}{runs}\n"
    rest = len(files) - _MOST_FILES
    more = f"- … {rest}, [skill.json](skill.json)\n" if rest > 0 else ""
    return f"\n## {_word(frame, 'files.short')}\n\n{lines}{more}"


def _versions(name: str, releases: Sequence[Release], frame: Frame) -> str:
    if not releases:
        return ""
    paged = has_version_pages(releases)
    lines = "".join(_version(name, release, frame, paged=paged) for release in releases[:_MOST_VERSIONS])
    rest = len(releases) - _MOST_VERSIONS
    more = f"- … {rest}, [skill.json](skill.json)\n" if rest > 0 else ""
    return f"\n## {_word(frame, 'versions.title')}\n\n{lines}{more}"


def _version(name: str, release: Release, frame: Frame, *, paged: bool) -> str:
    here = paths.skill_summary(name)
    label = short_label(release)
    title = f"[{label}]({href(here, paths.version_page(name, release.label))})" if paged else label
    day = f", {release.date}" if release.date else ""
    if release.yanked:
        return f"- {title}{day}, {_word(frame, 'versions.yanked')}: {_plain(release.yanked)}\n"
    return f"- {title}{day}, [zip]({href(here, release.archive)}), sha256 `{release.archive_sha256}`\n"


def _word(frame: Frame, key: str, n: int | None = None) -> str:
    """Return a text of the theme, which is HTML, as plain text."""
    text = frame.t(key, n)
    return text.unescape() if "&" in text else str(text)


def _plain(text: str) -> str:
    """Return a text on one line in which no mark of Markdown or HTML counts."""
    line = " ".join(revealed(text).split())
    line = _SPECIAL.sub(r"\\\g<0>", line) if _SPECIAL.search(line) else line
    return f"\\{line}" if line.startswith(_STARTS) else line


def _code(text: str) -> str:
    """Return a text on one line as code, whatever backticks it has."""
    line = " ".join(revealed(text).split())
    if "`" not in line:
        return f"`{line}`"
    fence = "`" * (max(len(ticks) for ticks in _TICKS.findall(line)) + 1)
    return f"{fence} {line} {fence}"
