"""Where requests go when a site on the internet leads elsewhere; servers on this machine stand in for all of them."""

import io
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from skillpack.errors import FetchError
from skillpack.model.install_settings import Header
from skillpack.sources.http.credentials import Credentials
from skillpack.sources.http.site import WebSite
from skillpack.sources.http.timeouts import Timeouts

CERTIFICATE = Path(__file__).parents[2] / "data/tls/example.pem"
HASTY = Timeouts(attempts=1, pause=0.01, connect=1, silence=1, whole=3)
NAMES = {"public.example": "93.184.216.34", "cdn.example": "151.101.1.1", "intranet.example": "10.0.0.5"}


class Names:
    """A resolver, and what it was asked for."""

    def __init__(self) -> None:
        self.known: dict[str, Sequence[str]] = {name: (ip,) for name, ip in NAMES.items()}
        self.asked: Counter[str] = Counter()

    def __call__(self, host: str) -> Sequence[str]:
        self.asked[host] += 1
        if host not in self.known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return self.known[host]


@pytest.fixture
def names() -> Names:
    return Names()


@pytest.fixture
def host(web, network, monkeypatch) -> Callable[..., list[str]]:
    """Return a function that lets a server stand in for an address, and returns what is asked of it."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    def start(ip: str, files: dict[str, bytes] | None = None, **moved: str) -> list[str]:
        answers = {f"/{path}": [(302, {"Location": there}, b"")] for path, there in moved.items()}
        url, seen = web(files, answers, tls="example")
        network.stands_in[ip, 443] = int(url.rsplit(":", 1)[1].strip("/"))
        return seen

    return start


def fetched(
    url: str, names: Names, timeouts: Timeouts = HASTY, *, env: dict[str, str] | None = None, **options: object
) -> bytes:
    site, into = WebSite(url, env or {}, timeouts, resolve=names, **options), io.BytesIO()
    try:
        assert site.get("x", into, most=1000)
    finally:
        site.close()
    return into.getvalue()


class TestPublic:
    def test_a_site_is_reached_at_its_address_under_its_name(self, host, names, network) -> None:
        seen = host(NAMES["public.example"], {"/x": b"here"})
        assert fetched("https://public.example/", names) == b"here"
        assert network.tried == [(NAMES["public.example"], 443)]
        assert [headers["Host"] for headers in seen.headers] == ["public.example"]

    def test_it_may_lead_to_another_one(self, host, names) -> None:
        host(NAMES["public.example"], x="https://cdn.example/y")
        host(NAMES["cdn.example"], {"/y": b"there"})
        assert fetched("https://public.example/", names) == b"there"

    def test_who_stands_at_the_address_has_to_have_the_name(self, host, names) -> None:
        seen = host(NAMES["public.example"], {"/x": b"here"})
        names.known["other.example"] = names.known["public.example"]
        with pytest.raises(FetchError, match=r"`https://other.example/x` has no valid certificate"):
            fetched("https://other.example/", names)
        assert not seen

    def test_the_next_address_is_tried(self, host, names, network) -> None:
        host(NAMES["public.example"], {"/x": b"here"})
        with socket.create_server(("127.0.0.1", 0)) as closed:
            network.stands_in["2606:2800:220:1::1", 443] = closed.getsockname()[1]
        names.known["public.example"] = ("2606:2800:220:1::1", NAMES["public.example"])
        site = WebSite("https://public.example/", {}, HASTY, resolve=names)
        for _ in range(2):
            assert site.get("x", io.BytesIO(), most=10)
        site.close()
        assert network.tried == [("2606:2800:220:1::1", 443), (NAMES["public.example"], 443)]

    def test_addresses_that_take_no_connection_cannot_hold_us(self, names, network) -> None:
        with socket.socket() as full, socket.socket() as first, socket.socket() as second:
            full.bind(("127.0.0.1", 0))
            full.listen(0)
            for waiting in (first, second):  # nobody takes them, and there is room for no other
                waiting.settimeout(0)
                waiting.connect_ex(full.getsockname())
            names.known["public.example"] = [f"93.184.216.{number}" for number in range(20)]
            for ip in names.known["public.example"]:
                network.stands_in[ip, 443] = full.getsockname()[1]
            hastier = Timeouts(attempts=1, pause=0.01, connect=0.2, silence=0.2, whole=0.6)  # nobody is to be in time
            with pytest.raises(FetchError, match="did not answer in time"):
                fetched("https://public.example/", names, hastier)

    def test_a_name_is_looked_up_once_so_that_it_cannot_turn_inwards(self, host) -> None:
        """The first answer is judged and used; the second one, of a name server that lies, is never asked for."""
        host(NAMES["public.example"], {"/z": b"here"}, x="https://public.example/y", y="/z")
        inside = host("127.0.0.1", {"/y": b"inside"})
        answers = iter([(NAMES["public.example"],), ("127.0.0.1",)])
        site = WebSite("https://public.example/", {}, HASTY, resolve=lambda _: next(answers))
        for _ in range(2):
            assert site.get("x", io.BytesIO(), most=10)
        site.close()
        assert not inside


PLACES = {
    "an address": "https://10.0.0.5/y",
    "this machine": "https://127.0.0.1/y",
    "this machine by IPv6": "https://[::1]/y",
    "an address in IPv6": "https://[::ffff:10.0.0.5]/y",
    "NAT64": "https://[64:ff9b::10.0.0.5]/y",
    "6to4": "https://[2002:0a00:0005::]/y",
    "a name of the intranet": "https://intranet.example/y",
    "a name of this machine": "https://localhost/y",
    "with a dot at its end": "https://intranet.example./y",
}
ODD = ("167772165", "0xa000005", "012.0.0.5", "10.5", "0x0a.0.0.0x5", "10.0.0.5.")


class TestLedInwards:
    """A public site that leads to where only the user's machine can go."""

    @pytest.mark.parametrize("place", PLACES)
    def test_nothing_is_sent(self, host, names, network, place) -> None:
        host(NAMES["public.example"], x=PLACES[place])
        inside = [host(ip, {"/y": b"secret"}) for ip in ("10.0.0.5", "127.0.0.1", "::1", "::ffff:10.0.0.5")]
        names.known["localhost"] = ("127.0.0.1", "::1")
        with pytest.raises(FetchError, match=r"is in a private network, and you did not name it yourself"):
            fetched("https://public.example/", names)
        assert network.tried == [(NAMES["public.example"], 443)]
        assert not any(inside)

    @pytest.mark.parametrize("host_text", ODD)
    def test_odd_spellings_are_seen_through(self, host, names, network, host_text) -> None:
        host(NAMES["public.example"], x=f"https://{host_text}/y")
        names.known |= {host_text: ("10.0.0.5",), host_text.strip("."): ("10.0.0.5",)}
        with pytest.raises(FetchError, match=r"is in a private network|written as four decimal numbers"):
            fetched("https://public.example/", names)
        assert network.tried == [(NAMES["public.example"], 443)]

    def test_over_another_public_one(self, host, names, network) -> None:
        host(NAMES["public.example"], x="https://cdn.example/y")
        host(NAMES["cdn.example"], y="https://intranet.example/z")
        with pytest.raises(FetchError, match=r"`https://intranet.example/z` is in a private network"):
            fetched("https://public.example/", names)
        assert {ip for ip, _ in network.tried} == {NAMES["public.example"], NAMES["cdn.example"]}

    def test_nothing_tells_whether_a_port_is_open(self, host, names, network) -> None:
        said = []
        network.stands_in["10.0.0.5", 22] = 1
        host("10.0.0.5", {"/y": b"open"})
        for port in ("", ":22", ":9999"):
            host(NAMES["public.example"], x=f"https://10.0.0.5{port}/y")
            with pytest.raises(FetchError) as refused:
                fetched("https://public.example/", names)
            said.append((str(refused.value).replace(port or "/y", ""), refused.value.hint))
        assert len({words.replace("/y", "") for words, _ in said}) == 1
        assert {ip for ip, _ in network.tried} == {NAMES["public.example"]}

    def test_a_name_that_is_public_and_private_is_asked_at_its_public_address(self, host, names, network) -> None:
        names.known["cdn.example"] = ("10.0.0.5", "127.0.0.1", NAMES["cdn.example"])
        host(NAMES["public.example"], x="https://cdn.example/y")
        host(NAMES["cdn.example"], {"/y": b"there"})
        assert fetched("https://public.example/", names) == b"there"
        assert [ip for ip, _ in network.tried] == [NAMES["public.example"], NAMES["cdn.example"]]


class TestIntranet:
    def test_what_the_user_types_may_be_private(self, host, names) -> None:
        host(NAMES["intranet.example"], {"/x": b"ours"})
        assert fetched("https://intranet.example/", names) == b"ours"

    def test_it_may_lead_on_within(self, host, names) -> None:
        names.known["cdn.example"] = ("192.168.1.7",)
        host(NAMES["intranet.example"], x="https://cdn.example/y")
        host("192.168.1.7", {"/y": b"ours"})
        assert fetched("https://intranet.example/", names) == b"ours"

    def test_it_may_lead_out_but_not_in_again(self, host, names) -> None:
        inside = host(NAMES["intranet.example"], {"/secret": b"s"}, x="https://public.example/y")
        host(NAMES["public.example"], y="https://intranet.example/secret")
        with pytest.raises(FetchError, match=r"`https://intranet.example/secret` is in a private network"):
            fetched("https://intranet.example/", names)
        assert inside == ["/x"]

    def test_link_local_is_nowhere(self, names, network) -> None:
        names.known["intranet.example"] = ("169.254.169.254", "fe80::1%2")
        with pytest.raises(FetchError, match=r"`intranet.example` is not an address for a site"):
            fetched("https://intranet.example/", names)
        assert not network.tried


class TestProxy:
    """Only addresses that are written as such can be judged."""

    def test_names_are_looked_up_by_the_proxy(self, odd, names) -> None:
        asked = []

        def say(connection: socket.socket, request: bytes) -> None:
            asked.append(request.split(b"\r\n")[0])
            connection.sendall(b"HTTP/1.1 502 No\r\n\r\n")

        with pytest.raises(FetchError, match="502 No"):
            fetched("https://public.example/", names, env={"HTTPS_PROXY": odd(say)})
        assert asked == [b"CONNECT public.example:443 HTTP/1.0"]
        assert not names.asked

    def test_a_site_that_is_excluded_is_reached_directly(self, host, names, network) -> None:
        host(NAMES["public.example"], {"/x": b"here"})
        env = {"HTTPS_PROXY": "http://127.0.0.1:1", "NO_PROXY": ".example"}
        assert fetched("https://public.example/", names, env=env) == b"here"
        assert network.tried == [(NAMES["public.example"], 443)]

    def test_a_redirect_to_an_address_is_judged(self, host, names) -> None:
        host(NAMES["public.example"], x="https://10.0.0.5/y")
        env = {"HTTPS_PROXY": "http://127.0.0.1:1", "NO_PROXY": "public.example"}
        with pytest.raises(FetchError, match=r"is in a private network"):
            fetched("https://public.example/", names, env=env)


def test_who_asks_is_said_to_nobody_else(host, names) -> None:
    there = host(NAMES["cdn.example"], {"/y": b"there"})
    here = host(NAMES["public.example"], x="https://cdn.example/y")
    header = Header("https://public.example", "X-Key", "KEY")
    fetched("https://public.example/", names, credentials=Credentials([header], None, {"KEY": "secret"}))
    assert [each.get("X-Key") for each in (*here.headers, *there.headers)] == ["secret", None]
