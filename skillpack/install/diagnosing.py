"""What was looked through -> what is to be said of it, the gravest first (pure)."""

import shlex
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillpack.check.judge import severity, verdict
from skillpack.fetch.spec import ARCHIVES
from skillpack.install.complaint import (
    Complaint,
    count_of_files,
    count_of_folders,
    count_of_links,
    count_of_names,
    count_of_skills,
    some,
)
from skillpack.install.looking import Looked, Present
from skillpack.install.undepended import undepended
from skillpack.model.finding import Severity
from skillpack.model.profile import Profile
from skillpack.model.requirements import Machine, unmet
from skillpack.model.selection import Shown
from skillpack.search.selection_input import selection_input
from skillpack.search.shown import shown

_PLAIN = "publish"
_HIDING = frozenset({"SF001", "SF002", "SF011", "SF012"})
_BROKEN = frozenset({"RS001", "RS004", "RS005"})
_SAFETY = "SF"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a diagnosis needs beside the folders.

    Attributes:
        profiles: By name.
        machine: What is here of what the skills need.
        show: Writes a path as people do.
        tops: All folders that agents here read, those included that were not asked for.
    """

    profiles: Mapping[str, Profile]
    machine: Machine
    show: Callable[[str], str]
    tops: frozenset[str]


def diagnose(looked: Sequence[Looked], about: Surroundings) -> tuple[Complaint, ...]:
    """Return what is to be said of folders of skills, the gravest first."""
    every = [(each, one) for each in looked for one in each.skills]
    found = [
        *_unread(looked, about),
        *_not_loaded(every, about),
        *_of_findings(every, about),
        *_of_receipts(every, looked, about),
        *_unmet(every, about),
        *undepended([one for _, one in every]),
        *_hidden(looked, about),
        *_alike(every, about),
        *_of_links(looked, about),
        *_of_state(looked, about),
        *_not_ours(looked),
    ]
    order = [Severity.ERROR, Severity.WARNING, Severity.INFO]
    return tuple(sorted(found, key=lambda each: order.index(each.severity)))


_Every = Sequence[tuple[Looked, Present]]


def _unread(looked: Sequence[Looked], about: Surroundings) -> Iterator[Complaint]:
    rows = [(each, name, why) for each in looked for name, why in each.unread]
    items = tuple(f"{name or about.show(each.folder.target.root.folder)} ({why})" for each, name, why in rows)
    if items:
        yield Complaint("unread", Severity.ERROR, f"{count_of_folders(len(items))} cannot be read", items)


def _not_loaded(every: _Every, about: Surroundings) -> Iterator[Complaint]:
    items, first = [], ""
    for looked, one in every:
        hosts = [(agent.display, about.profiles[agent.profile]) for agent in looked.folder.agents if agent.profile]
        verdicts = [
            (title, verdict(one.findings, profile)) for title, profile in hosts or [("", about.profiles[_PLAIN])]
        ]
        against = [(title, each) for title, each in verdicts if not each.loads]
        plain = verdict(one.findings, about.profiles[_PLAIN])
        against = against or ([] if plain.loads else [("", plain)])
        if against:
            by = some([title for title, _ in against if title], 2)
            titles = f" by {by}" if by and len(against) < len(verdicts) else ""
            items.append(f"{_name(one)} ({against[0][1].codes[0]}{titles})")
            first = first or one.where
    if items:
        text = f"{count_of_skills(len(items))} {'is' if len(items) == 1 else 'are'} not loaded, or not whole"
        yield Complaint("not-loaded", Severity.ERROR, text, tuple(items), _check(first, about))


def _of_findings(every: _Every, about: Surroundings) -> Iterator[Complaint]:
    """Yield what the rules found of safety and of files."""
    plain = about.profiles[_PLAIN]
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for _, one in every:
        codes = {each.rule for each in one.findings}
        risky = sorted(
            {each.rule for each in one.findings if each.rule.startswith(_SAFETY) and _is_warned(severity(each, plain))}
        )
        if codes & _HIDING:
            groups["hides"].append((f"{_name(one)} ({some(sorted(codes & _HIDING), 2)})", one.where))
        elif risky:
            groups["risky"].append((f"{_name(one)} ({some(risky, 2)})", one.where))
        gone = [each for each in one.findings if each.rule in _BROKEN]
        if gone:
            groups["broken"].append((f"{_name(one)} ({len(gone)})" if len(gone) > 1 else _name(one), one.where))
    for kind, grave, singular, plural in (
        ("hides", Severity.ERROR, "holds text that a reader does not see", "hold text that a reader does not see"),
        ("risky", Severity.WARNING, "does what is worth a look", "do what is worth a look"),
        ("broken", Severity.WARNING, "sends the agent to files that are gone", "send the agent to files that are gone"),
    ):
        rows = groups[kind]
        if rows:
            text = f"{count_of_skills(len(rows))} {singular if len(rows) == 1 else plural}"
            yield Complaint(kind, grave, text, tuple(item for item, _ in rows), _check(rows[0][1], about))


def _of_receipts(every: _Every, looked: Sequence[Looked], about: Surroundings) -> Iterator[Complaint]:
    spoiled = [(each, one) for each, one in every if one.installed.fault]
    if spoiled:
        items = tuple(f"{_name(one)} ({one.installed.fault})" for _, one in spoiled)
        command = f"skillpack adopt {shlex.quote(_name(spoiled[0][1]))} --force {spoiled[0][0].folder.flags}"
        yield Complaint(
            "spoiled", Severity.ERROR, f"{count_of_skills(len(items))} with a receipt that is none", items, command
        )
    changed = [(each, one) for each, one in every if one.edited]
    if changed:
        items = tuple(f"{_name(one)} ({count_of_files(len(one.edited))})" for _, one in changed)
        text = f"{count_of_skills(len(items))} changed since skillpack installed {'it' if len(items) == 1 else 'them'}"
        yield Complaint("edited", Severity.WARNING, text, items, f"skillpack verify {changed[0][0].folder.flags}")
    for each in looked:
        if each.lacking:
            lock = about.show(str(each.folder.target.root.lock_file))
            text = f"{count_of_skills(len(each.lacking))} of {lock} not installed"
            command = f"skillpack install {each.folder.flags}"
            yield Complaint("lacking", Severity.WARNING, text, each.lacking, command)
        if each.lock_fault:
            yield Complaint("lock", Severity.WARNING, each.lock_fault, (), "")


def _unmet(every: _Every, about: Surroundings) -> Iterator[Complaint]:
    lacks = [(one, unmet(one.skill.requires, about.machine)) for _, one in every]
    items = tuple(f"{_name(one)} ({_short(lack)})" for one, lack in lacks if lack)
    if items:
        text = f"{count_of_skills(len(items))} {'needs' if len(items) == 1 else 'need'} what is not here"
        yield Complaint("needs", Severity.WARNING, text, items)


def _short(lack: str) -> str:
    """Return a need in fewer words than those of the specification: `ffmpeg`, `$TOKEN`."""
    kind, _, what = lack.removeprefix("Requires ").partition(": ")
    return f"${what}" if kind.startswith("environment") else what


def _hidden(looked: Sequence[Looked], about: Surroundings) -> Iterator[Complaint]:
    """Yield which hosts cannot show all descriptions of what they are given."""
    at = {one.where: one for each in looked for one in each.skills}
    readers = {agent for each in looked for agent in each.folder.agents if agent.profile}
    for agent in sorted(readers, key=lambda agent: (agent.rank or sys.maxsize, agent.name)):
        mine = [each for each in looked if agent in each.folder.agents]
        profile = about.profiles[agent.profile]
        seen: dict[str, Present] = {}
        for each in mine:
            linked = [at[to] for _, to in each.links if to in at]
            for one in (*each.skills, *linked):
                seen.setdefault(one.skill.name, one)
        if not seen or not profile.index_budget:
            continue
        view = shown([selection_input(one.skill) for one in seen.values()], profile)
        if view.needed > view.budget:
            folders = " ".join(about.show(each.folder.target.root.folder) for each in mine)
            command = f"skillpack select {folders} --host {profile.name}"
            yield Complaint("budget", Severity.WARNING, budget_words(view), (), command)


def budget_words(view: Shown) -> str:
    """Return how many descriptions a host shows: `Claude Code shows about 31 of 60 descriptions`."""
    hidden = f"{view.needed:,} characters, room for {view.budget:,}"
    return f"{view.who} shows about {view.even} of {view.listed} descriptions: {hidden}"


def _alike(every: _Every, about: Surroundings) -> Iterator[Complaint]:
    """Yield names that lie in several folders, and content that lies there under several names."""
    named: dict[str, list[Present]] = defaultdict(list)
    bodies: dict[str, list[Present]] = defaultdict(list)
    for _, one in every:
        named[one.skill.name].append(one)
        if one.skill.document.body.text.strip():
            bodies[one.skill.identity.version].append(one)
    several = [(name, ones) for name, ones in sorted(named.items()) if len(ones) > 1]
    other = [(name, ones) for name, ones in several if len({_content(one) for one in ones}) > 1]
    same = [name for name, ones in several if len({_content(one) for one in ones}) == 1]
    if other:
        text = f"{count_of_names(len(other))} with different content in several folders"
        command = f"skillpack diff {about.show(other[0][1][0].where)} {about.show(other[0][1][1].where)}"
        yield Complaint("different", Severity.WARNING, text, tuple(name for name, _ in other), command)
    twins = [sorted({one.skill.name for one in ones}) for ones in bodies.values()]
    twins = sorted(names for names in twins if len(names) > 1)
    if twins:
        items = tuple(" = ".join(names) for names in twins)
        yield Complaint("twins", Severity.WARNING, "the same text under several names", items)
    if same:
        text = f"{count_of_names(len(same))} with the same content in several folders"
        yield Complaint("same", Severity.INFO, text, tuple(same))


def _content(one: Present) -> str:
    return one.skill.identity.digest or one.where


def _of_links(looked: Sequence[Looked], about: Surroundings) -> Iterator[Complaint]:
    rows = [(each, name, to) for each in looked for name, to in each.links]
    dead = tuple(name for _, name, to in rows if not to)
    if dead:
        yield Complaint("dead-links", Severity.WARNING, f"{count_of_links(len(dead))} to nowhere", dead)
    away = tuple(f"{name} ({about.show(to)})" for _, name, to in rows if to and to.rpartition("/")[0] not in about.tops)
    if away:
        text = f"{count_of_links(len(away))} to where no agent here looks"
        yield Complaint("far-links", Severity.INFO, text, away)


def _of_state(looked: Sequence[Looked], about: Surroundings) -> Iterator[Complaint]:
    for each in looked:
        folder = about.show(each.folder.target.root.folder)
        if each.staged:
            text = f"a change of {folder} was begun and not ended: another command is at it, or the next one ends it"
            yield Complaint("staged", Severity.WARNING, text)
        if each.folder.leaves:
            text = f"{about.show(each.folder.target.key[5:])} is a link out of the project, to {folder}"
            yield Complaint("leaves", Severity.INFO, text)
        if each.inside:
            text = f"{folder} is a file system of its own: what skillpack keeps lies in its `.skillpack`"
            yield Complaint("inside", Severity.INFO, text)
        if each.saved:
            where = about.show(each.folder.target.root.saved)
            yield Complaint(
                "saved", Severity.INFO, f"{count_of_folders(each.saved)} with edits that were replaced, in {where}"
            )
    files = [(each, name) for each in looked for name in each.files]
    if files:
        archives = [(each, name) for each, name in files if name.endswith(ARCHIVES)]
        text = f"{count_of_files(len(files))} beside the skills, which no host reads"
        commands = (
            f"skillpack install {about.show(each.folder.target.root.skill(name))} {each.folder.flags}"
            for each, name in archives
        )
        yield Complaint("files", Severity.INFO, text, tuple(name for _, name in files), next(commands, ""))
    others = tuple(name for each in looked for name in each.others)
    if others:
        yield Complaint("no-skill", Severity.INFO, f"{count_of_folders(len(others))} without a `SKILL.md`", others)


def _not_ours(looked: Sequence[Looked]) -> Iterator[Complaint]:
    counts = [
        (each, sum(one.installed.receipt is None and not one.installed.fault for one in each.skills)) for each in looked
    ]
    total = sum(count for _, count in counts)
    if total:
        flags = [each.folder.flags for each, count in counts if count]
        command = "skillpack adopt --all" + (f" {flags[0]}" if len(flags) == 1 else "")
        known = sum(each.claimed for each in looked)
        told = f"another installer wrote down where {known:,} came from" if known else "nobody wrote down from where"
        text = f"{count_of_skills(total)} not installed by skillpack; {told}"
        yield Complaint("not-ours", Severity.INFO, text, (), command)


def _check(where: str, about: Surroundings) -> str:
    return f"skillpack check {about.show(where)}"


def _name(one: Present) -> str:
    return one.installed.name


def _is_warned(found: Severity) -> bool:
    return found in {Severity.ERROR, Severity.WARNING}
