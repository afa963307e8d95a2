"""The page of one version of a skill: where it stands among the others, and what changed with it."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from skillpack.catalog import paths
from skillpack.catalog.dates import has_feed
from skillpack.check.ability_words import ability_position, ability_words
from skillpack.check.alarm import gravest_level, new_alarms
from skillpack.model.agent import Agent
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.model.hidden_characters import revealed
from skillpack.model.output import OutputFile
from skillpack.model.release import Changes, Release, Tombstone
from skillpack.model.settings import Configuration, Theme
from skillpack.site.frame import Frame
from skillpack.site.install_lines import by_hand
from skillpack.site.markdown.hidden_characters import chips
from skillpack.site.meter import token_line
from skillpack.site.skill.alarm import alarm_view
from skillpack.site.skill.diff import DiffView, diff_view, inline_diff
from skillpack.site.skill.facts import STEPS, short_label, version_step
from skillpack.site.trusted import trusted
from skillpack.versions.abilities import is_notable

_MOST_FILES = 200  # of a list; more are counted
_MOST_ABILITIES = 40  # that are listed
_MOST_TEXT = 4000  # characters of a field that are shown


class ReleaseAlarms(Struct, frozen=True):
    """The findings of a release that raise an alarm, the gravest first, and where its skill file lies for them."""

    path: str
    findings: tuple[Finding, ...] = ()


class VersionLink(Struct, frozen=True):
    """A version in the list; `state` is a key of the theme's texts, or empty; `level` that of its alarm, if any."""

    label: str
    page: str
    release: Release
    state: str
    here: bool
    level: AlarmLevel | None


class FieldLine(Struct, frozen=True):
    """A field of the front matter, with what was taken out and put in."""

    name: str
    html: Markup


class TextView(Struct, frozen=True):
    """A text file that differs; `kind` is `added`, `removed` or `changed`."""

    kind: str
    path: str
    view: DiffView | None


class AbilityGain(Struct, frozen=True):
    """Something that the newer version can do and the older one could not.

    Attributes:
        words: In English.
        at: File and line.
        notable: Whether people are asked about it before they get the version.
    """

    words: str
    at: str
    notable: bool


class ChangesView(Struct, frozen=True):
    """What changed, as a page shows it.

    Attributes:
        since: Label of the version before.
        advice: `major`, `minor`, `patch` or `none`.
        step: By which the label rose; empty where labels do not say.
        too_small: Whether that is less than the changes deserve.
        texts: Files that differ line by line.
        files: Pairs of `added`, `removed` or `changed` and a path, of the files that are shown no other way.
        more: How many of these are not listed.
        more_abilities: How many of the added abilities are not listed.
        until: Label of the newer version.
        tokens: What using each costs, the older one first; zeros where nobody counted.
    """

    since: str
    advice: str
    step: str
    too_small: bool
    added_permissions: tuple[str, ...]
    removed_permissions: tuple[str, ...]
    added_abilities: tuple[AbilityGain, ...]
    more_abilities: int
    fields: tuple[FieldLine, ...]
    program: DiffView | None
    files: tuple[tuple[str, str], ...]
    more: int
    prose: DiffView | None
    texts: tuple[TextView, ...]
    until: str
    tokens: tuple[int, int]


def version_pages(
    releases: Sequence[Release],
    changes: Mapping[tuple[str, str], Changes],
    alarms: Sequence[ReleaseAlarms],
    theme: Theme,
    configuration: Configuration,
    agents: Sequence[Agent],
    *,
    offered: Release | None,
    stone: Tombstone | None,
) -> Iterator[OutputFile]:
    """Yield the page of each version, and of those further back one that compares it with the current one.

    Args:
        releases: Newest first.
        changes: Labels of an older and a newer release -> what changed.
        alarms: Of each release.
        theme: Of the site.
        configuration: Of the catalog.
        agents: Names and folders of clients.
        offered: What can be installed; None where nothing can.
        stone: Of a name that ended; None while a skill has it.
    """
    frame = Frame(theme, configuration)
    feeds = has_feed(releases, configuration)
    current = offered or releases[0]
    levels = [gravest_level(each.findings) for each in alarms]
    newest = next((each for release, each in zip(releases, alarms, strict=True) if release == current), alarms[0])
    costs = {label: cost for pair, each in changes.items() for label, cost in zip(pair, each.tokens, strict=True)}
    line = token_line([costs.get(each.label, 0) for each in reversed(releases)])
    for at, release in enumerate(releases):
        older = releases[at + 1] if at + 1 < len(releases) else None
        to_current = changes.get((release.label, current.label)) if current in releases[: max(at - 1, 0)] else None
        values = {
            "alternates": (("application/atom+xml", paths.skill_feed(release.name)),) if feeds else (),
            "release": release,
            "label": short_label(release),
            "offered": offered,
            "current": current,
            "is_offered": release == offered,
            "stone": stone,
            "level": levels[at],
            "versions": tuple(_links(releases, at, offered, levels)),
            "newer": releases[at - 1] if at else None,
            "older": older,
            "short": short_label,
            "line": trusted(line),  # drawn by us
            "has_current": to_current is not None,
            "hand": by_hand(release, configuration, agents) if not release.yanked else "",
        }
        since = changes.get((older.label, release.label)) if older is not None else None
        # The lines are marked that the release before did not have.
        new = new_alarms(alarms[at + 1].findings, alarms[at].findings) if since is not None else ()
        alarm = alarm_view(frame, alarms[at].path, alarms[at].findings, {}, new=new, new_in=short_label(release))
        shown = {
            "changes": _view(since) if since is not None else None,
            "alarm": alarm,
            "to_current": False,
        }
        yield frame.page(paths.version_page(release.name, release.label), "version.html", {**values, **shown})
        if to_current is not None:
            added = new_alarms(alarms[at].findings, newest.findings)
            shown = {
                "changes": _view(to_current),
                "alarm": alarm_view(frame, newest.path, added, {}, since=short_label(release)),
                "to_current": True,
            }
            path = paths.version_to_current(release.name, release.label)
            yield frame.page(path, "version.html", {**values, **shown})


def _links(
    releases: Sequence[Release], here: int, offered: Release | None, levels: Sequence[AlarmLevel | None]
) -> Iterator[VersionLink]:
    for at, release in enumerate(releases):
        state = "yanked" if release.yanked else "offered" if release == offered else ""
        page = paths.version_page(release.name, release.label)
        yield VersionLink(short_label(release), page, release, state, at == here, levels[at])


def _view(changes: Changes) -> ChangesView:
    rose = version_step(changes.old.label, changes.new.label)
    advised = changes.advice if changes.advice in STEPS else ""
    texts = tuple(TextView(text.kind, text.path, diff_view(text.lines)) for text in changes.texts)
    # What changed in the skill file is shown as fields and prose, where it is either.
    elsewhere = {text.path for text in texts} | ({"SKILL.md"} if changes.fields or changes.prose else set())
    files = tuple((kind, path) for kind, path in changes.files if path not in elsewhere)
    return ChangesView(
        since=short_label(changes.old),
        advice=changes.advice,
        step=rose,
        too_small=bool(rose and advised) and STEPS.index(rose) < STEPS.index(advised),
        added_permissions=changes.added_permissions,
        removed_permissions=changes.removed_permissions,
        added_abilities=tuple(
            AbilityGain(ability_words(each), ability_position(each), is_notable(each))
            for each in changes.added_abilities[:_MOST_ABILITIES]
        ),
        more_abilities=max(0, len(changes.added_abilities) - _MOST_ABILITIES),
        fields=tuple(
            FieldLine(name, trusted(chips(inline_diff(revealed(_cut(old)), revealed(_cut(new))))))  # escaped there
            for name, old, new in changes.fields
        ),
        program=diff_view(changes.program),
        files=files[:_MOST_FILES],
        more=max(0, len(files) - _MOST_FILES),
        prose=diff_view(changes.prose),
        texts=texts,
        until=short_label(changes.new),
        tokens=changes.tokens,
    )


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
