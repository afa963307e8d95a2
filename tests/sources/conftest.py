"""Servers on this machine: honest ones, and one that answers whatever a test writes into its socket."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from skillpack.model.digest import sha256

# Signed by themselves, for a hundred years: of `localhost` and 127.0.0.1, and of names that end in `.example`.
TLS = Path(__file__).parents[1] / "data/tls"
Answer = tuple[int, dict[str, str], bytes]
Say = Callable[[socket.socket, bytes], None]


class Requests(list[str]):
    """Paths that were asked for, in order.

    Attributes:
        connections: How often somebody connected.
        statuses: What was answered, in order.
        headers: Of the requests, in order.
    """

    connections = 0
    statuses: list[int]
    headers: list[Mapping[str, str]]


@pytest.fixture
def web() -> Iterator[Callable[..., tuple[str, Requests]]]:
    """Return a function that serves files, or answers by path, and returns the address and what is asked.

    Of `tagged` files the site tells an `ETag`, and does not send again what somebody has. `tls` may name a certificate.
    """
    servers = []

    def start(
        files: Mapping[str, bytes] | None = None,
        answers: Mapping[str, list[Answer]] | None = None,
        *,
        tagged: Mapping[str, bytes] | None = None,
        tls: bool | str = False,
    ) -> tuple[str, Requests]:
        seen, scripted = Requests(), {path: list(each) for path, each in (answers or {}).items()}
        seen.statuses, seen.headers = [], []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def setup(self) -> None:
                super().setup()
                seen.connections += 1

            def do_GET(self) -> None:
                seen.append(self.path)
                seen.headers.append(self.headers)
                waiting = scripted.get(self.path)
                content = (files or {}).get(self.path)
                status, headers, body = (404, {}, b"") if content is None else (200, {}, content)
                if self.path in (tagged or {}):
                    status, headers, body = self.tagged(tagged[self.path])
                if waiting:
                    status, headers, body = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                seen.statuses.append(status)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def tagged(self, content: bytes) -> Answer:
                tag = f'"{sha256(content)[:16]}"'
                known = self.headers.get("If-None-Match") == tag
                return (304, {"ETag": tag}, b"") if known else (200, {"ETag": tag}, content)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            name = tls if isinstance(tls, str) else "localhost"
            context.load_cert_chain(TLS / f"{name}.pem", TLS / f"{name}.key")
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"{'https' if tls else 'http'}://127.0.0.1:{server.server_port}/", seen

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def odd() -> Iterator[Callable[[Say], str]]:
    """Return a function that lets a server say anything once it has read a request, and returns its address."""
    yield from _saying(None)


@pytest.fixture(scope="module")
def odd_tls() -> Iterator[Callable[[Say], str]]:
    """Return the same of a server that speaks TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "localhost.pem", TLS / "localhost.key")
    yield from _saying(context)


@pytest.fixture(scope="module")
def at_once() -> Callable[[Mapping[str, Callable[[], object]]], dict[str, Future[object]]]:
    """Return a function that does things at once: what lasts until its time is up, so that many wait as long as one."""

    def do(things: Mapping[str, Callable[[], object]]) -> dict[str, Future[object]]:
        with ThreadPoolExecutor(len(things)) as pool:
            return {name: pool.submit(thing) for name, thing in things.items()}

    return do


def _saying(tls: ssl.SSLContext | None) -> Iterator[Callable[[Say], str]]:
    listeners: list[socket.socket] = []
    ended = threading.Event()

    def start(say: Say) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def answer() -> None:
            with suppress(OSError):
                while not ended.is_set():
                    connection, _ = listener.accept()
                    threading.Thread(target=talk, args=(connection,), daemon=True).start()

        def talk(connection: socket.socket) -> None:
            with suppress(OSError), tls.wrap_socket(connection, server_side=True) if tls else connection as talked:
                say(talked, talked.recv(2**16))

        threading.Thread(target=answer, daemon=True).start()
        return f"{'https' if tls else 'http'}://127.0.0.1:{listener.getsockname()[1]}/"

    yield start
    ended.set()
    for listener in listeners:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
