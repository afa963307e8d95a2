"""Downloads -> skills in a root: planned, shown, placed."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.alarm import find_alarms
from skillpack.errors import SkillpackError
from skillpack.install.comparison import ReadVersion, compare_read, read_version
from skillpack.install.download import Download
from skillpack.install.installed import edits_of, healing, present, read_installed
from skillpack.install.plan import Action, PlanStep, plan_placing
from skillpack.install.root.ownership import colliding_names
from skillpack.install.root.root import Root, read_lock
from skillpack.install.root.state import names_on_hold
from skillpack.install.root.transaction import working
from skillpack.install.signers import ANYBODY, FoundSignature, SignerPolicy, with_pin
from skillpack.model.installed import Assurance, Installed, Provenance, Receipt
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress, Report, silent
from skillpack.model.release import Changes, Release
from skillpack.model.tree import Tree

DONE = frozenset({Action.ADD, Action.REPLACE})
"""What changes a root."""


class Proposal(Struct, frozen=True):
    """What would be done, for the user to accept.

    Attributes:
        download: Its receipt names who signed it.
        changes: Against the installed version; None where there is none.
        signature: What was found of its signature; nothing where it was not looked for, as nothing is to be placed.
    """

    step: PlanStep
    download: Download
    installed: Installed | None
    changes: Changes | None
    signature: FoundSignature = FoundSignature()


class PlacingRules(Struct, frozen=True):
    """What may take the place of what is there.

    Attributes:
        force: Replace local edits, and take what is damaged.
        unhold: Names that may be replaced though they were rolled back.
        locked: What comes is what a lock file names, which says who signs it.
        signers: Whose signatures count, and who may come without that of who signed what is there.
    """

    force: bool = False
    unhold: Collection[str] = frozenset()
    locked: bool = False
    signers: SignerPolicy = ANYBODY


AS_IT_IS = PlacingRules()
"""Nothing is forced, and nobody's signature is required."""


class InstallOutcome(Struct, frozen=True):
    """What was done with one skill.

    Attributes:
        accepted: False where the user said no.
        was: The receipt of what was there before; None for nothing of ours.
        changes: Against that; None where there is none.
        error: Why it could not be placed; None where it was, or was not to be.
    """

    step: PlanStep
    download: Download
    accepted: bool
    was: Receipt | None = None
    changes: Changes | None = None
    error: SkillpackError | None = None


Accept = Callable[[Proposal], bool]
"""Says whether a proposal is to be carried out."""


def propose(
    downloads: Sequence[Download], root: Root, limits: Limits, rules: PlacingRules = AS_IT_IS
) -> tuple[Proposal, ...]:
    """Return the proposals for skills, by name; nothing is changed, and no lock is taken.

    So that a user can be asked while others install; `install_downloads` decides anew when it holds the root.

    Args:
        downloads: What is to be placed.
        root: Where.
        limits: What we are willing to read.
        rules: What may take the place of what is there.

    Raises:
        OutputError: An installed skill cannot be read.
    """
    ordered = _by_name(downloads)
    taken = os.listdir(root.folder) if os.path.isdir(root.folder) else []
    colliding = colliding_names((each.skill.name for each in ordered), taken)
    on_hold = names_on_hold(root, limits).difference(rules.unhold)
    proposals = (_propose(each, root, limits, rules, on_hold=on_hold) for each in ordered)
    return tuple(_refuse_collision(each, colliding) for each in proposals)


def _refuse_collision(proposal: Proposal, colliding: Mapping[str, str]) -> Proposal:
    """Return a proposal, refused where another skill has the same name on some disks."""
    other = colliding.get(proposal.step.name)
    if other is None:
        return proposal
    why = f"`{other}` differs only in case, so some disks cannot hold both"
    step = PlanStep(Action.REFUSE, proposal.step.name, why, f"`skillpack uninstall {other}`, or rename one of the two")
    return replace(proposal, step=step, changes=None)


def install_downloads(
    downloads: Sequence[Download],
    root: Root,
    limits: Limits,
    rules: PlacingRules = AS_IT_IS,
    *,
    accept: Accept,
    proposed: Sequence[Proposal] = (),
    saved: list[str] | None = None,
    report: Report = silent,
) -> tuple[InstallOutcome, ...]:
    """Place skills in a root, each whole or not at all, and write what it holds now into its lock file last.

    One that cannot be placed stops no other one; its outcome says why.

    Args:
        downloads: What is to be placed.
        root: Where.
        limits: What we are willing to read.
        rules: What may take the place of what is there.
        accept: Says of each proposal whether it is carried out.
        proposed: What was proposed for these skills; what is still the same is not compared again.
        saved: Grows by the folders that held somebody's work and were put where nothing deletes them.
        report: Told how many are placed.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses the state of the root or its lock file; the root is as it was.
        IntegrityError: The lock file is refused, before anything is placed.
    """
    with working(root, limits) as transaction:
        read_lock(root)
        on_hold = names_on_hold(root, limits).difference(rules.unhold)
        outcomes: list[InstallOutcome] = []
        before = {each.download.receipt.digest: each for each in proposed}
        for batch in _batches(_by_name(downloads)):
            decided: list[InstallOutcome] = []
            for each in batch:
                proposal = _propose(each, root, limits, rules, on_hold=on_hold, before=before.get(each.receipt.digest))
                was = proposal.installed.receipt if proposal.installed else None
                accepted = proposal.step.action in DONE and accept(proposal)
                decided.append(InstallOutcome(proposal.step, proposal.download, accepted, was, proposal.changes))
            failed = transaction.install_each(_placings(decided, report))
            for outcome in decided:
                error = failed.get(outcome.step.name)
                outcomes.append(outcome if error is None else replace(outcome, accepted=False, error=error))
        # Also what is kept: whoever placed it may have been killed before it came to the lock file.
        transaction.relock({outcome.step.name for outcome in outcomes if outcome.step.action is Action.KEEP})
    if saved is not None:
        saved += transaction.saved
    return tuple(outcomes)


def _placings(decided: Sequence[InstallOutcome], report: Report) -> Iterator[tuple[Tree, Receipt]]:
    accepted = [each for each in decided if each.accepted]
    for number, each in enumerate(accepted):
        report(Progress("placed", number, len(accepted)))
        yield each.download.tree, each.download.receipt


def _batches(downloads: Sequence[Download]) -> Iterator[list[Download]]:
    """Yield skills that can be decided on together: a second one of a name is compared with the first."""
    batch: list[Download] = []
    for download in downloads:
        if any(each.skill.name == download.skill.name for each in batch):
            yield batch
            batch = []
        batch.append(download)
    yield batch


def _by_name(downloads: Sequence[Download]) -> list[Download]:
    return sorted(downloads, key=lambda each: each.skill.name)


def _propose(
    download: Download,
    root: Root,
    limits: Limits,
    rules: PlacingRules,
    *,
    on_hold: Collection[str],
    before: Proposal | None = None,
) -> Proposal:
    name, promised = download.skill.name, download.receipt
    installed = present(root, name, limits)
    edited = edits_of(root, installed)
    was = installed.receipt if installed else None
    step = plan_placing(
        name,
        promised.digest,
        installed,
        edited,
        force=rules.force,
        damaged=download.damaged,
        moved=was is not None and (_asks(was) != _asks(promised) or is_signed_anew(was, promised)),
        heals=healing(root, installed) if installed else "",
        on_hold=name in on_hold,
    )
    if before is not None and before.download is not download:
        before = None
    signature = before.signature if before is not None else FoundSignature()
    if step.action in DONE:
        own = rules.signers
        if signature.facts is None:
            signature = own.signers.verify(download.tree, promised.provenance)
        if refused := (own.locked_refusal if rules.locked else own.refusal)(root, was, signature, promised):
            step = PlanStep(Action.REFUSE, name, *refused)
    if before is not None and (before.step, before.installed) == (step, installed):
        return before
    receipt = promised if rules.locked and promised.signer else with_pin(promised, signature)
    download = download if receipt is promised else replace(download, receipt=receipt)
    differs = changes(root, download, installed, limits) if step.action is Action.REPLACE else None
    return Proposal(step, download, installed, differs, signature)


def is_signed_anew(was: Receipt, receipt: Receipt) -> bool:
    """Return whether a version comes with another signature than the one that is there; one without is no reason."""
    return receipt.placed_signature not in {"", was.placed_signature}


def _asks(receipt: Receipt) -> Provenance:
    """Return where the next version of a skill is asked for."""
    return replace(receipt.provenance, revision="", assurance=Assurance.NONE)


def changes(root: Root, download: Download, installed: Installed | None, limits: Limits) -> Changes | None:
    """Return the changes for the agent; None where nothing of ours is there, or it cannot be read."""
    if installed is None or installed.receipt is None:
        return None
    before = read_installed(root, installed.name, limits)
    old, new = installed.receipt, download.receipt
    releases = (_release(old), _release(new))
    if before is None:
        return None
    now = ReadVersion(download.skill, download.tree, download.abilities, find_alarms(download.findings))
    return compare_read(read_version(*before, limits), now, releases)


def _release(receipt: Receipt) -> Release:
    return Release(receipt.name, receipt.label, receipt.digest, "", receipt.url, receipt.archive_sha256, 0)
