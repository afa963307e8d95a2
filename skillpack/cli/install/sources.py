"""The sources that installing commands ask: the settings, the flags and this machine, put together."""

from collections.abc import Sequence
from pathlib import Path

from skillpack import machine
from skillpack.cli.console import notify
from skillpack.cli.options.install_settings import install_settings
from skillpack.cli.options.network import network_flags
from skillpack.cli.terminal import paint_for
from skillpack.model.install_settings import InstallSettings
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.http.credentials import Credentials, netrc_file
from skillpack.sources.sources import Fetching, Sources


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
    flags, store = network_flags(), machine.cache_folder(env) / "downloads"
    reach = Access(
        env=env,
        store=store,
        insecure=settings.insecure,
        credentials=Credentials(settings.headers, netrc_file(env, home), env),
        origins=(*settings.origins, *flags.origins),
        offline=flags.offline or settings.offline,
        mirror=flags.mirror or (home / Path(settings.mirror).expanduser() if settings.mirror else None),
    )
    _report_registries(settings, all_asked=not registries)
    fetching = Fetching(limits, asked, reach, here, home, settings.registries)
    return Sources(fetching), settings


def _report_registries(settings: InstallSettings, *, all_asked: bool) -> None:
    """Say where a project's registries differ from the user's, and which count."""
    paint = paint_for(stderr=True)
    for own, other in settings.overruled:
        notify(paint.show(f"registry {own.name}: {own.url}, from your settings; this project has {other.url}"))
    own_ones = [each.url for each in settings.registries if each.personal]
    more = [each.url for each in settings.registries if not each.personal and each.url not in own_ones]
    if all_asked and own_ones and more:
        notify(paint.show(f"registries: {', '.join(own_ones)}; from this project: {', '.join(more)}"))
