"""skillpack check: findings about skills, in the format that is wanted, and their fixes."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.builder.inputs.baseline import prefix_from, stored_baseline, with_baseline
from skillpack.builder.inputs.catalog import Located, no_skills
from skillpack.builder.inputs.catalog_secrets import catalog_secrets
from skillpack.builder.inputs.foreign_reviews import catalog_reviews
from skillpack.builder.inputs.inputs import make_settings, with_signers
from skillpack.builder.inspection.fix import FixedSkill, fix_skills, moved
from skillpack.builder.inspection.inspection import (
    Inspected,
    SetMember,
    inspect,
    inspect_set,
    is_skill,
    judged_on,
    member_of,
    where_found,
    with_scanned,
)
from skillpack.builder.inspection.member_cache import MemberCache
from skillpack.builder.inspection.scope import CheckScope, NamedIn, about, in_catalogs, locate_scope, location_key
from skillpack.builder.record.files import decoded
from skillpack.check.fix import with_fixes
from skillpack.check.judge import judge
from skillpack.check.secrecy import SECRET_RULES
from skillpack.check.siblings import depends_on_set, with_siblings
from skillpack.check.suppressions import binding
from skillpack.cli.asking import catalog_asking
from skillpack.cli.console import notify, notify_lines, paint_for, print_lines
from skillpack.cli.findings import FAIL_ON, make_report, shown_root
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.configuration import chosen_day, config_options
from skillpack.cli.options.profiles import named_profiles
from skillpack.errors import UsageError
from skillpack.files.discover import discover
from skillpack.files.skipped import Skipped
from skillpack.model.finding import Finding, Judged, Severity, finding_order
from skillpack.model.profile import Profile
from skillpack.report.findings.baseline import accept, split, write_baseline
from skillpack.report.findings.formats import FORMATS
from skillpack.report.findings.report import CheckedSkill, Report, fails, open_findings
from skillpack.report.findings.statistics import statistics, statistics_json
from skillpack.report.quantity import quantity

_MOST = 50  # findings that a terminal shows


@verb("check")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="NAME|FILE",
    help="Judge as this profile does, such as codex or mine.toml; may be repeated. Default: the catalog's.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="Form of the report; by default full, and github in GitHub Actions.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option("--fix", is_flag=True, help="Fix what can be fixed without changing the meaning.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix: also rename files and folders, and move fields into metadata."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change; change nothing.")
@click.option(
    "--statistics",
    "as_statistics",
    is_flag=True,
    help="Count findings by rule, and show the commands that fix the most.",
)
@advanced_option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Report only findings not accepted in this file; overrides `[policy] baseline`.",
)
@advanced_option(
    "--write-baseline", "write_it", is_flag=True, help="Accept today's findings: write them to the --baseline file."
)
@advanced_option(
    "--today",
    default="",
    metavar="DATE",
    help="Judge suppressions and certificates as of this day, such as 2027-01-31; today by default.",
)
@click.option("--strict", is_flag=True, help="Exit 1 for warnings too.")
@advanced_option("--exit-zero", is_flag=True, help="Exit 0 whatever the findings.")
@config_options
@click.option("--all", "every", is_flag=True, help=f"Show all findings on a terminal, not just the worst {_MOST}.")
@click.option("-q", "--quiet", is_flag=True, help="Leave out infos.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    profiles: tuple[str, ...],
    form: str | None,
    baseline: Path | None,
    today: str,
    config: Path | None,
    *,
    as_json: bool,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    as_statistics: bool,
    write_it: bool,
    strict: bool,
    exit_zero: bool,
    no_config: bool,
    every: bool,
    quiet: bool,
) -> None:
    """Check the skills in each PATH: a skill, a folder of skills or a catalog; this folder by default.

    A skill of a catalog is judged as the whole catalog judges it; only findings about it are shown.

    `skillpack validate`, as the reference library calls it, is this command: same options, findings, exit status.

    \b
    Examples:
      skillpack check ./skills
      skillpack check --profile agentskills --format concise
      skillpack check --statistics ./skills
      skillpack check --fix ./skills
    """
    if unsafe_fixes and not (fix or diff):
        raise UsageError("--unsafe-fixes needs --fix or --diff", hint="add --fix, or --diff to look first")
    env = machine.environment()
    named = [locate_scope(path, config=config, use_config=not no_config) for path in paths or (Path(),)]
    if diff:
        found = _preview([each.part for each in named], profiles, unsafe=unsafe_fixes)
        ctx.exit(1 if found and not exit_zero else 0)
    if fix:
        named = [_fix(each, profiles, unsafe=unsafe_fixes) for each in named]
    targets = tuple(str(path) for path in paths) or (".",)
    catalogs = list(in_catalogs(named))
    settings = ((each.catalog.root, each.catalog.configuration.policy.baseline) for each in catalogs)
    stored = [baseline] if baseline is not None else [root / file for root, file in settings if file]
    baselines = list(dict.fromkeys(stored))
    if write_it and len(baselines) != 1:
        raise UsageError("--write-baseline needs a file", hint="add --baseline FILE, or `[policy] baseline`")
    used = [] if write_it else baselines
    for each in used:
        stored_baseline(each)  # what is wrong with it is said of the path as it was typed
    catalogs = [replace(each, catalog=_accepting(each.catalog, used)) for each in catalogs]
    day, cache = chosen_day(today, env), _cache_folder(env)
    report, empty = _report(catalogs, profiles, targets, day, cache, strict=strict, quiet=quiet)
    if empty and not report.findings:
        raise empty[0]
    if write_it:
        # Only a suppression with a reason accepts a secret.
        accepted = [each for each in open_findings(report) if each.finding.rule not in SECRET_RULES]
        written = accept(accepted, prefix_from(baselines[0], Path()))
        baselines[0].write_text("\n".join(write_baseline(written)) + "\n", encoding="utf-8")
        notify(f"accepted {quantity(len(accepted), 'finding')} in `{baselines[0]}`")
        return
    for each in used:
        report = _without_known(report, each, whole=all(each.locations is None for each in catalogs))
    report = replace(report, most=_MOST if sys.stdout.isatty() and not every else 0)
    name = "json" if as_json else form or ("github" if env.get("GITHUB_ACTIONS") == "true" else "full")
    if as_statistics:
        lines = statistics_json(report) if name == "json" else statistics(report, paint_for())
    else:
        lines = FORMATS[name](report, paint_for())
    print_lines(lines, fold=name == "full")
    if empty:  # what lies there instead of skills was told
        raise empty[0]
    failed = any(fails(judged, report) for judged in open_findings(report))
    ctx.exit(1 if failed and not exit_zero else 0)


def _requested(located: Located, names: Sequence[str]) -> tuple[Profile, ...]:
    """Return the profiles to judge by: those that were named, else the catalog's."""
    if names:
        return named_profiles(names)
    return resources.chosen_profiles(located.configuration.profiles)


def _known(asked: Iterable[Profile]) -> Mapping[str, Profile]:
    """Return every profile that comes along, and those of one's own that are asked."""
    return {**resources.profiles(), **{profile.name: profile for profile in asked}}


def _preview(located: Sequence[Located], names: Sequence[str], *, unsafe: bool) -> bool:
    """Print what would be fixed, and return whether there is anything."""
    found, paint = False, paint_for()
    for each in located:
        skipped = Skipped()
        if not any(discover(each.configuration.sources, each.root, skipped=skipped)):
            raise no_skills(each.root, each.configuration.sources, skipped, ())
        for fixed in _fixed(each, names, unsafe=unsafe, write=False):
            found = found or bool(fixed.diff)
            for line in fixed.diff:
                click.echo(paint.show(line))
    if not found:
        notify("nothing to fix")
    return found


def _fix(named: CheckScope, names: Sequence[str], *, unsafe: bool) -> CheckScope:
    """Fix the skills that were named, and return where it is now: a folder that was named may have a new name."""
    located = named.part
    prefix, paint = shown_root(located.root), paint_for(stderr=True)
    for fixed in _fixed(located, names, unsafe=unsafe, write=True):
        if fixed.titles:
            notify(paint.show(f"fixed {prefix}{fixed.path}: {'; '.join(fixed.titles)}"))
        if fixed.moved:
            located = moved(located, *fixed.moved)
    return CheckScope(located, located if named.part == named.catalog else named.catalog)


def _fixed(located: Located, names: Sequence[str], *, unsafe: bool, write: bool) -> Iterator[FixedSkill]:
    """Yield the fixes that are made; those that are left alone are reported."""
    asked = _requested(located, names)
    settings = make_settings(located.configuration, _known(asked))
    prefix, paint = shown_root(located.root), paint_for(stderr=True)
    for fixed in fix_skills(located, settings, asked, unsafe=unsafe, write=write, prefix=prefix):
        for clause in fixed.left:
            notify(paint.show(f"left {prefix}{fixed.path}: {clause}"))
        yield fixed


def _report(
    catalogs: Sequence[NamedIn],
    names: Sequence[str],
    targets: tuple[str, ...],
    today: str,
    cache: Path | None,
    *,
    strict: bool,
    quiet: bool,
) -> tuple[Report, list[UsageError]]:
    """Return the findings of every catalog of which something was named, and why some of these have no skill."""
    whole = make_report((), skills=(), sources={}, targets=targets, today=today)
    empty: list[UsageError] = []
    for each in catalogs:
        part = _part(each, names, today, cache, empty)
        whole = replace(
            whole,
            findings=(*whole.findings, *part.findings),
            skills=(*whole.skills, *part.skills),
            sources={**whole.sources, **part.sources},
            suppressions=(*whole.suppressions, *part.suppressions),
        )
    # Paths may overlap: what was found twice is told once.
    shown = (one for one in dict.fromkeys(whole.findings) if not (quiet and one.severity is Severity.INFO))
    ordered = tuple(sorted(shown, key=lambda judged: finding_order(judged.finding)))
    skills = tuple(sorted(set(whole.skills), key=lambda skill: (skill.name, skill.path)))
    policies = {"warning"} if strict else {each.catalog.configuration.policy.fail_on for each in catalogs}
    if names and policies == {"never"}:  # who names a profile asks whether it is satisfied
        policies = {"error"}
    fail_on = next(FAIL_ON[name] for name in ("warning", "error", "never") if name in policies)
    return replace(whole, findings=ordered, skills=skills, fail_on=fail_on), empty


def _part(named_in: NamedIn, names: Sequence[str], today: str, cache: Path | None, empty: list[UsageError]) -> Report:
    """Return the findings of one catalog about what was named in it; fixes that are not offered are taken off.

    Of the other skills those are not read that did not change since the last check. Where there is no skill in what
    was named, the exception which says so is added to `empty`.
    """
    located, places = named_in.catalog, named_in.locations
    locations, skipped = named_in.discovered.locations, named_in.discovered.skipped
    suppressions = binding(located.configuration.suppressions, today=today)
    configuration = with_signers(replace(located.configuration, suppressions=suppressions), located.root)
    asked = _requested(located, names)
    settings = make_settings(configuration, _known(asked))
    gate = [profile for profile in resources.profiles().values() if profile.name in configuration.profiles]
    asking = catalog_asking(configuration.review.sources, cache)
    reviews = with_scanned(catalog_reviews(located.root, configuration.review, asking), locations)
    # Where results are required, what becomes of a skill does not follow from its own files.
    kept = cache if located.file and not configuration.evaluation.require else None
    remembered = MemberCache(kept, located.root, settings, configuration, reviews)
    old: dict[str, SetMember] = {}
    if places is not None:
        beside = (location for location in locations if location_key(location.path) not in places)
        old = {location.path: member for location in beside if (member := remembered.get(location)) is not None}
    new: dict[str, SetMember] = {}
    linking: list[Inspected] = []  # into skills beside them: judged when all of these are known
    judged: list[Judged] = []
    sources: dict[str, str] = {}
    named: list[SetMember] = []
    bare: list[str] = []
    unknown = [location for location in locations if location.path not in old]
    for each in inspect(located, settings, locations=unknown, beside=old.values(), reviews=reviews):
        member = new[each.location.path] = member_of(each, configuration, gate)
        if places is not None and location_key(each.location.path) not in places:
            continue
        if depends_on_set(each.findings):
            linking.append(each)
        else:
            found = judge(judged_on(each, today).findings, (*asked, *_claimed(each, asked)), configuration.suppressions)
            sources |= _texts(each, found)
            judged += found
        named.append(member)
        if not is_skill(each.findings):
            bare.append(each.skill.origin.locate("").rstrip("/"))
    remembered.put(locations, new)
    members = [old.get(location.path) or new[location.path] for location in locations]
    there = {each.name for each in members if each.entry is not None}
    for each in linking:
        findings = with_siblings(judged_on(each, today).findings, there)
        found = judge(findings, (*asked, *_claimed(each, asked)), configuration.suppressions)
        sources |= _texts(each, found)
        judged += found
    alone = places is not None or all(each.depth == 0 for each in configuration.sources)
    if len(bare) == len(named) and not (bare and alone):  # of folders that were named, their findings say it
        empty.append(no_skills(located.root, configuration.sources, skipped, bare))
    of_set: Iterable[Finding] = inspect_set(members, configuration, resources.profiles(), reviews)
    if places is not None:
        of_set = about(of_set, named)
    else:
        origins = (each.origin for each in members)
        notify_lines(where_found(origins, skipped, configuration.sources))
        of_set = (*of_set, *catalog_secrets(located))
    judged += judge(of_set, asked, configuration.suppressions)
    return make_report(
        with_fixes(judged, asked, resources.chosen_profiles(configuration.hosts)),
        skills=[CheckedSkill(skill.name, skill.origin.locate("").rstrip("/")) for skill in named],
        sources=sources,
        targets=(),
        prefix=shown_root(located.root),
        today=today,
        suppressions=configuration.suppressions,
    )


def _cache_folder(env: Mapping[str, str]) -> Path | None:
    """Return the user's folder of caches; None where nobody knows the user's home."""
    try:
        return machine.cache_folder(env)
    except RuntimeError:
        return None


def _texts(inspected: Inspected, judged: Iterable[Judged]) -> dict[str, str]:
    """Return the texts of the files that findings are about, which a report may quote."""
    paths = {each.finding.path for each in judged}
    return {path: decoded(content) or "" for path, content in inspected.contents.items() if path in paths}


def _claimed(inspected: Inspected, asked: Sequence[Profile]) -> Iterator[Profile]:
    """Yield the profiles that a skill claims for itself beyond those that were asked."""
    known = resources.profiles()
    names = {profile.name for profile in asked}
    return (known[name] for name in inspected.skill.about.profiles if name in known and name not in names)


def _accepting(located: Located, baselines: Sequence[Path]) -> Located:
    """Return a catalog that publishes what its baseline accepts, as a build does."""
    own = located.root / located.configuration.policy.baseline
    file = own if own in baselines else next(iter(baselines), None)
    policy = replace(located.configuration.policy, baseline="" if file is None else str(file.absolute()))
    return replace(located, configuration=with_baseline(replace(located.configuration, policy=policy), located.root))


def _without_known(report: Report, baseline: Path, *, whole: bool) -> Report:
    """Return the report without what a baseline accepts; only of whole catalogs is known what does not occur."""
    parts = split(report.findings, stored_baseline(baseline), prefix_from(baseline, Path()))
    if parts.gone and whole:
        number = quantity(sum(entry.count for entry in parts.gone), "accepted finding")
        notify(f"{number} of `{baseline}` no longer occur; --write-baseline removes them")
    return replace(report, findings=parts.new, known=report.known + len(parts.known))
