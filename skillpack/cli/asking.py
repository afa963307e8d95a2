"""How the user's own settings want sites on the web to be asked, for what reads them beside installers."""

from collections.abc import Collection, Mapping
from pathlib import Path

from skillpack import machine
from skillpack.builder.inputs.foreign_reviews import Asking
from skillpack.cli.console import notify
from skillpack.install.settings import install_settings
from skillpack.sources.asking import WebAsking
from skillpack.sources.http.address import is_url
from skillpack.sources.http.credentials import Credentials, netrc_file


def web_asking(env: Mapping[str, str]) -> WebAsking:
    """Return how the user's settings want sites to be asked."""
    from skillpack.install.trusted_lists import lists_of  # what reads sites, which most builds do not

    here, home = Path.cwd(), Path.home()
    settings = install_settings(here, home, env)
    credentials = Credentials(settings.headers, netrc_file(env, home), env)
    return WebAsking(credentials, settings.insecure, lists_of(settings, here, home, env, notify))


def catalog_asking(sources: Collection[str], cache: Path | None) -> Asking:
    """Return how other catalogs are asked for their reviews; the user's settings are read where one is on the web.

    Args:
        sources: As `[review] from` has them.
        cache: Folder of the caches; None for none.
    """
    env = machine.environment()
    return Asking(env, cache, web_asking(env)) if any(map(is_url, sources)) else Asking(env, cache)
