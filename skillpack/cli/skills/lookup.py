"""SPEC -> the skill that it means, wherever it is: in a catalog, installed, or offered somewhere."""

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import has_catalog
from skillpack.builder.inputs.inputs import with_signers
from skillpack.builder.inspection.lookup import find_catalog, find_skill
from skillpack.check.run import check_skill
from skillpack.cli.console import notify, paint_for
from skillpack.cli.install.download import no_such_skill
from skillpack.cli.options.sources import open_sources
from skillpack.cli.options.targets import TargetFlags, listed_roots
from skillpack.cli.skills.published import is_site
from skillpack.errors import IntegrityError, UsageError
from skillpack.files.read import read
from skillpack.install.download import Download, fetch_available
from skillpack.install.installed import read_installed
from skillpack.install.scan import MergedSkill, merged
from skillpack.install.settings import install_settings
from skillpack.model.evaluation import Result
from skillpack.model.finding import Finding
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.review import NOT_COVERED, Coverage
from skillpack.model.settings import Configuration
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.sources.available import AvailableSkill, fetched_skill
from skillpack.sources.local import available_skill
from skillpack.sources.sources import Sources
from skillpack.sources.spec import Spec, SpecKind, parse_spec


class Request(Struct, frozen=True):
    """What was typed.

    Attributes:
        catalog: `--catalog`: a folder, or a published site; empty for the one found here.
        registries: `--registry`, each.
        only: `--skill`: the one that is meant of many; empty for none.
    """

    spec: str
    catalog: str
    flags: TargetFlags
    registries: tuple[str, ...]
    only: str


class FoundSkill(Struct, frozen=True):
    """A skill that is shown.

    Attributes:
        provenance: Where it comes from; None for what lies in a root and is not ours.
        available: Where it can be had; None for what is installed.
        download: What would be installed; None for what is installed, and for what cannot be.
        obstacle: Why it cannot be installed; empty where it can.
        versions: What the source has under the name, the highest first; none where it does not tell.
        seen: The skill in each root that has it, the one that counts first; none for what is not installed.
        install: What to type after `skillpack install`.
        configuration: Of the catalog that it lies in; the defaults where it lies in none.
        coverage: Who looked at it, as that catalog knows.
        results: What measuring it came to, as far as its catalog has it; None for what lies in none.
    """

    skill: ParsedSkill
    tree: Tree
    findings: tuple[Finding, ...]
    provenance: Provenance | None
    label: str
    date: str = ""
    available: AvailableSkill | None = None
    download: Download | None = None
    obstacle: str = ""
    versions: tuple[AvailableSkill, ...] = ()
    seen: tuple[MergedSkill, ...] = ()
    install: tuple[str, ...] = ()
    configuration: Configuration = Configuration()
    coverage: Coverage = NOT_COVERED
    results: tuple[Result, ...] | None = None

    @property
    def receipt(self) -> Receipt | None:
        """The receipt of the installed copy that counts; None where there is none."""
        return self.seen[0].installed.receipt if self.seen else None


def find_shown(asked: Request, limits: Limits) -> FoundSkill | tuple[AvailableSkill, ...]:
    """Return the skill that is meant, or what there is where several are.

    Raises:
        UsageError: Nothing of that name is anywhere.
        SkillpackError: A source cannot be read.
    """
    here, home, env = Path.cwd(), Path.home(), machine.environment()
    registries = install_settings(here, home, env).registries if "/" in asked.spec else ()
    spec = parse_spec(asked.spec, is_there=lambda text: Path(text).exists(), registries=registries)
    if spec.kind is not SpecKind.NAME:
        return _available(spec, asked, limits)
    if asked.catalog:
        if is_site(asked.catalog):
            return _registered(spec, asked, (asked.catalog,), limits)
        return _in_catalog(spec, Path(asked.catalog), limits)
    if asked.registries or ((spec.wanted or spec.location) and not asked.flags.any):
        return _registered(spec, asked, asked.registries, limits)
    return _somewhere(spec, asked, limits)


def _somewhere(spec: Spec, asked: Request, limits: Limits) -> FoundSkill | tuple[AvailableSkill, ...]:
    """Return a skill by name: of the catalog that is here, else installed, else of a registry."""
    missing: UsageError | None = None
    if not asked.flags.any and has_catalog(Path()):
        try:
            return _in_catalog(spec, Path(), limits)
        except UsageError as error:
            missing = error
    targets = listed_roots(asked.flags)
    seen = tuple(each for each in merged(targets, limits) if each.installed.name == spec.name)
    if seen:
        return _installed(seen, limits)
    sources, settings = open_sources((), limits)
    if not asked.flags.any and settings.registries:
        return _registered(spec, asked, (), limits, sources)
    roots = ", ".join(f"`{each.root.folder}`" for each in targets)
    raise missing or UsageError(
        f"no skill named `{spec.name}` is installed in {roots}",
        hint="`skillpack list` lists skills; `--registry URL` searches a catalog; `./NAME` is a folder",
    )


def _in_catalog(spec: Spec, catalog: Path, limits: Limits) -> FoundSkill:
    checked = find_catalog(catalog, today=machine.today(machine.environment()))
    notify(f"catalog: {checked.located.root.resolve()}")
    inspected = find_skill(checked, spec.name)
    found = fetched_skill(read(inspected.location, limits))
    path = Path(os.path.normpath(Path.cwd() / inspected.location.path))
    here = f"./{path.relative_to(Path.cwd())}" if path.is_relative_to(Path.cwd()) else str(path)
    met = _met(available_skill(found, Provenance(SourceKind.FOLDER, str(path))), (here,), limits)
    located = checked.located
    configuration = with_signers(located.configuration, located.root)
    coverage = inspected.reviews.coverage if inspected.reviews is not None else NOT_COVERED
    return replace(met, configuration=configuration, coverage=coverage, results=inspected.results)


def _registered(
    spec: Spec, asked: Request, registries: Sequence[str], limits: Limits, sources: Sources | None = None
) -> FoundSkill:
    opened = sources or open_sources(registries, limits)[0]
    if opened.fetching.registries:
        places = paint_for(stderr=True).show(", ".join(opened.fetching.registries))
        notify(f"{'registry' if len(opened.fetching.registries) == 1 else 'registries'}: {places}")
    with opened:
        (available,) = opened.available(spec)
        versions = opened.versions(spec.name, available.provenance.location)
        flags = tuple(part for each in (*registries, *asked.registries) for part in ("--registry", each))
        return replace(_met(available, (spec.text, *dict.fromkeys(flags)), limits), versions=versions)


def _available(spec: Spec, asked: Request, limits: Limits) -> FoundSkill | tuple[AvailableSkill, ...]:
    with open_sources(asked.registries, limits)[0] as sources:
        releases = tuple(sources.available(spec, [asked.only] if asked.only else ()))
        kept = tuple(each for each in releases if not asked.only or each.name == asked.only)
        if not kept:
            raise no_such_skill(asked.only, [each.name for each in releases])
        if len(kept) > 1:
            return kept
        words = (spec.text, *(("--skill", kept[0].name) if len(releases) > 1 or asked.only else ()))
        return _met(kept[0], words, limits)


def _met(available: AvailableSkill, install: tuple[str, ...], limits: Limits) -> FoundSkill:
    """Return an available skill as found, also where it could not be installed."""
    found = available.get()
    try:
        download, obstacle = fetch_available(replace(available, get=lambda: found), limits), ""
    except IntegrityError as error:
        download, obstacle = None, str(error)
    skill, tree = found.skill, published_tree(found.tree)
    return FoundSkill(
        skill,
        tree,
        download.findings if download else check_skill(skill, tree, limits, host_fields=resources.host_fields()),
        available.provenance,
        download.receipt.label if download else skill.identity.label,
        available.date,
        available,
        download,
        obstacle,
        install=install,
    )


def _installed(seen: tuple[MergedSkill, ...], limits: Limits) -> FoundSkill:
    first = seen[0]
    root, receipt = first.target.root, first.installed.receipt
    notify(f"installed: {root.folder}")
    found = read_installed(root, first.installed.name, limits)
    if found is None:
        raise UsageError(f"`{root.skill(first.installed.name)}` is not a readable skill")
    return FoundSkill(
        *found,
        check_skill(*found, limits, host_fields=resources.host_fields()),
        receipt.provenance if receipt else None,
        receipt.label if receipt else found[0].identity.label,
        receipt.date if receipt else "",
        seen=seen,
    )
