"""`check` of anything: the first half of a build, without pages and without anything written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.coverage import NamedReviews
from skillpack.builder.history.history import NO_HISTORY
from skillpack.builder.host_visibility import visibility
from skillpack.builder.inputs.baseline import judge_in
from skillpack.builder.inputs.catalog import Located
from skillpack.builder.inputs.results import own_results, read_own_results, result_folders
from skillpack.builder.inputs.scans import with_scans
from skillpack.builder.inspection.fix import obstacle
from skillpack.builder.record.entry import description_span, located_file, make_entry
from skillpack.builder.record.evaluation import evaluations_of
from skillpack.builder.record.files import file_records
from skillpack.builder.record.signature import signature_findings, signature_of_source, with_findings
from skillpack.builder.results import NO_RESULTS, SkillResults, reported_results, skill_results
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.overview import count_entries, survey
from skillpack.catalog.precedence import find_copies, name_key, resolve_names
from skillpack.check.rules.catalog import mentioned_names
from skillpack.check.run import check_catalog, check_results, check_reviews, check_signature, check_skill
from skillpack.check.secrecy import SECRET_RULES, masked_content, masked_skill
from skillpack.check.subject import CatalogSubject, ResultSubject, ReviewSubject, SignedSubject
from skillpack.check.suppressions import holds_secret
from skillpack.evidence.results.reading import holds_results
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read
from skillpack.files.skipped import Skipped
from skillpack.model.entry import Entry, EntryState, Overview
from skillpack.model.evaluation import Result
from skillpack.model.evidence import SIGNED_WHOLE, SignatureFacts
from skillpack.model.finding import Finding, Severity, finding_order
from skillpack.model.portable import printable
from skillpack.model.profile import Profile
from skillpack.model.release import Release
from skillpack.model.review import NO_CATALOG_REVIEWS, CatalogReviews
from skillpack.model.selection import SelectionInput
from skillpack.model.settings import Configuration, Settings, Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.report.terminal.locations import locations_line
from skillpack.search.selection_input import selection_input

_BATCH = 64  # skills
_LONE = frozenset({"LY004", "LY005"})  # rules that say that a skill is a file and no folder
_BATCH_BYTES = 4 * 2**20


class Inspected(Struct, frozen=True):
    """One skill with its findings.

    Attributes:
        entry: None where there is no usable name. It says nothing of files and of verdicts, for which nobody asks here.
        contents: Path as findings write it -> bytes, of the files that findings point at.
        listed: The same as hosts list it; None without a usable name.
        signature: What was found of its signature; None where it has none, or no usable name, or holds a secret.
        reviews: What the catalog's reviews say of it; None where these do not matter, and as for a signature.
        results: What measuring it came to, those about these bytes first; nothing is known of versions before.
    """

    location: Location
    skill: ParsedSkill
    findings: tuple[Finding, ...]
    entry: Entry | None
    contents: Mapping[str, bytes]
    listed: SelectionInput | None = None
    signature: SignatureFacts | None = None
    reviews: ReviewSubject | None = None
    results: tuple[Result, ...] = ()


class SetMember(Struct, frozen=True):
    """What is judged of one skill when the set is: small, where an inspected one holds its texts.

    Attributes:
        digest: Of its files; empty where they were not read whole.
        entry: With the state that a build would give it; None without a usable name.
        listed: The same as hosts list it; None without a usable name.
    """

    name: str
    origin: Origin
    digest: str
    entry: Entry | None
    listed: SelectionInput | None


def inspect(
    located: Located,
    settings: Settings,
    *,
    skipped: Skipped | None = None,
    locations: Iterable[Location] | None = None,
    beside: Iterable[SetMember] = (),
    reviews: CatalogReviews | None = None,
) -> Iterator[Inspected]:
    """Yield skills of a catalog with their findings, in the order of precedence.

    Many are read, then parsed, then checked: a processor that does the same again is quicker by a sixth.

    Args:
        located: The catalog.
        settings: Of the catalog.
        skipped: Notes the folders that were not looked into.
        locations: Of these skills, in that order; None for all of the catalog.
        beside: The other skills, where not all of the catalog are inspected.
        reviews: Of the catalog; None where nobody asks for them.
    """
    folders = {_address(each.origin, each.name) for each in beside if each.origin.form is Form.FOLDER}
    if locations is None:
        locations = discover(located.configuration.sources, located.root, skipped=skipped)
    own = result_folders(located.root)
    if reviews is not None and reviews.runs:
        locations = tuple(locations)
        reviews = with_scanned(reviews, locations)
    for batch in _batches(locations, settings):
        skills = [parse_skill(candidate) for _, candidate in batch]
        found = [
            check_skill(skill, candidate.tree, *settings.judging)
            for skill, (_, candidate) in zip(skills, batch, strict=True)
        ]
        for (location, candidate), skill, findings in zip(batch, skills, found, strict=True):
            kept = _of_form(skill, findings, folders)
            if holds_secret(kept):
                yield _inspected(location, candidate, masked_skill(skill, candidate.tree), kept)
            elif not is_named(skill, kept):
                yield _inspected(location, candidate, skill, kept)
            else:
                signature = signature_of_source(candidate, settings)
                measured = _results(candidate, skill, signature, located, own)
                more = (*signature_findings(skill, signature, settings), *evaluations_of(candidate, skill).findings)
                kept = with_findings(kept, (*more, *measured.findings))
                one = replace(
                    _inspected(location, candidate, skill, kept), signature=signature, results=measured.results
                )
                if reviews is not None:
                    one = _with_reviews(one, candidate, reviews, located.configuration, settings)
                yield one


def with_scanned(reviews: CatalogReviews, locations: Iterable[Location]) -> CatalogReviews:
    """Return the reviews of a catalog with what scanners say of the skills at some locations, called after those."""
    return with_scans(reviews, ((each.origin.stem, each.origin.locate(SKILL_FILES[0])) for each in locations))


def _with_reviews(
    each: Inspected, candidate: SourceTree, reviews: CatalogReviews, configuration: Configuration, settings: Settings
) -> Inspected:
    """Return a skill with what reviews come to for it; nothing is known here of what was published before."""
    if each.entry is None:
        return each
    tree = published_tree(candidate)
    named = NamedReviews(
        each.entry,
        each.entry,
        NO_HISTORY,
        reviews,
        configuration.review,
        lambda: file_records(each.skill, tree),
        configuration.revision,
        settings.signers,
    )
    if not named.matter:
        return each
    findings, said = named.findings(), reviews.of(each.skill.name)
    if any(one.path == said.file for one in findings):
        each = replace(each, contents={**each.contents, said.file: masked_content(said.file, said.content)})
    return replace(each, findings=with_findings(each.findings, findings), reviews=named.subject)


def _results(
    candidate: SourceTree,
    skill: ParsedSkill,
    signature: SignatureFacts | None,
    located: Located,
    folders: Mapping[str, tuple[str, ...]],
) -> SkillResults:
    """Return the results of a skill and what rules say of them, as far as nobody asks what was published before."""
    require = located.configuration.evaluation.require
    of_catalog = own_results(located.root, folders.get(name_key(skill.name), ())) if folders else None
    reports = any(holds_results(path) for path in candidate.tree.files)
    if not (reports or of_catalog or require):
        return NO_RESULTS
    read = (
        *(reported_results(published_tree(candidate), skill.name, signature) if reports else ()),
        *(read_own_results(located.root, of_catalog, skill.name) if of_catalog is not None else ()),
    )
    is_signed = signature is not None and signature.state in SIGNED_WHOLE
    path, current = located_file(skill), {skill.identity.digest}
    return skill_results(skill.name, path, read, current, (), is_signed=is_signed, require=require)


def _of_form(
    skill: ParsedSkill, findings: tuple[Finding, ...], folders: set[tuple[str, str, str]]
) -> tuple[Finding, ...]:
    """Return findings without those that call a file lone beside which the same skill is a folder: its name says so.

    Args:
        skill: In the order of its location, in which a folder comes before the file of its name.
        findings: Of the skill.
        folders: Source, path and name of the skills so far that are folders; this one is added.
    """
    origin = skill.origin
    if origin.form is Form.FOLDER:
        folders.add(_address(origin, skill.name))
    elif _address(origin, skill.name) in folders:
        return tuple(each for each in findings if each.rule not in _LONE)
    return findings


def _address(origin: Origin, name: str) -> tuple[str, str, str]:
    """Return source, path and name of a skill, the same for a folder and a file of its name."""
    return origin.source, origin.path if origin.form is Form.FOLDER else origin.path.rpartition(".")[0], name


def judged_on(inspected: Inspected, today: str) -> Inspected:
    """Return a skill with the findings of a day: of its certificate, its reviews and its results.

    A build asks no clock and has none of them.

    Args:
        inspected: The skill.
        today: ISO day; empty for none.
    """
    if not today:
        return inspected
    more: tuple[Finding, ...] = ()
    if inspected.signature is not None:
        more += check_signature(inspected.skill, SignedSubject(inspected.signature, today=today))
    if inspected.reviews is not None:
        more += check_reviews(replace(inspected.reviews, today=today), inspected.skill.name)
    if inspected.results:
        path = located_file(inspected.skill)
        more += check_results(ResultSubject(inspected.skill.name, path, inspected.results, today=today))
    return replace(inspected, findings=with_findings(inspected.findings, more)) if more else inspected


def is_named(skill: ParsedSkill, findings: Iterable[Finding]) -> bool:
    """Return whether a skill has a usable name, by what the rules found."""
    return bool(skill.name) and not any(finding.rule in {"LY001", "NM012"} for finding in findings)


def is_skill(findings: Iterable[Finding]) -> bool:
    """Return whether there is a skill file at a location, by what the rules found there."""
    return all(finding.rule != "LY001" for finding in findings)


def where_found(origins: Iterable[Origin], skipped: Skipped, sources: Sequence[Source]) -> tuple[str, ...]:
    """Return lines on where skills were found.

    These say in which folders, where they are several; which of several sources has none; what was not looked into.
    """
    found = [origin.locate("").rstrip("/") for origin in origins]
    line = locations_line(found)
    return (*([line] if line else []), *_empty_sources(found, sources), *skipped.lines())


def _empty_sources(found: Sequence[str], sources: Sequence[Source]) -> Iterator[str]:
    """Yield a line for each of several sources in which there is nothing."""
    for source in sources if len(sources) > 1 else ():
        path = source.path.rstrip("/")
        if path not in {".", ""} and not any(each == path or each.startswith(f"{path}/") for each in found):
            yield f"nothing in the source `{printable(path)}`: it is empty, or its `exclude` leaves out everything"


def _batches(locations: Iterable[Location], settings: Settings) -> Iterator[list[tuple[Location, SourceTree]]]:
    """Yield trees, so many at once that they fit well into memory."""
    batch: list[tuple[Location, SourceTree]] = []
    left = _BATCH_BYTES
    for location in locations:
        candidate = read(location, settings.limits)
        batch.append((location, candidate))
        left -= sum(map(len, candidate.tree.files.values()))
        if left <= 0 or len(batch) == _BATCH:
            yield batch
            batch, left = [], _BATCH_BYTES
    if batch:
        yield batch


def _inspected(
    location: Location, candidate: SourceTree, skill: ParsedSkill, findings: tuple[Finding, ...]
) -> Inspected:
    named = is_named(skill, findings)
    entry = None
    if named:
        release = Release(skill.name, skill.identity.label, skill.identity.digest, skill.identity.version, "", "", 0)
        entry = make_entry(skill, release, (), (), ())
    listed = selection_input(skill, located_file(skill), description_span(skill)) if named else None
    return Inspected(
        location, skill, _doable(findings, location, candidate), entry, _contents(candidate, findings), listed
    )


def _doable(findings: Iterable[Finding], location: Location, candidate: SourceTree) -> tuple[Finding, ...]:
    """Return the findings without the fixes that the disk stands against: they are not offered."""
    return tuple(
        replace(each, fix=None) if each.fix is not None and obstacle(each.fix, location, candidate, candidate) else each
        for each in findings
    )


def _contents(candidate: SourceTree, findings: Iterable[Finding]) -> dict[str, bytes]:
    wanted = {finding.path for finding in findings}
    located = ((path, candidate.origin.locate(path), content) for path, content in candidate.tree.files.items())
    return (
        {where: masked_content(path, content) for path, where, content in located if where in wanted} if wanted else {}
    )


def member_of(inspected: Inspected, configuration: Configuration, gate: Sequence[Profile]) -> SetMember:
    """Return a skill as a member of the set, with the state that a build would give it.

    Args:
        inspected: The skill.
        configuration: As in `would_withhold`.
        gate: The catalog's profiles.
    """
    skill, entry = inspected.skill, inspected.entry
    if entry is not None and would_withhold(inspected, configuration, gate):
        entry = replace(entry, state=EntryState.WITHHELD)
    return SetMember(skill.name, skill.origin, skill.identity.digest, entry, inspected.listed)


def inspect_set(
    members: Sequence[SetMember],
    configuration: Configuration,
    profiles: Mapping[str, Profile],
    reviews: CatalogReviews = NO_CATALOG_REVIEWS,
) -> tuple[Finding, ...]:
    """Return the findings about the set as a whole.

    Args:
        members: Its skills.
        configuration: Of the catalog.
        profiles: Every known one.
        reviews: Of the catalog.
    """
    names = {each.name for each in members if each.entry is not None}
    paths = ((each.name, each.entry.path) for each in members if each.entry is not None)
    reviews = with_scans(reviews, paths)
    absent = (mentioned_names(configuration) | reviews.by_name.keys()) - names
    hosts = [profiles[name] for name in configuration.hosts if name in profiles]
    notes = notes_by_name(configuration.skills)
    named = (each for each in members if each.entry is not None)
    contenders = resolve_names(named, lambda each: each.name, lambda each: each.origin)
    kept = [group for group in contenders if not is_hidden(group[0].name, notes)]
    hidden = sum(map(len, contenders)) - sum(map(len, kept))
    overview = _overview(members, kept, hidden)
    of_set = check_catalog(CatalogSubject(overview, configuration, profiles, absent, None, reviews, names))
    listed = [
        winner.listed
        for winner, *_ in kept
        if winner.listed is not None and winner.entry is not None and winner.entry.state is EntryState.PUBLISHED
    ]
    _, of_visibility = visibility(listed, hosts)
    return tuple(sorted((*of_set, *of_visibility), key=finding_order))


def would_withhold(each: Inspected, configuration: Configuration, gate: Sequence[Profile]) -> bool:
    """Return whether a build would withhold a skill: for a secret, or for what a profile of the catalog calls an error.

    Args:
        each: The skill.
        configuration: With the suppressions that hold (`check.suppressions.binding`).
        gate: The catalog's profiles.
    """
    return bool(withholding_rules(each, configuration, gate))


def withholding_rules(each: Inspected, configuration: Configuration, gate: Sequence[Profile]) -> frozenset[str]:
    """Return the codes of the findings for which a build would withhold a skill; none where it would not."""
    if holds_secret(each.findings, configuration.suppressions):
        return SECRET_RULES
    if not configuration.policy.withhold:
        return frozenset()
    judged = judge_in(each.findings, gate, configuration)
    open_errors = (one for one in judged if one.severity is Severity.ERROR and one.suppression is None)
    return frozenset(one.finding.rule for one in open_errors)


def contenders_of(inspected: Iterable[Inspected]) -> list[tuple[Inspected, ...]]:
    """Return those that want each name, the winner first, by name as it is compared."""
    named = (each for each in inspected if each.entry is not None)
    return resolve_names(named, lambda each: each.skill.name, lambda each: each.skill.origin)


def _overview(members: Iterable[SetMember], shown: Sequence[tuple[SetMember, ...]], hidden: int) -> Overview:
    """Return the facts about the set."""
    duplicates = (
        (group[0].name, tuple(each.origin.locate("SKILL.md") for each in group)) for group in shown if len(group) > 1
    )
    copies = (
        each.origin.locate("SKILL.md")
        for group in shown
        for each in find_copies(group, lambda one: one.origin, lambda one: one.digest)
    )
    nameless = ((each.origin.locate("").rstrip("/"), "no usable name") for each in members if each.entry is None)
    entries = (group[0].entry for group in shown if group[0].entry is not None)
    return survey([count_entries(entries)], duplicates=duplicates, copies=copies, nameless=nameless, hidden=hidden)
