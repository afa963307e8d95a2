"""Offers -> skills in a root: fetched, checked, planned, shown, placed."""

import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skillpack import resources
from skillpack.check.judge import judge
from skillpack.check.run import check_skill
from skillpack.errors import FetchError, IntegrityError, SkillpackError
from skillpack.files.disk import mode_of, reported
from skillpack.install.plan import Action, PlanStep, plan_placing
from skillpack.install.root.damage import healing
from skillpack.install.root.differences import differences, edits
from skillpack.install.root.ownership import colliding_names
from skillpack.install.root.receipt import placed_files, without_receipt
from skillpack.install.root.root import Root, entry_at, read_lock
from skillpack.install.root.transaction import Transaction, working
from skillpack.model.digest import tree_digest
from skillpack.model.finding import Finding, Severity
from skillpack.model.installed import Assurance, Difference, Installed, Provenance, Receipt
from skillpack.model.limits import Limits
from skillpack.model.portable import PATH_WORDS, installable_name, path_problem, printable, usable_name
from skillpack.model.progress import Progress, Report, silent
from skillpack.model.release import Changes, Release
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.sources.available import AvailableSkill
from skillpack.sources.local import read_folder
from skillpack.versions.changes import compare

PROFILE = "publish"
"""Whose errors keep a skill from being installed."""

DONE = frozenset({Action.ADD, Action.REPLACE})
"""What changes a root."""


@dataclass(frozen=True, slots=True)
class Download:
    """A skill that was fetched and verified, before anything of it is placed.

    Attributes:
        tree: As published.
        findings: What the rules say of it.
        receipt: What would be placed with it.
        spoiled: Why no host would load it, a clause: what keeps a skill from being published keeps it from being
            installed; empty where it is fit to be used.
    """

    offer: AvailableSkill
    skill: ParsedSkill
    tree: Tree
    findings: tuple[Finding, ...]
    receipt: Receipt
    spoiled: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would be done, for the user to accept.

    Attributes:
        changes: Against the version that is there; None where there is none.
    """

    step: PlanStep
    arrival: Download
    there: Installed | None
    changes: Changes | None


@dataclass(frozen=True, slots=True)
class InstallOutcome:
    """What was done with one skill.

    Attributes:
        accepted: False where the user said no.
        was: The receipt of what was there before; None for nothing of ours.
        error: Why it could not be placed; None where it was, or was not to be.
    """

    step: PlanStep
    arrival: Download
    accepted: bool
    was: Receipt | None = None
    error: SkillpackError | None = None


Accept = Callable[[Proposal], bool]
"""Says whether a proposal is to be carried out."""


def download(offer: AvailableSkill, limits: Limits) -> Download:
    """Fetch a skill and look at it.

    Raises:
        IntegrityError: It is not what was promised, or cannot be installed under its name.
        FetchError: It cannot be fetched.
    """
    # A folder that an installer placed, here or in a repository, is a source like others.
    candidate = without_receipt(offer.get())
    parsed = offer.parsed
    skill = parsed[1] if parsed is not None and parsed[0] is candidate else parse_skill(candidate)
    tree = published_tree(candidate)
    if not usable_name(skill.name):
        raise IntegrityError(f"`{offer.name or offer.provenance.location}` has no name that a folder can have")
    if not installable_name(skill.name):
        raise IntegrityError(
            f"`{skill.name}` starts with `-`: a command that is given the folder would take it for an option",
            hint="its publisher must give it another name",
        )
    if not candidate.whole:
        raise IntegrityError(
            f"`{skill.name}` is not whole: a part of it cannot be read or is too large",
            hint="`skillpack check` names the files",
        )
    for path in tree.files:
        problem = path_problem(path, limits)
        if problem is not None:
            raise IntegrityError(
                f"`{skill.name}` cannot be installed: `{printable(path, longest=80)}`: {PATH_WORDS[problem]}",
                hint="`skillpack check` names all such files",
            )
    digest = tree_digest(tree)
    receipt = Receipt(
        name=skill.name,
        label=skill.identity.label if skill.identity.digest == digest else offer.label,
        digest=digest,
        provenance=offer.provenance,
        files=placed_files(tree),
        archive_sha256=offer.archive_sha256,
        url=offer.url,
        date=offer.date,
    )
    findings = check_skill(skill, tree, limits)
    return Download(offer, skill, tree, findings, receipt, _damaged(findings))


def _damaged(findings: Sequence[Finding]) -> str:
    judged = judge(findings, resources.chosen_profiles([PROFILE]))
    errors = [each.finding for each in judged if each.severity is Severity.ERROR]
    if not errors:
        return ""
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"it cannot be used as it is: {errors[0].rule} {errors[0].message}{more}"


def propose(arrivals: Sequence[Download], root: Root, limits: Limits, *, force: bool = False) -> tuple[Proposal, ...]:
    """Return what would be done with skills, by name; nothing is changed, and no lock is taken.

    So that a user can be asked while others install; `install_downloads` decides anew when it holds the root.

    Raises:
        OutputError: An installed skill cannot be read.
    """
    ordered = _by_name(arrivals)
    there = os.listdir(root.folder) if os.path.isdir(root.folder) else []
    same = colliding_names((each.skill.name for each in ordered), there)
    proposals = (_propose(each, root, limits, force=force) for each in ordered)
    return tuple(_alone(each, same) for each in proposals)


def _alone(proposal: Proposal, same: Mapping[str, str]) -> Proposal:
    """Return a proposal, refused where another skill has the same name on some disks."""
    other = same.get(proposal.step.name)
    if other is None:
        return proposal
    why = f"`{other}` has the same name on disks that do not tell cases apart"
    step = PlanStep(Action.REFUSE, proposal.step.name, why, f"`skillpack uninstall {other}`, or rename one of the two")
    return replace(proposal, step=step, changes=None)


def install_downloads(
    arrivals: Sequence[Download],
    root: Root,
    limits: Limits,
    *,
    accept: Accept,
    force: bool = False,
    saved: list[str] | None = None,
    report: Report = silent,
) -> tuple[InstallOutcome, ...]:
    """Place skills in a root, each whole or not at all, and write what it holds now into its lock file last.

    One that cannot be placed stops no other one; its outcome says why.

    Args:
        arrivals: What is to be placed.
        root: Where.
        limits: What we are willing to read.
        accept: Says of each proposal whether it is carried out.
        force: Replace local edits, and take what is spoiled.
        saved: Grows by the folders that held somebody's work and were put where nothing deletes them.
        report: Told how many are placed.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses the state of the root or its lock file; the root is as it was.
        IntegrityError: The lock file is refused, before anything is placed.
    """
    with working(root, limits) as transaction:
        read_lock(root)
        outcomes: list[InstallOutcome] = []
        for lot in _lots(_by_name(arrivals)):
            decided = [_decide(each, transaction, limits, accept, force=force) for each in lot]
            failed = transaction.install_each(_placings(decided, report))
            outcomes += (_with_error(each, failed.get(each.step.name)) for each in decided)
        # Also what is kept: whoever placed it may have been killed before it came to the lock file.
        transaction.relock({each.step.name for each in outcomes if each.step.action is Action.KEEP})
    if saved is not None:
        saved += transaction.saved
    return tuple(outcomes)


def _placings(decided: Sequence[InstallOutcome], report: Report) -> Iterator[tuple[Tree, Receipt]]:
    accepted = [each for each in decided if each.accepted]
    for number, each in enumerate(accepted):
        report(Progress("placed", number, len(accepted)))
        yield each.arrival.tree, each.arrival.receipt


def _with_error(outcome: InstallOutcome, error: SkillpackError | None) -> InstallOutcome:
    return outcome if error is None else replace(outcome, accepted=False, error=error)


def _lots(arrivals: Sequence[Download]) -> Iterator[list[Download]]:
    """Yield skills that can be decided on together: a second one of a name is held against the first."""
    lot: list[Download] = []
    for arrival in arrivals:
        if any(each.skill.name == arrival.skill.name for each in lot):
            yield lot
            lot = []
        lot.append(arrival)
    yield lot


def _by_name(arrivals: Sequence[Download]) -> list[Download]:
    return sorted(arrivals, key=lambda each: each.skill.name)


def _decide(
    arrival: Download, transaction: Transaction, limits: Limits, accept: Accept, *, force: bool
) -> InstallOutcome:
    proposal = _propose(arrival, transaction.root, limits, force=force)
    was = proposal.there.receipt if proposal.there else None
    return InstallOutcome(proposal.step, arrival, accepted=proposal.step.action in DONE and accept(proposal), was=was)


def _propose(arrival: Download, root: Root, limits: Limits, *, force: bool) -> Proposal:
    name = arrival.skill.name
    there = present(root, name, limits)
    edited = edits_of(root, there)
    moved = there is not None and there.receipt is not None and _asks(there.receipt) != _asks(arrival.receipt)
    step = plan_placing(
        name,
        arrival.receipt.digest,
        there,
        edited,
        force=force,
        spoiled=arrival.spoiled,
        moved=moved,
        heals=healing(root, there) if there else "",
    )
    differs = changes(root, arrival, there, limits) if step.action is Action.REPLACE else None
    return Proposal(step, arrival, there, differs)


def _asks(receipt: Receipt) -> Provenance:
    """Return where the next version of a skill is asked for."""
    return replace(receipt.provenance, revision="", assurance=Assurance.NONE)


def present(root: Root, name: str, limits: Limits) -> Installed | None:
    """Return what lies under a name in a root, a file or a link included; None for nothing."""
    mode = mode_of(root.skill(name))
    if not mode:
        return None
    if not stat.S_ISDIR(mode):
        return Installed(name, None, "it is a link or a file")
    return entry_at(root, name, limits)


def edits_of(root: Root, there: Installed | None) -> tuple[Difference, ...]:
    """Return what somebody changed in an installed skill."""
    if there is None or there.receipt is None:
        return ()
    with reported(root.skill(there.name)):
        return edits(differences(root.skill(there.name), there.receipt))


def changes(root: Root, arrival: Download, there: Installed | None, limits: Limits) -> Changes | None:
    """Return what would change for the agent; None where nothing of ours is there, or it cannot be read."""
    if there is None or there.receipt is None:
        return None
    before = read_installed(root, there.name, limits)
    old, new = there.receipt, arrival.receipt
    releases = (_release(old), _release(new))
    return None if before is None else compare(before, (arrival.skill, arrival.tree), releases)


def read_installed(root: Root, name: str, limits: Limits) -> tuple[ParsedSkill, Tree] | None:
    """Return an installed skill as it lies there; None where it cannot be read."""
    try:
        candidate = without_receipt(read_folder(Path(root.skill(name)), limits))
    except FetchError:
        return None
    return parse_skill(candidate), published_tree(candidate)


def _release(receipt: Receipt) -> Release:
    return Release(receipt.name, receipt.label, receipt.digest, "", receipt.url, receipt.archive_sha256, 0)
