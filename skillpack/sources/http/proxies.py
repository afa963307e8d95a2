"""Through which proxy an address is reached, as the environment says: `HTTPS_PROXY` and `NO_PROXY`, in both cases."""

import ipaddress
from collections.abc import Mapping
from contextlib import suppress

from skillpack.sources.http.address import Address


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
