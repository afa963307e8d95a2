"""Sites on 127.0.0.1, as any static host serves them, and a note of everything that was asked for."""

import gzip
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO


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


_COMPRESSED = re.compile(r"text/|application/(?:javascript|json|xml)|image/svg")


class _Handler(SimpleHTTPRequestHandler):
    def __init__(
        self, *given: object, asked: list[str], compressed: bool, missing: str, proof: tuple[str, str], **named: object
    ) -> None:
        self.asked, self.compressed, self.missing, self.proof = asked, compressed, missing, proof
        super().__init__(*given, **named)  # type: ignore[arg-type]

    def send_head(self) -> BytesIO | BinaryIO | None:
        if self.proof[0] and self.headers.get(self.proof[0]) != self.proof[1]:
            self.send_error(401)
            return None
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.endswith("/") else path
        kind = self.guess_type(str(path))
        if self.missing and not path.exists():
            return self._not_found()
        if not (self.compressed and path.is_file() and _COMPRESSED.match(kind)):
            return super().send_head()
        content = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(200)
        for name, value in (("Type", kind), ("Encoding", "gzip"), ("Length", str(len(content)))):
            self.send_header(f"Content-{name}", value)
        self.end_headers()
        return BytesIO(content)

    def _not_found(self) -> BytesIO:
        content = Path(self.directory, self.missing).read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def copyfile(self, source: object, outputfile: object) -> None:
        with suppress(ConnectionError):  # a browser leaves a page before it has all of it
            super().copyfile(source, outputfile)  # type: ignore[arg-type]

    def log_request(self, code: object = "-", size: object = "-") -> None:  # noqa: ARG002 the signature of the base
        if code == 200:
            self.asked.append(self.path)

    def log_message(self, *_: object) -> None:
        """Say nothing: the table says it."""


@contextmanager
def serve(
    folder: Path, *, compressed: bool = False, missing: str = "", proof: tuple[str, str] = ("", "")
) -> Iterator[Served]:
    """Serve a folder on a free port while the block runs.

    Args:
        folder: What is served.
        compressed: Send texts as most hosts do.
        missing: Page of the folder that answers, at any depth, where there is none.
        proof: Header and value without which nothing is served; empty for none.
    """
    asked: list[str] = []
    handler = partial(_Handler, directory=str(folder), asked=asked, compressed=compressed, missing=missing, proof=proof)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{server.server_address[1]}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
