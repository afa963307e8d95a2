"""Files of a web site: bounded in size and time, over connections that stay open."""

import socket
import ssl
import threading
import time
from base64 import b64encode
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import BinaryIO, cast
from urllib.parse import quote, unquote, urlsplit

from skillpack import __version__
from skillpack.errors import FetchError
from skillpack.fetch.address import Address, parse_address, proxy, redirected
from skillpack.fetch.answer import Answer, Validator, conditions, read_validator
from skillpack.fetch.clock import Clocked

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ABSENT = frozenset({404, 410})
_UNCHANGED = 304
_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_MOST_REDIRECTS = 5
_PIECE = 2**16  # bytes
_HEADERS = {"User-Agent": f"skillpack/{__version__}", "Accept": "*/*", "Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a site may take; all but the first are seconds.

    Attributes:
        attempts: How often a request that fails in passing is made in all.
        pause: Before the second attempt; doubled before each further one.
        connect: To connect.
        silence: Between two pieces.
        whole: For one file, redirects included.
    """

    attempts: int = 3
    pause: float = 0.5
    connect: float = 10
    silence: float = 20
    whole: float = 600


class _PassingError(Exception):
    """A request failed in a way that may be over at the next attempt."""


class WebSite:
    """A site on the web; several threads may ask at once.

    Args:
        url: Its address; what lies below it is asked for.
        env: Where `https_proxy` and `no_proxy` are looked for.

    Raises:
        FetchError: The address is none, or not safe to read from.
    """

    def __init__(self, url: str, env: Mapping[str, str], patience: Patience | None = None) -> None:
        self.name = url if url.endswith("/") else f"{url}/"
        if {"?", "#"} & set(url):
            raise FetchError(f"`{url}` has a `?` or `#`", hint="give the address of the site alone")
        parse_address(self.name)
        self._env = env
        self._patience = patience or Patience()
        self._lock = threading.Lock()
        self._open: dict[int, Clocked] = {}
        self._idle: defaultdict[tuple[str, str, int], list[HTTPConnection]] = defaultdict(list)
        self._tls = ssl.create_default_context()
        self._closed = False

    def where(self, path: str) -> str:
        """Return the address of a file, for messages."""
        return f"{self.name}{quote(path)}"

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one, which is emptied before; return False where it is not there.

        Args:
            path: Below the site.
            into: Open for writing.
            most: Bytes that are read.

        Raises:
            FetchError: The site does not answer in time, answers something else, or the file is larger.
        """
        return self.ask(path, into, most=most).found

    def ask(self, path: str, into: BinaryIO, *, most: int, known: Validator | None = None) -> Answer:
        """Do as `get`, and return what the site says; a file that is still what is known is not sent.

        Raises:
            FetchError: The site does not answer in time, answers something else, or the file is larger.
        """
        asked = conditions(known or Validator())
        address, failure = parse_address(self.where(path)), ""
        for attempt in range(self._patience.attempts):
            if self._closed:
                break
            if attempt:
                time.sleep(self._patience.pause * 2 ** (attempt - 1))
            into.seek(0)
            into.truncate()
            try:
                return self._fetched(address, asked, into, most)
            except _PassingError as error:
                failure = str(error)
        raise FetchError(f"`{address}` cannot be read: {failure}", hint="see that the site is up, and try again")

    def close(self) -> None:
        """Close every connection, also those that other threads wait on."""
        with self._lock:
            self._closed = True
            connections = [each for idle in self._idle.values() for each in idle]
            clocked = list(self._open.values())
            self._idle.clear()
            self._open.clear()
        for connection in connections:
            connection.close()
        for each in clocked:
            each.cut()

    def _fetched(self, address: Address, asked: Mapping[str, str], into: BinaryIO, most: int) -> Answer:
        """Follow redirects to the file."""
        until = time.monotonic() + self._patience.whole
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                there = self._asked(address, asked, into, most, until)
                if isinstance(there, Answer):
                    return there
                address = there
        except TimeoutError as error:
            raise FetchError(f"`{address}` does not answer in time", hint="try again later") from error
        except ssl.SSLCertVerificationError as error:
            raise FetchError(f"`{address}` cannot prove who it is: {error.verify_message}") from error
        except OSError as error:
            raise _PassingError(error.strerror or str(error) or type(error).__name__) from error
        except HTTPException as error:
            raise _PassingError(f"the answer is no HTTP ({type(error).__name__})") from error
        raise FetchError(f"`{address}` is one redirect too many")

    def _asked(
        self, address: Address, asked: Mapping[str, str], into: BinaryIO, most: int, until: float
    ) -> Answer | Address:
        """Make one request, over a connection that was kept where there is one."""
        connection, kept = self._connection(address)
        try:
            response = self._response(connection, address, asked, until)
        except (OSError, HTTPException):
            self._drop(connection)
            if not kept:
                raise
            # The site closed what we kept; that says nothing about it.
            connection, _ = self._connection(address, fresh=True)
            response = self._response(connection, address, asked, until)
        whole = False
        try:
            answer = _answer(response, address, asked, into, most)
            whole = not response.will_close and (response.length == 0 or response.isclosed())
            return answer
        finally:
            response.close()
            self._keep(connection, address) if whole else self._drop(connection)

    def _response(
        self, connection: HTTPConnection, address: Address, asked: Mapping[str, str], until: float
    ) -> HTTPResponse:
        """Send a request and return the head of the answer."""
        if connection.sock is None:
            connection.connect()
            clocked = Clocked(cast("socket.socket", connection.sock), self._patience.silence)
            connection.sock = clocked
            with self._lock:
                if self._closed:
                    clocked.cut()
                    raise OSError("the site was closed")
                self._open[id(connection)] = clocked
        cast("Clocked", connection.sock).start(until - time.monotonic())
        connection.request("GET", address.target, headers={**_HEADERS, **asked})
        return connection.getresponse()

    def _connection(self, address: Address, *, fresh: bool = False) -> tuple[HTTPConnection, bool]:
        """Return a connection, and whether it was used before."""
        if not fresh:
            with self._lock:
                idle = self._idle[address.origin]
                if idle:
                    return idle.pop(), True
        seconds = self._patience.connect
        if address.scheme == "http":
            return HTTPConnection(address.host, address.port, timeout=seconds), False
        through = proxy(address, self._env)
        if not through:
            return HTTPSConnection(address.host, address.port, timeout=seconds, context=self._tls), False
        return _tunnel(through, address, seconds, self._tls), False

    def _keep(self, connection: HTTPConnection, address: Address) -> None:
        with self._lock:
            if not self._closed:
                self._idle[address.origin].append(connection)
                return
        connection.close()

    def _drop(self, connection: HTTPConnection) -> None:
        with self._lock:
            self._open.pop(id(connection), None)
        connection.close()


def _tunnel(through: str, address: Address, seconds: float, tls: ssl.SSLContext) -> HTTPSConnection:
    """Return a connection through a proxy, which sees only names and sizes."""
    parts = urlsplit(through if "://" in through else f"http://{through}")
    connection = HTTPSConnection(parts.hostname or "", parts.port or 8080, timeout=seconds, context=tls)
    connection.set_tunnel(address.host, address.port, headers=_proxy_login(parts.username, parts.password))
    return connection


def _proxy_login(user: str | None, password: str | None) -> dict[str, str]:
    if user is None:
        return {}
    text = f"{unquote(user)}:{unquote(password or '')}".encode()
    return {"Proxy-Authorization": f"Basic {b64encode(text).decode()}"}


def _answer(
    response: HTTPResponse, address: Address, asked: Mapping[str, str], into: BinaryIO, most: int
) -> Answer | Address:
    """Return what the site says, once the file is read where one comes, or where to ask instead."""
    status = response.status
    location = response.getheader("Location")
    if status in _REDIRECTS and location:
        _read_rest(response)
        return redirected(address, location)
    if status in _ABSENT:
        _read_rest(response)
        return Answer(found=False)
    if status == _UNCHANGED and asked:
        return Answer(found=True, unchanged=True)
    if status in _BUSY:
        raise _PassingError(f"the site answers {status} {response.reason}")
    if status != 200:  # noqa: PLR2004 the only answer that is the file
        raise FetchError(f"`{address}` answers {status} {response.reason}")
    if response.getheader("Content-Encoding", "identity") != "identity":
        raise FetchError(f"`{address}` comes encoded, which was not asked for")
    _read(response, address, into, most)
    return Answer(found=True, validator=read_validator(response.headers))  # type: ignore[arg-type]  # as good as a Mapping


def _read(response: HTTPResponse, address: Address, into: BinaryIO, most: int) -> None:
    expected = response.length
    if expected is not None and expected > most:
        raise FetchError(f"`{address}` has {expected} bytes, at most {most} are read")
    size = 0
    while piece := response.read1(_PIECE):
        size += len(piece)
        if size > most:
            raise FetchError(f"`{address}` has more than {most} bytes")
        into.write(piece)
    if expected is not None and size != expected:
        raise _PassingError(f"it ends after {size} of {expected} bytes")


def _read_rest(response: HTTPResponse) -> None:
    """Read a short body that says nothing, so that the connection can be used again."""
    with suppress(OSError, HTTPException):
        response.read1(_PIECE)
