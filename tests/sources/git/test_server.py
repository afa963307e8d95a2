"""Where git is sent: redirects are judged before it, and it goes to the address that was judged."""

import socket
from collections.abc import Sequence

import pytest

from skillpack.errors import FetchError
from skillpack.sources.git.server import GitServer, GitServers
from skillpack.sources.http.timeouts import Timeouts

HASTY = Timeouts(attempts=1, connect=1, silence=1, whole=3)
PUBLIC, INTRANET = "93.184.216.34", "10.0.0.5"


def resolve(host: str) -> Sequence[str]:
    names = {"git.example": ("127.0.0.1",), "public.example": (PUBLIC,), "intranet.example": (INTRANET,)}
    if host not in names:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return names[host]


def find(location: str, *, led: bool = False, rewritten: bool = False) -> GitServer:
    servers = GitServers({}, HASTY, resolve, ("git.example", "public.example"), led=led)
    return servers.find(location, {}, rewritten=rewritten)


def named(url: str, host: str = "git.example") -> str:
    """Return the address of a server on this machine under another name."""
    return url.removeprefix("git+").replace("127.0.0.1", host)


class TestPinned:
    def test_git_reaches_the_address_that_was_judged(self, author, ask, smart) -> None:
        # No name server knows the name, so that git could not find it by itself.
        url, seen = smart(author.bare)
        ask.reach = {"resolve": resolve, "insecure": ("git.example",)}
        available = ask(f"git+{named(url)}#skills/pdf")["pdf"]
        assert available.get().tree.whole
        assert available.provenance.location == named(url)
        assert seen.fetches

    def test_the_name_is_pinned_for_its_port(self, author, smart) -> None:
        url = named(smart(author.bare)[0])
        port = url.split(":")[2].split("/")[0]
        assert find(url) == GitServer(url, f"git.example:{port}:127.0.0.1")

    def test_an_address_needs_no_pin(self, author, smart) -> None:
        url = smart(author.bare)[0].removeprefix("git+")
        assert find(url) == GitServer(url)

    def test_who_does_not_answer_is_left_to_git(self, network) -> None:
        network.stands_in[PUBLIC, 443] = 1
        assert find("https://public.example/x") == GitServer("https://public.example/x", f"public.example:443:{PUBLIC}")
        assert find("https://nowhere.example/x") == GitServer("https://nowhere.example/x")


class TestMoved:
    def test_a_repository_that_moved_is_read(self, author, ask, smart) -> None:
        url, seen = smart(author.bare, moved="old")
        old = url.replace("/team/", "/old/")
        available = ask(f"{old}#skills/pdf")["pdf"]
        assert available.get().tree.whole
        assert available.provenance.location == old.removeprefix("git+")
        # We followed once, and git never.
        assert [path.split("/")[1] for path, _ in seen].count("old") == 1

    def test_git_follows_no_redirect_of_its_own(self, author, ask, smart) -> None:
        """A server that leads elsewhere once we have asked."""
        inside, asked = smart(author.bare)
        there = f"{inside.removeprefix('git+')}/info/refs?service=git-upload-pack"
        url, seen = smart(author.bare, lead_to=there, after=1)
        with pytest.raises(FetchError, match=r"302|redirect"):
            ask(url)
        assert len(seen) == 2
        assert not asked

    @pytest.mark.parametrize("there", ["https://10.0.0.5", "https://intranet.example", "https://[::ffff:10.0.0.5]"])
    def test_the_public_leads_to_no_private_network(self, author, smart, network, there) -> None:
        url, seen = smart(author.bare, lead_to=f"{there}/x/info/refs?service=git-upload-pack")
        port = int(url.rsplit(":", 1)[1].split("/")[0])
        network.stands_in[PUBLIC, port] = port
        with pytest.raises(FetchError, match="is in a private network, and you did not name it yourself"):
            find(named(url, "public.example"))
        assert len(seen) == 1
        assert {ip for ip, _ in network.tried} == {PUBLIC}

    def test_what_is_no_repository_is_said(self, author, smart) -> None:
        url, _ = smart(author.bare, lead_to="/login")
        # Every request leads there, also that for the page itself.
        with pytest.raises(FetchError, match="redirects too often"):
            find(url.removeprefix("git+"))


class TestLed:
    """Repositories that somebody else names."""

    @pytest.mark.parametrize("location", ["https://intranet.example/x", "https://127.0.0.1/x", "http://127.0.0.1:1/x"])
    def test_are_in_no_private_network(self, network, location) -> None:
        with pytest.raises(FetchError, match="is in a private network, and you did not name it yourself"):
            find(location, led=True)
        assert not network.tried

    @pytest.mark.parametrize("location", ["ssh://git@intranet.example/x", "ssh://git@127.0.0.1:22/x", "ssh://[::1]/x"])
    def test_by_ssh_neither(self, location) -> None:
        with pytest.raises(FetchError, match="is in a private network"):
            find(location, led=True)

    @pytest.mark.parametrize("location", ["file:///srv/x", "ext::sh -c x", "git://public.example/x", "/srv/x"])
    def test_are_reached_by_nothing_else(self, location) -> None:
        with pytest.raises(FetchError, match="yourself"):
            find(location, led=True)

    @pytest.mark.parametrize("scheme", ["https", "ssh"])
    def test_are_found_by_us_or_not_at_all(self, scheme) -> None:
        # Git would ask again, and may hear something else.
        with pytest.raises(FetchError, match=r"`nowhere.example` cannot be found: Name or service not known"):
            find(f"{scheme}://nowhere.example/x", led=True)

    def test_are_written_as_every_address(self) -> None:
        with pytest.raises(FetchError, match="four decimal numbers"):
            find("ssh://git@2130706433/x", led=True)

    def test_may_be_public(self, network) -> None:
        network.stands_in[PUBLIC, 443] = 1
        assert find("https://public.example/x", led=True).location == "https://public.example/x"
        assert find("ssh://git@public.example/x", led=True).location == "ssh://git@public.example/x"

    def test_may_be_anywhere_where_settings_of_the_user_put_them(self) -> None:
        assert find("file:///srv/x", led=True, rewritten=True).location == "file:///srv/x"
