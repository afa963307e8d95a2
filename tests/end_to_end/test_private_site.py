"""A site behind a login: a build that is given one goes on from it, and one that is not forgets nothing."""

import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

LOGIN = b64encode(b"ci:secret").decode()
PAGE = b"\n<!DOCTYPE html>\n<title>Sign in</title>\n"


class Private(SimpleHTTPRequestHandler):
    """Files behind HTTP basic authentication."""

    refused = 401

    def send_head(self):  # noqa: ANN201 that of the base
        if self.headers.get("Authorization") == f"Basic {LOGIN}":
            return super().send_head()
        self.send_response(self.refused)
        self.send_header("WWW-Authenticate", 'Basic realm="skills"')
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)
        return None

    def log_message(self, *_: object) -> None:
        pass


class WithHeaders(Private):
    """Files for whoever sends the lines that Cloudflare Access and CloudFront ask for; a redirect for others."""

    wanted: Mapping[str, str] = {}

    def send_head(self):  # noqa: ANN201 that of the base
        if all(self.headers.get(name) == value for name, value in self.wanted.items()):
            return SimpleHTTPRequestHandler.send_head(self)
        self.send_response(302)
        self.send_header("Location", f"http://localhost:{self.server.server_port}/login")  # type: ignore[attr-defined]
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None


class WithLoginPage(Private):
    """The same, where whoever is not known gets a page to log in, with status 200."""

    refused = 200


@pytest.fixture
def start(published) -> Iterator[Callable[[type[Private]], str]]:
    """Return a function that serves the first site of a catalog, and returns its address."""
    servers = []

    def start(handler: type[Private]) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(published.folder / "one")))
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(params=[Private, WithLoginPage])
def site(request, start) -> str:
    return start(request.param)


@pytest.fixture(autouse=True)
def _nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a user without settings."""
    (tmp_path / "user").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("NETRC", str(tmp_path / "user/netrc"))


def _kept(published) -> None:
    assert published.labels("two", "alpha") == ["1.1.0", "1.0.0"]
    assert published.listed("two")["gamma"]["successor"] == "gamma-two"


def test_a_header_of_the_environment_logs_in(published, site: str, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "user/skillpack").mkdir()
    (tmp_path / "user/skillpack/config.toml").write_text(
        f'[[http.header]]\norigin = "{site}"\nname = "Authorization"\nenv = "SITE"\n'
    )
    monkeypatch.setenv("SITE", f"Basic {LOGIN}")
    published.change_everything()
    assert published.build("two", previous=site) == 0
    _kept(published)


@pytest.mark.parametrize(
    "wanted",
    [
        {"CF-Access-Client-Id": "a.access", "CF-Access-Client-Secret": "b"},
        {"Cookie": "CloudFront-Policy=a; CloudFront-Signature=b; CloudFront-Key-Pair-Id=c"},
    ],
)
def test_headers_of_any_name_log_in_together(published, start, tmp_path: Path, monkeypatch, capfd, wanted) -> None:
    site = start(type("Wanting", (WithHeaders,), {"wanted": wanted}))
    published.change_everything()
    assert published.build("two", previous=site) == 3

    settings = ""
    for number, (name, value) in enumerate(wanted.items()):
        settings += f'[[http.header]]\norigin = "{site}"\nname = "{name}"\nenv = "SITE_{number}"\n'
        monkeypatch.setenv(f"SITE_{number}", value)
    (tmp_path / "user/skillpack").mkdir()
    (tmp_path / "user/skillpack/config.toml").write_text(settings)
    capfd.readouterr()
    assert published.build("two", previous=site) == 0, capfd.readouterr().err
    _kept(published)


def test_a_netrc_file_logs_in(published, site: str, tmp_path: Path) -> None:
    netrc = tmp_path / "user/netrc"
    netrc.write_text(f"machine {site.split('/')[2]} login ci password secret\n")
    netrc.chmod(0o600)
    published.change_everything()
    assert published.build("two", previous=site) == 0
    _kept(published)


@pytest.mark.parametrize("how", ["address", "auto"])
def test_a_login_page_is_no_catalog_and_nothing_is_forgotten(published, start, capfd, how: str) -> None:
    site = start(WithLoginPage)
    more = [] if how == "address" else ["--previous", "auto", "--site-url", site]
    assert published.build("two", *more, previous=site if how == "address" else "") == 3
    said = capfd.readouterr().err
    assert f"error: `{site}catalog.json` returns a web page instead of a catalog, probably a login page" in said
    assert "`[[http.header]]`" in said
    assert "netrc" in said
    assert "`[catalog] published = false`" in said
    assert not (published.folder / "two").exists()


def test_without_a_login_the_answer_says_how_to_log_in(published, start, capfd) -> None:
    assert published.build("two", previous=start(Private)) == 3
    said = capfd.readouterr().err
    assert "answers 401" in said
    assert "`[[http.header]]`" in said


def test_a_configuration_may_say_to_begin_anew(published, site: str, capfd) -> None:
    published.change_everything()
    published.configure(catalog="published = false")
    assert published.build("two", previous=site) == 0
    assert f"note: `[catalog] published = false`: published versions at `{site}` are not kept" in capfd.readouterr().err
    assert published.labels("two", "alpha") == ["1.1.0"]
    assert "gamma" not in published.listed("two")
