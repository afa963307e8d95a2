"""skillpack reload: the skills of a workspace's folder `skills`, and what changed since the last time."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from skillpack import machine
from skillpack.cli.console import notify, paint_for, print_json
from skillpack.cli.options.advanced import verb
from skillpack.errors import UsageError
from skillpack.model.digest import sha256
from skillpack.runtime.loader import host_profile
from skillpack.runtime.registry import FOLDER, HOST, SkillRegistry
from skillpack.runtime.snapshot import changes, read_snapshot, take_snapshot, write_snapshot

_log = logging.getLogger("skillpack.runtime")


@verb("reload")
@click.argument("workspace", required=False, default=".", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="The host's configuration, whose `[env]` adds variables.  [default: ~/.ash/config.toml]",
)
@click.option("--dry-run", is_flag=True, help="Do not save the current state.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(workspace: Path, config: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Load the skills in the folder `skills` of WORKSPACE, by default this folder, as the host ash does.

    Skills of one file, `.md`, `.yaml` or `.yml`, count too; of two with one name the last one wins. What cannot be
    loaded is named with the reason. From the second time on, what changed since the last time is named too.

    \b
    Examples:
      skillpack reload
      skillpack reload ~/work --config ~/.ash/config.toml
    """
    folder = (workspace / FOLDER).resolve()
    if not folder.is_dir():
        raise UsageError(f"no folder `{workspace / FOLDER}`", hint="name the folder that holds `skills`")
    notify(f"skills: {folder}")
    registry = SkillRegistry(config=config or host_profile(HOST).environment_file)
    with _warnings_shown():
        registry.discover(workspace)
    file = machine.cache_folder(machine.environment()) / "reload" / f"{sha256(str(folder).encode())}.json"
    before, after = read_snapshot(file), take_snapshot(registry)
    changed = [] if before is None else list(changes(before, after))
    if not dry_run:
        write_snapshot(file, after)
    available = len(registry.list_available())
    if as_json:
        records = [{"kind": each.kind, "name": each.name, "lacks": each.lack} for each in changed]
        print_json({"available": available, "registered": len(registry), "changes": records})
        return
    paint = paint_for()
    for each in changed:
        lack = f" ({each.lack})" if each.lack else ""
        click.echo(paint.show(f"{each.kind:<11}  {each.name}{lack}"))
    click.echo(f"Loaded {available} available skills")


@contextmanager
def _warnings_shown() -> Iterator[None]:
    """Show what the registry warns of, fit for a terminal, while skills are loaded."""
    paint = paint_for(stderr=True)

    class Shown(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            notify(paint.show(f"warning: {record.getMessage()}"))

    handler = Shown(logging.WARNING)
    _log.addHandler(handler)
    try:
        yield
    finally:
        _log.removeHandler(handler)
