import io
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.errors import FetchError, OfflineError
from skillpack.sources.http.site import WebSite
from skillpack.sources.http.timeouts import Timeouts
from skillpack.sources.response_cache import KeptSite, RememberedSite


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., bytes | None]:
    """Return a function that asks a site for `x` as a build does, with the answers of earlier ones."""

    def asked(url: str, *, most: int = 1000) -> bytes | None:
        site, into = RememberedSite(WebSite(url, {}, Timeouts(attempts=1)), tmp_path / "answers"), io.BytesIO(b"older")
        try:
            return into.getvalue() if site.get("x", into, most=most) else None
        finally:
            site.close()

    return asked


def test_what_has_not_changed_is_sent_once(web, ask) -> None:
    url, seen = web(tagged={"/x": b"hello"})
    assert [ask(url) for _ in range(3)] == [b"hello"] * 3
    assert seen == ["/x"] * 3
    assert seen.statuses == [200, 304, 304]


def test_what_has_changed_is_sent_again(web, ask) -> None:
    files = {"/x": b"hello"}
    url, seen = web(tagged=files)
    ask(url)
    files["/x"] = b"other"
    assert [ask(url) for _ in range(2)] == [b"other"] * 2
    assert seen.statuses == [200, 200, 304]


def test_what_has_gone_is_not_there(web, ask) -> None:
    files = {"/x": b"hello"}
    url, seen = web(tagged=files)
    ask(url)
    del files["/x"]
    assert ask(url) is None
    files["/x"] = b"hello"
    assert ask(url) == b"hello"
    assert seen.statuses == [200, 404, 304]


def test_two_sites_are_not_mixed_up(web, ask) -> None:
    urls = [web(tagged={"/x": content})[0] for content in (b"one", b"two")]
    assert [ask(url) for url in urls * 2] == [b"one", b"two"] * 2


def test_a_site_that_tells_nothing_of_its_files_is_asked_for_all_of_them(web, ask) -> None:
    url, seen = web({"/x": b"hello"})
    assert [ask(url) for _ in range(2)] == [b"hello"] * 2
    assert seen.statuses == [200, 200]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:-1],
        lambda content: content[:-1] + b"0",
        lambda content: content.replace(b'"size": 5', b'"size": 9999'),
        lambda content: b"{}\n" + content,
        lambda _: b"",
        lambda content: b"x" * 5000 + content,
    ],
)
def test_what_the_disk_has_spoiled_is_sent_again(web, ask, tmp_path: Path, spoil) -> None:
    url, seen = web(tagged={"/x": b"hello"})
    ask(url)
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(spoil(kept.read_bytes()))
    assert [ask(url) for _ in range(2)] == [b"hello"] * 2
    assert seen.statuses.count(200) == 2
    assert seen.statuses[-1] == 304


def test_a_kept_answer_is_no_way_around_the_limit(web, ask) -> None:
    url, _ = web(tagged={"/x": b"hello"})
    ask(url)
    with pytest.raises(FetchError, match="5 bytes, at most 4"):
        ask(url, most=4)


def test_a_site_that_sends_nothing_unasked_fails(web, ask) -> None:
    url, _ = web(answers={"/x": [(304, {}, b"")]})
    with pytest.raises(FetchError, match="answers 304"):
        ask(url)


class TestKept:
    """What is read when nobody may be asked."""

    def ask(self, url: str, folder: Path) -> None:
        site = RememberedSite(WebSite(url, {}), folder)
        assert site.get("x", io.BytesIO(), most=1000)
        site.close()

    def kept(self, url: str, folder: Path, path: str = "x", *, most: int = 1000) -> bytes:
        into = io.BytesIO(b"older")
        assert KeptSite(WebSite(url, {}), folder).get(path, into, most=most)
        return into.getvalue()

    def test_what_was_answered_is_there_although_the_site_tells_nothing_of_it(self, web, tmp_path: Path) -> None:
        url, seen = web({"/x": b"hello"})
        for _ in range(2):
            self.ask(url, tmp_path)
        assert seen.statuses == [200, 200]
        assert self.kept(url, tmp_path) == b"hello"
        assert self.kept(url, tmp_path, "/x") == b"hello"
        assert len(seen) == 2

    def test_what_was_not_is_named(self, web, tmp_path: Path) -> None:
        url, seen = web({"/x": b"hello"})
        with pytest.raises(OfflineError, match="/x` is not in the cache, and `--offline` sends no request"):
            self.kept(url, tmp_path)
        assert seen == []

    def test_what_the_disk_has_spoiled_is_not_read(self, web, tmp_path: Path) -> None:
        url, _ = web({"/x": b"hello"})
        self.ask(url, tmp_path)
        (place,) = (path for path in tmp_path.rglob("*") if path.is_file())
        place.write_bytes(place.read_bytes().replace(b"hello", b"jello"))
        with pytest.raises(OfflineError):
            self.kept(url, tmp_path)

    def test_limits_hold(self, web, tmp_path: Path) -> None:
        url, _ = web({"/x": b"hello"})
        self.ask(url, tmp_path)
        with pytest.raises(OfflineError):
            self.kept(url, tmp_path, most=4)

    def test_nobody_else_on_this_machine_reads_it(self, web, tmp_path: Path) -> None:
        url, _ = web({"/x": b"hello"})
        self.ask(url, tmp_path)
        (place,) = (path for path in tmp_path.rglob("*") if path.is_file())
        assert place.stat().st_mode & 0o777 == 0o600
