"""What a browser asks of a preview: files, whether something changed, and what was found."""

import json
import threading
from collections.abc import Iterable
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
_PATIENCE = 15.0  # seconds between two signs of life to a waiting browser


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
        """Return the generation once it differs from the known one or patience ends; None when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._generation != known, timeout=_PATIENCE)
            return None if self._closed else self._generation

    def state(self) -> bytes:
        """Return what was found as JSON."""
        with self._changed:
            return json.dumps({"generation": self._generation, **self._state}).encode()


class PreviewHandler(SimpleHTTPRequestHandler):
    """Files of the preview's folder, with the preview's script in every page."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: Any, preview: Preview) -> None:  # noqa: ANN401 the base takes what the server gives
        self.preview = preview
        super().__init__(*arguments, directory=str(preview.folder))

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
        self.send_header("Cache-Control", "no-store")
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


def start_server(preview: Preview, port: int) -> ThreadingHTTPServer:
    """Return a server on 127.0.0.1 that runs in a thread of its own, on the port or the next free one.

    Raises:
        OSError: No port of the next hundred is free.
    """
    handler = partial(PreviewHandler, preview=preview)
    for number in range(port, port + 100):
        try:
            server = ThreadingHTTPServer(("127.0.0.1", number), handler)
        except OSError:
            if number == port + 99:
                raise
            continue
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server
    raise AssertionError(port)
