"""Connections that stay open, used by several threads: each looks where it really leads before anything is sent."""

import select
import socket
import ssl
import threading
import time
from base64 import b64encode
from collections import defaultdict
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import cast
from urllib.parse import unquote, urlsplit

from skillpack.errors import FetchError
from skillpack.fetch.address import Address, Nearness, nearness, proxy
from skillpack.fetch.clock import Clocked
from skillpack.fetch.timeouts import Timeouts


class Connections:
    """Connections to one site, and to where it sends us.

    Args:
        home: Of the site, as the user named it.
        env: Where `https_proxy` and `no_proxy` are looked for.
    """

    def __init__(self, home: Address, env: Mapping[str, str], timeouts: Timeouts) -> None:
        self._home, self._env, self._timeouts = home, env, timeouts
        self._near = Nearness.PUBLIC  # of the home, until it was reached
        self._lock = threading.Lock()
        self._open: dict[int, Clocked] = {}
        self._idle: defaultdict[tuple[str, str, int], list[HTTPConnection]] = defaultdict(list)
        self._tls = ssl.create_default_context()
        self._closed = False

    def asked(self, address: Address, headers: Mapping[str, str], until: float) -> tuple[HTTPConnection, HTTPResponse]:
        """Send a request, over a connection that was kept where there is one; return the head of the answer.

        Raises:
            FetchError: A redirect leads to a machine that is none of its business.
            OSError: The site cannot be reached, or does not answer in time.
            HTTPException: It answers nonsense.
        """
        connection, kept = self._taken(address)
        try:
            return connection, self._response(connection, address, headers, until)
        except (OSError, HTTPException):
            self.drop(connection)
            if not kept:
                raise
        # The site closed what we kept; that says nothing about it.
        connection = self._made(address)
        try:
            return connection, self._response(connection, address, headers, until)
        except (OSError, HTTPException):
            self.drop(connection)
            raise

    def keep(self, connection: HTTPConnection, address: Address) -> None:
        """Keep a connection for the next request."""
        with self._lock:
            if not self._closed:
                self._idle[address.origin].append(connection)
                return
        connection.close()

    def drop(self, connection: HTTPConnection) -> None:
        """Close a connection."""
        with self._lock:
            self._open.pop(id(connection), None)
        connection.close()

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

    def _response(
        self, connection: HTTPConnection, address: Address, headers: Mapping[str, str], until: float
    ) -> HTTPResponse:
        if connection.sock is None:
            self._connect(connection, address)
        cast("Clocked", connection.sock).start(until - time.monotonic())
        connection.request("GET", address.target, headers=dict(headers))
        return connection.getresponse()

    def _connect(self, connection: HTTPConnection, address: Address) -> None:
        connection.connect()
        wrapped = cast("socket.socket", connection.sock)
        clocked = Clocked(wrapped, self._timeouts.silence)
        connection.sock = clocked
        with self._lock:
            if self._closed:
                clocked.cut()
                raise OSError("the site was closed")
            self._open[id(connection)] = clocked
        if not proxy(address, self._env):  # else it is the proxy that looks names up
            self._judge(connection, address, wrapped.getpeername()[0])

    def _judge(self, connection: HTTPConnection, address: Address, peer: str) -> None:
        """Refuse a connection that leads where nobody meant to go, before anything was asked."""
        near, home = nearness(peer), address.origin == self._home.origin
        why = refused_peer(near, self._near, home=home)
        if why:
            self.drop(connection)
            raise FetchError(f"`{address.shown}` is on {peer}, {why}", hint="nothing was asked there")
        if home:
            self._near = near

    def _taken(self, address: Address) -> tuple[HTTPConnection, bool]:
        """Return a connection, and whether it was used before."""
        while True:
            with self._lock:
                idle = self._idle[address.origin]
                connection = idle.pop() if idle else None
            if connection is None:
                return self._made(address), False
            if _is_quiet(cast("Clocked", connection.sock).wrapped):
                return connection, True
            self.drop(connection)

    def _made(self, address: Address) -> HTTPConnection:
        seconds = self._timeouts.connect
        if address.scheme == "http":
            return HTTPConnection(address.host, address.port, timeout=seconds)
        through = proxy(address, self._env)
        if not through:
            return HTTPSConnection(address.host, address.port, timeout=seconds, context=self._tls)
        return _tunnel(through, address, seconds, self._tls)


def refused_peer(near: Nearness, home_near: Nearness, *, home: bool) -> str:
    """Return why a machine is not asked, as a clause; empty where it is.

    Args:
        near: Of the machine.
        home_near: Of the site that was named.
        home: True where the machine is that site, False where a redirect leads to it.
    """
    if near is Nearness.NEVER:
        return "where no site is"
    if not home and near is Nearness.PRIVATE and home_near is Nearness.PUBLIC:
        return "a machine of a private network, to which a public site may not lead"
    return ""


def _is_quiet(wrapped: socket.socket) -> bool:
    """Return whether nothing came since the last answer: neither the end, nor what would pass for the next answer."""
    try:
        return not select.select([wrapped], [], [], 0)[0]
    except (OSError, ValueError):
        return False


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
