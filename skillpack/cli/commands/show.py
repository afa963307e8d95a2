"""skillpack show: everything about one skill, before it is installed and after."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import click
from msgspec import to_builtins
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.abilities.abilities import read_abilities
from skillpack.builder.results import reported_results, skill_results
from skillpack.catalog.hosts import shown_hosts
from skillpack.catalog.roles import role_of
from skillpack.check.judge import UNREADABLE, judge, verdict
from skillpack.check.secrecy import SECRET_RULES, masked
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.install.confirmation import introduction
from skillpack.cli.install.policy import signer_policy
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.signers import user_signers
from skillpack.cli.options.sources import network_options
from skillpack.cli.options.targets import TargetFlags, chosen_targets, target_options
from skillpack.cli.requirements import lacks_here, needs_here, signs_here
from skillpack.cli.skills.lookup import FoundSkill, Request, find_shown
from skillpack.errors import IntegrityError, UsageError
from skillpack.evidence.results.help import help_of
from skillpack.evidence.signature import verify_signature
from skillpack.install.dependencies import installed_choices
from skillpack.install.download import PROFILE
from skillpack.install.install import PlacingRules, Proposal, propose
from skillpack.install.installed import healing
from skillpack.install.plan import Action
from skillpack.install.resolution import fits
from skillpack.install.root.root import Root, receipt_in
from skillpack.install.root.state import reading
from skillpack.install.scan import MergedSkill
from skillpack.install.settings import install_settings
from skillpack.install.targets import Target
from skillpack.model.ability import Abilities
from skillpack.model.digest import checksums, checksums_of, listed_digests
from skillpack.model.entry import Tokens
from skillpack.model.evaluation import Result
from skillpack.model.evidence import SignatureFacts
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.signature import SIGNATURE
from skillpack.model.skill import estimated_tokens
from skillpack.registry.abilities import recorded_abilities
from skillpack.registry.results import result_rows
from skillpack.registry.reviews_json import coverage_row
from skillpack.registry.skill_json import signature_row
from skillpack.report.terminal.changes import additions
from skillpack.report.terminal.results import help_sentence
from skillpack.report.terminal.reviews import review_words
from skillpack.report.terminal.skill_summary import InstalledCopy, SkillSummary, summary_lines
from skillpack.report.terminal.table import Column, table
from skillpack.sources.available import AvailableSkill

_COLUMNS = (Column("name"), Column("version"), Column("description", shrinks=True))
_NATIVE_ROOTS = frozenset({"global", "workspace"})
_UNKNOWN = Provenance(SourceKind.ADOPTED, "")


@verb("show")
@click.argument("spec")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@click.option("--skill", "only", default="", metavar="NAME", help="Skill to show, if SPEC has several.")
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog for names; repeatable.")
@target_options
@network_options
@advanced_option("--sums", is_flag=True, help="Print SHA256SUMS of the published files, for `sha256sum -c`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    spec: str,
    catalog: str,
    only: str,
    registries: tuple[str, ...],
    *,
    flags: TargetFlags,
    sums: bool,
    as_json: bool,
) -> None:
    """Show a skill: where it is from, what it may do, what it needs, what it costs, what installing it would do.

    SPEC is what `install` takes. A name is looked for in the catalog that is here, then among what is installed, then
    in the registries; with a flag that names a root, only there.

    \b
    Examples:
      skillpack show release-notes
      skillpack show ./skills/release-notes --sums
      skillpack show release-notes@^2 --registry https://skills.example.com/
      skillpack show https://skills.example.com/ --skill release-notes
    """
    limits = Limits()
    shown = find_shown(Request(spec, catalog, flags, registries, only), limits)
    if isinstance(shown, tuple):
        _list(shown, spec, as_json=as_json, sums=sums)
        return
    if sums:
        placed = shown.receipt  # where it is installed, what was placed counts, else what is offered
        click.echo(checksums(shown.tree) if placed is None else _placed_sums(placed), nl=False)
        return
    summary = _summary_of(shown, flags, limits)
    if as_json:
        print_json(_record_of(shown, summary))
        return
    print_lines(summary_lines(summary, paint_for()))


def _list(releases: Sequence[AvailableSkill], spec: str, *, as_json: bool, sums: bool) -> None:
    """Print what there is where several skills are meant."""
    if sums:
        raise UsageError(f"there are {len(releases):,} skills in `{spec}`", hint="choose one with `--skill NAME`")
    if as_json:
        print_json([{"name": each.name, "label": each.label, "description": each.description} for each in releases])
        return
    rows = ((each.name, each.label, each.description) for each in releases)
    print_lines(table(_COLUMNS, rows, paint_for()))
    notify(f"{len(releases):,} skills; `--skill NAME` shows one in full")


def _placed_sums(receipt: Receipt) -> str:
    rows = [(each.path, each.sha256) for each in receipt.files]
    is_content = receipt.digest == listed_digests(rows)[0]
    return checksums_of(row for row in rows if row[0] != SIGNATURE or not is_content)


def _summary_of(shown: FoundSkill, flags: TargetFlags, limits: Limits) -> SkillSummary:
    """Return the page of a skill: what it says of itself, and what this machine says of it."""
    env = machine.environment()
    skill, available = shown.skill, shown.available
    targets = _targets(shown, flags)
    places = tuple(_installed_at(shown, limits)) if shown.seen else tuple(_planned(shown, targets, limits))
    roots = [target.root for target in targets]
    shown_first = introduction(
        skill, shown.tree, shown.findings, shown.provenance or _UNKNOWN, shown.label, shown.date, env, _signature(shown)
    )
    return SkillSummary(
        skill=replace(shown_first, needs=lacks_here(skill, env), depends=_depends(shown, roots, limits)),
        source="" if shown.provenance else "unknown: not installed by skillpack",
        digest=shown.receipt.digest if shown.receipt is not None else skill.identity.digest,
        version=skill.identity.version,
        tags=skill.about.tags,
        authors=skill.about.authors,
        license=skill.license or "",
        role=role_of(skill.name).name,
        deprecated=_advice(shown),
        yanked=available.yanked if available else "",
        versions=tuple((each.label, each.date) for each in shown.versions),
        needs=needs_here(skill, env),
        signs=signs_here(skill, env),
        tokens=Tokens(
            always=estimated_tokens(skill.name + skill.description),
            opened=estimated_tokens(skill.document.body.text),
            on_demand=sum(resource.tokens for resource in skill.resources),
        ),
        files=tuple((path, len(content)) for path, content in shown.tree.files.items()),
        verdicts=tuple(verdict(shown.findings, profile) for profile in _hosts(shown)),
        places=places,
        command=_command(shown, flags, known=any(each.folder for each in places)),
        invocation=skill.invocation,
        abilities=_abilities(shown, limits),
        commands=bool(skill.document.body.shell_lines)
        or (skill.program is not None and any(call.name == "command" for call in skill.program.calls)),
        tools_known=not any(each.rule in UNREADABLE for each in shown.findings),
        reviews=review_words(shown.coverage),
        helps=help_sentence(help_of(_results(shown))),
    )


def _signature(shown: FoundSkill) -> SignatureFacts | None:
    """Return the signature of a skill, judged by the signers of its catalog, of its registry and of the user."""
    named = shown.configuration.signers
    beside = {name for _, names in named.own for name in names}
    return verify_signature(shown.tree, (*named.known, *user_signers().of(shown.provenance)), beside)


def _results(shown: FoundSkill) -> tuple[Result, ...]:
    """Return what measuring a skill came to: what its catalog has, else what its own files say."""
    if shown.results is not None:
        return shown.results
    signature = _signature(shown)
    read = reported_results(shown.tree, shown.skill.name, signature)
    return skill_results(shown.skill.name, "", read, (), (), is_signed=signature is not None, require=False).results


def _abilities(shown: FoundSkill, limits: Limits) -> Abilities:
    """Return the abilities of a skill; no name in them is of a credential."""
    skill, tree = shown.skill, shown.tree
    if any(each.rule in SECRET_RULES for each in shown.findings):
        skill, tree = masked(skill, tree)
    return read_abilities(skill, tree, limits)


def _hosts(shown: FoundSkill) -> tuple[Profile, ...]:
    """Return the hosts that the page names: a specification where the catalog does, or where its folder is the root."""
    profiles = resources.profiles()
    keys = {each.target.key.partition(":")[0] for each in shown.seen} | {each.target.key for each in shown.seen}
    agents = (each.agent for each in profiles.values() if each.agent is not None)
    roots = tuple(
        agent.name for agent in agents if f"agent:{agent.name}" in keys or (agent.native and keys & _NATIVE_ROOTS)
    )
    configuration = replace(shown.configuration, clients=(*shown.configuration.clients, *roots))
    return shown_hosts(profiles.values(), configuration)


def _advice(shown: FoundSkill) -> str:
    available, said = shown.available, shown.skill.about.deprecated
    text = (available.deprecated if available else "") or said
    instead = f"use {available.successor} instead" if available and available.successor else ""
    return "; ".join(part for part in (text, instead) if part)


def _targets(shown: FoundSkill, flags: TargetFlags) -> tuple[Target, ...]:
    """Return the roots that it lies in, or would go into; none where nobody said where."""
    if shown.seen:
        return tuple(each.target for each in shown.seen)
    with suppress(UsageError):
        return chosen_targets(flags)
    return ()


def _depends(shown: FoundSkill, roots: Sequence[Root], limits: Limits) -> tuple[str, ...]:
    """Return the dependencies of a skill, in words, with the versions that are installed."""
    depends = shown.skill.about.depends
    there: dict[str, str] = {}
    for root in roots if depends else ():
        for each in installed_choices(root, limits):
            there.setdefault(each.name, each.label)
    return tuple(
        f"{name} {wanted}".rstrip() + (_update_state(there.get(name, ""), wanted, shown) if roots else "")
        for name, wanted in depends
    )


def _update_state(label: str, wanted: str, shown: FoundSkill) -> str:
    if label and fits(label, wanted):
        return f": {label} is installed"
    lacking = f"{label} is installed, but does not fit" if label else "not installed"
    return f": {lacking}" if shown.seen else f": {lacking}, installed too if available"


def _planned(shown: FoundSkill, targets: Sequence[Target], limits: Limits) -> Iterator[InstalledCopy]:
    """Yield the copies that an installation would make, in each root that it would go into."""
    if shown.download is None:
        yield InstalledCopy("not possible", "", shown.obstacle, good=False)
        return
    rules = PlacingRules(signers=signer_policy(install_settings(Path.cwd(), Path.home(), machine.environment())))
    for target in targets:
        (proposal,) = propose([shown.download], target.root, limits, rules)
        yield _plan(target, proposal)
    if shown.download.damaged and not targets:
        yield InstalledCopy("refused", "", shown.download.damaged, good=False)


def _plan(target: Target, proposal: Proposal) -> InstalledCopy:
    step, there = proposal.step, proposal.installed
    same = there is not None and there.receipt is not None and there.receipt.digest == proposal.download.receipt.digest
    was = there.receipt.label if there is not None and there.receipt is not None else ""
    words = {
        Action.ADD: "new",
        Action.REPLACE: f"replaces {was}{', same files' if same else ''}",
        Action.KEEP: step.reason,
        Action.REFUSE: f"refused: {step.reason}",
    }.get(step.action, str(step.action))
    added = additions(proposal.changes) if proposal.changes else ()
    more = f"; new with it: {'; '.join(added)}" if added else ""
    return InstalledCopy(
        target.title, target.root.skill(step.name), words + more, step.action is not Action.REFUSE, step.edited
    )


def _installed_at(shown: FoundSkill, limits: Limits) -> Iterator[InstalledCopy]:
    """Yield the installed copies, root by root."""
    for each in shown.seen:
        root, name = each.target.root, each.installed.name
        words = "; ".join(_state(each))
        good = not (each.edits or each.fault or each.installed.fault)
        # A root given as a folder is best named with the skill's own.
        title = root.skill(name) if each.target.key.startswith("root:") else each.target.title
        yield InstalledCopy(title, root.skill(name), words, good, each.edits, _previous(each, limits))


def _state(each: MergedSkill) -> Iterator[str]:
    if each.installed.receipt is None:
        fault = each.installed.fault
        yield f"{fault}; {healing(each.target.root, each.installed)}" if fault else "not installed by skillpack"
    elif each.edits:
        count = len(each.edits)
        yield f"{each.label}, {count:,} {'file' if count == 1 else 'files'} changed"
    else:
        yield each.fault or f"{each.label}, unchanged"
    if each.shadowed_by is not None:
        yield f"hidden by the copy in {each.shadowed_by.folder}"
    yield from (f"hides the copy in {root.folder}" for root in each.shadows)


def _previous(each: MergedSkill, limits: Limits) -> str:
    """Return the label of the version before; empty where there is none, or nobody knows."""
    try:
        with reading(each.target.root) as state:
            receipt = receipt_in(state.previous / each.installed.name, limits)
    except IntegrityError:
        return ""
    return receipt.label if receipt is not None else ""


def _command(shown: FoundSkill, flags: TargetFlags, *, known: bool) -> str:
    if shown.seen or shown.download is None:
        return ""
    typed = tuple(flags.words())
    somewhere = () if typed or known else ("--global",)
    return shlex.join(["skillpack", "install", *shown.install, *typed, *somewhere])


def _record_of(shown: FoundSkill, summary: SkillSummary) -> Mapping[str, object]:
    """Return the same as JSON, whole."""
    skill, intro = shown.skill, summary.skill
    program, source = skill.program, shown.provenance
    receipt = shown.receipt if shown.seen else shown.download.receipt if shown.download else None
    judged = {each.finding: str(each.severity) for each in judge(shown.findings, resources.chosen_profiles([PROFILE]))}
    return {
        "name": skill.name,
        "description": skill.description,
        "label": shown.label,
        "version": skill.identity.version,
        "digest": summary.digest,
        "license": summary.license,
        "authors": list(summary.authors),
        "tags": list(summary.tags),
        "role": summary.role,
        "metadata": dict(skill.metadata),
        "source": None if source is None else {key: str(value) for key, value in to_builtins(source).items()},
        "date": intro.date,
        "age": intro.age,
        "yanked": summary.yanked,
        "deprecated": summary.deprecated,
        "versions": [{"label": label, "date": date} for label, date in summary.versions],
        "model_invocable": skill.invocation.by_model,
        "user_invocable": skill.invocation.by_user,
        "argument_hint": skill.invocation.hint,
        "model": skill.invocation.model,
        "context": skill.invocation.context,
        "agent": skill.invocation.agent,
        "powers": list(intro.permissions),
        "abilities": recorded_abilities(summary.abilities),
        "allowed_tools": list(skill.allowed_tools),
        "scripts": [each.path for each in skill.resources if each.kind == "script"],
        "shell_lines": [each.text for each in skill.document.body.shell_lines],
        "metaskill": program is not None,
        "program": None
        if program is None
        else {
            "path": program.path,
            "language": program.language,
            "calls": [{"name": each.name, "words": list(each.literal or each.start)} for each in program.calls],
        },
        "signature": signature_row(_signature(shown)),
        "reviews": coverage_row(shown.coverage),
        "results": result_rows(_results(shown)),
        "hidden": list(intro.hidden),
        "compatibility": intro.compatibility,
        "requires": {"bins": skill.requires.bins, "env": skill.requires.env, "os": skill.requires.os},
        "needs": [{"what": each.words, "met": each.met} for each in summary.needs],
        "signs": [{"what": each.words, "met": each.met} for each in summary.signs],
        "lacks": list(lacks_here(skill, machine.environment())),
        "depends": dict(skill.about.depends),
        "tokens": to_builtins(summary.tokens),
        "files": [{"path": path, "size": size} for path, size in summary.files],
        "findings": [
            {
                "rule": each.rule,
                "severity": judged.get(each, "off"),
                "path": each.path,
                "line": each.span.line,
                "message": each.message,
            }
            for each in shown.findings
        ],
        "hosts": {name: verdict(shown.findings, each).loads for name, each in resources.profiles().items()},
        "archive": {"url": receipt.url, "sha256": receipt.archive_sha256} if receipt and receipt.url else None,
        "obstacle": shown.obstacle,
        "installed": bool(shown.seen),
        "places": [
            {
                "title": each.title,
                "path": each.folder,
                "what": each.words,
                "good": each.good,
                "edited": [{"kind": one.kind, "path": one.path} for one in each.edited],
                "previous": each.previous,
            }
            for each in summary.places
        ],
        "command": summary.command,
    }
