"""Settings of installers -> values: `.metis/skillpack.toml` of a workspace, and the user's own file."""

import re
from functools import partial

from msgspec.structs import replace

from skillpack.errors import UsageError
from skillpack.model.install_settings import Header, InstallSettings, Registry
from skillpack.model.tree import Trust
from skillpack.parse.settings.identities import read_identities
from skillpack.parse.settings.toml import Table, read_toml

_ORIGIN = re.compile(r"https?://[^\s/?#@]+")
_ORIGIN_WORDS = "an origin such as `https://skills.example.com`"
_REGISTRY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN = re.compile(r"[A-Za-z0-9-]{1,64}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[?[0-9A-Fa-f:]+\]?")
_PERSONAL = ("signers", "sigstore", "sigstore_root", "require_signer", "list_signers", "list_catalog")
_AGE = re.compile(r"([0-9]{1,5})(?: ?(?:d|days?|))?")


def parse_install_settings(text: str, *, personal: bool) -> InstallSettings:
    """Return the settings of one file.

    Args:
        text: Of the file.
        personal: True for the user's own file. Another one may be anybody's: it may name registries and targets of its
            own project, and weakens nothing.

    Raises:
        UsageError: It is not TOML, a key is unknown, or a value cannot be; the message names the key.
    """
    top = read_toml(text)
    install, http, signers = top.table("install"), top.table("http"), top.table("signers")
    identities, sigstore_root = read_identities(signers)
    settings = InstallSettings(
        registries=_registries(top, personal=personal),
        targets=install.texts("targets"),
        min_age=days(install.text("min_age", "0")),
        insecure=tuple(_matching(http, "insecure", host, _HOST) for host in http.texts("insecure")),
        headers=http.read_each("header", _header),
        origins=tuple(_matching(http, "origins", each.rstrip("/"), _ORIGIN) for each in http.texts("origins")),
        mirror=http.text("mirror", ""),
        offline=http.flag("offline", default=False),
        signers=signers.texts("files"),
        require_signer=signers.flag("require", default=False),
        identities=identities,
        sigstore_root=sigstore_root,
    )
    for table in (top, install, http, signers):
        table.close()
    if not personal and top.has("signers"):
        raise UsageError(
            "`signers` is set, which only your own settings may",
            hint="a workspace's file may be anybody's: move `[signers]` to `skillpack/config.toml` of your settings",
        )
    if not personal and top.has("http"):
        raise UsageError(
            "`http` is set, which only your own settings may",
            hint="a workspace's file may be anybody's: move `[http]` to `skillpack/config.toml` of your settings",
        )
    elsewhere = [each for each in settings.targets if not _is_of_project(each)]
    if not personal and elsewhere:
        raise UsageError(
            f"`install.targets` names `{elsewhere[0]}`, which only your own settings may",
            hint="a workspace's file may be anybody's: it may say `workspace` or an agent's name",
        )
    return settings


def merged(user: InstallSettings, project: InstallSettings) -> InstallSettings:
    """Return the settings for installing in a project: its own add to the user's, and weaken none of them.

    Its targets, which lie in it, come first; so does the higher age. Of two registries of one name the user's counts.
    """
    own = {each.name: each for each in user.registries if each.name}
    return replace(
        user,
        registries=(*user.registries, *(each for each in project.registries if each.name not in own)),
        targets=project.targets or user.targets,
        min_age=max(user.min_age, project.min_age),
        overruled=tuple(
            (own[each.name], each)
            for each in project.registries
            if each.name in own and own[each.name].url.rstrip("/") != each.url.rstrip("/")
        ),
    )


def days(text: str) -> int:
    """Return the days of `3`, `3d` or `3 days`.

    Raises:
        UsageError: It is not a number of days.
    """
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"`{text}` is not a number of days", hint="write `3` or `3d`")
    return int(found[1])


def _is_of_project(target: str) -> bool:
    """Return whether a target can only mean a folder of the project that names it."""
    return target != "global" and not target.endswith(":global") and "/" not in target and "\\" not in target


def _registries(top: Table, *, personal: bool) -> tuple[Registry, ...]:
    found = top.read_each("registry", partial(_registry, personal=personal))
    names = [each.name for each in found if each.name]
    twice = next((name for number, name in enumerate(names) if name in names[:number]), "")
    if twice:
        raise UsageError(f"two registries are called `{twice}`", hint="give one of them another name")
    return found


def _registry(table: Table, *, personal: bool) -> Registry:
    url = table.text("url")
    name = table.matching("name", "", _REGISTRY, "a plain name")
    trust = Trust(table.choice("trust", [str(each) for each in Trust], str(Trust.EXTERNAL)))
    if not personal and trust is not Trust.EXTERNAL:
        raise UsageError(
            f"`{table.path}.trust` is `{trust}`, which only your own settings may say",
            hint="a workspace's file may be anybody's: remove `trust` there",
        )
    signers, require = table.texts("signers"), table.flag("require_signer", default=False)
    identities, sigstore_root = read_identities(table)
    list_signers, list_catalog = table.texts("list_signers"), table.text("list_catalog", "")
    named = next((key for key in _PERSONAL if table.has(key)), "")
    if not personal and named:
        raise UsageError(
            f"`{table.path}.{named}` is set, which only your own settings may",
            hint="a workspace's file may be anybody's: name the registry and its signers in `skillpack/config.toml` "
            "of your settings",
        )
    if list_catalog and not list_signers:
        raise UsageError(
            f"`{table.path}.list_catalog` needs `list_signers`", hint="name the certificates or keys that sign its list"
        )
    return Registry(name, url, trust, personal, signers, identities, sigstore_root, require, list_signers, list_catalog)


def _header(table: Table) -> Header:
    return Header(
        _matching(table, "origin", table.text("origin").rstrip("/"), _ORIGIN),
        _matching(table, "name", table.text("name"), _TOKEN),
        _matching(table, "env", table.text("env"), _VARIABLE),
    )


def _matching(table: Table, key: str, text: str, pattern: re.Pattern[str]) -> str:
    if pattern.fullmatch(text) is None:
        wanted = {"origin": _ORIGIN_WORDS, "origins": _ORIGIN_WORDS, "env": "the name of a variable"}
        raise table.wrong(key, f"`{text}`", wanted.get(key, "a plain name"))
    return text
