"""The page of one version of a skill: where it stands among the others, and what changed with it."""

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup
from msgspec import Struct

from skillpack.catalog import paths
from skillpack.catalog.dates import has_feed
from skillpack.model.agent import Agent
from skillpack.model.output import OutputFile
from skillpack.model.release import Changes, Release, Tombstone
from skillpack.model.settings import Configuration, Theme
from skillpack.site.frame import Frame
from skillpack.site.install_lines import by_hand
from skillpack.site.markdown.hidden_characters import chips, revealed
from skillpack.site.skill.diff_lines import DiffView, diff_view
from skillpack.site.skill.facts import short_label
from skillpack.site.skill.version_steps import STEPS, step
from skillpack.site.skill.word_diff import inline_diff
from skillpack.site.trusted import trusted

_MOST_FILES = 200  # of a list; more are counted
_MOST_TEXT = 4000  # characters of a field that are shown


class Edition(Struct, frozen=True):
    """A version and what changed since the one before; None for the first that is known."""

    release: Release
    changes: Changes | None


class VersionLink(Struct, frozen=True):
    """A version in the list; `state` is a key of the theme's texts, or empty."""

    label: str
    page: str
    release: Release
    state: str
    here: bool


class FieldLine(Struct, frozen=True):
    """A field of the front matter, with what was taken out and put in."""

    name: str
    html: Markup


class ChangesView(Struct, frozen=True):
    """What changed, as a page shows it.

    Attributes:
        since: Label of the version before.
        advice: `major`, `minor`, `patch` or `none`.
        step: By which the label rose; empty where labels do not say.
        too_small: Whether that is less than the changes deserve.
        files: Pairs of `added`, `removed` or `changed` and a path.
        more: How many files are not listed.
    """

    since: str
    advice: str
    step: str
    too_small: bool
    powers_added: tuple[str, ...]
    powers_removed: tuple[str, ...]
    fields: tuple[FieldLine, ...]
    program: DiffView | None
    files: tuple[tuple[str, str], ...]
    more: int
    prose: DiffView | None


def version_pages(
    editions: Iterable[Edition],
    releases: Sequence[Release],
    theme: Theme,
    configuration: Configuration,
    agents: Sequence[Agent],
    *,
    offered: Release | None,
    stone: Tombstone | None,
) -> Iterator[OutputFile]:
    """Yield the page of each version.

    Args:
        editions: The versions, newest first; taken one by one.
        releases: Of the same versions.
        theme: Of the site.
        configuration: Of the catalog.
        agents: Names and folders of clients.
        offered: What can be installed; None where nothing can.
        stone: Of a name that ended; None while a skill has it.
    """
    frame = Frame(theme, configuration)
    feeds = has_feed(releases, configuration)
    for at, edition in enumerate(editions):
        release = edition.release
        values = {
            "alternates": (("application/atom+xml", paths.skill_feed(release.name)),) if feeds else (),
            "release": release,
            "label": short_label(release),
            "offered": offered,
            "is_offered": release == offered,
            "stone": stone,
            "versions": tuple(_links(releases, at, offered)),
            "newer": releases[at - 1] if at else None,
            "older": releases[at + 1] if at + 1 < len(releases) else None,
            "short": short_label,
            "changes": _view(edition.changes) if edition.changes is not None else None,
            "hand": by_hand(release, configuration, agents) if not release.yanked else "",
        }
        yield frame.page(paths.version_page(release.name, release.label), "version.html", values)


def _links(releases: Sequence[Release], here: int, offered: Release | None) -> Iterator[VersionLink]:
    for at, release in enumerate(releases):
        state = "yanked" if release.yanked else "offered" if release == offered else ""
        page = paths.version_page(release.name, release.label)
        yield VersionLink(short_label(release), page, release, state, at == here)


def _view(changes: Changes) -> ChangesView:
    rose = step(changes.old.label, changes.new.label)
    advised = changes.advice if changes.advice in STEPS else ""
    # What changed in the skill file is shown as fields and prose, where it is either.
    shown = bool(changes.fields or changes.prose)
    files = tuple(each for each in changes.files if not shown or each != ("changed", "SKILL.md"))
    return ChangesView(
        since=short_label(changes.old),
        advice=changes.advice,
        step=rose,
        too_small=bool(rose and advised) and STEPS.index(rose) < STEPS.index(advised),
        powers_added=changes.powers_added,
        powers_removed=changes.powers_removed,
        fields=tuple(FieldLine(name, _inline(old, new)) for name, old, new in changes.fields),
        program=diff_view(changes.program),
        files=files[:_MOST_FILES],
        more=max(0, len(files) - _MOST_FILES),
        prose=diff_view(changes.prose),
    )


def _inline(old: str, new: str) -> Markup:
    return trusted(chips(inline_diff(revealed(_cut(old)), revealed(_cut(new)))))  # escaped there


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
