"""skillpack load: what a model would get of a skill."""

from collections.abc import Iterator

import click

from skillpack import machine
from skillpack.cli.console import notify, paint_for, print_json
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.skills.published import is_site
from skillpack.cli.skills.store import check_known, loaded_store, quiet_runtime
from skillpack.errors import UnknownSkillError
from skillpack.model.tree import Trust
from skillpack.runtime.budget import UNLIMITED
from skillpack.runtime.dialect import DIALECTS, METIS
from skillpack.runtime.session import Session
from skillpack.runtime.shell import COMMAND, ShellGrant


@verb("load")
@click.argument("name")
@click.argument("arguments", metavar="[ARGUMENTS]...", nargs=-1)
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@click.option(
    "--dialect",
    type=click.Choice(list(DIALECTS)),
    default=METIS.name,
    show_default=True,
    help="Host to load as: how it shows skills, and what it accepts as one.",
)
@click.option("--file", "path", metavar="PATH", help="Print this file of the skill instead.")
@advanced_option("--by-user", is_flag=True, help="Load as when a person starts the skill by name.")
@advanced_option(
    "--run-shell", is_flag=True, help="Run the commands in the body, !`command`, in a shell on this machine."
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
    quiet_runtime()  # what concerns NAME is said below
    profile = DIALECTS[dialect].profile
    store = loaded_store(catalog, flags, profile)
    session = Session(
        store,
        DIALECTS[dialect],
        UNLIMITED,
        shell=ShellGrant(None) if run_shell else None,
        env=machine.environment(),
    )
    check_known(store, name, profile, _loading_dialects(name, catalog, flags))
    if path is not None:
        click.echo(session.resource(name, path), nl=False)
        return
    try:
        loaded = session.activate(
            name, " ".join(arguments) if arguments else None, audience="user" if by_user else "model"
        )
    except UnknownSkillError as error:  # it is there, but not for who asks
        hint = "leave out `--by-user` to load it as for a model" if by_user else "`--by-user` loads it as for a person"
        raise UnknownSkillError(str(error), hint=hint) from error
    if as_json:
        print_json({**loaded.metadata, "text": loaded.text, "files": list(session.resources(name))}, verbatim=True)
        return
    paint = paint_for(stderr=True)
    if run_shell and loaded.skill.trust is Trust.EXTERNAL and COMMAND.search(loaded.skill.body):
        notify("commands in it are not run: --run-shell only works for local skills")
    notify(
        paint.show(
            f"{name} {loaded.skill.version}, ~{loaded.skill.estimated_tokens:,} tokens, {loaded.skill.file or catalog}"
        )
    )
    click.echo(loaded.text.rstrip("\n"))


def _loading_dialects(name: str, catalog: str, flags: TargetFlags) -> Iterator[str]:
    """Yield the dialects whose host loads a skill of this machine: each looks into the folders once more."""
    for dialect in () if is_site(catalog) else DIALECTS.values():
        if name in loaded_store(catalog, flags, dialect.profile):
            yield dialect.name
