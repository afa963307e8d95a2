"""What a browser asks of a preview: files, whether something changed, and what was found."""

import json
import re
import sys
import threading
from collections.abc import Collection, Iterable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

_PREFIX = "/__skillpack/"
_SCRIPT = _PREFIX + "preview.js"
_STYLE = _PREFIX + "preview.css"
_EVENTS = _PREFIX + "events"
_STATE = _PREFIX + "state.json"
_HTTP = 80
_PORT = re.compile(r":[0-9]*\Z")
_KEEP_ALIVE = 15.0  # seconds between two signs of life to a waiting browser
_OWN_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_MISDIRECTED = (
    b"This preview answers only to its own address. `skillpack serve --allow-host NAME` allows another one.\n"
)


class Preview:
    """The state that browsers wait on; safe to use from several threads.

    Args:
        script: What every page gets: it waits, reloads and shows what was found.
        style: How that looks.
    """

    def __init__(self, folder: Path, script: bytes, style: bytes) -> None:
        self.folder = folder
        self.script = script
        self.style = style
        self._changed = threading.Condition()
        self._generation = 0
        self._state: dict[str, Any] = {"error": "", "findings": []}
        self._closed = False

    def show(self, findings: Iterable[str], *, error: str = "") -> None:
        """Tell every waiting browser that there is something new.

        Args:
            findings: One line each, most severe first.
            error: Why the last build failed; empty when it did not.
        """
        with self._changed:
            self._generation += 1
            self._state = {"error": error, "findings": list(findings)}
            self._changed.notify_all()

    def close(self) -> None:
        """Let every waiting browser go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, known: int) -> int | None:
        """Return the generation once it is another one, or after a while; None when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._generation != known, timeout=_KEEP_ALIVE)
            return None if self._closed else self._generation

    def state(self) -> bytes:
        """Return the findings as JSON."""
        with self._changed:
            return json.dumps({"generation": self._generation, **self._state}).encode()


class PreviewHandler(SimpleHTTPRequestHandler):
    """Files of the preview's folder, with the preview's script in every page.

    A page of anybody can have a name of its own lead to this machine, and read what is served under that name. So
    requests for other hosts than the preview's own are refused.
    """

    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds that a client may keep silent
    disable_nagle_algorithm = True  # head and content go out one after the other, and wait for no receipt

    def __init__(self, *arguments: Any, preview: Preview, hosts: Collection[str]) -> None:
        self.preview, self._hosts = preview, hosts
        super().__init__(*arguments, directory=str(preview.folder))

    def parse_request(self) -> bool:
        """Read a request, and refuse it where it is not for this preview, whatever it asks for."""
        if not super().parse_request():
            return False
        hosts = self.headers.get_all("Host", [])
        if len(hosts) == 1 and is_served(hosts[0], self.connection.getsockname()[1], self._hosts):
            return True
        self.close_connection = True
        self._answer(_MISDIRECTED, "text/plain; charset=utf-8", HTTPStatus.FORBIDDEN)
        return False

    def do_GET(self) -> None:
        """Answer a request."""
        path = self.path.split("?")[0]
        if path == _EVENTS:
            self._events()
        elif path == _STATE:
            self._answer(self.preview.state(), "application/json")
        elif path == _SCRIPT:
            self._answer(self.preview.script, "text/javascript; charset=utf-8")
        elif path == _STYLE:
            self._answer(self.preview.style, "text/css; charset=utf-8")
        else:
            self._file(path)

    def _file(self, path: str) -> None:
        target = Path(self.translate_path(path))
        if target.is_dir():
            target /= "index.html"
        if target.suffix == ".html" and target.is_file():
            page = target.read_bytes()
            tag = f'<link rel="stylesheet" href="{_STYLE}"><script src="{_SCRIPT}" defer></script></head>'.encode()
            self._answer(page.replace(b"</head>", tag, 1), "text/html; charset=utf-8")
        elif target.is_file():
            super().do_GET()
        else:
            missing = self.preview.folder / "404.html"
            content = missing.read_bytes() if missing.is_file() else b"not found"
            self._answer(content, "text/html; charset=utf-8", HTTPStatus.NOT_FOUND)

    def _events(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        known: int | None = -1
        while known is not None:
            try:
                self.wfile.write(f"data: {known}\n\n".encode() if known >= 0 else b": hello\n\n")
                self.wfile.flush()
            except OSError:
                return  # the page was closed
            known = self.preview.wait(known)

    def _answer(self, content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def do_HEAD(self) -> None:
        """Answer a request without its content."""
        self.do_GET() if self.path.split("?")[0] != _EVENTS else self._answer(b"", "text/event-stream")

    def end_headers(self) -> None:
        """Forbid browsers to keep anything: the next build may differ."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 the name is http.server's
        """Say nothing: the terminal belongs to the findings."""


def is_served(host: str, port: int, allowed: Collection[str]) -> bool:
    """Return whether a request names the preview as its host.

    Args:
        host: The header, with or without a port.
        port: Of the preview.
        allowed: Further names, which count with any port.
    """
    named = host.lower()
    own = {f"{each}:{port}" for each in _OWN_HOSTS} | (set(_OWN_HOSTS) if port == _HTTP else set())
    return named in own or _PORT.sub("", named) in {each.lower() for each in allowed}


class PreviewServer(ThreadingHTTPServer):
    """A server with a thread for each connection, and room for as many clients as come at once.

    Attributes:
        request_queue_size: Connections that the system keeps until they are accepted; what is beyond is lost. The
            default of `http.server` is 5, and a client that installs a catalog opens hundreds.
    """

    request_queue_size = 1024
    daemon_threads = True  # the end waits for no client

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that went away, or that keeps silent."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def start_server(preview: Preview, port: int, allowed: Collection[str] = ()) -> PreviewServer:
    """Return a server on 127.0.0.1 that runs in a thread of its own, on the port or the next free one.

    Args:
        preview: What is served.
        port: That is tried first.
        allowed: Hosts that it answers to beside its own address.

    Raises:
        OSError: No port of the next hundred is free.
    """
    handler = partial(PreviewHandler, preview=preview, hosts=allowed)
    for number in range(port, port + 100):
        try:
            server = PreviewServer(("127.0.0.1", number), handler)
        except OSError:
            if number == port + 99:
                raise
            continue
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server
    raise AssertionError(port)
