"""What systems, libraries and git say where there is no network -> plain words (pure)."""

import re

_UNRESOLVED = re.compile(
    r"Could not resolve host|failure in name resolution|Name or service not known|nodename nor servname"
    r"|getaddrinfo failed|No address associated with hostname",
    re.IGNORECASE,
)
_UNREACHABLE = re.compile(r"Network is unreachable|No route to host|Network is down", re.IGNORECASE)

NETWORK_HINT = "check the connection and the address; `--offline` uses what was fetched before"
"""What to do where there may be no network."""


def no_network(failure: str) -> str:
    """Return that there is no network, as a clause; empty where a failure is another one."""
    if _UNRESOLVED.search(failure):
        return "no network, or no such host"
    return "no network" if _UNREACHABLE.search(failure) else ""
