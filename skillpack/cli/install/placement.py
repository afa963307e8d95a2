"""Downloads -> skills in roots: proposed, shown, asked for, placed; what fails in one root does not stop another."""

from collections.abc import Mapping, Sequence
from contextlib import closing

from msgspec import Struct

from skillpack.cli.console import ProgressLine
from skillpack.cli.install.confirmation import Accepting, Key, ProposalAnswer
from skillpack.cli.install.failures import Failure
from skillpack.errors import SkillpackError, UsageError
from skillpack.install.download import Download
from skillpack.install.install import AS_IT_IS, DONE, InstallOutcome, PlacingRules, Proposal, install_downloads, propose
from skillpack.install.plan import Action, PlanStep
from skillpack.install.targets import Target
from skillpack.model.limits import Limits


class RootOutcome(Struct, frozen=True):
    """What became of one root.

    Attributes:
        saved: Folders that held somebody's work and were put where nothing deletes them.
    """

    target: Target
    outcomes: tuple[InstallOutcome, ...]
    failures: tuple[Failure, ...] = ()
    saved: tuple[str, ...] = ()


def install_into(
    batches: Sequence[tuple[Target, Sequence[Download]]],
    accepting: Accepting,
    limits: Limits,
    rules: PlacingRules = AS_IT_IS,
) -> tuple[RootOutcome, ...]:
    """Return the outcome of each root.

    Args:
        batches: What is to be placed in which root.
        accepting: Says what is carried out.
        limits: What we are willing to read.
        rules: What may take the place of what is there.

    Raises:
        UsageError: Nobody is there to be asked, and no flag answers; nothing was changed.
    """
    proposed = [(target, *_proposed(target, downloads, limits, rules)) for target, downloads in batches]
    answers = accepting.decide([(target, each) for target, proposals, _ in proposed for each in proposals])
    return tuple(
        RootOutcome(target, (), (failure,))
        if failure is not None
        else _installed(target, proposals, answers, limits, rules, dry_run=accepting.dry_run)
        for target, proposals, failure in proposed
    )


def _proposed(
    target: Target, downloads: Sequence[Download], limits: Limits, rules: PlacingRules
) -> tuple[tuple[Proposal, ...], Failure | None]:
    try:
        return propose(downloads, target.root, limits, rules), None
    except UsageError:
        raise
    except SkillpackError as error:
        return (), Failure(target.root.folder, error)


def _installed(
    target: Target,
    proposals: Sequence[Proposal],
    answers: Mapping[Key, ProposalAnswer],
    limits: Limits,
    rules: PlacingRules,
    *,
    dry_run: bool,
) -> RootOutcome:
    """Place what was accepted, as it was proposed, and no more."""
    answered = ((each, answers.get((target.key, each.step.name))) for each in proposals)
    agreed = {each.step.name: each for each, answer in answered if answer is not None and answer.accepted}
    kept = [each.download for each in proposals if each.step.action is Action.KEEP]
    outcomes = {each.step.name: _unchanged(target, each, answers) for each in proposals}
    if dry_run or not (agreed or kept):
        return RootOutcome(target, tuple(outcomes.values()))

    def accept(now: Proposal) -> bool:
        shown = agreed.get(now.step.name)
        return shown is not None and (shown.step, shown.installed) == (now.step, now.installed)

    downloads = [*kept, *(each.download for each in agreed.values())]
    saved: list[str] = []
    try:
        with closing(ProgressLine()) as line:
            done = install_downloads(
                downloads,
                target.root,
                limits,
                rules,
                accept=accept,
                proposed=proposals,
                saved=saved,
                report=line,
            )
    except SkillpackError as error:
        return RootOutcome(
            target,
            tuple(each for each in outcomes.values() if each.step.name not in agreed),
            (Failure(target.root.folder, error),),
        )
    outcomes |= {each.step.name: _as_agreed(each) for each in done}
    failures = tuple(Failure(each.step.name, each.error) for each in done if each.error is not None)
    kept_or_done = tuple(each for each in outcomes.values() if each.error is None)
    return RootOutcome(target, kept_or_done, failures, saved=tuple(saved))


def _unchanged(target: Target, proposal: Proposal, answers: Mapping[Key, ProposalAnswer]) -> InstallOutcome:
    """Return the outcome of a proposal that is not carried out."""
    answer = answers.get((target.key, proposal.step.name))
    step = answer.refusal if answer is not None and answer.refusal is not None else proposal.step
    was = proposal.installed.receipt if proposal.installed else None
    return InstallOutcome(step, proposal.download, accepted=False, was=was, changes=proposal.changes)


def _as_agreed(outcome: InstallOutcome) -> InstallOutcome:
    """Return an outcome; one that somebody else came before is refused, for nobody agreed to what it would be now."""
    if outcome.accepted or outcome.error is not None or outcome.step.action not in DONE:
        return outcome
    step = PlanStep(Action.REFUSE, outcome.step.name, "another program changed it during the command", "run it again")
    return InstallOutcome(step, outcome.download, accepted=False, was=outcome.was, changes=outcome.changes)
