"""The preview's answers: pages with the script, files as they are, changes as they come."""

import http.client
import json
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from skillpack.serve import Preview, PreviewHandler, PreviewServer, is_served, start_server


@pytest.fixture
def preview(tmp_path: Path) -> Preview:
    (tmp_path / "index.html").write_text("<html><head><title>x</title></head><body></body></html>")
    (tmp_path / "catalog.json").write_text("{}")
    (tmp_path / "404.html").write_text("<html><head></head><body>gone</body></html>")
    return Preview(tmp_path, b"script", b"style")


@pytest.fixture
def port(preview: Preview) -> Iterator[int]:
    server = start_server(preview, 8900, ["Preview.example", "[fd00::1]"])
    yield server.server_address[1]
    preview.close()
    server.shutdown()
    server.server_close()


def _get(port: int, path: str, host: str = "", method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


def test_every_page_gets_the_script(port: int) -> None:
    status, headers, content = _get(port, "/")

    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert content.count(b'<script src="/__skillpack/preview.js" defer></script></head>') == 1


def test_other_files_are_served_as_they_are(port: int) -> None:
    assert _get(port, "/catalog.json")[2] == b"{}"


def test_nothing_is_kept_by_browsers(port: int) -> None:
    assert _get(port, "/")[1]["cache-control"] == "no-store"


def test_what_is_missing_shows_the_sites_own_page(port: int) -> None:
    status, _, content = _get(port, "/nowhere/at/all.html")

    assert status == 404
    assert b"gone" in content


def test_no_path_leaves_the_folder(port: int, preview: Preview) -> None:
    (preview.folder.parent / "secret.txt").write_text("secret")

    assert _get(port, "/../secret.txt")[0] == 404
    assert _get(port, "/%2e%2e/secret.txt")[0] == 404


def test_the_state_tells_findings_and_failures(port: int, preview: Preview) -> None:
    preview.show(["a.md: error"], error="")
    assert json.loads(_get(port, "/__skillpack/state.json")[2])["findings"] == ["a.md: error"]

    preview.show([], error="broken")
    assert json.loads(_get(port, "/__skillpack/state.json")[2])["error"] == "broken"


def test_a_waiting_browser_is_told_at_once(port: int, preview: Preview) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", "/__skillpack/events")
    answer = connection.getresponse()
    assert answer.headers.get_all("Cache-Control") == ["no-store"]
    lines = (line for line in iter(answer.readline, b"") if line.startswith(b"data"))
    first = next(lines)
    threading.Timer(0.05, preview.show, [["changed"]]).start()

    assert next(lines) != first
    connection.close()


def test_the_next_free_port_is_taken(port: int, preview: Preview) -> None:
    other = start_server(preview, port)

    assert other.server_address[1] > port
    other.shutdown()
    other.server_close()


PATHS = ["/", "/catalog.json", "/nowhere", *(f"/__skillpack/{name}" for name in ("events", "state.json", "preview.js"))]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_a_page_of_somebody_reads_nothing_under_a_name_of_its_own(port: int, path: str, method: str) -> None:
    status, headers, content = _get(port, path, f"evil.example:{port}", method)

    assert status == 403
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert b"--allow-host NAME" in content or method == "HEAD"
    assert b"evil" not in content


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "LOCALHOST:{}", "[::1]:{}"])
def test_its_own_hosts_are_served(port: int, host: str) -> None:
    assert _get(port, "/", host.format(port))[0] == 200


@pytest.mark.parametrize("host", ["preview.example", "PREVIEW.example:443", "[fd00::1]:9", "[fd00::1]"])
def test_hosts_that_are_allowed_are_served_with_any_port(port: int, host: str) -> None:
    assert _get(port, "/", host)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "127.0.0.1:1", "localhost:8901x", "127.0.0.1.evil.example:8900", "127.1:8900"),
        *(
            "a.localhost:8900",
            "localhost.:8900",
            "evil.example/127.0.0.1:8900",
            "user@127.0.0.1:8900",
            "[::1]",
            "::1:8900",
        ),
        *(
            "0.0.0.0:8900",
            "[::ffff:127.0.0.1]:8900",
            "",
            " ",
            ":8900",
            "preview.example.evil.example",
            "xpreview.example",
        ),
    ],
)
def test_other_spellings_are_not(host: str) -> None:
    assert not is_served(host, 8900, ["preview.example"])


def test_on_the_port_of_http_browsers_name_none() -> None:
    assert is_served("localhost", 80, ())


@pytest.mark.parametrize("hosts", [b"", b"Host: 127.0.0.1:%d\r\nHost: evil.example\r\n"])
def test_a_request_names_one_host(port: int, hosts: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + (hosts % port if hosts else b"") + b"\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 403 ")


MANY = 300
"""Clients that come at once: more than a catalog of a usual size has skills."""


def _request(port: int, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()


def test_no_client_is_lost_while_nobody_accepts(preview: Preview) -> None:
    server = PreviewServer(("127.0.0.1", 0), partial(PreviewHandler, preview=preview, hosts=()))
    port = server.server_address[1]
    with ExitStack() as stack:
        clients = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30)) for _ in range(MANY)]
        for client in clients:
            client.sendall(_request(port, "/catalog.json"))
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        answers = [stack.enter_context(client.makefile("rb")).read() for client in clients]
        server.shutdown()
        server.server_close()
    assert [answer.split(b"\r\n")[0] for answer in answers] == [b"HTTP/1.1 200 OK"] * MANY
    assert all(answer.endswith(b"\r\n\r\n{}") for answer in answers)


def test_slow_clients_keep_nobody_waiting(port: int, preview: Preview) -> None:
    (preview.folder / "large.bin").write_bytes(bytes(2**24))
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30)) for _ in range(40)]
        for client in slow[::2]:
            client.sendall(b"GET /index.html HTTP/1.1\r\nHost: ")
        for client in slow[1::2]:
            client.sendall(_request(port, "/large.bin"))  # and nothing of it is read
        assert _get(port, "/catalog.json")[2] == b"{}"


def test_a_client_that_goes_away_leaves_no_word_in_the_terminal(port: int, preview: Preview, capfd) -> None:
    (preview.folder / "large.bin").write_bytes(bytes(2**24))
    before = set(threading.enumerate())
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing resets it
            client.sendall(_request(port, "/large.bin"))
            client.recv(1)
    assert _get(port, "/catalog.json")[2] == b"{}"
    for thread in set(threading.enumerate()) - before:
        thread.join(30)
    assert capfd.readouterr().err == ""
