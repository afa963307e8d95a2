"""The flags that say how the web is asked, and the sources that they, the settings and this machine open."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from skillpack import machine
from skillpack.cli.console import notify, paint_for
from skillpack.cli.options.advanced import advanced_option
from skillpack.install.settings import install_settings
from skillpack.install.trusted_lists import lists_of
from skillpack.model.install_settings import InstallSettings
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.http.credentials import Credentials, netrc_file
from skillpack.sources.sources import Fetching, Sources

F = TypeVar("F", bound=Callable[..., Any])

_KEY = "skillpack.network"


class NetworkFlags(Struct, frozen=True):
    """What was typed.

    Attributes:
        offline: `--offline`.
        mirror: `--mirror`.
        origins: `--allow-origin`, each.
    """

    offline: bool = False
    mirror: Path | None = None
    origins: tuple[str, ...] = ()


def network_options(command: F) -> F:
    """Add the flags to a command; they are no arguments of it: `open_sources` reads what was typed."""
    noted = partial(advanced_option, expose_value=False, callback=_note)
    for option in (
        noted(
            "--allow-origin",
            "origins",
            multiple=True,
            metavar="URL",
            help="Trust this site when an index or a lock file names it; repeatable.",
        ),
        noted(
            "--mirror",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="Read sites from copies in DIR/HOST/, if there are any.",
        ),
        noted(
            "--offline",
            is_flag=True,
            help="Send no requests: use the cache and mirrors.",
        ),
    ):
        command = option(command)
    return command


def open_sources(registries: Sequence[str], limits: Limits) -> tuple[Sources, InstallSettings]:
    """Return the sources, and the settings that they were opened by.

    Args:
        registries: `--registry`, each an address, a folder or a name of the settings; without any, all of those.
        limits: What we are willing to read.

    Raises:
        UsageError: A settings file is not TOML, or a setting is unknown or cannot be.
        FetchError: A settings file cannot be read.
    """
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    settings = install_settings(here, home, env)
    named = {each.name: each.url for each in settings.registries if each.name}
    asked = tuple(named.get(each, each) for each in registries) or tuple(each.url for each in settings.registries)
    context = click.get_current_context(silent=True)
    flags = NetworkFlags(**context.meta.get(_KEY, {})) if context is not None else NetworkFlags()
    access = Access(
        env=env,
        store=machine.cache_folder(env) / "downloads",
        insecure=settings.insecure,
        credentials=Credentials(settings.headers, netrc_file(env, home), env),
        origins=(*settings.origins, *flags.origins),
        offline=flags.offline or settings.offline,
        mirror=flags.mirror or (home / Path(settings.mirror).expanduser() if settings.mirror else None),
        lists=lists_of(settings, here, home, env, notify),
    )
    _report_registries(settings, all_asked=not registries)
    fetching = Fetching(limits, asked, access, here, home, settings.registries)
    return Sources(fetching), settings


def _note(context: click.Context, parameter: click.Parameter, value: object) -> object:
    context.meta.setdefault(_KEY, {})[parameter.name] = value
    return value


def _report_registries(settings: InstallSettings, *, all_asked: bool) -> None:
    """Say where a project's registries differ from the user's, and which count."""
    paint = paint_for(stderr=True)
    for own, other in settings.overruled:
        notify(paint.show(f"registry {own.name}: {own.url}, from your settings; this project has {other.url}"))
    own_ones = [each.url for each in settings.registries if each.personal]
    more = [each.url for each in settings.registries if not each.personal and each.url not in own_ones]
    if all_asked and own_ones and more:
        notify(paint.show(f"registries: {', '.join(own_ones)}; from this project: {', '.join(more)}"))
