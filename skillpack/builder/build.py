"""The build, from top to bottom: load, resolve, render, write."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.executor import Workers
from skillpack.builder.findings import catalog_findings, fails, let_through
from skillpack.builder.history.facts import ReleaseFacts
from skillpack.builder.history.load import (
    PublishedReleases,
    load_alarms,
    load_publication_facts,
    load_retained,
    store_changes_between_releases,
    store_changes_to_current,
)
from skillpack.builder.history.previous import PublishedArchives, read_previous
from skillpack.builder.inputs.catalog import no_skills
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.inputs.scans import with_scans
from skillpack.builder.inspection.inspection import is_skill, where_found
from skillpack.builder.load import Loader
from skillpack.builder.outputs.catalog import catalog_outputs
from skillpack.builder.outputs.output import render_inputs_of
from skillpack.builder.outputs.releases import (
    alarm_levels,
    current_pairs,
    name_releases,
    retained_outputs,
    version_outputs,
)
from skillpack.builder.outputs.skill import skill_outputs
from skillpack.builder.publications import publications
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.resolve import contenders_of, resolve, shown_contenders
from skillpack.builder.set_facts import set_facts
from skillpack.builder.store import BuildStore
from skillpack.builder.withdrawal import Withdrawal, published_names, refuse_withdrawal, withdrawal
from skillpack.builder.write import SiteWriter
from skillpack.files.discover import discover
from skillpack.files.membership import SKILL_FILES
from skillpack.files.output import Output
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.model.entry import Overview
from skillpack.model.finding import Judged
from skillpack.model.progress import Report
from skillpack.site.theme import compiled, supply
from skillpack.sources.published_site import PublishedCatalog

Pool = Callable[[int], Executor | None]
"""Number of skills -> who loads and renders them; None for this process."""


class Built(Struct, frozen=True):
    """What a build came to.

    Attributes:
        loaded: How many skills were read anew.
        findings: Judged and not suppressed today, sorted.
        failed: True when one of them reaches `[policy] fail_on`.
        names: Of all skills, sorted.
        kept: Published versions that were retained.
        let_through: What is published although it is an error or a secret: a suppression says so.
        where: In which folders skills were found, where they are several, and what was not looked into: lines.
        withdrawn: Names that the previous site offers and this one does not.
    """

    overview: Overview
    loaded: int
    findings: tuple[Judged, ...]
    failed: bool
    names: tuple[str, ...]
    kept: int = 0
    let_through: tuple[Judged, ...] = ()
    where: tuple[str, ...] = ()
    withdrawn: Withdrawal = Withdrawal((), 0)


def build_site(
    inputs: Inputs,
    output: Output,
    store: BuildStore,
    *,
    folder: str,
    pool: Pool,
    report: Report,
    previous: PublishedCatalog | None = None,
    trace: Trace | None = None,
    verify: bool = False,
    allow_withdrawn: int | None = 0,
) -> Built:
    """Build a catalog into an output, and show it only when all of it is there.

    Findings never stop a build; they set `failed` alone. What stops it was refused when its inputs were gathered.

    Args:
        inputs: Everything from outside but the skills.
        output: Where the site goes.
        store: What is remembered from build to build.
        folder: What the store knows the output by; empty where the output is not remembered.
        pool: Chooses who loads and renders.
        report: Told how far the work is.
        previous: The site that was published last; None where nothing was.
        trace: Notes what was asked of the sources.
        verify: Read every file of the output, whatever its size and time say.
        allow_withdrawn: How many names may go where these are most of what `previous` offers. None refuses nothing, not
            even a catalog without a skill, as of a preview that nobody publishes.

    Raises:
        UsageError: There is no skill.
        WithdrawalError: Most of the names would go at once.
        SkillpackError: The job could not be done; the output is as it was before, in all three cases.
    """
    limits = inputs.settings.limits
    store.begin()
    store.forget_facts(inputs.settings.digest)
    site = SiteWriter(output, store, folder, verify=verify)
    shared = render_inputs_of(inputs)
    supply(shared.theme, store.templates())
    workers = Workers(pool, meanwhile=shared.packed)
    try:
        # Load: sources become records, the site that was published last becomes history; both decide what is published.
        skipped = Skipped()
        locations = list(discover(inputs.configuration.sources, inputs.root, trace=trace, skipped=skipped))
        loader = Loader(inputs.settings, store, output, workers.enough_for, report)
        loaded = loader.load_and_store(locations)
        if allow_withdrawn is not None:
            _refuse_no_skills(loaded.records, inputs, skipped)
        history = read_previous(previous, limits, report)
        contenders = contenders_of(loaded.records)
        winners = [winner for winner, *_ in shown_contenders(contenders, inputs)]
        origins = ((each.name, each.location.origin) for each in winners)
        said = with_scans(inputs.reviews, ((name, origin.locate(SKILL_FILES[0])) for name, origin in origins))
        inputs = replace(inputs, reviews=said)
        published = PublishedReleases(PublishedArchives(previous, limits), ReleaseFacts(store, inputs.settings))
        facts = load_publication_facts(winners, history, published, loaded.own, inputs)
        publication_of = publications(winners, history, inputs, facts, store)
        stay = ((each, publication_of[each.name].entry.carried) for each in winners)
        retained = load_retained(((each, release) for each, release in stay if release), published, store, inputs)

        # Resolve: records, history and configuration become a catalog.
        of_set = set_facts(winners, publication_of, inputs, store)
        catalog = resolve(loaded.records, contenders, publication_of, retained, history, of_set, store, inputs)
        names = tuple(each.entry.name for each in catalog.entries)
        gone = withdrawal(published_names(history), names, inputs.configuration.renamed)
        if allow_withdrawn is not None:
            refuse_withdrawal(gone, allow_withdrawn)
        releases = tuple(name_releases(catalog, inputs))

        # What the output lost and pages compare is known only now, and loaded; from here on no archive is opened.
        own = {**loaded.own, **loader.reload_own_files(site.lost_records(catalog, loaded.own))}
        paged = [each for each in releases if each.has_pages]
        store_changes_to_current(current_pairs(paged, catalog), published, own, inputs)
        pairs = (pair for each in paged for pair in each.pairs)
        store_changes_between_releases(pairs, published, limits, workers.enough_for(0))
        alarms = load_alarms((release for each in paged for release in each.earlier), published, limits)
        site.write_own_files(catalog, own)
        site.write_retained(retained_outputs(releases, published.archives, inputs), published.archives)
        read_anew = len(loaded.own)
        del loaded, own, facts  # they are written, and every path and digest of them would wait for the last page

        # Render: the catalog becomes outputs, each with the key of all that it shows.
        levels = {each.name: alarm_levels(each, alarms, inputs) for each in paged}
        skills = skill_outputs(catalog, levels, store, inputs, draws=output.draws)
        pages = chain(skills, version_outputs(paged, published.facts, alarms, inputs))
        whole = catalog_outputs(catalog, store, inputs, draws=output.draws)

        # Write: what has another key than before is rendered, the rest stays.
        site.write_tasks(pages, whole, shared, workers.enough_for, report)
    except BaseException:
        workers.end()
        raise
    workers.close()
    findings = catalog_findings(catalog, None if previous is None else history, inputs)
    catalog.runs.forget_others(catalog.reviews)
    site.commit()
    store.put_templates(compiled(shared.theme))
    store.commit()
    return Built(
        catalog.overview,
        read_anew,
        findings,
        fails(findings, inputs.configuration.policy.fail_on),
        names,
        sum(len(each.files) for each in releases),
        let_through=let_through(catalog, inputs),
        where=where_found((location.origin for location in locations), skipped, inputs.configuration.sources),
        withdrawn=gone,
    )


def _refuse_no_skills(records: Sequence[SkillRecord], inputs: Inputs, skipped: Skipped) -> None:
    """Refuse a catalog without a skill: a source is empty or excluded, and every name would be withdrawn."""
    if not any(is_skill(record.summary.findings) for record in records):
        folders = (record.location.origin.locate("").rstrip("/") for record in records)
        raise no_skills(inputs.root, inputs.configuration.sources, skipped, folders)
