"""Addresses as people give them: where bytes may come from, where a redirect may lead, and in what network that is."""

import ipaddress
import posixpath
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from enum import StrEnum
from urllib.parse import quote, unquote, urljoin, urlsplit

from msgspec import Struct

from skillpack.errors import FetchError
from skillpack.model.portable import printable

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_UNFIT = re.compile(r"[\x00-\x20\x7f\\]")
_QUERY = re.compile(r"\?.+", re.DOTALL)
_LOGIN = re.compile(r"//[^/?#]*@")
_ZONE = "%"
# What name servers are never asked for: it is an IPv4 address in one of its many spellings (WHATWG URL, 3.5).
_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")
_SAFE = "/%:@!$&'()*+,;=~"
_PORTS = {"https": 443, "http": 80}
_IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
# Whose last 32 bits are the IPv4 address that is meant: compatible, mapped, translated, NAT64.
_WRAPPING = tuple(map(ipaddress.ip_network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
# Where clouds tell a machine its secrets, as far as that is not link-local.
_METADATA = frozenset(map(ipaddress.ip_address, ("fd00:ec2::254", "100.100.100.200", "192.0.0.192")))


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


def plain_path(url: str) -> str:
    """Return the path of an address in one spelling, from the origin: servers may take several for the same file.

    It is unescaped, without `.`, `..`, doubled slashes and one at its end; only `/` ends in one.
    """
    path = posixpath.normpath(f"/{unquote(urlsplit(url).path)}")
    return f"/{path.lstrip('/')}"


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


class NetworkZone(StrEnum):
    """What kind of network an address is in.

    `NEVER` is where no site is: link-local, which is where clouds tell secrets, multicast, no address at all.
    """

    PUBLIC = "public"
    PRIVATE = "private"
    NEVER = "never"


_ORDER = tuple(NetworkZone)


def network_zone(host: str) -> NetworkZone:
    """Return the kind of network of a host, as far as its text tells; a name is public until it was looked up.

    An IPv6 address that carries an IPv4 address is what the worse of the two is.
    """
    if is_localhost(host):
        return NetworkZone.PRIVATE
    try:
        address = ipaddress.ip_address(host.partition(_ZONE)[0])
    except ValueError:
        return NetworkZone.PUBLIC
    return max(map(_kind, _embedded_address(address)), key=_ORDER.index)


def is_ip(host: str) -> bool:
    """Return whether a host is written as an IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether a host is this very machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return is_localhost(host)


def is_localhost(host: str) -> bool:
    """Return whether a name is this machine's, whatever name servers say (RFC 6761, section 6.3)."""
    return host == "localhost" or host.endswith(".localhost")


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


def _kind(address: _IP) -> NetworkZone:
    if address.is_link_local or address.is_multicast or address.is_unspecified or address in _METADATA:
        return NetworkZone.NEVER
    is_global = address.is_global and (address.version == 4 or address in _GLOBAL_UNICAST)
    return NetworkZone.PUBLIC if is_global else NetworkZone.PRIVATE


def _embedded_address(address: _IP) -> Iterator[_IP]:
    """Yield the addresses that one stands for: itself, unless it only wraps another one, and what it carries."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
    elif any(address in network for network in _WRAPPING):
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    else:
        yield address
        if address.sixtofour:
            yield address.sixtofour
        if address.teredo:
            yield from address.teredo
