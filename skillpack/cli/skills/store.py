"""The skills that a command finds by name: those of a catalog, else installed ones."""

import logging
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import click

from skillpack.builder.inputs.catalog import has_catalog, locate
from skillpack.cli.command_line import did_you_mean
from skillpack.cli.options.targets import TargetFlags, listed_roots
from skillpack.cli.skills.published import is_site
from skillpack.errors import SkillpackError, UsageError
from skillpack.install.targets import Target, global_target
from skillpack.model.tree import Form, Trust
from skillpack.resources import profiles
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.store import GLOBAL, SKILLS_FOLDER, WORKSPACE, SkillStore, open_store

_TRUSTED = {Trust.LOCAL: WORKSPACE, Trust.GLOBAL: GLOBAL, Trust.EXTERNAL: "external"}


def loaded_store(catalog: str, flags: TargetFlags, profile: str) -> SkillStore:
    """Return the skills of a catalog or a published site; without one those of the catalog here, else installed ones.

    Args:
        profile: Name of the host by which they are judged.
    """
    if is_site(catalog):
        # With all kinds of sources, which folders do not need.
        from skillpack.cli.console import notify
        from skillpack.install.trusted_lists import trusted_lists
        from skillpack.runtime.catalog import load_catalog

        return load_catalog(catalog, host=profile, lists=partial(trusted_lists, notify))
    return open_store(roots_of(catalog, flags, profile), host=profile)


def roots_of(catalog: str, flags: TargetFlags, profile: str) -> Sequence[SkillRoot]:
    """Return the folders that a name is looked for in, best first; of what is not a published site."""
    more = profiles()[profile].lone
    if flags.any or not (catalog or has_catalog(Path())):
        # What is installed belongs to another user: no command of it runs.
        roots = [(Path(each.root.folder), _source(each)) for each in listed_roots(flags)]
        return [SkillRoot(folder, source, Trust.EXTERNAL, forms=(Form.FOLDER, *more)) for folder, source in roots]
    located = locate(Path(catalog) if catalog else Path())
    return [
        SkillRoot(
            located.root / each.path,
            _TRUSTED[each.trust],
            each.trust,
            depth=each.depth,
            forms=tuple(dict.fromkeys((*each.forms, *more))),
            exclude=each.exclude,
        )
        for each in located.configuration.sources
    ]


def _source(target: Target) -> str:
    """Return the source of the skills of a root: as Metis calls its two roots, else the root's title."""
    if target.title == global_target(Path.home()).title:
        return GLOBAL
    return WORKSPACE if Path(target.root.folder).parent.name == SKILLS_FOLDER.parent.name else target.title


def check_known(store: SkillStore, name: str, profile: str, others: Iterable[str] = ()) -> None:
    """Refuse a name that is not there, or that the host does not load.

    Args:
        others: Dialects whose host loads it.
    """
    if name in store:
        return
    bad = next((each for each in store.invalid if each.path.parent.name == name), None)
    if bad is not None:
        where = f"`skillpack check {bad.path.parent} --profile {profile}` shows where"
        loading = ", ".join(f"`{dialect}`" for dialect in others)
        raise SkillpackError(
            f"{profiles()[profile].title} does not load `{name}`: {'; '.join(bad.errors)}",
            hint=f"{where}; it loads with `--dialect` {loading}" if loading else where,
        )
    hint = did_you_mean(name, [skill.name for skill in store]) or "`skillpack list` lists skills"
    raise UsageError(f"no skill is named `{name}`", hint=hint)


def quiet_runtime() -> None:
    """Keep what the runtime warns of from the log while a command runs that says it itself."""
    log = logging.getLogger("skillpack.runtime")
    click.get_current_context().call_on_close(partial(log.setLevel, log.level))
    log.setLevel(logging.ERROR)
