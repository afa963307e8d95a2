"""The environment that a host's configuration gives its sessions (ash, Environment Variables)."""

from collections.abc import Mapping
from pathlib import Path

from skillpack.errors import within_file
from skillpack.files.read import read_file
from skillpack.parse.settings.toml import read_toml

_LIMIT = 2**20  # bytes of a configuration
_REFERENCE = "$"


def read_environment(config: Path | str, env: Mapping[str, str]) -> Mapping[str, str]:
    """Return the variables of `[env]` in a configuration such as `~/.ash/config.toml` (A9).

    A value `$NAME` stands for that variable of `env`; where it is not set there, the variable is left out. Everything
    else stands for itself. Other tables of the file are the host's and are not looked at. No value is ever part of a
    message.

    Args:
        config: A file; one that is missing gives no variables.
        env: What references are looked up in.

    Raises:
        UsageError: The file is not TOML, or `[env]` holds something else than texts.
        FetchError: The file cannot be read.
    """
    file = Path(config).expanduser()
    if not file.exists():
        return {}
    text = read_file(file, _LIMIT).decode("utf-8", "replace")
    with within_file(file):
        table = read_toml(text).table("env")
        given = {name: table.text(name, "") for name in table.keys()}  # noqa: SIM118 a table of ours, no mapping
    return {name: value for name, text in given.items() if (value := _resolved(text, env)) is not None}


def _resolved(text: str, env: Mapping[str, str]) -> str | None:
    name = text.removeprefix(_REFERENCE)
    return env.get(name) if text.startswith(_REFERENCE) and name.isidentifier() else text
