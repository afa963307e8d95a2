"""What would be installed, shown and asked for."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click
from msgspec import Struct, field
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.check.judge import judge
from skillpack.check.secrecy import SECRET_RULES, masked
from skillpack.cli.console import notify, notify_lines, paint_for
from skillpack.cli.install.policy import InstallPolicy
from skillpack.cli.requirements import missing_here
from skillpack.errors import UsageError
from skillpack.install.download import PROFILE
from skillpack.install.install import DONE, Proposal, is_signed_anew
from skillpack.install.plan import Action, PlanStep
from skillpack.install.targets import Target
from skillpack.install.version_policy import Direction, days_since, direction
from skillpack.model.evidence import SignatureFacts
from skillpack.model.finding import Finding
from skillpack.model.installed import Provenance, Receipt
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.report.terminal.abilities import found_rows
from skillpack.report.terminal.changes import additions, change_lines
from skillpack.report.terminal.introduction import (
    HIDDEN_TEXT_RULES,
    Introduction,
    download_lines,
    hidden_texts,
    introduction_lines,
)
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.signature import first_use_words, shared_signature_words, signature_words
from skillpack.versions.changes import permissions_of, scripts_of

Key = tuple[str, str]
"""Key of a target, and name of a skill."""


class ProposalAnswer(Struct, frozen=True):
    """What is said of one proposal.

    Attributes:
        accepted: It is to be carried out.
        refusal: Why it must not be, without anybody having been asked; None where that is not so.
    """

    accepted: bool
    refusal: PlanStep | None = None


class Accepting(Struct, frozen=True):
    """Shows proposals and says which are carried out: asks on a terminal; elsewhere a flag must have said yes.

    A version that may do more than the one before is asked for by itself: `--yes` does not answer that. A dry run
    refuses what the same command with `--yes` would refuse, and asks nothing.

    Attributes:
        policy: What is refused without anybody being asked.
        updating: What replaces a version of the same source, and may do no more than it, needs no yes; other files
            under the same label do.
        verbose: Show every skill whole, and every line that changed.
    """

    yes: bool
    accept_powers: bool
    dry_run: bool
    policy: InstallPolicy = field(default_factory=InstallPolicy)
    updating: bool = False
    verbose: bool = False

    def decide(self, proposals: Sequence[tuple[Target, Proposal]]) -> Mapping[Key, ProposalAnswer]:
        """Return the answer to each proposal that would change a root.

        Raises:
            UsageError: Nobody is there to be asked, and no flag answers.
        """
        due = [(target, each) for target, each in proposals if each.step.action in DONE]
        answers = {
            _key(target, each): ProposalAnswer(accepted=False, refusal=self._refusal(each)) for target, each in due
        }
        due = [(target, each) for target, each in due if answers[_key(target, each)].refusal is None]
        self._show(due)
        for group in _alike(each for each in due if may_do_more(each[1])):
            answer = self._confirm_permissions(group[0][1])
            answers |= {_key(target, each): answer for target, each in group}
        if self.dry_run:
            return answers
        plain = [each for each in due if not may_do_more(each[1])]
        answers |= {_key(target, each): ProposalAnswer(accepted=True) for target, each in plain}
        for group in _alike(each for each in plain if self._must_explain(each[1])):
            answer = self._take_unexplained(group[0][1])
            answers |= {_key(target, each): answer for target, each in group}
        unasked = [] if self.yes else [each for each in plain if not (self.updating and each[1].changes)]
        if unasked:
            accepted = self._ask(unasked)
            answers |= {_key(target, each): ProposalAnswer(accepted) for target, each in unasked}
        return answers

    def _refusal(self, proposal: Proposal) -> PlanStep | None:
        return self.policy.refusal(_was(proposal), proposal.download)

    def _must_explain(self, proposal: Proposal) -> bool:
        """Return whether an update needs a yes of its own; everything that is no update is asked for anyway."""
        asks = self.updating and not self.yes and proposal.changes is not None
        return asks and self.policy.is_unexplained(_was(proposal), proposal.download)

    def _show(self, due: Sequence[tuple[Target, Proposal]]) -> None:
        paint = paint_for(stderr=True)
        fresh = list(
            {(_name(each), each.download.receipt.digest): each for _, each in due if each.changes is None}.values()
        )
        introductions = [self._introduction(each) for each in fresh]
        if len(fresh) > 1 and not self.verbose:
            notify_lines(download_lines(introductions, paint))
            for line in shared_signature_words([each.signature.facts for each in fresh]):
                notify(f"  {paint.show(line)}")
        else:
            notify_lines(line for skill in introductions for line in introduction_lines(skill, paint))
        for each in fresh:
            for line in _remarks(each):
                notify(f"  {paint.show(line)}")
        changed = list(_alike(each for each in due if each[1].changes is not None))
        for number, group in enumerate(changed):
            if number or fresh:
                notify("")
            notify_lines(self._changes(group[0][1], paint))

    def _introduction(self, proposal: Proposal) -> Introduction:
        download, env = proposal.download, self.policy.env
        receipt = download.receipt
        shown = introduction(
            download.skill,
            download.tree,
            download.findings,
            receipt.provenance,
            receipt.label,
            receipt.date,
            env,
            proposal.signature.facts,
        )
        pinned = first_use_words(proposal.signature.facts) if _was(proposal) is None else ()
        return replace(shown, signature=(*shown.signature, *pinned), abilities=found_rows(download.abilities))

    def _changes(self, proposal: Proposal, paint: Paint) -> Iterator[str]:
        """Yield the changes, then those that nobody would see, then the publisher's remarks."""
        changes, download = proposal.changes, proposal.download
        if changes is not None and changes.old.digest != changes.new.digest:
            scripts = scripts_of(download.skill, download.tree)
            yield from change_lines(changes, paint, brief=not self.verbose, scripts=scripts)
        for line in hidden_texts(download.skill, download.findings):
            yield f"  {paint.styled(Style.WARNING, f'hides {paint.show(line)}')}"
        for line in _remarks(proposal):
            yield f"  {paint.show(line)}"

    def _confirm_permissions(self, proposal: Proposal) -> ProposalAnswer:
        if self.accept_powers:
            return ProposalAnswer(accepted=True)
        if self.dry_run and sys.stdin.isatty():
            notify(f"{_shown_name(proposal)} may do more than before: `skillpack update` will ask")
            return ProposalAnswer(accepted=False)
        added = additions(proposal.changes) if proposal.changes else ()
        more = f", and {len(added) - 1} more" if len(added) > 1 else ""
        why = f"it may do more than before: {added[0]}{more}"
        words = f"{_shown_name(proposal)} may do more than before."
        return _consent(words, PlanStep(Action.REFUSE, _name(proposal), why, "`--accept-powers` takes it"))

    def _take_unexplained(self, proposal: Proposal) -> ProposalAnswer:
        label = proposal.download.receipt.label
        why = f"it has different files under the same version, {label}"
        words = (
            f"{_shown_name(proposal)} has different files under the same version, {paint_for(stderr=True).show(label)}."
        )
        return _consent(words, PlanStep(Action.REFUSE, _name(proposal), why, "`--yes` takes it"))

    def _ask(self, unasked: Sequence[tuple[Target, Proposal]]) -> bool:
        paint = paint_for(stderr=True)
        names = list(dict.fromkeys(_name(each) for _, each in unasked))
        if not sys.stdin.isatty():
            who = f"`{names[0]}`" if len(names) == 1 else f"{len(names):,} skills"
            raise UsageError(
                f"stdin is not a terminal, so skillpack cannot ask to install {who}",
                hint="`--yes` installs without asking",
            )
        folders = list(dict.fromkeys(target.root.folder for target, _ in unasked))
        what = "it" if len(names) == 1 else f"these {len(names):,} skills"
        where = " and ".join(paint.show(each) for each in folders)
        return click.confirm(f"Install {what} into {where}?", err=True)


def _consent(words: str, refusal: PlanStep) -> ProposalAnswer:
    """Return the answer of a person to a proposal; where stdin is no terminal, its refusal."""
    if not sys.stdin.isatty():
        return ProposalAnswer(accepted=False, refusal=refusal)
    return ProposalAnswer(click.confirm(f"{words} Install it?", err=True))


def may_do_more(proposal: Proposal) -> bool:
    """Return whether a version may do more than the one that is there."""
    return proposal.changes is not None and bool(additions(proposal.changes))


def introduction(
    skill: ParsedSkill,
    tree: Tree,
    found: Sequence[Finding],
    provenance: Provenance,
    label: str,
    date: str,
    env: Mapping[str, str],
    signature: SignatureFacts | None,
) -> Introduction:
    """Return the introduction of a skill that is to be installed, masked where that holds a secret."""
    today = machine.today(env)
    if any(each.rule in SECRET_RULES for each in found):
        skill, tree = masked(skill, tree)
    findings = (each for each in found if each.rule not in HIDDEN_TEXT_RULES)
    return Introduction(
        name=skill.name,
        label=label,
        description=skill.description,
        provenance=provenance,
        permissions=permissions_of(skill, tree),
        hidden=hidden_texts(skill, found),
        needs=missing_here(skill, env),
        files=len(tree.files),
        size=sum(map(len, tree.files.values())),
        findings=judge(findings, resources.chosen_profiles([PROFILE])),
        date=date,
        age=days_since(date, today),
        compatibility=skill.compatibility or "",
        depends=tuple(f"{name} {wanted}".rstrip() for name, wanted in skill.about.depends),
        signature=signature_words(signature, today) if signature is not None else (),
    )


def _remarks(proposal: Proposal) -> Iterator[str]:
    """Yield the remarks of the publisher on a version, and the fate of edits."""
    available, name = proposal.download.available, _name(proposal)
    if available.yanked:
        yield f"{name}: this version was yanked: {available.yanked}"
    if available.deprecated:
        yield f"{name} is deprecated: {available.deprecated}"
    was = _was(proposal)
    receipt = proposal.download.receipt
    if was is not None and was.digest == receipt.digest and not proposal.step.edited:
        anew = was.provenance.location == receipt.provenance.location and is_signed_anew(was, receipt)
        other = "with another signature" if anew else f"from now on from {receipt.provenance.location}"
        yield f"{name}: the same files, {other}"
    if was is not None and direction(was, receipt.label, receipt.digest) is Direction.REPUBLISHED:
        yield f"{name}: different files under the same version, {receipt.label}"
    if proposal.step.edited:
        count = len(proposal.step.edited)
        yield f"your edits of {count:,} {'file' if count == 1 else 'files'} are saved as the previous version"


def _alike(due: Iterable[tuple[Target, Proposal]]) -> Iterator[list[tuple[Target, Proposal]]]:
    """Yield proposals of the same change in several roots together: it is shown and asked for once."""
    groups: dict[tuple[str, str, str], list[tuple[Target, Proposal]]] = {}
    for target, each in due:
        was = each.installed.receipt.digest if each.installed is not None and each.installed.receipt is not None else ""
        groups.setdefault((_name(each), was, each.download.receipt.digest), []).append((target, each))
    yield from groups.values()


def _was(proposal: Proposal) -> Receipt | None:
    return proposal.installed.receipt if proposal.installed is not None else None


def _key(target: Target, proposal: Proposal) -> Key:
    return target.key, _name(proposal)


def _name(proposal: Proposal) -> str:
    return proposal.step.name


def _shown_name(proposal: Proposal) -> str:
    return paint_for(stderr=True).show(_name(proposal))
