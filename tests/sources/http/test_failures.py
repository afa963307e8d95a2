"""What is said where there is no network."""

import pytest

from skillpack.sources.git.messages import hint, problem
from skillpack.sources.http.failures import NETWORK_HINT, no_network


@pytest.mark.parametrize(
    ("failure", "clause"),
    [
        ("Temporary failure in name resolution", "no network, or no such host"),
        ("[Errno -2] Name or service not known", "no network, or no such host"),
        ("nodename nor servname provided, or not known", "no network, or no such host"),
        ("Network is unreachable", "no network"),
        ("Connection refused", ""),
        ("the answer has status 503", ""),
    ],
)
def test_is_known_by_its_words(failure: str, clause: str) -> None:
    assert no_network(failure) == clause


@pytest.mark.parametrize(
    "said",
    [
        "fatal: unable to access 'https://git.example.com/x/': Could not resolve host: git.example.com",
        "ssh: Could not resolve hostname git.example.com: Name or service not known\nfatal: Could not read from remote",
    ],
)
def test_git_says_it_plainly(said: str) -> None:
    assert (problem(said), hint(said)) == ("no network, or no such host", NETWORK_HINT)
