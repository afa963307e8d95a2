"""Addresses as people give them: where bytes may come from, and where a redirect may lead."""

import ipaddress
import re
from collections.abc import Collection
from contextlib import suppress
from urllib.parse import quote, urljoin, urlsplit

from msgspec import Struct

from skillpack.errors import FetchError
from skillpack.model.portable import printable
from skillpack.sources.http.network import NetworkZone, is_loopback, network_zone

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_UNFIT = re.compile(r"[\x00-\x20\x7f\\]")
_QUERY = re.compile(r"\?.+", re.DOTALL)
_LOGIN = re.compile(r"//[^/?#]*@")
_ZONE = "%"
# What name servers are never asked for: it is an IPv4 address in one of its many spellings (WHATWG URL, 3.5).
_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")
_SAFE = "/%:@!$&'()*+,;=~"
_PORTS = {"https": 443, "http": 80}


class Address(Struct, frozen=True):
    """Where one file lies on the web.

    Attributes:
        host: As the name system knows it: lower case, IDNA, no dot at its end; an IP address in its one short spelling,
            without brackets.
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

    @property
    def authority(self) -> str:
        """Host and port as an address writes them; the port that goes without saying is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def root(self) -> str:
        """The address of the origin, without a slash at its end."""
        return f"{self.scheme}://{self.authority}"

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way reads what is sent."""
        return self.scheme == "https" or is_loopback(self.host)

    @property
    def shown(self) -> str:
        """The address for messages: what follows a `?` may be a secret."""
        path, mark, _ = self.target.partition("?")
        return f"{self.root}{path}{'?…' if mark else ''}"

    def __str__(self) -> str:
        return f"{self.root}{self.target}"


def is_url(text: str) -> bool:
    """Return whether a location is meant as a URL, not as a folder."""
    return _SCHEME.match(text) is not None


def parse_address(url: str, *, insecure: Collection[str] = ()) -> Address:
    """Return the address that a URL means.

    Args:
        url: As given.
        insecure: Hosts that may be read by http.

    Raises:
        FetchError: It is neither https nor http to this very machine, holds a password, names a machine where no site
            is, or is not a URL.
    """
    try:
        parts = urlsplit(url)
        host, port = _host(parts.hostname or ""), parts.port
    except ValueError as error:
        raise FetchError(f"`{_shown(url)}` is not an address: {printable(str(error))}") from error
    if not host or _ZONE in host or _UNFIT.search(url):
        raise FetchError(f"`{_shown(url)}` is not an address", hint="write it like `https://skills.example.com/`")
    if parts.username is not None:
        raise FetchError(f"the address of `{host}` contains a user name or password", hint="remove it from the address")
    if parts.scheme not in _PORTS:
        raise FetchError(f"`{_shown(url)}` is neither a folder nor an https address")
    if parts.scheme == "http" and not is_loopback(host) and host not in insecure:
        raise FetchError(f"`{_shown(url)}` is not encrypted", hint=f"use `https://{host}`")
    if network_zone(host) is NetworkZone.NEVER:
        raise FetchError(
            f"`{host}` is not an address for a site", hint="skillpack never connects to link-local addresses"
        )
    target = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE + '?')}" if parts.query else "")
    return Address(parts.scheme, host, port if port is not None else _PORTS[parts.scheme], target)


def redirected(here: Address, location: str, *, insecure: Collection[str] = ()) -> Address:
    """Return where a redirect leads: to the same origin, or anywhere by https.

    Raises:
        FetchError: It leads elsewhere.
    """
    try:
        joined = urljoin(str(here), location)
    except ValueError as error:
        raise FetchError(f"`{here.shown}` redirects to `{_shown(location)}`, which is not an address") from error
    there = parse_address(joined, insecure=insecure)
    if there.scheme != "https" and there.origin != here.origin:
        raise FetchError(f"`{here.shown}` redirects to `{there.shown}`, which is not https")
    return there


def _shown(url: str) -> str:
    """Return a URL for messages, without what may be a password."""
    return printable(_QUERY.sub("?…", _LOGIN.sub("//…@", url)))


def _host(text: str) -> str:
    """Return the one spelling of a host.

    Raises:
        ValueError: It is none, or an IP address that is not written as one.
    """
    host = text.lower().encode("idna").decode().removesuffix(".")
    with suppress(ValueError):
        return str(ipaddress.ip_address(host))
    if _NUMBER.fullmatch(host):
        raise ValueError("an IP address is written as four decimal numbers")
    return host
