"""Downloads -> skills in a root: planned, shown, placed."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import SkillpackError
from skillpack.install.download import Download
from skillpack.install.installed import edits_of, healing, present, read_installed
from skillpack.install.plan import Action, PlanStep, plan_placing
from skillpack.install.root.ownership import colliding_names
from skillpack.install.root.root import Root, read_lock
from skillpack.install.root.state import names_on_hold
from skillpack.install.root.transaction import working
from skillpack.model.installed import Assurance, Installed, Provenance, Receipt
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress, Report, silent
from skillpack.model.release import Changes, Release
from skillpack.model.tree import Tree
from skillpack.versions.changes import compare

DONE = frozenset({Action.ADD, Action.REPLACE})
"""What changes a root."""


class Proposal(Struct, frozen=True):
    """What would be done, for the user to accept.

    Attributes:
        changes: Against the version that is there; None where there is none.
    """

    step: PlanStep
    arrival: Download
    there: Installed | None
    changes: Changes | None


class InstallOutcome(Struct, frozen=True):
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


def propose(
    arrivals: Sequence[Download], root: Root, limits: Limits, *, force: bool = False, unhold: Collection[str] = ()
) -> tuple[Proposal, ...]:
    """Return the proposals for skills, by name; nothing is changed, and no lock is taken.

    So that a user can be asked while others install; `install_downloads` decides anew when it holds the root.

    Args:
        arrivals: What is to be placed.
        root: Where.
        limits: What we are willing to read.
        force: Replace local edits, and take what is spoiled.
        unhold: Names that may be replaced though they were rolled back.

    Raises:
        OutputError: An installed skill cannot be read.
    """
    ordered = _by_name(arrivals)
    there = os.listdir(root.folder) if os.path.isdir(root.folder) else []
    same = colliding_names((each.skill.name for each in ordered), there)
    held = names_on_hold(root, limits).difference(unhold)
    proposals = (_propose(each, root, limits, force=force, held=held) for each in ordered)
    return tuple(_alone(each, same) for each in proposals)


def _alone(proposal: Proposal, same: Mapping[str, str]) -> Proposal:
    """Return a proposal, refused where another skill has the same name on some disks."""
    other = same.get(proposal.step.name)
    if other is None:
        return proposal
    why = f"`{other}` differs only in case, so some disks cannot hold both"
    step = PlanStep(Action.REFUSE, proposal.step.name, why, f"`skillpack uninstall {other}`, or rename one of the two")
    return replace(proposal, step=step, changes=None)


def install_downloads(
    arrivals: Sequence[Download],
    root: Root,
    limits: Limits,
    *,
    accept: Accept,
    force: bool = False,
    unhold: Collection[str] = (),
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
        unhold: Names that may be replaced though they were rolled back.
        saved: Grows by the folders that held somebody's work and were put where nothing deletes them.
        report: Told how many are placed.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses the state of the root or its lock file; the root is as it was.
        IntegrityError: The lock file is refused, before anything is placed.
    """
    with working(root, limits) as transaction:
        read_lock(root)
        held = names_on_hold(root, limits).difference(unhold)
        outcomes: list[InstallOutcome] = []
        for batch in _batches(_by_name(arrivals)):
            decided = [_decide(each, root, limits, accept, force=force, held=held) for each in batch]
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


def _batches(arrivals: Sequence[Download]) -> Iterator[list[Download]]:
    """Yield skills that can be decided on together: a second one of a name is held against the first."""
    batch: list[Download] = []
    for arrival in arrivals:
        if any(each.skill.name == arrival.skill.name for each in batch):
            yield batch
            batch = []
        batch.append(arrival)
    yield batch


def _by_name(arrivals: Sequence[Download]) -> list[Download]:
    return sorted(arrivals, key=lambda each: each.skill.name)


def _decide(
    arrival: Download, root: Root, limits: Limits, accept: Accept, *, force: bool, held: Collection[str]
) -> InstallOutcome:
    proposal = _propose(arrival, root, limits, force=force, held=held)
    was = proposal.there.receipt if proposal.there else None
    return InstallOutcome(proposal.step, arrival, accepted=proposal.step.action in DONE and accept(proposal), was=was)


def _propose(arrival: Download, root: Root, limits: Limits, *, force: bool, held: Collection[str]) -> Proposal:
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
        holds=name in held,
    )
    differs = changes(root, arrival, there, limits) if step.action is Action.REPLACE else None
    return Proposal(step, arrival, there, differs)


def _asks(receipt: Receipt) -> Provenance:
    """Return where the next version of a skill is asked for."""
    return replace(receipt.provenance, revision="", assurance=Assurance.NONE)


def changes(root: Root, arrival: Download, there: Installed | None, limits: Limits) -> Changes | None:
    """Return the changes for the agent; None where nothing of ours is there, or it cannot be read."""
    if there is None or there.receipt is None:
        return None
    before = read_installed(root, there.name, limits)
    old, new = there.receipt, arrival.receipt
    releases = (_release(old), _release(new))
    return None if before is None else compare(before, (arrival.skill, arrival.tree), releases)


def _release(receipt: Receipt) -> Release:
    return Release(receipt.name, receipt.label, receipt.digest, "", receipt.url, receipt.archive_sha256, 0)
