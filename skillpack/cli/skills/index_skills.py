"""The skills of which an index is made: those of a catalog, of installed roots, or of a published site."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import Located, has_catalog, locate
from skillpack.builder.inputs.foreign_reviews import catalog_reviews
from skillpack.builder.inputs.inputs import make_settings, with_signers
from skillpack.builder.inspection.inspection import Inspected, inspect
from skillpack.builder.record.entry import located_file
from skillpack.catalog import paths
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.check.masking import masked_text
from skillpack.check.run import check_skill
from skillpack.cli.console import notify, paint_for
from skillpack.cli.options.targets import default_roots
from skillpack.cli.skills.published import is_site
from skillpack.install.trusted_lists import trusted_lists
from skillpack.model.finding import Finding
from skillpack.model.installed import SourceKind
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration, Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form
from skillpack.prompt.formats import Format
from skillpack.report.quantity import quantity
from skillpack.runtime.catalog import fetch_skills

_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first
_REMOTE = ("git+", "gh:")


class IndexSkill(Struct, frozen=True):
    """A skill, and what its location is made of.

    Attributes:
        file: Its skill file: an absolute path, or an address.
        path: The same, relative to its catalog.
        site_url: Of its catalog, or empty.
        gate: Profiles of its catalog.
        hidden: The catalog leaves it out.
    """

    skill: ParsedSkill
    findings: tuple[Finding, ...]
    file: str
    path: str
    site_url: str = ""
    gate: tuple[Profile, ...] = ()
    hidden: bool = False


def find_index_skills(
    sources: tuple[str, ...], form: Format, *, config: Path | None = None, use_config: bool = True
) -> Iterator[IndexSkill]:
    """Yield the skills of sources that have a name which a format can hold.

    Args:
        sources: As typed, best first: folders and addresses. Without any it is the catalog here, and without a catalog
            the installed skills: this workspace's, then the user's own.
        config: A configuration file that was named.
        use_config: False looks for none.

    Raises:
        UsageError: A source means nothing, or holds something else and no skill.
        SkillpackError: It cannot be read.
    """
    if not sources and config is None and not has_catalog(Path()):
        for rank, located in enumerate(_installed()):
            yield from _of_root(located, rank, form)
        return
    for rank, source in enumerate(sources or (".",)):
        if is_site(source) or (source.startswith(_REMOTE) and not Path(source).exists()):
            yield from _published(source, rank)
        else:
            located = _with_lone_files(locate(Path(source), config=config, use_config=use_config), form)
            yield from (_of_root if len(sources) > 1 else _of_catalog)(located, rank, form)


def _installed() -> Iterator[Located]:
    """Yield the roots of installed skills that are there, the workspace's first."""
    for target in default_roots():
        folder = Path(target.root.folder)
        if folder.is_dir():
            yield Located(folder, Configuration(sources=(Source(".", depth=1),)))


def _with_lone_files(located: Located, form: Format) -> Located:
    """Return a catalog in which the skills of one file count too that the host of a format loads."""
    if form.host is None or not form.host.lone:
        return located
    sources = (
        replace(each, forms=tuple(dict.fromkeys((*each.forms, *form.host.lone))))
        for each in located.configuration.sources
    )
    return replace(located, configuration=replace(located.configuration, sources=tuple(sources)))


def _of_root(located: Located, rank: int, form: Format) -> Iterator[IndexSkill]:
    """Yield the skills of one of several roots, and say how many it has."""
    found, sources = list(_of_catalog(located, rank, form)), located.configuration.sources
    folder = located.root / sources[0].path if len(sources) == 1 else located.root
    notify(f"{quantity(len(found), 'skill')} in {paint_for(stderr=True).show(str(folder.absolute()))}")
    yield from found


def _of_catalog(located: Located, rank: int, form: Format) -> Iterator[IndexSkill]:
    known = {**resources.profiles(), **({form.host.name: form.host} if form.host is not None else {})}
    settings = make_settings(with_signers(located.configuration, located.root), known)
    gate = resources.chosen_profiles(located.configuration.profiles)
    notes = notes_by_name(located.configuration.skills)
    for each in inspect(located, settings, reviews=catalog_reviews(located.root, located.configuration.review)):
        if each.entry is not None or (form.host is not None and each.skill.name and each.skill.document.path):
            yield IndexSkill(
                _ranked(each.skill, rank),
                each.findings,
                _file(each),
                located_file(each.skill),
                located.configuration.site_url,
                gate,
                is_hidden(each.skill.name, notes),
            )


def _published(source: str, rank: int) -> Iterator[IndexSkill]:
    """Yield the skills of a published site or a repository, each verified."""
    limits, gate = Limits(), resources.chosen_profiles(Configuration().profiles)
    notify(f"catalog: {paint_for(stderr=True).show(source)}")
    for release, found in fetch_skills(source, machine.environment(), partial(trusted_lists, notify)):
        skill, origin = found.skill, release.provenance
        if origin.kind is not SourceKind.GIT:
            base = f"{source.rstrip('/')}/" if "://" in source else f"{Path(source).resolve().as_posix()}/"
            path = paths.skill_markdown(skill.name)
        else:
            base, path = f"{origin.location}/", "/".join(filter(None, (origin.path, skill.document.path)))
        findings = check_skill(skill, found.tree.tree, limits)
        yield IndexSkill(_ranked(skill, rank), findings, base + path, path, base if "://" in base else "", gate)


def _ranked(skill: ParsedSkill, rank: int) -> ParsedSkill:
    return replace(skill, origin=replace(skill.origin, rank=skill.origin.rank + rank * _RANKS))


def _file(inspected: Inspected) -> str:
    path = Path(inspected.location.path)
    if inspected.skill.origin.form is Form.FOLDER:
        path /= inspected.skill.document.path
    # As hosts write it: absolute, links left as they are.
    return masked_text(Path(os.path.abspath(path)).as_posix())  # noqa: PTH100
