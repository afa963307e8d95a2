"""SPEC -> the skill that it means, wherever it is: in a catalog, installed, or offered somewhere."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skillpack import machine
from skillpack.build.inputs.catalog import has_catalog
from skillpack.build.inspection.lookup import find_catalog, find_skill
from skillpack.check.run import check_skill
from skillpack.cli.console import say
from skillpack.cli.fetching import no_such_skill
from skillpack.cli.install_settings import install_settings
from skillpack.cli.installed_list import listed_roots
from skillpack.cli.painting import paint_for
from skillpack.cli.published import is_site
from skillpack.cli.sources import open_sources
from skillpack.cli.target_options import TargetFlags
from skillpack.errors import IntegrityError, UsageError
from skillpack.fetch.local import offer_of
from skillpack.fetch.offer import Offer
from skillpack.fetch.offers import Sources
from skillpack.fetch.spec import Spec, SpecKind, parse_spec
from skillpack.files.read import read
from skillpack.install.merged import Seen, merged
from skillpack.install.run import Arrival, arrive, read_installed
from skillpack.model.finding import Finding
from skillpack.model.installed import Kind, Provenance
from skillpack.model.installing import Registry
from skillpack.model.limits import Limits
from skillpack.model.skill import Skill
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill


@dataclass(frozen=True, slots=True)
class Asked:
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


@dataclass(frozen=True, slots=True)
class Shown:
    """A skill that is shown.

    Attributes:
        provenance: Where it comes from; None for what lies in a root and is not ours.
        offer: Where it can be had; None for what is installed.
        arrival: What would be installed; None for what is installed, and for what cannot be.
        obstacle: Why it cannot be installed; empty where it can.
        versions: What the source offers under the name, the highest first; none where it does not tell.
        seen: The skill in each root that has it, the one that counts first; none for what is not installed.
        install: What to type after `skillpack install`.
    """

    skill: Skill
    tree: Tree
    findings: tuple[Finding, ...]
    provenance: Provenance | None
    label: str
    date: str = ""
    offer: Offer | None = None
    arrival: Arrival | None = None
    obstacle: str = ""
    versions: tuple[Offer, ...] = ()
    seen: tuple[Seen, ...] = ()
    install: tuple[str, ...] = ()


def find_shown(asked: Asked, limits: Limits) -> Shown | tuple[Offer, ...]:
    """Return the skill that is meant, or what there is where several are.

    Raises:
        UsageError: Nothing of that name is anywhere.
        SkillpackError: A source cannot be read.
    """
    registries = _registries() if "/" in asked.spec else ()
    spec = parse_spec(asked.spec, is_there=lambda text: Path(text).exists(), registries=registries)
    if spec.kind is not SpecKind.NAME:
        return _offered(spec, asked, asked.registries, limits)
    if asked.catalog:
        if is_site(asked.catalog):
            return _registered(spec, asked, (asked.catalog,), limits)
        return _in_catalog(spec, Path(asked.catalog), limits)
    if asked.registries or ((spec.wanted or spec.location) and not asked.flags.any):
        return _registered(spec, asked, asked.registries, limits)
    return _somewhere(spec, asked, limits)


def _registries() -> Sequence[Registry]:
    return install_settings(Path.cwd(), Path.home(), machine.environment()).registries


def _somewhere(spec: Spec, asked: Asked, limits: Limits) -> Shown | tuple[Offer, ...]:
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
        f"no skill called `{spec.name}` is installed in {roots}",
        hint="`skillpack list` shows what is there; `--registry URL` asks a catalog; `./NAME` is a folder",
    )


def _in_catalog(spec: Spec, catalog: Path, limits: Limits) -> Shown:
    found = find_catalog(catalog, today=machine.today(machine.environment()))
    say(f"catalog: {found.located.root.resolve()}")
    inspected = find_skill(found, spec.name)
    candidate = read(inspected.place, limits)
    path = Path(os.path.normpath(Path.cwd() / inspected.place.path))
    here = f"./{path.relative_to(Path.cwd())}" if path.is_relative_to(Path.cwd()) else str(path)
    return _met(offer_of(candidate, Provenance(Kind.FOLDER, str(path))), (here,), limits)


def _registered(
    spec: Spec, asked: Asked, registries: Sequence[str], limits: Limits, sources: Sources | None = None
) -> Shown | tuple[Offer, ...]:
    opened = sources or open_sources(registries, limits)[0]
    if opened.fetching.registries:
        say(f"{'registry' if len(opened.fetching.registries) == 1 else 'registries'}: {_words(opened)}")
    with opened:
        (offer,) = opened.offers(spec)
        versions = opened.versions(spec.name, offer.provenance.location)
        flags = tuple(part for each in (*registries, *asked.registries) for part in ("--registry", each))
        return replace(_met(offer, (spec.text, *dict.fromkeys(flags)), limits), versions=versions)


def _words(sources: Sources) -> str:
    return paint_for(stderr=True).show(", ".join(sources.fetching.registries))


def _offered(spec: Spec, asked: Asked, registries: Sequence[str], limits: Limits) -> Shown | tuple[Offer, ...]:
    with open_sources(registries, limits)[0] as sources:
        offers = tuple(sources.offers(spec, [asked.only] if asked.only else ()))
        kept = tuple(each for each in offers if not asked.only or each.name == asked.only)
        if not kept:
            raise no_such_skill(asked.only, [each.name for each in offers])
        if len(kept) > 1:
            return kept
        words = (spec.text, *(("--skill", kept[0].name) if len(offers) > 1 or asked.only else ()))
        return _met(kept[0], words, limits)


def _met(offer: Offer, install: tuple[str, ...], limits: Limits) -> Shown:
    """Return what an offer brings, also where it could not be installed."""
    candidate = offer.get()
    try:
        arrival, obstacle = arrive(replace(offer, get=lambda: candidate), limits), ""
    except IntegrityError as error:
        arrival, obstacle = None, str(error)
    skill, tree = parse_skill(candidate), published_tree(candidate)
    return Shown(
        skill,
        tree,
        arrival.findings if arrival else check_skill(skill, tree, limits),
        offer.provenance,
        arrival.receipt.label if arrival else skill.identity.label,
        offer.date,
        offer,
        arrival,
        obstacle,
        install=install,
    )


def _installed(seen: tuple[Seen, ...], limits: Limits) -> Shown:
    first = seen[0]
    root, receipt = first.target.root, first.installed.receipt
    say(f"installed: {root.folder}")
    found = read_installed(root, first.installed.name, limits)
    if found is None:
        raise UsageError(f"`{root.skill(first.installed.name)}` cannot be read as a skill")
    return Shown(
        *found,
        check_skill(*found, limits),
        receipt.provenance if receipt else None,
        receipt.label if receipt else found[0].identity.label,
        receipt.date if receipt else "",
        seen=seen,
    )
