"""What a path names, and the catalog that it is judged in: a part is judged as the whole catalog would judge it."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.inputs.catalog import CONFIGURATION, Located, bare_sources, found_configuration, locate
from skillpack.builder.inspection.inspection import SetMember
from skillpack.files.discover import discover
from skillpack.files.layout import hidden_skills
from skillpack.files.location import Location
from skillpack.files.membership import SKILL_FILES
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.model.finding import Finding
from skillpack.model.settings import Configuration, Source
from skillpack.model.tree import Form

_SKILL_FOLDERS = ("scripts", "references", "assets")
_FLAT = {".md": Form.MARKDOWN, ".yaml": Form.YAML, ".yml": Form.YAML}


class CatalogLocations(Struct, frozen=True):
    """What lies in a catalog; of files nothing was read.

    Attributes:
        skipped: What was not looked into.
    """

    locations: tuple[Location, ...]
    skipped: Skipped

    @property
    def keys(self) -> frozenset[str]:
        """The normal paths of all locations."""
        return frozenset(location_key(location.path) for location in self.locations)


class CheckScope(Struct, frozen=True):
    """A part of a catalog, or all of it.

    Attributes:
        part: What was named, as a catalog of its own.
        catalog: The whole catalog; the part itself where it belongs to none.
        discovered: What lies in the whole catalog, where that was looked for.
    """

    part: Located
    catalog: Located
    discovered: CatalogLocations | None = None

    def locations(self) -> frozenset[str] | None:
        """Return the paths of the skills that were named; None for all of the catalog."""
        return None if self.part == self.catalog else discovered(self.part).keys


class NamedIn(Struct, frozen=True):
    """What was named of one catalog.

    Attributes:
        locations: Normal paths of the skills that were named; None for all of the catalog.
        discovered: What lies in the whole catalog.
    """

    catalog: Located
    locations: frozenset[str] | None
    discovered: CatalogLocations


def locate_scope(path: Path, *, config: Path | None = None, use_config: bool = True) -> CheckScope:
    """Return the scope that a path names: a folder, a skill of one file, or the skill that a file belongs to.

    Raises:
        UsageError: There is nothing to judge, as `locate` says.
    """
    folder = _skill_folder(path) if path.is_file() else path
    if folder is None and path.suffix in _FLAT:
        part = _locate_alone(path, _FLAT[path.suffix], config=config, use_config=use_config)
    elif path != Path() and _lacks_skill_file(path):
        part = _locate_alone(path, Form.FOLDER, config=config, use_config=use_config)
    else:
        part = locate(folder or path, config=config, use_config=use_config)
    if config is not None or not use_config or not (part.root / CONFIGURATION).is_file():
        return CheckScope(part, part)
    catalog = locate(part.root)
    if part == catalog or replace(part.configuration, sources=catalog.configuration.sources) != catalog.configuration:
        return CheckScope(part, part)
    whole = discovered(catalog)
    return CheckScope(part, catalog, whole) if discovered(part).keys <= whole.keys else CheckScope(part, part)


def in_catalogs(named: Iterable[CheckScope]) -> Iterator[NamedIn]:
    """Yield each catalog once, with what was named in it."""
    catalogs: list[tuple[Located, list[CheckScope]]] = []
    for each in named:
        found = next((scopes for catalog, scopes in catalogs if catalog == each.catalog), None)
        if found is None:
            catalogs.append((each.catalog, found := []))
        found.append(each)
    for catalog, scopes in catalogs:
        locations = [each.locations() for each in scopes]
        known = frozenset().union(*(each for each in locations if each is not None))
        whole = next((each.discovered for each in scopes if each.discovered is not None), None)
        yield NamedIn(catalog, None if None in locations else known, whole or discovered(catalog))


def discovered(located: Located) -> CatalogLocations:
    """Return the locations of a catalog."""
    skipped = Skipped()
    return CatalogLocations(tuple(discover(located.configuration.sources, located.root, skipped=skipped)), skipped)


def about(findings: Iterable[Finding], skills: Iterable[SetMember]) -> tuple[Finding, ...]:
    """Return the findings of a set that are about some of its skills."""
    skills = tuple(skills)
    names = {skill.name for skill in skills} - {""}
    homes = tuple(skill.origin.locate("") for skill in skills)
    return tuple(each for each in findings if each.subject in names or each.path.startswith(homes))


def location_key(path: str) -> str:
    """Return a path of a location in its normal spelling."""
    return os.path.normpath(path)


def _skill_folder(file: Path) -> Path | None:
    """Return the folder of the skill that a file belongs to; None where it is in none, such as a skill of one file."""
    top = file.absolute().parent
    for above, folder in zip((file.parent, *file.parent.parents), (top, *top.parents), strict=False):
        if any((folder / name).is_file() for name in SKILL_FILES):
            return above
        if (folder / CONFIGURATION).is_file() or (folder / ".git").exists():
            return None
    return None


def _lacks_skill_file(folder: Path) -> bool:
    """Return whether a folder looks as if it should be a skill: files lie in it, but no skill at any depth."""
    if not folder.is_dir() or (folder / CONFIGURATION).is_file() or bare_sources(folder) or hidden_skills(str(folder)):
        return False
    return any(each.is_file() and not each.name.startswith(".") for each in folder.iterdir()) or any(
        (folder / name).is_dir() for name in _SKILL_FOLDERS
    )


def _locate_alone(path: Path, form: Form, *, config: Path | None, use_config: bool) -> Located:
    """Return a catalog of one skill, or of what should be one: a file or a folder."""
    absolute = path.resolve() if form is Form.FOLDER else path.parent / path.name
    source = Source(absolute.name, forms=(form,), depth=0)
    found = config or (found_configuration(path.parent, Trace()) if use_config else None)
    alone = Located(absolute.parent, Configuration(sources=(source,)))
    if found is None:
        return alone
    catalog = locate(found.parent, config=config)
    if not path.resolve().is_relative_to(catalog.root.resolve()):
        return alone
    source = replace(source, path=path.resolve().relative_to(catalog.root.resolve()).as_posix())
    return replace(catalog, configuration=replace(catalog.configuration, sources=(source,)))
