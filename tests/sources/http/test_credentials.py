import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.errors import FetchError
from skillpack.model.install_settings import Header
from skillpack.sources.http.address import parse_address
from skillpack.sources.http.credentials import Credentials, netrc_file
from skillpack.sources.http.site import WebSite
from skillpack.sources.http.timeouts import Timeouts

SECRET = "pass-w0rd"  # noqa: S105
BASIC = "Basic dXM6cGFzcy13MHJk"
HOST = "skills.example.com"


@pytest.fixture
def netrc(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a netrc file."""

    def write(text: str, mode: int = 0o600) -> Path:
        path = tmp_path / "netrc"
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    return write


def sent(credentials: Credentials, url: str) -> dict[str, str]:
    return dict(credentials.headers(parse_address(url, insecure={"plain.example.com"})))


def test_a_login_of_the_netrc_file_is_for_its_host_and_port(netrc) -> None:
    file = netrc(f"machine {HOST} login us password {SECRET}\nmachine {HOST}:8443 login us password {SECRET}\n")
    credentials = Credentials((), file, {})
    assert sent(credentials, f"https://{HOST}/x") == {"Authorization": BASIC}
    assert sent(credentials, f"https://{HOST}:8443/x") == {"Authorization": BASIC}
    assert sent(credentials, f"https://{HOST}:9443/x") == {}
    assert sent(credentials, f"https://other.{HOST}/x") == {}


def test_a_default_line_is_for_nobody(netrc) -> None:
    credentials = Credentials((), netrc(f"default login us password {SECRET}\n"), {})
    assert sent(credentials, f"https://{HOST}/") == {}
    assert sent(credentials, "https://default/") == {}


def test_nothing_is_sent_where_others_can_hear_it(netrc) -> None:
    file = netrc(f"machine plain.example.com login us password {SECRET}\n")
    assert sent(Credentials((), file, {}), "http://plain.example.com/") == {}


def test_no_file_is_no_login(tmp_path: Path) -> None:
    assert sent(Credentials((), tmp_path / "none", {}), f"https://{HOST}/") == {}


def test_a_file_that_others_can_read_is_refused_once_it_is_needed(netrc) -> None:
    credentials = Credentials((), netrc(f"machine {HOST} login us password {SECRET}\n", 0o644), {})
    assert sent(credentials, "https://elsewhere.example.com/") == {}
    with pytest.raises(FetchError, match=f"others can read .* which holds a password for `{HOST}`") as refused:
        sent(credentials, f"https://{HOST}/")
    assert refused.value.hint.startswith("`chmod 600 ")


def test_a_spoiled_file_is_told_without_its_words(netrc) -> None:
    with pytest.raises(FetchError, match="is not a netrc file: line 2 cannot be read") as refused:
        sent(Credentials((), netrc(f"machine a login b password c\n{SECRET} {SECRET}\n"), {}), f"https://{HOST}/")
    assert SECRET not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_header_of_the_settings_comes_before_the_netrc_file(netrc) -> None:
    file = netrc(f"machine {HOST} login us password {SECRET}\n")
    credentials = Credentials((Header(f"https://{HOST}", "PRIVATE-TOKEN", "TOKEN"),), file, {"TOKEN": "abc"})
    assert sent(credentials, f"https://{HOST}/x") == {"PRIVATE-TOKEN": "abc"}
    assert sent(credentials, f"https://{HOST}:8443/x") == {}


@pytest.mark.parametrize(
    ("env", "words"),
    [({}, "`TOKEN` is not set"), ({"TOKEN": "a\r\nHost: evil"}, "`TOKEN` is not one line of plain text")],
)
def test_a_variable_that_says_nothing_is_named(env, words) -> None:
    credentials = Credentials((Header(f"https://{HOST}", "Authorization", "TOKEN"),), None, env)
    assert sent(credentials, "https://elsewhere.example.com/") == {}
    with pytest.raises(FetchError, match=words) as refused:
        sent(credentials, f"https://{HOST}/")
    assert "evil" not in str(refused.value)


def test_an_origin_without_protection_is_refused_at_once() -> None:
    with pytest.raises(FetchError, match="is not encrypted"):
        Credentials((Header(f"http://{HOST}", "Authorization", "TOKEN"),), None, {})


def test_where_the_file_is() -> None:
    home = Path("home")
    assert netrc_file({"NETRC": "/etc/mine"}, home) == Path("/etc/mine")
    assert netrc_file({}, home) == home / ("_netrc" if os.name == "nt" else ".netrc")


class TestSent:
    """Over a connection."""

    def site(self, url: str, variable: str = "abc") -> WebSite:
        header = Header(url.rstrip("/"), "Authorization", "TOKEN")
        return WebSite(url, {}, Timeouts(attempts=1), credentials=Credentials((header,), None, {"TOKEN": variable}))

    def test_the_site_gets_them_and_those_it_leads_to_do_not(self, web, monkeypatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(Path(__file__).parents[2] / "data/tls/localhost.pem"))
        there, seen_there = web({"/y": b"there"}, tls=True)
        moved = {"/x": [(302, {"Location": f"{there}y"}, b"")], "/z": [(302, {"Location": "/here"}, b"")]}
        here, seen_here = web({"/here": b"here"}, moved, tls=True)
        # There too the user has some; they are for who asks there, not for whom another site sends there.
        headers = [Header(url.rstrip("/"), "Authorization", "TOKEN") for url in (here, there)]
        site = WebSite(here, {}, Timeouts(attempts=1), credentials=Credentials(headers, None, {"TOKEN": "abc"}))
        for path, content in (("x", b"there"), ("z", b"here"), ("here", b"here")):
            into = io.BytesIO()
            assert site.get(path, into, most=10)
            assert into.getvalue() == content
        site.close()
        assert [each["Authorization"] for each in seen_here.headers] == ["abc"] * 4
        assert [each["Authorization"] for each in seen_there.headers] == [None]

    @pytest.mark.parametrize("status", [401, 403])
    def test_who_is_refused_learns_what_to_do(self, web, status) -> None:
        url, _ = web(answers={"/x": [(status, {}, b"")]})
        with pytest.raises(FetchError, match=f"answers {status}") as refused:
            self.site(url).get("x", io.BytesIO(), most=10)
        assert refused.value.hint == "it rejects the credentials you set for it"
        with pytest.raises(FetchError) as refused:
            WebSite(url, {}).get("x", io.BytesIO(), most=10)
        assert refused.value.hint.startswith("`machine 127.0.0.1:")
