import io
import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.sources.http.site import WebSite
from skillpack.sources.http.timeouts import Timeouts

HASTY = Timeouts(attempts=2, pause=0.01, connect=1, silence=0.3, whole=0.8)
CERTIFICATE = Path(__file__).parents[2] / "data/tls/localhost.pem"
HEADS = (b"", b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
PATIENT = Timeouts(attempts=2, pause=0.01, connect=60, silence=60, whole=60)  # for what says something


def fetched(url: str, path: str = "x", *, most: int = 1000, timeouts: Timeouts = PATIENT) -> bytes | None:
    site, into = WebSite(url, {}, timeouts), io.BytesIO()
    try:
        return into.getvalue() if site.get(path, into, most=most) else None
    finally:
        site.close()


def hold(connection: socket.socket, _: bytes = b"") -> None:
    """Say nothing until the other side leaves."""
    connection.settimeout(60)
    connection.recv(1)


def drip(connection: socket.socket, byte: bytes) -> None:
    """Send a byte now and then until the other side leaves."""
    connection.settimeout(0.05)
    for _ in range(2000):
        connection.sendall(byte)
        with suppress(TimeoutError):
            connection.recv(1)
            return


def drips(head: bytes) -> Callable[[socket.socket, bytes], None]:
    """Return a server that says something, and then a byte now and then."""

    def say(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head)
        drip(connection, b"H")

    return say


@pytest.fixture(scope="module")
def late(odd, odd_tls, at_once) -> dict[str, Future[object]]:
    """Give what becomes of the requests that nobody answers to the end, all sent at once."""
    busy = odd(lambda c, _: c.sendall(b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"))
    asked = {f"drips {head}": (odd(drips(head)), HASTY) for head in HEADS} | {
        "drips over TLS": (odd_tls(drips(HEADS[-1])), HASTY),
        # Of a long record, which never ends.
        "drips a handshake": (
            odd(drips(b"\x16\x03\x03\x40\x00")).replace("http:", "https:"),
            replace(HASTY, attempts=1),
        ),
        "always busy": (busy, Timeouts(attempts=99, pause=0, whole=2.5)),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        return at_once({name: partial(fetched, url, timeouts=each) for name, (url, each) in asked.items()})


class TestHonest:
    def test_gives_the_bytes(self, web) -> None:
        url, seen = web({"/skills/%C3%A9%20x": b"hello"})
        assert fetched(url, "skills/é x") == b"hello"
        assert seen == ["/skills/%C3%A9%20x"]

    def test_a_file_that_is_not_there_is_none(self, web) -> None:
        url, _ = web(answers={"/gone": [(410, {}, b"gone")]})
        assert fetched(url) is None
        assert fetched(url, "gone") is None

    def test_one_connection_serves_many_requests(self, web) -> None:
        url, seen = web({"/a": b"1", "/b": b"2"})
        site = WebSite(url, {})
        for path in ("a", "b", "nope", "a"):
            site.get(path, io.BytesIO(), most=10)
        site.close()
        assert (len(seen), seen.connections) == (4, 1)

    def test_what_was_in_the_way_is_emptied(self, web) -> None:
        url, _ = web({"/x": b"new"})
        into = io.BytesIO(b"something older")
        site = WebSite(url, {})
        assert site.get("x", into, most=10)
        site.close()
        assert into.getvalue() == b"new"

    def test_a_busy_site_is_asked_again(self, web) -> None:
        url, seen = web(answers={"/x": [(503, {}, b""), (200, {}, b"fine")]})
        assert fetched(url) == b"fine"
        assert len(seen) == 2

    def test_a_connection_that_was_closed_meanwhile_is_made_anew(self, odd) -> None:
        def say(connection: socket.socket, _: bytes) -> None:
            # It promises to keep the connection and does not.
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

        site = WebSite(odd(say), {}, Timeouts(attempts=1))
        for _ in range(3):
            into = io.BytesIO()
            assert site.get("x", into, most=10)
            assert into.getvalue() == b"ok"
            time.sleep(0.02)
        site.close()

    def test_a_redirect_to_the_same_site_is_followed(self, web) -> None:
        url, _ = web({"/y": b"there"}, {"/x": [(302, {"Location": "/y"}, b"see there")]})
        assert fetched(url) == b"there"

    def test_a_chunked_answer_is_read(self, odd) -> None:
        url = odd(lambda c, _: c.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
        assert fetched(url) == b"abc"

    def test_an_answer_that_ends_with_its_connection_is_read(self, odd) -> None:
        assert fetched(odd(lambda c, _: c.sendall(b"HTTP/1.0 200 OK\r\n\r\nabc"))) == b"abc"

    def test_several_threads_may_ask(self, web) -> None:
        url, _ = web({f"/{n}": str(n).encode() * 1000 for n in range(40)})
        site, wrong = WebSite(url, {}), []

        def ask(start: int) -> None:
            for n in range(start, 40, 4):
                into = io.BytesIO()
                site.get(str(n), into, most=10_000)
                if into.getvalue() != str(n).encode() * 1000:
                    wrong.append(n)

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        site.close()
        assert not wrong


class TestHostile:
    def test_a_declared_size_past_the_limit_is_not_read(self, odd) -> None:
        url = odd(lambda c, _: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"))
        with pytest.raises(FetchError, match="has 1001 bytes, at most 1000"):
            fetched(url)

    def test_an_endless_answer_is_cut(self, odd) -> None:
        def say(connection: socket.socket, _: bytes) -> None:
            connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
            while True:
                connection.sendall(b"x" * 10_000)

        with pytest.raises(FetchError, match="more than 1000 bytes"):
            fetched(odd(say))

    def test_silence_ends(self, odd) -> None:
        with pytest.raises(FetchError, match="did not answer in time"):
            fetched(odd(hold), timeouts=HASTY)

    @pytest.mark.parametrize("head", HEADS)
    def test_a_byte_at_a_time_does_not_hold_us(self, late, head) -> None:
        with pytest.raises(FetchError, match="did not answer in time"):
            late[f"drips {head}"].result()

    def test_half_a_file_is_no_file(self, odd) -> None:
        url = odd(lambda c, _: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"))
        with pytest.raises(FetchError, match="ended after 4 of 9 bytes"):
            fetched(url)

    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"hello\r\n\r\n",
            b"HTTP/1.1 abc\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000,
            b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc",
            b"\x16\x03\x01",
        ],
    )
    def test_nonsense_is_refused_in_words(self, odd, answer) -> None:
        with pytest.raises(FetchError, match="cannot be read"):
            fetched(odd(lambda c, _: c.sendall(answer)))

    def test_an_answer_in_another_encoding_is_refused(self, web) -> None:
        url, _ = web(answers={"/x": [(200, {"Content-Encoding": "gzip"}, b"x")]})
        with pytest.raises(FetchError, match="is compressed"):
            fetched(url)

    @pytest.mark.parametrize("status", [201, 206, 304, 400, 401, 403, 451])
    def test_any_other_answer_is_named(self, web, status) -> None:
        url, seen = web(answers={"/x": [(status, {}, b"")]})
        with pytest.raises(FetchError, match=str(status)):
            fetched(url)
        assert len(seen) == 1

    @pytest.mark.parametrize(
        "location", ["http://localhost.example.com/", "file:///etc/passwd", "http://127.0.0.1:1/", "https://"]
    )
    def test_a_redirect_elsewhere_is_refused(self, web, location) -> None:
        url, seen = web(answers={"/x": [(301, {"Location": location}, b"")]})
        with pytest.raises(FetchError):
            fetched(url)
        assert len(seen) == 1

    def test_redirects_in_a_circle_end(self, web) -> None:
        url, seen = web(answers={"/x": [(302, {"Location": "/x"}, b"")]})
        with pytest.raises(FetchError, match="redirects too often"):
            fetched(url)
        assert len(seen) < 10

    def test_nobody_there_is_said_with_a_hint(self) -> None:
        with pytest.raises(FetchError, match="cannot be read") as failed:
            fetched("http://127.0.0.1:9/")
        assert failed.value.hint

    def test_who_cannot_prove_who_it_is_is_refused(self, odd) -> None:
        # Nobody speaks TLS there.
        url = odd(lambda c, _: c.sendall(b"HTTP/1.1 200 OK\r\n\r\n")).replace("http:", "https:")
        with pytest.raises(FetchError):
            fetched(url)

    def test_closing_ends_what_waits_in_other_threads(self, odd) -> None:
        asked, ended = threading.Event(), threading.Event()

        def say(connection: socket.socket, _: bytes) -> None:
            asked.set()
            hold(connection)

        site = WebSite(odd(say), {}, Timeouts(attempts=1, silence=300))

        def ask() -> None:
            with pytest.raises(FetchError):
                site.get("x", io.BytesIO(), most=10)
            ended.set()

        threading.Thread(target=ask, daemon=True).start()
        assert asked.wait(60)
        site.close()
        assert ended.wait(60)

    @pytest.mark.parametrize("url", ["https://x.org/?a=b", "https://x.org/#a", "http://x.org/", "https://a:b@x.org/"])
    def test_an_address_that_is_no_site_is_refused(self, url) -> None:
        with pytest.raises(FetchError):
            WebSite(url, {})


def test_the_proxy_is_asked_for_a_tunnel(odd) -> None:
    asked = []

    def say(connection: socket.socket, request: bytes) -> None:
        asked.append(request)
        connection.sendall(b"HTTP/1.1 403 Forbidden\r\n\r\n")

    through = odd(say).replace("http://", "http://us%40er:pw@")
    site = WebSite("https://skills.example.com/", {"https_proxy": through}, Timeouts(attempts=1))
    with pytest.raises(FetchError, match="403"):
        site.get("catalog.json", io.BytesIO(), most=10)
    site.close()
    assert asked[0].startswith(b"CONNECT skills.example.com:443 ")
    assert b"Proxy-Authorization: Basic dXNAZXI6cHc=" in asked[0]


class TestTls:
    def test_who_is_trusted_is_read(self, web, monkeypatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        url, seen = web({"/x": b"secret " * 100_000}, tls=True)
        site = WebSite(url, {})
        for _ in range(2):
            into = io.BytesIO()
            assert site.get("x", into, most=10**6)
            assert into.getvalue() == b"secret " * 100_000
        site.close()
        assert (len(seen), seen.connections) == (2, 1)

    def test_a_byte_at_a_time_does_not_hold_us(self, late) -> None:
        with pytest.raises(FetchError, match="did not answer in time"):
            late["drips over TLS"].result()

    def test_a_handshake_of_a_byte_at_a_time_does_not_either(self, late) -> None:
        with pytest.raises(FetchError):
            late["drips a handshake"].result()

    def test_who_is_not_trusted_is_refused(self, web) -> None:
        url, seen = web({"/x": b"secret"}, tls=True)
        with pytest.raises(FetchError, match="has no valid certificate"):
            fetched(url)
        assert not seen


BODY = bytes(range(256)) * 400
TAG = '"v1"'


def asked_from(request: bytes) -> int:
    """Return from which byte on a request wants a file."""
    found = re.search(rb"\r\nRange: bytes=([0-9]+)-\r\nIf-Range: \"v1\"\r\n", request)
    return int(found[1]) if found else 0


def head(status: str, length: int, more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nETag: {TAG}\r\nContent-Length: {length}\r\n{more}\r\n".encode()


class TestResumed:
    """A download that breaks off."""

    def test_is_taken_up_where_it_ended(self, odd) -> None:
        starts: list[int] = []

        def say(connection: socket.socket, request: bytes) -> None:
            start = asked_from(request)
            starts.append(start)
            status = f"206 Partial\r\nContent-Range: bytes {start}-{len(BODY) - 1}/{len(BODY)}" if start else "200 OK"
            connection.sendall(head(status, len(BODY) - start) + BODY[start : start + 20_000])

        # Each attempt gets further, so that none of the six is one too many.
        assert fetched(odd(say), most=len(BODY), timeouts=replace(HASTY, whole=20)) == BODY
        assert starts == [0, 20_000, 40_000, 60_000, 80_000, 100_000]

    def test_starts_anew_where_the_file_is_another_one_now(self, odd) -> None:
        starts: list[int] = []

        def say(connection: socket.socket, request: bytes) -> None:
            starts.append(asked_from(request))
            new = b"n" * len(BODY)
            if len(starts) == 1:
                connection.sendall(head("200 OK", len(BODY)) + BODY[:20_000])
            else:
                connection.sendall(head("200 OK", len(new)).replace(b"v1", b"v2") + new)

        assert fetched(odd(say), most=len(BODY)) == b"n" * len(BODY)
        assert starts == [0, 20_000]

    def test_starts_anew_where_the_site_tells_no_states_apart(self, odd) -> None:
        starts: list[int] = []

        def say(connection: socket.socket, request: bytes) -> None:
            starts.append(asked_from(request))
            plain = b'HTTP/1.1 200 OK\r\nETag: W/"v1"\r\nContent-Length: 9\r\n\r\n'
            connection.sendall(plain + (b"half" if len(starts) == 1 else b"the whole"))

        assert fetched(odd(say)) == b"the whole"
        assert starts == [0, 0]

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (b"HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n", "the site does not have that range"),
            (head("206 Partial", 4, "Content-Range: bytes 0-3/9\r\n") + b"half", "sent a different range"),
            (head("206 Partial", 5) + b"other", "sent a different range than requested"),
        ],
    )
    def test_a_wrong_part_is_not_taken(self, odd, answer, words) -> None:
        def say(connection: socket.socket, request: bytes) -> None:
            connection.sendall(answer if asked_from(request) else head("200 OK", 9) + b"half")

        with pytest.raises(FetchError, match="ended after 4 of 9 bytes|" + words):
            fetched(odd(say), timeouts=replace(HASTY, attempts=4))

    def test_after_a_wrong_part_the_whole_is_asked_for(self, odd) -> None:
        starts: list[int] = []

        def say(connection: socket.socket, request: bytes) -> None:
            starts.append(asked_from(request))
            if starts[-1]:
                connection.sendall(b"HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n")
            else:
                connection.sendall(head("200 OK", 9) + (b"half" if len(starts) == 1 else b"the whole"))

        assert fetched(odd(say), timeouts=replace(HASTY, attempts=3)) == b"the whole"
        assert starts == [0, 4, 0]

    def test_without_end_it_is_given_up(self, odd) -> None:
        asked: list[int] = []

        def say(connection: socket.socket, request: bytes) -> None:
            start = asked_from(request)
            asked.append(start)
            status = f"206 Partial\r\nContent-Range: bytes {start}-{len(BODY) - 1}/{len(BODY)}" if start else "200 OK"
            connection.sendall(head(status, len(BODY) - start) + BODY[start : start + 1])

        with pytest.raises(FetchError, match=f"ended after [0-9]+ of {len(BODY)} bytes"):
            fetched(odd(say), most=len(BODY), timeouts=replace(HASTY, pause=0, whole=20, resumed=8))
        assert len(asked) == 10


class TestBusy:
    """A site that wants to be asked later."""

    def test_is_asked_when_it_says(self, web, monkeypatch) -> None:
        url, seen = web(answers={"/x": [(429, {"Retry-After": "1"}, b""), (200, {}, b"fine")]})
        waits, wait = [], threading.Event.wait

        def noted(event: threading.Event, seconds: float | None = None) -> bool:
            waits.append(seconds)
            return wait(event, seconds)

        monkeypatch.setattr(threading.Event, "wait", noted)
        assert fetched(url, timeouts=replace(HASTY, whole=10)) == b"fine"
        assert 1 in waits
        assert len(seen) == 2

    @pytest.mark.parametrize("status", [429, 503])
    def test_is_not_waited_for_longer_than_one_is_willing_to(self, web, status) -> None:
        url, seen = web(answers={"/x": [(status, {"Retry-After": "3600"}, b"")]})
        with pytest.raises(FetchError, match=f"answers {status} .*, and asks to wait 3600 seconds") as failed:
            fetched(url)
        assert failed.value.hint == "try again later"
        assert len(seen) == 1

    def test_all_attempts_together_end(self, late) -> None:
        with pytest.raises(FetchError, match="asks to wait 1 seconds"):
            late["always busy"].result()


def test_what_comes_after_the_declared_length_is_nobodys_answer(odd) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
    read, sent = threading.Semaphore(0), threading.Semaphore(0)

    def say(connection: socket.socket, _: bytes) -> None:
        connection.sendall(answer + b"true")
        assert read.acquire(timeout=60)
        # For whoever asks next on this connection.
        connection.sendall(answer + b"fake")
        sent.release()
        connection.recv(2**16)

    site = WebSite(odd(say), {}, HASTY)
    for _ in range(2):
        into = io.BytesIO()
        assert site.get("x", into, most=10)
        assert into.getvalue() == b"true"
        read.release()
        assert sent.acquire(timeout=60)
    site.close()


def test_a_request_that_meets_a_closing_connection_is_sent_over_another(odd) -> None:
    answered = []

    def say(connection: socket.socket, request: bytes) -> None:
        answered.append(request)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntrue")
        connection.recv(2**16)  # the next request, which is not answered any more

    site = WebSite(odd(say), {}, replace(HASTY, attempts=1))
    for _ in range(3):
        into = io.BytesIO()
        assert site.get("x", into, most=10)
        assert into.getvalue() == b"true"
    site.close()
    assert len(answered) == 3


def test_a_reason_commands_no_terminal(odd) -> None:
    url = odd(lambda c, _: c.sendall(b"HTTP/1.1 418 \x1b[31mred\r\nContent-Length: 0\r\n\r\n"))
    with pytest.raises(FetchError) as failed:
        fetched(url)
    assert "\x1b" not in str(failed.value)
