"""What `skillpack search` searches: the skills of a catalog, of a published site, or those that are installed."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from skillpack import machine
from skillpack.build.inputs.catalog import has_catalog
from skillpack.build.inspection.lookup import find_catalog
from skillpack.cli.console import notify
from skillpack.cli.options.targets import TargetFlags
from skillpack.cli.skills.installed import listed_roots
from skillpack.cli.skills.published import is_site, listed_of
from skillpack.cli.terminal import paint_for
from skillpack.install.scan import merged
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Trust
from skillpack.registry.catalog_json import CatalogLine
from skillpack.search.index_terms import found_in, indexed, parts_with, weighted

_NO_FLAGS = TargetFlags(everywhere=False, workspace=None, agents=(), root=None)


class Searched(Struct, frozen=True):
    """A skill that can be found.

    Attributes:
        path: Where it lies, or its page; as people write it.
        weights: Its stems.
        parts: Returns the parts of it that have one of some terms.
    """

    name: str
    description: str
    tags: tuple[str, ...]
    path: str
    trust: Trust
    weights: tuple[tuple[str, int], ...]
    parts: Callable[[frozenset[str]], tuple[str, ...]]


def searched(catalog: str, flags: TargetFlags = _NO_FLAGS) -> Mapping[str, Searched]:
    """Return the skills that can be found, by name: of the catalog that is named, else of the one here, else installed.

    Raises:
        UsageError: There is no such catalog.
        FetchError: A site or a root cannot be read.
        IndexRefusedError: The index of a site is refused.
    """
    if catalog and is_site(catalog):
        return _of_site(catalog)
    if flags.any or not (catalog or has_catalog(Path())):
        return _installed(flags)
    found = find_catalog(Path(catalog) if catalog else None, today=machine.today(machine.environment()))
    notify(f"catalog: {found.located.root.resolve()}")
    return {each.skill.name: of_skill(each.skill, each.skill.origin.locate("SKILL.md")) for each in found.listed}


def of_skill(skill: ParsedSkill, path: str, trust: Trust | None = None) -> Searched:
    """Return a skill that was read as one that can be found."""
    return Searched(
        skill.name,
        skill.description,
        skill.about.tags,
        path,
        trust or skill.origin.trust,
        indexed(skill),
        lambda terms: found_in(skill, terms),
    )


def _of_site(catalog: str) -> Mapping[str, Searched]:
    """Return the skills of a site's index: name, description and tags; bodies are not in it."""
    return {each.name: _listed(each, page) for each, page in listed_of(catalog) if each.user_invocable}


def _listed(each: CatalogLine, page: str) -> Searched:
    return Searched(
        each.name,
        each.description,
        each.tags,
        page,
        Trust.EXTERNAL,
        weighted(each.name, each.description, each.tags, (), ""),
        lambda terms: parts_with(terms, each.name, each.description, each.tags),
    )


def _installed(flags: TargetFlags) -> Mapping[str, Searched]:
    """Return the installed skills; of a name in several roots the one that counts."""
    targets = listed_roots(flags)
    for target in targets:
        notify(f"installed: {paint_for(stderr=True).show(target.root.folder)}")
    found: dict[str, Searched] = {}
    for each in merged(targets, Limits()):
        if each.skill is not None:
            trust = Trust.GLOBAL if each.target.key.endswith("global") else Trust.LOCAL
            path = f"{each.target.root.skill(each.installed.name)}/SKILL.md"
            found.setdefault(each.installed.name, of_skill(each.skill, path, trust))
    return found
