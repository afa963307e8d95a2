"""Addresses as people give them: where bytes may come from, and where a redirect may lead (decisions 3)."""

import ipaddress
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]  # documented, not typed

from skillpack.errors import FetchError
from skillpack.model.portable import printable

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_UNFIT = re.compile(r"[\x00-\x20\x7f\\]")
_QUERY = re.compile(r"\?.+", re.DOTALL)
_LOGIN = re.compile(r"//[^/?#]*@")
_ZONE = "%"
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Where clouds tell a machine its secrets, as far as that is not link-local.
_MACHINERY = frozenset(map(ipaddress.ip_address, ("fd00:ec2::254", "100.100.100.200", "192.0.0.192")))
_SAFE = "/%:@!$&'()*+,;=~"
_PORTS = {"https": 443, "http": 80}


class Nearness(StrEnum):
    """What kind of machine an address is of.

    `NEVER` is where no site is: link-local, which is where clouds tell secrets, multicast, no address at all.
    """

    PUBLIC = "public"
    PRIVATE = "private"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Address:
    """Where one file lies on the web.

    Attributes:
        host: Lower case, as the name system knows it (IDNA), without brackets.
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
            is, or is no URL.
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower().encode("idna").decode(), parts.port
    except ValueError as error:
        raise FetchError(f"`{_shown(url)}` is no address: {printable(str(error))}") from error
    if not host or _ZONE in host or _UNFIT.search(url):
        raise FetchError(f"`{_shown(url)}` is no address", hint="write it like `https://skills.example.com/`")
    if parts.username is not None:
        raise FetchError(f"the address of `{host}` holds a name or a password", hint="take it out of the address")
    if parts.scheme not in _PORTS:
        raise FetchError(f"`{_shown(url)}` is neither a folder nor an https address")
    if parts.scheme == "http" and not is_loopback(host) and host not in insecure:
        raise FetchError(f"`{_shown(url)}` would be read without protection", hint=f"use `https://{host}`")
    if nearness(host) is Nearness.NEVER:
        raise FetchError(f"`{host}` is no place for a site", hint="link-local addresses are never asked")
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
        raise FetchError(f"`{here.shown}` leads to `{_shown(location)}`, which is no address") from error
    there = parse_address(joined, insecure=insecure)
    if there.scheme != "https" and there.origin != here.origin:
        raise FetchError(f"`{here.shown}` leads to `{there.shown}`, which is not https")
    return there


def nearness(host: str) -> Nearness:
    """Return what kind of machine a host is, as far as its text tells: a name is public until it was looked up."""
    try:
        there = _within(ipaddress.ip_address(host.partition(_ZONE)[0]))
    except ValueError:
        return Nearness.PUBLIC
    if there.is_link_local or there.is_multicast or there.is_unspecified or there in _MACHINERY:
        return Nearness.NEVER
    return Nearness.PUBLIC if there.is_global else Nearness.PRIVATE


def _shown(url: str) -> str:
    """Return a URL for messages, without what may be a password."""
    return printable(_QUERY.sub("?…", _LOGIN.sub("//…@", url)))


def _within(there: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the address that another one stands for, which wraps it."""
    if isinstance(there, ipaddress.IPv4Address):
        return there
    if there in _NAT64:
        return ipaddress.IPv4Address(int(there) & 0xFFFFFFFF)
    return there.ipv4_mapped or there.sixtofour or there


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
