"""Sites on 127.0.0.1, as any static host serves them, and a note of everything that was asked for."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Served:
    """A folder that is being served.

    Attributes:
        url: Without a slash at its end.
        asked: Paths that were asked for and found, in order.
    """

    url: str
    asked: list[str] = field(default_factory=list)

    def taken(self) -> list[str]:
        """Return what was asked for since the last time."""
        asked, self.asked[:] = list(self.asked), []
        return asked


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *given: object, asked: list[str], **named: object) -> None:
        self.asked = asked
        super().__init__(*given, **named)  # type: ignore[arg-type]

    def log_request(self, code: object = "-", size: object = "-") -> None:  # noqa: ARG002 the signature of the base
        if code == 200:
            self.asked.append(self.path)

    def log_message(self, *_: object) -> None:
        """Say nothing: the table says it."""


@contextmanager
def serve(folder: Path) -> Iterator[Served]:
    """Serve a folder on a free port while the block runs."""
    asked: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder), asked=asked))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{server.server_address[1]}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
