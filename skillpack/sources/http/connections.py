"""Connections that stay open, through urllib3: to the addresses that were judged, under the name that was asked for."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from http.client import HTTPException, IncompleteRead, RemoteDisconnected
from typing import Any
from urllib.parse import unquote

import urllib3
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError, ProtocolError

from skillpack.sources.http.deadline import Deadlines
from skillpack.sources.http.destination import Destination
from skillpack.sources.http.failures import PassingError
from skillpack.sources.http.metered import BesideError, MeteredResponse
from skillpack.sources.http.timeouts import Timeouts

THREADS = 6
"""How many requests one host gets at once."""


class Connections:
    """Connections to any number of hosts, used by several threads."""

    def __init__(self, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._deadlines = Deadlines(timeouts.piece)
        self._managers: dict[str, PoolManager] = {}
        self._reached: dict[tuple[str, str, int], str] = {}

    @contextmanager
    def response(self, to: Destination, headers: Mapping[str, str], until: float) -> Iterator[urllib3.BaseHTTPResponse]:
        """Send a request, and give the answer, of which so far only the head was read.

        Args:
            to: Where it goes.
            headers: That are sent; `Host` is added.
            until: Moment of the monotonic clock by which the context has to end.

        Raises:
            TimeoutError: The answer does not come in time.
            ssl.SSLCertVerificationError: The host cannot prove who it is.
            PassingError: It cannot be reached, breaks off, or answers nonsense.
        """
        with _translated(), self._deadlines.deadline(until):
            response = self._requested(to, {**headers, "Host": to.address.authority}, until)
            try:
                yield response
            finally:
                response.close()  # a connection whose answer was read to its end went back to its pool before

    def close(self) -> None:
        """Close every connection, also those that other threads wait on."""
        self._deadlines.close()
        for manager in self._managers.values():
            manager.clear()

    def _requested(self, to: Destination, headers: Mapping[str, str], until: float) -> urllib3.BaseHTTPResponse:
        """Return the answer of the first address that takes a connection; the one that did before is asked first."""
        hosts = sorted(to.ips, key=self._reached.get(to.address.origin, "").__ne__) or [to.address.host]
        for host in hosts:
            left = until - time.monotonic()
            if left <= 0:
                break
            timeout = urllib3.Timeout(connect=min(left, self._timeouts.connect), read=self._timeouts.silence)
            try:
                response = _answered(self._pool(to, host), to.address.target, headers, timeout)
            except ConnectTimeoutError:
                if host == hosts[-1]:
                    raise
            else:
                self._reached[to.address.origin] = host
                return response
        raise TimeoutError("timed out")

    def _pool(self, to: Destination, host: str) -> HTTPConnectionPool:
        """Return the pool of connections to one address, in which TLS knows the host by its name."""
        manager = self._managers.get(to.proxy) or self._managers.setdefault(to.proxy, self._manager(to.proxy))
        tls = {"ssl_context": self._tls, "server_hostname": to.address.host} if to.address.scheme == "https" else {}
        return manager.connection_from_host(host, to.address.port, to.address.scheme, tls)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()  # reads all certificates, which takes a while

    def _manager(self, proxy: str) -> PoolManager:
        manager = PoolManager(maxsize=THREADS)
        if proxy:
            url = urllib3.util.parse_url(proxy)
            login = urllib3.make_headers(proxy_basic_auth=unquote(url.auth)) if url.auth else {}
            headers = {name.title(): value for name, value in login.items()}
            manager = ProxyManager(url._replace(auth=None).url, proxy_headers=headers, maxsize=THREADS)
        watch = self._deadlines.watch
        watched: dict[str, Any] = {"http": partial(_Pool, watch=watch), "https": partial(_TlsPool, watch=watch)}
        manager.pool_classes_by_scheme = watched
        return manager


def _answered(
    pool: HTTPConnectionPool, target: str, headers: Mapping[str, str], timeout: urllib3.Timeout
) -> urllib3.BaseHTTPResponse:
    """Return the answer to a request; one that met a connection as the host closed it is sent again over another."""
    while True:
        before = pool.num_connections
        try:
            return pool.urlopen(
                "GET",
                target,
                headers=headers,
                retries=False,
                redirect=False,
                assert_same_host=False,
                timeout=timeout,
                preload_content=False,
                decode_content=False,
                enforce_content_length=False,
            )
        except ProtocolError:
            if pool.num_connections > before:  # it was a new one, so that it is the host that breaks off
                raise


class _Connection(HTTPConnection):
    """A connection that says over which socket it waits, for an answer and for a proxy's consent."""

    def __init__(self, *args: Any, watch: Callable[[socket.socket], None], **options: Any) -> None:
        super().__init__(*args, **options)
        self.response_class = partial(MeteredResponse, watch=watch)  # type: ignore[assignment]  # is called, no more


class _TlsConnection(_Connection, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _TlsPool(HTTPSConnectionPool):
    ConnectionCls = _TlsConnection


@contextmanager
def _translated() -> Iterator[None]:
    """Say failures of urllib3 in words of ours."""
    try:
        yield
    except HTTPError as error:
        cause = _cause(error)
        if isinstance(cause, ssl.SSLCertVerificationError):
            raise cause from None
        if isinstance(error, urllib3.exceptions.TimeoutError) and not isinstance(error, NewConnectionError):
            raise TimeoutError(str(error)) from error
        raise PassingError(_words(cause)) from error


def _cause(error: BaseException) -> BaseException:
    """Return the cause at the bottom of a failure: urllib3 wraps it, as an argument or as the cause."""
    inner = next((each for each in error.args if isinstance(each, BaseException)), error.__cause__)
    return error if inner is None else _cause(inner)


def _words(cause: BaseException) -> str:
    if isinstance(cause, RemoteDisconnected):
        return "the connection closed without an answer"
    if isinstance(cause, IncompleteRead):
        return "the connection broke off"
    if isinstance(cause, BesideError):
        return str(cause)
    if isinstance(cause, OSError):
        return cause.strerror or str(cause) or type(cause).__name__
    return f"the answer is not HTTP ({type(cause).__name__})" if isinstance(cause, HTTPException) else str(cause)
