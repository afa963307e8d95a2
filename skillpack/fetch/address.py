"""Addresses as people give them: where bytes may come from, and where a redirect may lead (decisions 3)."""

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]  # documented, not typed

from skillpack.errors import FetchError

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_UNFIT = re.compile(r"[\x00-\x20\x7f\\]")
_SAFE = "/%:@!$&'()*+,;=~"
_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class Address:
    """Where one file lies on the web.

    Attributes:
        host: Lower case, without brackets.
        target: Path and query as a request names them, escaped.
    """

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> tuple[str, str, int]:
        """What two addresses share when one connection serves both."""
        return self.scheme, self.host, self.port

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.target}"


def is_url(text: str) -> bool:
    """Return whether a location is meant as a URL, not as a folder."""
    return _SCHEME.match(text) is not None


def parse_address(url: str) -> Address:
    """Return the address that a URL means.

    Raises:
        FetchError: It is neither https nor http to this very machine, holds a password, or is no URL.
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
        host.encode("idna")
    except ValueError as error:
        raise FetchError(f"`{url}` is no address: {error}") from error
    if not host or _UNFIT.search(url):
        raise FetchError(f"`{url}` is no address", hint="write it like `https://skills.example.com/`")
    if parts.username is not None:
        raise FetchError(f"the address of `{host}` holds a name or a password", hint="take it out of the address")
    if parts.scheme not in _PORTS:
        raise FetchError(f"`{url}` is neither a folder nor an https address")
    if parts.scheme == "http" and not is_loopback(host):
        raise FetchError(f"`{url}` would be read without protection", hint=f"use `https://{host}`")
    target = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE + '?')}" if parts.query else "")
    return Address(parts.scheme, host, port if port is not None else _PORTS[parts.scheme], target)


def redirected(here: Address, location: str) -> Address:
    """Return where a redirect leads: to the same origin, or anywhere by https.

    Raises:
        FetchError: It leads elsewhere.
    """
    there = parse_address(urljoin(str(here), location))
    if there.scheme != "https" and there.origin != here.origin:
        raise FetchError(f"`{here}` leads to `{there}`, which is not https")
    return there


def is_loopback(host: str) -> bool:
    """Return whether a host is this very machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def proxy(address: Address, env: Mapping[str, str]) -> str:
    """Return the URL of the proxy through which an https address is reached, or the empty string (`https_proxy`)."""
    if address.scheme != "https":
        return ""
    around = env.get("no_proxy") or env.get("NO_PROXY") or ""
    url = env.get("https_proxy") or env.get("HTTPS_PROXY") or ""
    return "" if not url or proxy_bypass_environment(address.host, {"no": around}) else url
