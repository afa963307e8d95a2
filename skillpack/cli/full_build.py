"""The whole build behind `skillpack build`: everything is read, compared and written as far as it changed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path

from msgspec import to_builtins
from msgspec.structs import replace

from skillpack import machine
from skillpack.builder.build import Built, build_site
from skillpack.builder.executor import chosen
from skillpack.builder.history.previous import opened_previous, previous_location
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import Inputs, gather
from skillpack.builder.store import BuildStore
from skillpack.builder.unchanged import LastBuild, UnchangedAnswer, Value, cache_identity, remember_outcome
from skillpack.check.secrecy import SECRET_RULES
from skillpack.check.suppressions import flaw, outdated
from skillpack.cli.asking import catalog_asking, web_asking
from skillpack.cli.build_outcome import BuildOptions, BuildOutcome, Differences, as_before, site_address
from skillpack.cli.console import ProgressLine, notify
from skillpack.cli.findings import FAIL_ON, make_report, placed, shown_root
from skillpack.cli.notes import report_dates, report_language
from skillpack.errors import UsageError
from skillpack.files.folder import FolderOutput
from skillpack.files.manifest import unlisted_files
from skillpack.files.output import ComparedOutput
from skillpack.files.recovery import find_area
from skillpack.files.trace import Trace, trace_output
from skillpack.model.digest import sha256
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, FindingGroup, Judged, Suppression, group_findings
from skillpack.parse.settings.configuration import parse_configuration
from skillpack.report.findings.report import Report, group_counts, reaches, summary
from skillpack.report.findings.statistics import remedies, remedy_lines
from skillpack.report.findings.suppression import suppression_lines
from skillpack.report.findings.text import concise_line
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint
from skillpack.sources.asking import NO_SETTINGS
from skillpack.sources.http.address import is_url
from skillpack.sources.published_site import PublishedCatalog

_SHOWN = 10  # findings that make a build fail, shown at most


def full_build(
    options: BuildOptions,
    today: str,
    caches: Path | None,
    answer: Path | None,
    question: Mapping[str, Value],
    last: LastBuild | None,
) -> tuple[BuildOutcome, Differences | None]:
    """Build a site, or compare it, and return what it came to and in what it differs.

    Args:
        options: As typed.
        today: ISO day on which suppressions are judged.
        caches: Folder of the caches; None for none.
        answer: Where the outcome is kept for a build that has nothing to do; None for nowhere.
        question: What such a build must ask for.
        last: The last build, where anything is known of it.

    Raises:
        SkillpackError: The job could not be done.
    """
    same = last.same if last is not None else None
    asked = Trace(same=same)
    inputs = _inputs(options, today, asked, caches)
    report_language(inputs)
    report_dates(inputs)
    sources = Trace(str(inputs.root), same=same)
    file = caches / f"{sha256(str(inputs.root.resolve()).encode())[:16]}.sqlite" if caches else None
    folder = str(options.output.resolve()) if caches and options.writes else ""
    before = _previous(options, inputs, caches)
    left = as_before(last.outcome) if last is not None and last.left is not None else None
    with (
        closing(ProgressLine()) as progress,
        before as published,
        # Opened after what was published was read: it takes the output's lock.
        FolderOutput(options.output, private=left is not None)
        if options.writes
        else ComparedOutput(options.output, cards=not options.check) as target,
        closing(BuildStore(file)) as memory,
    ):
        built = build_site(
            inputs,
            target,
            memory,
            folder=folder,
            pool=lambda skills: chosen(options.executor, options.jobs or machine.cores(), skills),
            report=progress,
            previous=published,
            trace=sources,
            verify=options.verify_output,
            allow_withdrawn=options.allow_withdrawn,
        )
        state = memory.state(folder)
    outcome = _outcome(built, inputs, options, left.unlisted if left else unlisted_files(options.output))
    outcome = replace(outcome, lost_list=isinstance(target, FolderOutput) and target.lost_list)
    if answer and file and published is None:
        with suppress(OSError):  # what somebody removed already is not worth an answer
            area = find_area(options.output)
            starts = ("lock", "new-")  # of the names of its lock and staging folders
            beside = tuple(f"{area.parent}/{area.prefix}{start}" for start in starts)
            days = (today, _until(inputs))
            kept = UnchangedAnswer(question, days, cache_identity(file), beside, to_builtins(outcome))
            changed = None if isinstance(target, ComparedOutput) else target.changed
            known = None if last is None else last.left
            shown = trace_output(options.output, target.new, state, before=known, changed=changed)
            remember_outcome(answer, kept, (asked, sources, shown), last)
    if not isinstance(target, ComparedOutput):
        return outcome, None
    return outcome, {"differs": target.different, "missing": target.missing, "obsolete": target.extra}


def _previous(
    options: BuildOptions, inputs: Inputs, caches: Path | None
) -> AbstractContextManager[PublishedCatalog | None]:
    """Return the site that was published last, to be opened as the user's own settings say."""
    env, configuration = machine.environment(), inputs.configuration
    location = previous_location(options.previous, configuration)
    if location and configuration.published is False:
        notify(f"note: `[catalog] published = false`: published versions at `{location}` are not kept")
    return opened_previous(
        options.previous,
        configuration,
        inputs.root,
        env,
        cache=caches,
        limits=inputs.settings.limits,
        asking=web_asking(env) if is_url(location) else NO_SETTINGS,
    )


def _inputs(options: BuildOptions, today: str, trace: Trace, caches: Path | None) -> Inputs:
    """Return everything from outside that was asked for."""
    located = locate(options.source, config=options.config, use_config=not options.no_config, trace=trace)
    address = options.site_url or (not located.configuration.site_url and site_address(machine.environment()))
    if address:
        configuration = replace(located.configuration, site_url=_address(address))
        located = replace(located, configuration=configuration)
    if options.baseline is not None:
        policy = replace(located.configuration.policy, baseline=str(options.baseline.absolute()))
        located = replace(located, configuration=replace(located.configuration, policy=policy))
    date = machine.source_date(machine.environment())
    asking = catalog_asking(located.configuration.review.sources, caches)
    return gather(located, today=today, date=date, allowed=options.allow_downgrade, trace=trace, asking=asking)


def _address(text: str) -> str:
    """Return the address of a site as a configuration would hold it."""
    try:
        return parse_configuration(f"[catalog]\nsite_url = {json.dumps(text)}\n").site_url
    except UsageError as error:
        hint = "write it as `https://skills.example.com/`"
        raise UsageError(f"`{text}` is not the address of a site", hint=hint) from error


def _until(inputs: Inputs) -> str:
    """Return the last ISO day on which no suppression ends that holds today."""
    ends = (suppression.expires for suppression in inputs.configuration.suppressions)
    return min((day for day in ends if day and day >= inputs.today), default="9999-12-31")


def _outcome(built: Built, inputs: Inputs, options: BuildOptions, unlisted: Sequence[str]) -> BuildOutcome:
    """Return the outcome of a build."""
    groups, skills = group_findings(built.findings), built.overview.counts
    numbered = group_counts(groups, skills=skills.found)  # as many as `check` counts
    numbers = {
        "found": skills.found,
        **to_builtins(skills),
        "skills": built.overview.skills,
        "prepared": built.loaded,
        "kept": built.kept,
        "errors": numbered.errors,
        "warnings": numbered.warnings,
        "secrets": len({each.finding.subject for each in built.findings if each.finding.rule in SECRET_RULES}),
        "failed": built.failed,
    }
    older = quantity(built.kept, "older version")
    parts = (*skills.parts(), *([f"{older} kept"] if built.kept else []))
    fail_on = FAIL_ON[inputs.configuration.policy.fail_on]
    report = make_report(
        (each for each in built.findings if each.finding.rule in SECRET_RULES or reaches(each, fail_on)),
        skills=(),
        sources={},
        targets=[str(options.source)],
        prefix=shown_root(inputs.root),
        today=inputs.today,
        fail_on=fail_on,
        suppressions=inputs.configuration.suppressions,
    )
    proposed = remedies(groups, report.targets)
    secrets = [judged for judged in report.findings if judged.finding.rule in SECRET_RULES]
    fatal = group_findings([*secrets, *(each for each in report.findings if each.finding.rule not in SECRET_RULES)])
    ascii_, unicode = (
        (
            *_lines(report, secrets, fatal, options.source, paint),
            summary(numbered, paint),
            *remedy_lines(proposed, paint),
        )
        for paint in (Paint(color=True, unicode=False), Paint(color=True))
    )
    prefix = shown_root(inputs.root)
    accepted = tuple(_accepted(placed(each.finding, prefix), each.suppression) for each in built.let_through)
    return BuildOutcome(numbers, ascii_, unicode, parts, built.where, unlisted, accepted, built.withdrawn.names)


def _accepted(finding: Finding, suppression: Suppression | None) -> Mapping[str, str | int | None]:
    """Return a finding that a suppression lets through, in plain values."""
    return {
        "code": finding.rule,
        "skill": finding.subject,
        "path": finding.path,
        "line": finding.span.line if finding.span != NOWHERE else None,
        "reason": suppression.reason if suppression else "",
        "expires": (suppression.expires if suppression else "") or None,
    }


def _lines(
    report: Report, secrets: Sequence[Judged], fatal: Sequence[FindingGroup], source: Path, paint: Paint
) -> Iterator[str]:
    """Yield the findings that make a build fail, those of secrets first."""
    if secrets:
        yield _secrets_line(secrets, paint)
        for judged in secrets[:_SHOWN]:
            yield from _outdated_lines(judged.finding, report, paint)
    for group in fatal[:_SHOWN]:
        yield concise_line(group, report, paint)
    if len(fatal) > _SHOWN:
        yield f"and {len(fatal) - _SHOWN:,} more; `skillpack check {source}` shows them with their source"


def _outdated_lines(finding: Finding, report: Report, paint: Paint) -> Iterator[str]:
    """Yield the lines to write in place of a suppression that names no file, and accepts nothing any more."""
    before = outdated(finding, report.suppressions)
    if before is None:
        return
    of_skill = f" for `{before.skill}`" if before.skill else ""
    yield paint.show(
        f"the suppression of `{before.rule}`{of_skill} {flaw(before)[0]}; if this is no credential, replace it with:"
    )
    yield from (f"  {paint.show(line)}" for line in suppression_lines(finding, report.suppressions))


def _secrets_line(secrets: Sequence[Judged], paint: Paint) -> str:
    """Return which skills are not published because of a secret."""
    names = sorted({judged.finding.subject or judged.finding.path for judged in secrets})
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    verb = "holds" if len(names) == 1 else "hold"
    listed = ", ".join(f"`{name}`" for name in names[:_SHOWN])
    return paint.show(f"not published: {listed}{more} {verb} a credential or a private file")
