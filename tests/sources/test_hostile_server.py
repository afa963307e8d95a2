"""What a server may do to a download, and the words that a person reads then."""

import io
import socket
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

import pytest

from skillpack.errors import FetchError
from skillpack.sources.http.site import WebSite
from skillpack.sources.http.timeouts import Timeouts

HASTY = Timeouts(attempts=2, pause=0.01, connect=1, silence=0.3, whole=0.8, asked=0.3)
OK = "HTTP/1.1 200 OK\r\n"


def says(text: str) -> object:
    """Return a server that says one thing and closes the connection."""
    return lambda connection, _: connection.sendall(text.encode("latin-1"))


def drips(head: str, text: str = "H") -> object:
    """Return a server that sends one byte after the other, without end."""

    def say(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head.encode())
        connection.settimeout(0.05)
        for _ in range(2000):
            connection.sendall(text.encode())
            with suppress(TimeoutError):
                connection.recv(1)  # until the other side leaves
                return

    return say


def stalls(head: str) -> object:
    """Return a server that says something and then nothing."""

    def say(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head.encode())
        connection.settimeout(60)
        connection.recv(1)  # until the other side leaves

    return say


def floods(head: str) -> object:
    """Return a server that never stops."""

    def say(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head.encode())
        while True:
            connection.sendall(b"x" * 10_000)

    return say


CASES = {
    "truncates": (says(f"{OK}Content-Length: 9\r\n\r\nhalf"), "cannot be read: it ended after 4 of 9 bytes"),
    "truncates its chunks": (
        says(f"{OK}Transfer-Encoding: chunked\r\n\r\nff\r\nabc"),
        "cannot be read: the connection broke off",
    ),
    "sends garbage as chunks": (
        says(f"{OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc"),
        "cannot be read: the connection broke off",
    ),
    "stalls before its answer": (stalls(""), "did not answer in time"),
    "stalls in its headers": (stalls(f"{OK}X: "), "did not answer in time"),
    "stalls in the file": (stalls(f"{OK}Content-Length: 9\r\n\r\nhalf"), "did not answer in time"),
    "never ends its headers": (drips(f"{OK}X: "), "did not answer in time"),
    "never ends a line of headers": (
        says(f"{OK}X: {'y' * 100_000}\r\n\r\n"),
        "cannot be read: the answer is not HTTP (LineTooLong)",
    ),
    "sends a thousand headers": (
        says(f"{OK}{'X: y' + chr(13) + chr(10)}" * 1000),
        "cannot be read: the answer is not HTTP (HTTPException)",
    ),
    "sends one byte at a time": (drips(f"{OK}Content-Length: 900\r\n\r\n"), "did not answer in time"),
    "sends one chunk after the other": (
        drips(f"{OK}Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        "did not answer in time",
    ),
    "never ends the size of a chunk": (
        drips(f"{OK}Transfer-Encoding: chunked\r\n\r\n1;"),
        "did not answer in time",
    ),
    "never ends a line after its chunks": (
        drips(f"{OK}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX: "),
        "did not answer in time",
    ),
    "never ends the lines after its chunks": (
        drips(f"{OK}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", "X: y\r\n"),
        "did not answer in time",
    ),
    "never ends an answer without a length": (drips("HTTP/1.0 200 OK\r\n\r\n"), "did not answer in time"),
    "says continue without end": (drips("", "HTTP/1.1 100 Continue\r\n\r\n"), "did not answer in time"),
    "declares two sizes": (
        says(f"{OK}Content-Length: 4\r\nContent-Length: 9\r\n\r\nhalf"),
        "cannot be read: Content-Length contained multiple unmatching values (4, 9)",
    ),
    "declares too much": (says(f"{OK}Content-Length: 1001\r\n\r\n"), "has 1001 bytes, at most 1000 are read"),
    "sends too much": (floods("HTTP/1.0 200 OK\r\n\r\n"), "has more than 1000 bytes"),
    "sends more chunks than wanted": (
        says(f"{OK}Transfer-Encoding: chunked\r\n\r\n3e9\r\n{'x' * 1001}\r\n0\r\n\r\n"),
        "has more than 1000 bytes",
    ),
    "sends gzip": (
        says(f"{OK}Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx"),
        "is compressed, which was not requested",
    ),
    "sends a part that nobody asked for": (
        says("HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-0/9\r\nContent-Length: 1\r\n\r\nx"),
        "answers 206 Partial",
    ),
    "has no such part": (says("HTTP/1.1 416 Range\r\nContent-Length: 0\r\n\r\n"), "answers 416 Range"),
    "says that nothing has changed": (says("HTTP/1.1 304 Same\r\n\r\n"), "answers 304 Same"),
    "is busy": (says("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"), "cannot be read: the site answers 503 Busy"),
    "is busy for an hour": (
        says("HTTP/1.1 429 Many\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n"),
        "cannot be read: the site answers 429 Many, and asks to wait 3600 seconds",
    ),
    "wants to know who asks": (says("HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n"), "answers 401 Who"),
    "moves without saying where": (says("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"), "answers 302 Found"),
    "speaks no HTTP": (says("SSH-2.0-OpenSSH\r\n"), "cannot be read: the answer is not HTTP (BadStatusLine)"),
    "says nothing": (says(""), "cannot be read: the connection closed without an answer"),
}


LATE = tuple(name for name, (_, words) in CASES.items() if words == "did not answer in time")

CHUNKED = f"{OK}Transfer-Encoding: chunked\r\n\r\n"
LINE = f"X: {'y' * 60_000}\r\n"
SLOW_PIECE = Timeouts(attempts=1, connect=1, silence=30, piece=0.3, whole=60)
BESIDE = "cannot be read: it sends more than 262144 bytes beside the file"

HONEST_IN_THE_END = {
    "headers": ("", f"{OK}{LINE * 10}Content-Length: 4\r\n\r\nfile"),
    "answers that say to go on": (
        "",
        f"{f'HTTP/1.1 100 Continue{chr(13)}{chr(10)}{chr(13)}{chr(10)}' * 20_000}{CHUNKED}0\r\n\r\n",
    ),
    "headers of answers that say to go on": (
        "",
        f"{f'HTTP/1.1 100 Continue{chr(13)}{chr(10)}{LINE}{chr(13)}{chr(10)}' * 20}{CHUNKED}0\r\n\r\n",
    ),
    "words about chunks": (CHUNKED, f"{f'1;{LINE}x{chr(13)}{chr(10)}' * 20}0\r\n\r\n"),
    "lines after its chunks": (CHUNKED, f"4\r\nfile\r\n0\r\n{LINE * 10}\r\n"),
    "short lines after its chunks": (CHUNKED, f"4\r\nfile\r\n0\r\n{f'X: y{chr(13)}{chr(10)}' * 100_000}\r\n"),
    "headers of a redirect": ("", f"HTTP/1.1 302 Found\r\nLocation: /y\r\n{LINE * 10}\r\n"),
}
"""What is asked for and sent in full, with much beside it: what comes first, and what then."""

SLOW = {
    name: HONEST_IN_THE_END[name]
    for name in ("headers", "headers of answers that say to go on", "lines after its chunks")
}


def drips_and_ends(head: str, rest: str) -> object:
    """Return a server that sends something a byte at a time for longer than a piece may take, then all the rest."""

    def say(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head.encode())
        connection.settimeout(0.05)
        for byte in rest[:20].encode():
            connection.sendall(bytes([byte]))
            with suppress(TimeoutError):
                connection.recv(1)
        connection.sendall(rest[20:].encode())

    return say


def moves(location: str) -> object:
    """Return a server that leads elsewhere."""
    return says(f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")


ELSEWHERE = {
    "in a circle": ("/x", "`{here}x` redirects too often"),
    "to another port": ("http://127.0.0.1:1/y", "`{here}x` redirects to `http://127.0.0.1:1/y`, which is not https"),
    "to plain http": ("http://example.com/y", "`http://example.com/y` is not encrypted"),
    "to a file": ("file:///etc/passwd", "`file:///etc/passwd` is not an address"),
    "to what tells clouds' secrets": (
        "https://169.254.169.254/latest",
        "`169.254.169.254` is not an address for a site",
    ),
    "with a password": ("https://us:pw@example.com/", "the address of `example.com` contains a user name or password"),
    "with control characters": ("https://example.com/\x1b[2J", "`https://example.com/\\x1b[2J` is not an address"),
    "to half an address": ("https://[", "`{here}x` redirects to `https://[`, which is not an address"),
    "nowhere": ("https://", "`https://` is not an address"),
}


def failure(url: str, timeouts: Timeouts = HASTY) -> FetchError:
    """Return what a download fails with, while the server would go on."""
    site = WebSite(url, {}, timeouts)
    with pytest.raises(FetchError) as failed:
        site.get("x", io.BytesIO(), most=1000)
    site.close()
    return failed.value


@pytest.fixture(scope="module")
def late(odd, at_once) -> dict[str, tuple[str, Future[FetchError]]]:
    """Give the addresses of all servers that do not answer in time, and what the downloads fail with."""
    dripping = {name: odd(drips_and_ends(head, rest.replace(LINE, "X: y\r\n"))) for name, (head, rest) in SLOW.items()}
    silent = {name: odd(CASES[name][0]) for name in LATE}
    failures = at_once(
        {name: partial(failure, url) for name, url in silent.items()}
        | {name: partial(failure, url, SLOW_PIECE) for name, url in dripping.items()}
    )
    return {name: (url, failures[name]) for name, url in (silent | dripping).items()}


@pytest.mark.parametrize("name", CASES)
def test_a_server_that(name, odd, late) -> None:
    say, words = CASES[name]
    if name in late:
        url, failed = late[name]
        assert str(failed.result()) == f"`{url}x` {words}"
        return
    url = odd(say)
    assert str(failure(url)) == f"`{url}x` {words}"


@pytest.mark.parametrize("name", HONEST_IN_THE_END)
def test_a_server_that_sends_many(name, odd) -> None:
    url = odd(says("".join(HONEST_IN_THE_END[name])))
    assert str(failure(url, Timeouts(attempts=1))) == f"`{url}x` {BESIDE}"


@pytest.mark.parametrize("name", SLOW)
def test_a_server_that_takes_long_for(name, late) -> None:
    url, failed = late[name]
    assert str(failed.result()) == f"`{url}x` did not answer in time"


def test_a_file_of_the_smallest_chunks_with_the_usual_beside_it_is_read(odd) -> None:
    beside, chunks = f"X: {'y' * 1000}\r\n" * 30, "1\r\nx\r\n" * 100_000
    site = WebSite(odd(says(f"{OK}{beside}Transfer-Encoding: chunked\r\n\r\n{chunks}0\r\n{beside}\r\n")), {})
    into = io.BytesIO()
    assert site.get("x", into, most=2**20)
    assert into.getvalue() == b"x" * 100_000
    site.close()


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_server_that_leads(name, odd) -> None:
    location, words = ELSEWHERE[name]
    url = odd(moves(location))
    assert str(failure(url)) == words.format(here=url)


def test_a_failure_says_what_to_do(odd) -> None:
    assert failure(odd(says(""))).hint == "check that the site is up, and try again"
    assert failure(odd(stalls(""))).hint == "try again later"


def test_a_proxy_that_never_ends_its_consent(odd) -> None:
    proxy = odd(drips(f"{OK}X: "))
    site = WebSite("https://public.example/", {"https_proxy": proxy}, HASTY)
    with pytest.raises(FetchError, match=r"`https://public.example/x` did not answer in time"):
        site.get("x", io.BytesIO(), most=1000)
    site.close()
