"""Requests that fail: what may be over at the next attempt, and the words for no network at all (pure)."""

import re


class PassingError(Exception):
    """A request failed in a way that may be over at the next attempt; its words are a clause.

    Attributes:
        pause: Seconds that the site asks us to wait; 0 where it asks for nothing.
    """

    def __init__(self, words: str, *, pause: float = 0) -> None:
        super().__init__(words)
        self.pause = pause


_UNRESOLVED = re.compile(
    r"Could not resolve host|failure in name resolution|Name or service not known|nodename nor servname"
    r"|getaddrinfo failed|No address associated with hostname",
    re.IGNORECASE,
)
_UNREACHABLE = re.compile(r"Network is unreachable|No route to host|Network is down", re.IGNORECASE)

NETWORK_HINT = "check the connection and the address; `--offline` uses what was fetched before"
"""What to do where there may be no network."""


def no_network(failure: str) -> str:
    """Return the clause for a failure without any network; empty where a failure is another one."""
    if _UNRESOLVED.search(failure):
        return "no network, or no such host"
    return "no network" if _UNREACHABLE.search(failure) else ""
