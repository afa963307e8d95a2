"""What kind of network an address is in: public, private, or one where no site is (pure)."""

import ipaddress
from collections.abc import Iterator
from enum import StrEnum

_IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
# Whose last 32 bits are the IPv4 address that is meant: compatible, mapped, translated, NAT64.
_WRAPPING = tuple(map(ipaddress.ip_network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
# Where clouds tell a machine its secrets, as far as that is not link-local.
_METADATA = frozenset(map(ipaddress.ip_address, ("fd00:ec2::254", "100.100.100.200", "192.0.0.192")))
_ZONE = "%"


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
