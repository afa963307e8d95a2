"""Requests with their redirects: each is judged before a connection is made, and none leads from outside to inside."""

import ssl
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

from skillpack.errors import FetchError, UnreachableError
from skillpack.sources.http.address import Address, redirected
from skillpack.sources.http.destination import Destination, Resolver, destination
from skillpack.sources.http.failures import PassingError
from skillpack.sources.http.timeouts import Timeouts

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

    from skillpack.sources.http.connections import Connections

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = 5
_PIECE = 2**16  # bytes


class Client:
    """Asks any number of hosts; several threads may ask at once.

    Args:
        env: Where proxies are looked for.
        resolve: Asked once for each name.
        insecure: Hosts that may be read by http.
        led: True where it is not the user who names the hosts, so that none may be in a private network.
    """

    def __init__(
        self,
        env: Mapping[str, str],
        timeouts: Timeouts,
        resolve: Resolver,
        insecure: Collection[str],
        *,
        led: bool = False,
    ) -> None:
        self._env, self._timeouts, self._insecure, self._led = env, timeouts, insecure, led
        self._resolve = cache(resolve)
        self._lock = threading.Lock()
        self._opened: Connections | None = None

    @contextmanager
    def get(
        self, address: Address, headers: Callable[[Address], Mapping[str, str]], until: float
    ) -> Iterator[tuple[Destination, "BaseHTTPResponse"]]:
        """Give the answer to a request, of which so far only the head was read, and who gave it in the end.

        Args:
            address: That is asked for.
            headers: Returns what is sent to an address.
            until: Moment of the monotonic clock by which the context has to end.

        Raises:
            FetchError: A redirect leads where it may not, or there are too many.
            UnreachableError: A host did not answer in time, or cannot prove who it is.
            PassingError: A host cannot be reached, breaks off, or answers nonsense.
        """
        led = self._led
        for _ in range(_MOST_REDIRECTS + 1):
            with _message(address):
                to = destination(address, self._env, self._resolve, led=led)
                with self._connections().response(to, headers(address), until) as response:
                    location = response.headers.get("Location")
                    if response.status not in _REDIRECTS or not location:
                        yield to, response
                        return
                    discard(response)
            # What the public says leads to nothing that is private, not even over hosts between.
            led = led or to.is_public
            address = redirected(address, location, insecure=self._insecure)
        raise FetchError(f"`{address.shown}` redirects too often")

    def close(self) -> None:
        """Close every connection, also those that other threads wait on."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()

    def _connections(self) -> "Connections":
        from skillpack.sources.http.connections import Connections

        with self._lock:
            self._opened = self._opened or Connections(self._timeouts)
            return self._opened


def discard(response: "BaseHTTPResponse") -> None:
    """Read a short body that says nothing, so that the connection can be used again."""
    from urllib3.exceptions import HTTPError

    with suppress(HTTPError):
        response.read1(_PIECE)


@contextmanager
def _message(address: Address) -> Iterator[None]:
    """Say of which address it is that a request failed."""
    try:
        yield
    except TimeoutError as error:
        raise UnreachableError(f"`{address.shown}` did not answer in time", hint="try again later") from error
    except ssl.SSLCertVerificationError as error:
        raise UnreachableError(f"`{address.shown}` has no valid certificate: {error.verify_message}") from error
    except OSError as error:
        raise PassingError(error.strerror or str(error) or type(error).__name__) from error
