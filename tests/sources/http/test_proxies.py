import pytest

from skillpack.sources.http.address import parse_address
from skillpack.sources.http.proxies import proxy_for

PROXY = "http://proxy:3128"


def through(url: str, **env: str) -> str:
    return proxy_for(parse_address(url), env)


@pytest.mark.parametrize("name", ["https_proxy", "HTTPS_PROXY"])
def test_both_cases_are_read(name) -> None:
    assert through("https://example.com/", **{name: PROXY}) == PROXY


def test_the_lower_case_wins() -> None:
    assert through("https://example.com/", https_proxy=PROXY, HTTPS_PROXY="http://other:1") == PROXY


def test_without_a_variable_there_is_none() -> None:
    assert through("https://example.com/") == through("https://example.com/", HTTPS_PROXY="") == ""


def test_it_serves_https_alone() -> None:
    assert through("http://localhost/", https_proxy=PROXY) == ""


def test_a_scheme_may_be_left_out() -> None:
    assert through("https://example.com/", HTTPS_PROXY="proxy:3128") == PROXY


@pytest.mark.parametrize("name", ["no_proxy", "NO_PROXY"])
@pytest.mark.parametrize(
    "entries",
    ["example.com", "a, .example.com", "*.example.com", "*", "in.EXAMPLE.com", "in.example.com:8443", "b,com"],
)
def test_what_is_excluded_is_reached_directly(name, entries) -> None:
    assert through("https://in.example.com:8443/", **{"https_proxy": PROXY, name: entries}) == ""


@pytest.mark.parametrize("entries", ["", " , ", "ample.com", "example.com.org", "in.example.com:1", "10.0.0.0/8"])
def test_anything_else_is_not(entries) -> None:
    assert through("https://in.example.com:8443/", https_proxy=PROXY, no_proxy=entries) == PROXY


@pytest.mark.parametrize(
    ("url", "entry"),
    [("10.1.2.3", "10.0.0.0/8"), ("10.1.2.3", "10.1.2.3"), ("[::1]", "::1"), ("[fd00::1]", "[fd00::1]")],
)
def test_networks_are_excluded_too(url, entry) -> None:
    assert through(f"https://{url}/", https_proxy=PROXY, no_proxy=entry) == ""
