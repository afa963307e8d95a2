"""Files of a web site: bounded in size and time, over connections that stay open."""

import threading
import time
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote

from skillpack import __version__
from skillpack.errors import FetchError
from skillpack.model.portable import printable
from skillpack.sources.http.address import Address, parse_address
from skillpack.sources.http.answer import PartialFile, SiteAnswer, Validator, conditions, read_validator
from skillpack.sources.http.client import Client, discard
from skillpack.sources.http.credentials import Credentials
from skillpack.sources.http.destination import Resolver, resolve_host
from skillpack.sources.http.failures import NETWORK_HINT, PassingError, no_network
from skillpack.sources.http.timeouts import Timeouts, retry_after

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

_OK, _PARTIAL, _UNCHANGED, _NO_SUCH_PART = 200, 206, 304, 416
_ABSENT = frozenset({404, 410})
_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_UNKNOWN = frozenset({401, 403, 407})
_PIECE = 2**16  # bytes
_HEADERS = {"User-Agent": f"skillpack/{__version__}", "Accept": "*/*", "Accept-Encoding": "identity"}


class WebSite:
    """A site on the web; several threads may ask at once.

    Args:
        url: Its address; what lies below it is asked for.
        env: Where `https_proxy` and `no_proxy` are looked for.
        timeouts: How long it may take.
        insecure: Hosts that may be read by http.
        credentials: Sent to the site's own origin alone, and never on after a redirect to another one.
        resolve: Asked once for each name that is reached.
        led: True where it is not the user who named the site, so that it may be in no private network.

    Raises:
        FetchError: The address is none, or not safe to read from.
    """

    def __init__(
        self,
        url: str,
        env: Mapping[str, str],
        timeouts: Timeouts | None = None,
        *,
        insecure: Collection[str] = (),
        credentials: Credentials | None = None,
        resolve: Resolver = resolve_host,
        led: bool = False,
    ) -> None:
        self.name = url if url.endswith("/") else f"{url}/"
        self._home = parse_address(self.name, insecure=insecure)
        if {"?", "#"} & set(url):
            raise FetchError(f"`{self._home.shown}` has a `?` or `#`", hint="give only the address of the site")
        self._timeouts = timeouts or Timeouts()
        self._insecure, self._credentials = insecure, credentials
        self._client = Client(env, self._timeouts, resolve, insecure, led=led)
        self._ended = threading.Event()

    def where(self, path: str) -> str:
        """Return the address of a file, for messages; one that starts with `/` is of the origin, and escaped."""
        return f"{self._home.root}{path}" if path.startswith("/") else f"{self.name}{quote(path)}"

    def address(self, path: str) -> Address:
        """Return the same as it is asked for."""
        return parse_address(self.where(path), insecure=self._insecure)

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one, which is emptied before; return False where it is not there.

        Args:
            path: Below the site, or as `where` says.
            into: Open for writing.
            most: Bytes that are read.

        Raises:
            FetchError: The site did not answer in time, answers something else, or the file is larger.
        """
        return self.ask(path, into, most=most).found

    def ask(self, path: str, into: BinaryIO, *, most: int, known: Validator | None = None) -> SiteAnswer:
        """Do as `get`, and return what the site says; a file that is still what is known is not sent.

        What breaks off is taken up where it ended, if the site tells states of the file apart; else it starts anew.

        Raises:
            FetchError: The site did not answer in time, answers something else, or the file is larger.
        """
        address, part = self.address(path), PartialFile()
        until = time.monotonic() + self._timeouts.whole
        failures, failure = 0, ""
        _empty(into)
        for _ in range(self._timeouts.attempts + self._timeouts.resumed):
            if self._ended.is_set():
                break
            size = into.tell() if part.etag else _empty(into)
            try:
                return self._fetched(address, conditions(known or Validator()), into, part, most, until)
            except PassingError as error:
                failure = str(error)
                failures = 1 if part.etag and into.tell() > size > 0 else failures + 1
                if failures >= self._timeouts.attempts:
                    break
                self._wait(address, failure, error.pause, failures, until)
        without = no_network(failure)
        hint = NETWORK_HINT if without else "check that the site is up, and try again"
        raise FetchError(f"`{address.shown}` cannot be read: {without or failure}", hint=hint)

    def close(self) -> None:
        """Close every connection, also those that other threads wait on."""
        self._ended.set()
        self._client.close()

    def _wait(self, address: Address, failure: str, pause: float, failures: int, until: float) -> None:
        """Wait before the next attempt, as long as the site asks for where that is bearable."""
        if pause > min(self._timeouts.asked, until - time.monotonic()):
            raise FetchError(
                f"`{address.shown}` cannot be read: {failure}, and asks to wait {pause:.0f} seconds",
                hint="try again later",
            )
        self._ended.wait(max(pause, self._timeouts.pause * 2 ** (failures - 1)))

    def _fetched(
        self,
        address: Address,
        conditional: Mapping[str, str],
        into: BinaryIO,
        part: PartialFile,
        most: int,
        until: float,
    ) -> SiteAnswer:
        """Make one request, with the redirects that it takes."""
        wanted = {**_HEADERS, **(part.conditions(into.tell()) or conditional)}

        def headers(there: Address) -> Mapping[str, str]:
            return {**wanted, **self._proof(there)}

        with self._client.get(address, headers, until) as (there, response):
            return self._answer(response, there.address, conditional, into, part, most)

    def _proof(self, address: Address) -> Mapping[str, str]:
        """Return the headers that prove to the site's own origin who asks."""
        if self._credentials is None or address.origin != self._home.origin:
            return {}
        return self._credentials.headers(address)

    def _answer(
        self,
        response: "BaseHTTPResponse",
        address: Address,
        conditional: Mapping[str, str],
        into: BinaryIO,
        part: PartialFile,
        most: int,
    ) -> SiteAnswer:
        """Return the answer of the site, once the file is read where one comes."""
        status, headers = response.status, response.headers
        resuming = bool(part.conditions(into.tell()))
        if status in _ABSENT or (status == _UNCHANGED and conditional and not resuming):
            discard(response)
            return SiteAnswer(found=status == _UNCHANGED, unchanged=status == _UNCHANGED)
        answer = f"{status} {printable(response.reason or '', longest=60)}".strip()
        if status in _BUSY:
            raise PassingError(f"the site answers {answer}", pause=retry_after(headers))
        if resuming and status == _NO_SUCH_PART:
            part.forget()
            raise PassingError("the site does not have that range")
        if not (status == _OK or (resuming and status == _PARTIAL)):
            raise FetchError(f"`{address.shown}` answers {answer}", hint=self._advice(status, address))
        if headers.get("Content-Encoding", "identity") != "identity":
            raise FetchError(f"`{address.shown}` is compressed, which was not requested")
        self._begin(response, into, part)
        _read(response, address, into, most)
        return SiteAnswer(found=True, validator=read_validator(headers))

    def _begin(self, response: "BaseHTTPResponse", into: BinaryIO, part: PartialFile) -> None:
        """See that what comes is what follows in the file, or the whole of it."""
        if response.status == _OK:
            _empty(into)
            part.begin(response.headers, response.length_remaining)
        elif not part.fits(response.headers, into.tell()):
            part.forget()
            raise PassingError("the site sent a different range than requested")

    def _advice(self, status: int, address: Address) -> str:
        if status not in _UNKNOWN:
            return ""
        if self._proof(address):
            return "it rejects the credentials you set for it"
        return f"`machine {address.authority}` in your netrc file, or `[[http.header]]` in your settings, logs you in"


def _empty(into: BinaryIO) -> int:
    """Empty a file; return 0, its size."""
    into.seek(0)
    into.truncate()
    return 0


def _read(response: "BaseHTTPResponse", address: Address, into: BinaryIO, most: int) -> None:
    """Append what comes to a file."""
    expected, size = response.length_remaining, into.tell()
    whole = None if expected is None else size + expected
    if whole is not None and whole > most:
        raise FetchError(f"`{address.shown}` has {whole} bytes, at most {most} are read")
    while piece := response.read1(_PIECE):
        size += len(piece)
        if size > most:
            raise FetchError(f"`{address.shown}` has more than {most} bytes")
        into.write(piece)
    if whole is not None and size != whole:
        raise PassingError(f"it ended after {size} of {whole} bytes")
