"""Scanned folders -> their problems, the gravest first (pure)."""

import shlex
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack.check.judge import severity, verdict
from skillpack.install.resolution import SkillVersion, satisfies, unmet_depends
from skillpack.install.scan import FolderScan, Present
from skillpack.install.update import Recalls
from skillpack.model.evidence import SignatureState
from skillpack.model.finding import Severity
from skillpack.model.profile import Profile
from skillpack.model.requirements import Machine, unmet
from skillpack.model.selection import HostVisibility
from skillpack.report.quantity import quantity
from skillpack.report.terminal.health import HealthProblem, some
from skillpack.search.selection_input import selection_input
from skillpack.search.visibility import shown

_PLAIN = "publish"
_HIDING = frozenset({"SF001", "SF002", "SF011", "SF012"})
_BROKEN = frozenset({"RS001", "RS004", "RS005"})
_SAFETY = "SF"
_NOT_AS_SIGNED = frozenset(
    {SignatureState.MALFORMED, SignatureState.INVALID, SignatureState.DRIFTED, SignatureState.PARTIAL}
)


class DiagnosisInput(Struct, frozen=True):
    """What a diagnosis needs beside the folders.

    Attributes:
        profiles: By name.
        machine: What is here of what the skills need.
        show: Writes a path as people do.
        recalls: What the registries of installed versions say of them.
    """

    profiles: Mapping[str, Profile]
    machine: Machine
    show: Callable[[str], str]
    recalls: Recalls


def diagnose(scans: Sequence[FolderScan], about: DiagnosisInput) -> tuple[HealthProblem, ...]:
    """Return the problems of folders of skills, the gravest first."""
    every = [(each, one) for each in scans for one in each.skills]
    found = [
        *_unread(scans, about),
        *_recalled(every, about),
        *_not_loaded(every, about),
        *_of_findings(every, about),
        *_of_receipts(every),
        *_of_signatures(every, about),
        *_unmet(every, about),
        *_missing_dependencies(every),
        *_hidden(scans, about),
        *_different(every, about),
        *_of_places(scans, about),
        *_not_ours(every),
    ]
    order = [Severity.ERROR, Severity.WARNING, Severity.INFO]
    return tuple(sorted(found, key=lambda each: order.index(each.severity)))


_Every = Sequence[tuple[FolderScan, Present]]


def _shared(
    kind: str, severity: Severity, words: tuple[str, str], items: Sequence[str], command: str = "", noun: str = "skill"
) -> Iterator[HealthProblem]:
    """Yield one problem that items have in common, in words for one and for several; nothing without items."""
    if items:
        text = f"{quantity(len(items), noun)} {words[len(items) > 1]}"
        yield HealthProblem(kind, severity, text, tuple(items), command)


def _unread(scans: Sequence[FolderScan], about: DiagnosisInput) -> Iterator[HealthProblem]:
    rows = [(each, name, why) for each in scans for name, why in each.unread]
    items = [f"{name or about.show(each.folder.target.root.folder)} ({why})" for each, name, why in rows]
    yield from _shared("unread", Severity.ERROR, ("cannot be read",) * 2, items, noun="folder")


def _not_loaded(every: _Every, about: DiagnosisInput) -> Iterator[HealthProblem]:
    items, first = [], ""
    for scan, one in every:
        hosts = [(agent.display, about.profiles[agent.profile]) for agent in scan.folder.agents if agent.profile]
        verdicts = [(title, verdict(one.findings, profile)) for title, profile in hosts]
        plain = verdict(one.findings, about.profiles[_PLAIN])
        against = [(title, each) for title, each in verdicts if not each.loads]
        against = against or ([] if plain.loads else [("", plain)])
        if against:
            by = some([title for title, _ in against if title], 2)
            titles = f" by {by}" if by and len(against) < len(verdicts) else ""
            items.append(f"{_name(one)} ({against[0][1].codes[0]}{titles})")
            first = first or _check(one, about)
    words = ("is not loaded, or only in part", "are not loaded, or only in part")
    yield from _shared("not-loaded", Severity.ERROR, words, items, first)


def _of_findings(every: _Every, about: DiagnosisInput) -> Iterator[HealthProblem]:
    """Yield the problems that the rules found of safety and of files."""
    plain = about.profiles[_PLAIN]
    groups: dict[str, list[tuple[str, Present]]] = defaultdict(list)
    for _, one in every:
        safety = [each for each in one.findings if each.rule.startswith(_SAFETY)]
        hiding = sorted({each.rule for each in safety} & _HIDING)
        risky = sorted({each.rule for each in safety if severity(each, plain) in {Severity.ERROR, Severity.WARNING}})
        if hiding or risky:
            groups["hides" if hiding else "risky"].append((f"{_name(one)} ({some(hiding or risky, 2)})", one))
        gone = sum(each.rule in _BROKEN for each in one.findings)
        if gone:
            groups["broken"].append((f"{_name(one)} ({gone})" if gone > 1 else _name(one), one))
    for kind, grave, *words in (
        ("hides", Severity.ERROR, "contains hidden text", "contain hidden text"),
        ("risky", Severity.WARNING, "does something worth checking", "do something worth checking"),
        ("broken", Severity.WARNING, "refers to missing files", "refer to missing files"),
    ):
        rows = groups[kind]
        first = _check(rows[0][1], about) if rows else ""
        yield from _shared(kind, grave, (words[0], words[1]), [item for item, _ in rows], first)


def _of_receipts(every: _Every) -> Iterator[HealthProblem]:
    damaged = [(each, one) for each, one in every if one.installed.fault]
    items = [f"{_name(one)} ({one.installed.fault})" for _, one in damaged]
    commands = (f"skillpack adopt {shlex.quote(_name(one))} --force {each.folder.flags}" for each, one in damaged)
    yield from _shared("spoiled", Severity.ERROR, ("with a damaged receipt",) * 2, items, next(commands, ""))


def _of_signatures(every: _Every, about: DiagnosisInput) -> Iterator[HealthProblem]:
    """Yield the skills that are not as somebody signed them; who did is a question for `verify` and `show`."""
    items, first = [], ""
    for _, one in every:
        facts = one.signature
        if facts is None or facts.state not in _NOT_AS_SIGNED:
            continue
        files = [*(each.path for each in facts.changed), *facts.missing, *facts.unsigned]
        readable = facts.state not in {SignatureState.INVALID, SignatureState.MALFORMED}
        items.append(f"{_name(one)} ({some(files, 2) if readable else f'signature {facts.state}'})")
        first = first or f"skillpack show {about.show(one.where)}"
    words = ("is not as it was signed", "are not as they were signed")
    yield from _shared("signature", Severity.WARNING, words, items, first)


def _recalled(every: _Every, about: DiagnosisInput) -> Iterator[HealthProblem]:
    """Yield installed versions that were yanked or purged, and the registries that do not say."""
    ours = [(one, one.installed.receipt) for _, one in every if one.installed.receipt is not None]
    items = [
        f"{_name(one)} {receipt.label} ({about.recalls.reasons[receipt.digest]})"
        for one, receipt in ours
        if receipt.digest in about.recalls.reasons
    ]
    words = ("in a yanked version", "in yanked versions")
    yield from _shared("yanked", Severity.ERROR, words, items, "skillpack update")
    for why in about.recalls.unreachable:
        yield HealthProblem(
            "unreachable", Severity.INFO, f"could not check which installed versions were yanked: {why}"
        )


def _unmet(every: _Every, about: DiagnosisInput) -> Iterator[HealthProblem]:
    items = []
    for _, one in every:
        if lack := unmet(one.skill.requires, about.machine):
            # In fewer words than those of the specification: `ffmpeg`, `$TOKEN`.
            kind, _, what = lack.removeprefix("Requires ").partition(": ")
            items.append(f"{_name(one)} ({'$' if kind.startswith('environment') else ''}{what})")
    words = ("needs something this machine lacks", "need something this machine lacks")
    yield from _shared("needs", Severity.WARNING, words, items)


def _missing_dependencies(every: _Every) -> Iterator[HealthProblem]:
    present = [
        SkillVersion(_name(one), receipt.label if receipt else one.skill.identity.label, one.skill.about.depends)
        for _, one in every
        for receipt in [one.installed.receipt]
    ]
    missing = [one for one in unmet_depends(present) if not any(satisfies(one, each) for each in present)]
    needs: dict[str, list[str]] = defaultdict(list)
    for each in missing:
        needs[each.name].append(f"{each.needs} {each.wanted}".rstrip())
    items = [f"{name} ({', '.join(dict.fromkeys(what))})" for name, what in needs.items()]
    words = ("has missing dependencies", "have missing dependencies")
    yield from _shared("depends", Severity.WARNING, words, items)


def _hidden(scans: Sequence[FolderScan], about: DiagnosisInput) -> Iterator[HealthProblem]:
    """Yield which hosts cannot show all descriptions of what they are given."""
    at = {one.where: one for each in scans for one in each.skills}
    readers = {agent for each in scans for agent in each.folder.agents if agent.profile}
    for agent in sorted(readers, key=lambda agent: (agent.rank or sys.maxsize, agent.name)):
        mine = [each for each in scans if agent in each.folder.agents]
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
            yield HealthProblem("budget", Severity.WARNING, budget_words(view), (), command)


def budget_words(view: HostVisibility) -> str:
    """Return how many descriptions a host shows: `Claude Code shows about 31 of 60 descriptions`."""
    hidden = f"{view.needed:,} characters, room for {view.budget:,}"
    if view.each is not None:
        gone = f" and does not list {view.omitted:,} of {view.listed:,} skills" if view.omitted else ""
        return f"{view.who} cuts descriptions to about {view.each:,} characters{gone}: {hidden}"
    return f"{view.who} shows about {view.even} of {view.listed} descriptions: {hidden}"


def _different(every: _Every, about: DiagnosisInput) -> Iterator[HealthProblem]:
    """Yield names that lie in several folders with different content."""
    named: dict[str, dict[str, Present]] = defaultdict(dict)
    for _, one in every:
        named[one.skill.name].setdefault(one.skill.identity.digest or one.where, one)
    several = {name: tuple(ones.values()) for name, ones in sorted(named.items()) if len(ones) > 1}
    pairs = (f"{about.show(ones[0].where)} {about.show(ones[1].where)}" for ones in several.values())
    command = f"skillpack diff {next(pairs)}" if several else ""
    words = ("with different content in several folders",) * 2
    yield from _shared("different", Severity.WARNING, words, [*several], command, noun="name")


def _of_places(scans: Sequence[FolderScan], about: DiagnosisInput) -> Iterator[HealthProblem]:
    dead = [name for each in scans for name, to in each.links if not to]
    yield from _shared("dead-links", Severity.WARNING, ("is broken", "are broken"), dead, noun="link")
    for each in scans:
        folder = about.show(each.folder.target.root.folder)
        if each.folder.leaves:
            text = f"{about.show(each.folder.target.key[5:])} is a link out of the project, to {folder}"
            yield HealthProblem("leaves", Severity.INFO, text)
        if each.inside:
            text = f"{folder} is a separate file system: skillpack keeps its data in `.skillpack` there"
            yield HealthProblem("inside", Severity.INFO, text)
    others = [name for each in scans for name in each.others]
    yield from _shared("no-skill", Severity.INFO, ("without a `SKILL.md`",) * 2, others, noun="folder")


def _not_ours(every: _Every) -> Iterator[HealthProblem]:
    foreign = [scan for scan, one in every if one.installed.receipt is None and not one.installed.fault]
    if foreign:
        flags = {each.folder.flags for each in foreign}
        command = "skillpack adopt --all" + (f" {flags.pop()}" if len(flags) == 1 else "")
        text = f"{quantity(len(foreign), 'skill')} not installed by skillpack"
        yield HealthProblem("not-ours", Severity.INFO, text, (), command)


def _check(one: Present, about: DiagnosisInput) -> str:
    return f"skillpack check {about.show(one.where)}"


def _name(one: Present) -> str:
    return one.installed.name
