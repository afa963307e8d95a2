"""skillpack load: what a model would get of a skill."""

import difflib
import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from skillpack import machine
from skillpack.cli.advanced import SectionedCommand, advanced_option
from skillpack.cli.console import print_json, say
from skillpack.cli.installed_list import listed_roots
from skillpack.cli.painting import paint_for
from skillpack.cli.published import is_site
from skillpack.cli.target_options import TargetFlags, target_options
from skillpack.errors import SkillpackError, UnknownSkillError, UsageError
from skillpack.install.targets import Target, global_target
from skillpack.model.tree import Form, Trust
from skillpack.pipeline.inputs import has_catalog, locate
from skillpack.resources import profiles
from skillpack.runtime.budget import UNLIMITED
from skillpack.runtime.catalog import load_catalog
from skillpack.runtime.dialect import DIALECTS, METIS
from skillpack.runtime.loader import Root
from skillpack.runtime.session import Session
from skillpack.runtime.shell import COMMAND, ShellGrant
from skillpack.runtime.store import GLOBAL, SKILLS_FOLDER, WORKSPACE, SkillStore, open_store

_TRUSTED = {Trust.LOCAL: WORKSPACE, Trust.GLOBAL: GLOBAL, Trust.EXTERNAL: "external"}


@click.command("load", cls=SectionedCommand, short_help="Print what a model would get of a skill")
@click.argument("name")
@click.argument("arguments", metavar="[ARGUMENTS]...", nargs=-1)
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@click.option(
    "--dialect",
    type=click.Choice(list(DIALECTS)),
    default=METIS.name,
    show_default=True,
    help="Whose way of showing a skill, and whose rules of what is one.",
)
@click.option("--file", "path", metavar="PATH", help="Print this file of the skill instead.")
@advanced_option("--by-user", is_flag=True, help="Load as a person does who starts the skill by its name.")
@advanced_option(
    "--run-shell", is_flag=True, help="Run the commands in the body, !`command`, by a shell on this machine."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    name: str,
    arguments: tuple[str, ...],
    catalog: str,
    dialect: str,
    path: str | None,
    *,
    flags: TargetFlags,
    by_user: bool,
    run_shell: bool,
    as_json: bool,
) -> None:
    """Print what a model would get of the skill NAME: its instructions, with ARGUMENTS in the place of placeholders.

    Skills are those of the catalog here or of --catalog, else installed ones: this workspace's before your own. No
    command in a body runs unless --run-shell is given, and then of local skills alone.

    \b
    Examples:
      skillpack load release-notes
      skillpack load fix-issue 123 --dialect instructor
      skillpack load pdf --file references/forms.md
      skillpack load pdf --catalog https://skills.example.com/
      skillpack load pdf --global --json
    """
    log = logging.getLogger("skillpack.runtime")
    click.get_current_context().call_on_close(partial(log.setLevel, log.level))
    log.setLevel(logging.ERROR)  # what concerns NAME is said below
    profile = DIALECTS[dialect].profile
    store = (
        load_catalog(catalog, host=profile)
        if is_site(catalog)
        else open_store(_roots(catalog, flags, profiles()[profile].lone), host=profile)
    )
    session = Session(
        store,
        DIALECTS[dialect],
        UNLIMITED,
        shell=ShellGrant(None) if run_shell else None,
        env=machine.environment(),
    )
    _check_known(store, name, profile)
    if path is not None:
        click.echo(session.resource(name, path), nl=False)
        return
    try:
        loaded = session.activate(
            name, " ".join(arguments) if arguments else None, audience="user" if by_user else "model"
        )
    except UnknownSkillError as error:  # it is there, but not for who asks
        hint = "without `--by-user` it loads as for a model" if by_user else "`--by-user` loads it as a person does"
        raise UnknownSkillError(str(error), hint=hint) from error
    if as_json:
        print_json({**loaded.metadata, "text": loaded.text, "files": list(session.resources(name))})
        return
    paint = paint_for(stderr=True)
    if run_shell and loaded.skill.trust is Trust.EXTERNAL and COMMAND.search(loaded.skill.body):
        say("commands in it stay as they are: --run-shell runs those of local skills alone")
    say(
        paint.show(
            f"{name} {loaded.skill.version}, ~{loaded.skill.estimated_tokens:,} tokens, {loaded.skill.file or catalog}"
        )
    )
    click.echo(loaded.text.rstrip("\n"))


def _roots(catalog: str, flags: TargetFlags, lone: Sequence[Form]) -> Sequence[Root]:
    """Return the folders that a name is looked for in, best first (decisions 35).

    Args:
        lone: Forms of skills without a folder that the host reads too.
    """
    more = tuple(lone)
    if flags.any or not (catalog or has_catalog(Path())):
        # What is installed is somebody else's: no command of it runs.
        roots = [(Path(each.root.folder), _source(each)) for each in listed_roots(flags)]
        return [Root(folder, source, Trust.EXTERNAL, forms=(Form.FOLDER, *more)) for folder, source in roots]
    located = locate(Path(catalog) if catalog else Path())
    return [
        Root(
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
    """Return what skills of a root are said to come from: as Metis calls its two roots, else the root's title."""
    if target.title == global_target(Path.home()).title:
        return GLOBAL
    return WORKSPACE if Path(target.root.folder).parent.name == SKILLS_FOLDER.parent.name else target.title


def _check_known(store: SkillStore, name: str, profile: str) -> None:
    """Refuse a name that is not there, or that the host does not load."""
    if name in store:
        return
    bad = next((each for each in store.invalid if each.path.parent.name == name), None)
    if bad is not None:
        raise SkillpackError(
            f"{profiles()[profile].title} does not load `{name}`: {'; '.join(bad.errors)}",
            hint=f"`skillpack check {bad.path.parent} --profile {profile}` shows where",
        )
    near = difflib.get_close_matches(name, [skill.name for skill in store], 1)
    raise UsageError(
        f"no skill is called `{name}`",
        hint=f"did you mean `{near[0]}`?" if near else "`skillpack list` shows what is there",
    )
