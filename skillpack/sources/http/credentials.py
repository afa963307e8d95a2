"""Who asks: credentials of the user, for the one origin that each is meant for."""

import netrc
import os
import re
import stat
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path

from skillpack.errors import FetchError
from skillpack.model.install_settings import Header
from skillpack.sources.http.address import Address, parse_address

_UNFIT = re.compile(r"[^\t\x20-\x7e]")

Login = tuple[str, str]
"""A name and a password."""


class Credentials:
    """Credentials from `[[http.header]]` of the user's settings, and from a netrc file.

    They are looked for when they are needed, and are sent to nobody whom others can hear. A `default` line of a netrc
    file is not used: it would be sent to everybody.

    Args:
        headers: Of the settings; where one is for an origin, the netrc file is not asked about it.
        netrc_file: Read at the first question; None for none.
        env: Where the values of headers are.

    Raises:
        FetchError: An origin of the settings is none, or would be sent to without protection.
    """

    def __init__(self, headers: Sequence[Header], netrc_file: Path | None, env: Mapping[str, str]) -> None:
        self._headers = tuple((parse_address(each.origin).origin, each) for each in headers)
        self._file, self._env = netrc_file, env
        self._logins: Mapping[str, Login] | None = None

    def headers(self, address: Address) -> Mapping[str, str]:
        """Return the lines that say who asks there; none where nothing is known.

        Raises:
            FetchError: A variable is not set or holds no line, or the netrc file cannot be read, or others can read it.
        """
        if not address.is_private:
            return {}
        found = {each.name: self._value(each) for origin, each in self._headers if origin == address.origin}
        return found or self._login(address)

    def _value(self, header: Header) -> str:
        value = self._env.get(header.variable, "")
        if not value or _UNFIT.search(value):
            what = "is not one line of plain text" if value else "is not set"
            raise FetchError(
                f"`{header.variable}` {what}, but `[[http.header]]` needs it for `{header.origin}`",
                hint=f"set `{header.variable}`, or remove the header from your settings",
            )
        return value

    def _login(self, address: Address) -> Mapping[str, str]:
        if self._file is None:
            return {}
        if self._logins is None:
            self._logins = _read(self._file)
        login = self._logins.get(address.authority)
        if login is None:
            return {}
        _check_mode(self._file, address.authority)
        return {"Authorization": f"Basic {b64encode(':'.join(login).encode()).decode()}"}


def netrc_file(env: Mapping[str, str], home: Path) -> Path:
    """Return the netrc file of a user: `$NETRC`, else the one in the home folder."""
    if env.get("NETRC"):
        return Path(env["NETRC"])
    return home / ("_netrc" if os.name == "nt" else ".netrc")


def _read(path: Path) -> Mapping[str, Login]:
    """Return the logins of a file by host, or host and port; none where there is no file."""
    try:
        hosts = netrc.netrc(str(path)).hosts
    except FileNotFoundError:
        return {}
    except netrc.NetrcParseError as error:  # its words may hold a password
        raise FetchError(f"`{path}` is not a netrc file: line {error.lineno} cannot be read") from None
    except (OSError, UnicodeDecodeError) as error:
        raise FetchError(f"`{path}` cannot be read: {type(error).__name__}") from None
    # `default` is a key as any host is, and no host is called so.
    return {host.lower(): (login, password) for host, (login, _, password) in hosts.items() if host != "default"}


def _check_mode(path: Path, host: str) -> None:
    """Refuse a file with passwords that others can read, once one of them is needed."""
    if os.name == "nt":
        return
    about = path.stat()
    if about.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise FetchError(f"others can read `{path}`, which holds a password for `{host}`", hint=f"`chmod 600 {path}`")
    if os.geteuid() not in {0, about.st_uid}:
        raise FetchError(f"`{path}`, which holds a password for `{host}`, belongs to another user")
