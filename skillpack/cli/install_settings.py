"""The settings that installing commands go by: the workspace's file, then the user's."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from skillpack.files.read import read_file
from skillpack.install.targets import find_workspace
from skillpack.model.installing import InstallSettings
from skillpack.parse.installing import merged, parse_install_settings

_MOST = 2**20  # bytes
WORKSPACE_FILE = ".metis/skillpack.toml"


def install_settings(here: Path, home: Path, env: Mapping[str, str]) -> InstallSettings:
    """Return what is set for installing here; the workspace's file comes before the user's.

    Raises:
        UsageError: A file is no TOML, or a setting is unknown or cannot be.
        FetchError: A file cannot be read.
    """
    return merged(tuple(_settings(here, home, env)))


def user_file(home: Path, env: Mapping[str, str]) -> Path:
    """Return the user's own file: `$XDG_CONFIG_HOME/skillpack/config.toml`."""
    return Path(env.get("XDG_CONFIG_HOME") or home / ".config") / "skillpack" / "config.toml"


def _settings(here: Path, home: Path, env: Mapping[str, str]) -> Iterator[InstallSettings]:
    workspace = find_workspace(here, home)
    places = [(workspace / WORKSPACE_FILE, False)] if workspace is not None else []
    for path, personal in (*places, (user_file(home, env), True)):
        if path.is_file():
            text = read_file(path, _MOST).decode("utf-8", "replace")
            yield parse_install_settings(text, f"`{path}`", personal=personal)
