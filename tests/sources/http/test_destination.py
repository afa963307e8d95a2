import socket
from collections.abc import Callable, Sequence

import pytest

from skillpack.errors import FetchError
from skillpack.sources.http.address import Address, parse_address
from skillpack.sources.http.destination import destination, proxy_for, resolve_host

PUBLIC, OTHER, INTRANET, LINK_LOCAL = "93.184.216.34", "2606:2800:220:1::1", "10.0.0.5", "169.254.169.254"
PROXY = {"HTTPS_PROXY": "http://proxy.example:3128"}


def address(host: str) -> Address:
    return parse_address(f"https://{host}/x")


def says(*ips: str) -> Callable[[str], Sequence[str]]:
    """Return a resolver that says the same of every name."""
    return lambda _: ips


def nobody(host: str) -> Sequence[str]:
    raise AssertionError(f"asked for {host}")


class TestTyped:
    """What the user typed."""

    @pytest.mark.parametrize("ip", [PUBLIC, OTHER, INTRANET, "127.0.0.1", "::1"])
    def test_may_be_anywhere(self, ip) -> None:
        assert destination(address("a.example"), {}, says(ip), led=False).ips == (ip,)

    @pytest.mark.parametrize("ip", [LINK_LOCAL, "fe80::1%2", "0.0.0.0", "::ffff:169.254.169.254", "224.0.0.1"])
    def test_is_not_where_no_site_is(self, ip) -> None:
        with pytest.raises(FetchError, match=r"`a.example` is not an address for a site"):
            destination(address("a.example"), {}, says(ip), led=False)

    def test_of_several_addresses_those_are_taken_that_may_be_asked(self) -> None:
        assert destination(address("a.example"), {}, says(LINK_LOCAL, INTRANET), led=False).ips == (INTRANET,)

    def test_is_public_where_one_address_is(self) -> None:
        assert destination(address("a.example"), {}, says(INTRANET, PUBLIC), led=False).is_public
        assert not destination(address("a.example"), {}, says(INTRANET), led=False).is_public

    def test_an_address_is_not_looked_up(self) -> None:
        assert destination(address("10.0.0.5"), {}, nobody, led=False).ips == ("10.0.0.5",)
        assert destination(address("[::1]"), {}, nobody, led=False).ips == ("::1",)

    def test_a_name_without_addresses_fails_in_passing(self) -> None:
        def none(_: str) -> Sequence[str]:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        with pytest.raises(OSError, match="not known"):
            destination(address("a.example"), {}, none, led=False)


class TestLed:
    """Where a public host led."""

    @pytest.mark.parametrize("ip", [INTRANET, "127.0.0.1", "::1", "100.64.0.1", "fd00::1", LINK_LOCAL, "0.0.0.0"])
    def test_is_in_no_private_network(self, ip) -> None:
        with pytest.raises(
            FetchError, match=r"is in a private network, and you did not name it yourself|not an address for a site"
        ):
            destination(address("a.example"), {}, says(ip), led=True)

    @pytest.mark.parametrize(
        "host",
        [
            "127.0.0.1",
            "10.0.0.5",
            "[::1]",
            "[::ffff:10.0.0.5]",
            "[::10.0.0.5]",
            "\uff11\uff10.0.0.5",
            "10\u30020\u30020\u30025",
        ],
    )
    def test_is_judged_without_a_question_where_it_is_an_address(self, host) -> None:
        with pytest.raises(FetchError, match=r"is in a private network"):
            destination(address(host), {}, nobody, led=True)

    def test_of_several_addresses_the_public_ones_are_taken(self) -> None:
        there = destination(address("a.example"), {}, says("127.0.0.1", PUBLIC, INTRANET, OTHER), led=True)
        assert there.ips == (PUBLIC, OTHER)

    def test_the_refusal_is_the_same_for_every_port(self) -> None:
        said = set()
        for port in (22, 443, 8080):
            with pytest.raises(FetchError) as refused:
                destination(parse_address(f"https://10.0.0.5:{port}/x"), {}, nobody, led=True)
            said.add(str(refused.value).replace(f":{port}", ""))
        assert said == {"`https://10.0.0.5/x` is in a private network, and you did not name it yourself"}


class TestProxy:
    def test_looks_names_up_itself(self) -> None:
        there = destination(address("a.example"), PROXY, nobody, led=True)
        assert (there.proxy, there.ips, there.is_public) == ("http://proxy.example:3128", (), True)

    @pytest.mark.parametrize("host", ["10.0.0.5", "[::1]", "localhost", "a.localhost"])
    def test_is_led_to_no_address_that_is_private(self, host) -> None:
        with pytest.raises(FetchError, match=r"is in a private network"):
            destination(address(host), PROXY, nobody, led=True)

    def test_is_sent_to_an_address_of_the_intranet_that_the_user_typed(self) -> None:
        assert not destination(address("10.0.0.5"), PROXY, nobody, led=False).is_public


def test_this_machine_resolves_its_own_name() -> None:
    assert set(resolve_host("localhost")) <= {"127.0.0.1", "::1"}


PROXY_URL = "http://proxy:3128"


def through(url: str, **env: str) -> str:
    return proxy_for(parse_address(url), env)


@pytest.mark.parametrize("name", ["https_proxy", "HTTPS_PROXY"])
def test_both_cases_are_read(name) -> None:
    assert through("https://example.com/", **{name: PROXY_URL}) == PROXY_URL


def test_the_lower_case_wins() -> None:
    assert through("https://example.com/", https_proxy=PROXY_URL, HTTPS_PROXY="http://other:1") == PROXY_URL


def test_without_a_variable_there_is_none() -> None:
    assert through("https://example.com/") == through("https://example.com/", HTTPS_PROXY="") == ""


def test_it_serves_https_alone() -> None:
    assert through("http://localhost/", https_proxy=PROXY_URL) == ""


def test_a_scheme_may_be_left_out() -> None:
    assert through("https://example.com/", HTTPS_PROXY="proxy:3128") == PROXY_URL


@pytest.mark.parametrize("name", ["no_proxy", "NO_PROXY"])
@pytest.mark.parametrize(
    "entries",
    ["example.com", "a, .example.com", "*.example.com", "*", "in.EXAMPLE.com", "in.example.com:8443", "b,com"],
)
def test_what_is_excluded_is_reached_directly(name, entries) -> None:
    assert through("https://in.example.com:8443/", **{"https_proxy": PROXY_URL, name: entries}) == ""


@pytest.mark.parametrize("entries", ["", " , ", "ample.com", "example.com.org", "in.example.com:1", "10.0.0.0/8"])
def test_anything_else_is_not(entries) -> None:
    assert through("https://in.example.com:8443/", https_proxy=PROXY_URL, no_proxy=entries) == PROXY_URL


@pytest.mark.parametrize(
    ("url", "entry"),
    [("10.1.2.3", "10.0.0.0/8"), ("10.1.2.3", "10.1.2.3"), ("[::1]", "::1"), ("[fd00::1]", "[fd00::1]")],
)
def test_networks_are_excluded_too(url, entry) -> None:
    assert through(f"https://{url}/", https_proxy=PROXY_URL, no_proxy=entry) == ""
