"""Where a request goes, decided before a connection is made: names are resolved once, and every address is judged."""

import ipaddress
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from skillpack.errors import FetchError
from skillpack.sources.http.address import Address, NetworkZone, is_ip, network_zone

Resolver = Callable[[str], Sequence[str]]
"""Returns the IP addresses of a name; raises OSError where it has none."""


class Destination(Struct, frozen=True):
    """Where a request goes.

    Attributes:
        ips: To which connections are made, in the order of the resolver; empty where a proxy looks the name up.
        proxy: URL of the proxy, or empty.
        is_public: Whether it is in the public internet, as far as is known; if so, what it says leads to that alone.
    """

    address: Address
    ips: tuple[str, ...]
    proxy: str
    is_public: bool


def destination(address: Address, env: Mapping[str, str], resolve: Resolver, *, led: bool) -> Destination:
    """Return where a request for an address goes; addresses of a name to which it may not go are left out.

    Args:
        address: That is asked for.
        env: Where proxies are looked for.
        resolve: Asked for names that no proxy looks up.
        led: True where a public host led there, or somebody else named it, so that it may be in no private network.

    Raises:
        FetchError: It may go to none of the addresses.
        OSError: The name has no address.
    """
    proxy = proxy_for(address, env)
    # A proxy looks names up itself, so that there only an address that is written as one can be judged.
    known = (address.host,) if proxy or is_ip(address.host) else resolve(address.host)
    zones = {ip: network_zone(ip) for ip in known}
    open_zones = {NetworkZone.PUBLIC} if led else {NetworkZone.PUBLIC, NetworkZone.PRIVATE}
    ips = tuple(ip for ip in known if zones[ip] in open_zones)
    if known and not ips:
        raise _refusal(address, led=led and NetworkZone.PRIVATE in zones.values())
    is_public = any(zones[ip] is NetworkZone.PUBLIC for ip in ips)
    return Destination(address, () if proxy else ips, proxy, is_public)


def resolve_host(host: str) -> tuple[str, ...]:
    """Return the addresses of a name, as this machine resolves it."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(row[4][0]) for row in found))


def proxy_for(address: Address, env: Mapping[str, str]) -> str:
    """Return the URL of the proxy for an https address, or the empty string; the lower case of a variable wins."""
    url = env.get("https_proxy") or env.get("HTTPS_PROXY") or ""
    if address.scheme != "https" or not url:
        return ""
    excluded = (env.get("no_proxy") or env.get("NO_PROXY") or "").lower().split(",")
    if any(_covers(each.strip(), address) for each in excluded):
        return ""
    return url if "://" in url else f"http://{url}"


def _covers(entry: str, address: Address) -> bool:
    """Return whether an entry of `NO_PROXY` names a host: itself or a parent, with its port or not, or its network."""
    if entry == "*":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(address.host) in ipaddress.ip_network(entry.strip("[]"), strict=False)
    name = entry.removeprefix("*").lstrip(".").removesuffix(f":{address.port}").strip("[]")
    return bool(name) and (address.host == name or address.host.endswith(f".{name}"))


def _refusal(address: Address, *, led: bool) -> FetchError:
    """Return why nobody is asked; it never depends on what is there."""
    if led:
        return FetchError(
            f"`{address.shown}` is in a private network, and you did not name it yourself",
            hint="no request was sent; if you trust it, name it yourself (for `adopt`, with `--allow-origin`)",
        )
    return FetchError(
        f"`{address.host}` is not an address for a site", hint="skillpack never connects to link-local addresses"
    )
