"""Settings of installers -> values (interfaces 1): `.metis/skillpack.toml` of a workspace, and the user's own file."""

import re
from collections.abc import Sequence

from skillpack.errors import UsageError
from skillpack.model.installing import Header, InstallSettings, Registry
from skillpack.model.tree import Trust
from skillpack.parse.toml import Table, read_toml

_ORIGIN = re.compile(r"https?://[^\s/?#@]+")
_ORIGIN_WORDS = "an origin such as `https://skills.example.com`"
_TOKEN = re.compile(r"[A-Za-z0-9-]{1,64}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[?[0-9A-Fa-f:]+\]?")
_AGE = re.compile(r"([0-9]{1,5})(?: ?(?:d|days?|))?")


def parse_install_settings(text: str, what: str, *, personal: bool) -> InstallSettings:
    """Return the settings of one file.

    Args:
        text: Of the file.
        what: How messages call it.
        personal: True for the user's own file. Another one may be anybody's: it may name registries and targets, and
            neither send credentials nor read without protection.

    Raises:
        UsageError: It is no TOML, a key is unknown, or a value cannot be; the message names the key.
    """
    top = read_toml(text, what)
    install, http = top.table("install"), top.table("http")
    settings = InstallSettings(
        registries=tuple(_registry(table) for table in top.tables("registry")),
        targets=install.texts("targets"),
        min_age=days(install.text("min_age", "0")),
        insecure=tuple(_matching(http, "insecure", host, _HOST) for host in http.texts("insecure")),
        headers=tuple(_header(table) for table in http.tables("header")),
        origins=tuple(_matching(http, "origins", each.rstrip("/"), _ORIGIN) for each in http.texts("origins")),
        mirror=http.text("mirror", ""),
        offline=http.flag("offline", default=False),
    )
    for table in (top, install, http):
        table.close()
    if not personal and top.has("http"):
        raise UsageError(
            f"{what} sets `[http]`, which only your own settings may",
            hint="a workspace's file may be anybody's: move `[http]` to `skillpack/config.toml` of your settings",
        )
    folders = [each for each in settings.targets if "/" in each or "\\" in each]
    if not personal and folders:
        raise UsageError(
            f"{what} installs to `{folders[0]}`, which only your own settings may name",
            hint="a workspace's file may be anybody's: it may say `workspace`, `global` or an agent's name",
        )
    return settings


def merged(files: Sequence[InstallSettings]) -> InstallSettings:
    """Return the settings of several files, the first of them first: its registries and targets come before others."""
    return InstallSettings(
        registries=tuple(each for settings in files for each in settings.registries),
        targets=next((settings.targets for settings in files if settings.targets), ()),
        min_age=max((settings.min_age for settings in files), default=0),
        insecure=tuple(each for settings in files for each in settings.insecure),
        headers=tuple(each for settings in files for each in settings.headers),
        origins=tuple(each for settings in files for each in settings.origins),
        mirror=next((settings.mirror for settings in files if settings.mirror), ""),
        offline=any(settings.offline for settings in files),
    )


def days(text: str) -> int:
    """Return the days of `3`, `3d` or `3 days`.

    Raises:
        UsageError: It is no number of days.
    """
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"`{text}` is no number of days", hint="write `3` or `3d`")
    return int(found[1])


def _registry(table: Table) -> Registry:
    url = table.text("url")
    trust = table.choice("trust", [str(each) for each in Trust], str(Trust.EXTERNAL))
    registry = Registry(table.text("name", ""), url, Trust(trust))
    table.close()
    return registry


def _header(table: Table) -> Header:
    header = Header(
        _matching(table, "origin", table.text("origin").rstrip("/"), _ORIGIN),
        _matching(table, "name", table.text("name"), _TOKEN),
        _matching(table, "env", table.text("env"), _VARIABLE),
    )
    table.close()
    return header


def _matching(table: Table, key: str, text: str, pattern: re.Pattern[str]) -> str:
    if pattern.fullmatch(text) is None:
        wanted = {"origin": _ORIGIN_WORDS, "origins": _ORIGIN_WORDS, "env": "the name of a variable"}
        raise table.wrong(key, f"`{text}`", wanted.get(key, "a plain name"))
    return text
