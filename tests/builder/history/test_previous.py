"""What a build learns from the site that was published last."""

import json
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import BinaryIO

import pytest
from msgspec.structs import replace

from skillpack.archive.write import write_zip
from skillpack.builder.history.history import CatalogHistory, NameHistory
from skillpack.builder.history.previous import AUTO, PublishedArchives, opened_previous, read_name, read_previous
from skillpack.errors import FetchError, IndexRefusedError, IntegrityError, SkillpackError
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress, silent
from skillpack.model.release import Artifact, Release, Tombstone
from skillpack.model.settings import Configuration, Settings
from skillpack.model.tree import Tree, make_tree
from skillpack.sources.published_site import PublishedCatalog

Row = dict[str, object]
SETTINGS = Settings("1", (), (), Limits(), highlight=True, require=(), site_url="", digest="d" * 64)


class MemorySite:
    """A site in memory; it does what a `FolderSite` does.

    Attributes:
        asked: Paths, in order.
    """

    name = "memory:"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files, self.asked = files, list[str]()

    def where(self, path: str) -> str:
        return f"{self.name}{path}"

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        self.asked.append(path)
        into.seek(0)
        into.truncate()
        into.write(self.files.get(path, b"")[: most + 1])
        return path in self.files

    def close(self) -> None:
        pass


def version(name: str, label: str = "1.0.0", **changes: object) -> Row:
    archive = {"url": f"../../archives/{name}/{name}-{label}.zip", "sha256": "a" * 64, "size": 5}
    digest = (label.encode().hex() * 16)[:64]
    return {"label": label, "digest": digest, "archive": archive, **changes}


def record(name: str, *versions: Row, **changes: object) -> bytes:
    head = {"schema": 1, "name": name, "description": "", "state": "published", "versions": versions}
    return json.dumps(head | changes).encode()


def row(name: str, **changes: object) -> Row:
    return {"name": name, "description": "", "state": "published", "record": f"skills/{name}/skill.json", **changes}


def catalog(*rows: Row) -> bytes:
    lines = ",\n".join(json.dumps(each) for each in rows)
    return f'{{"schema":1,"skills":[\n{lines}\n]}}\n'.encode()


def site(rows: tuple[Row, ...], records: Mapping[str, bytes]) -> MemorySite:
    files = {f"skills/{name}/skill.json": content for name, content in records.items()}
    return MemorySite({"catalog.json": catalog(*rows), **files})


def learned(published: MemorySite | None) -> CatalogHistory:
    previous = PublishedCatalog(published, None, Limits()) if published is not None else None
    return read_previous(previous, Limits(), silent)


class TestRead:
    def test_what_was_published_is_known_by_name(self) -> None:
        history = learned(site((row("pdf"),), {"pdf": record("pdf", version("pdf", "2.0.0"), version("pdf"))}))
        past = history["pdf"]
        assert [release.label for release in past.releases("pdf")] == ["2.0.0", "1.0.0"]
        assert past.tombstone is None
        assert history.keys() == {"pdf"}

    def test_the_text_of_a_version_is_kept_as_it_was(self) -> None:
        told = version("pdf", unknown={"later": ["program"]})
        history = learned(site((row("pdf"),), {"pdf": record("pdf", told)}))
        assert json.loads(history["pdf"].versions[0].text) == told

    def test_names_that_ended_are_known_with_and_without_a_record(self) -> None:
        ended = row("old", state="renamed", successor="new", reason="clearer")
        never = {"name": "idea", "description": "", "state": "withdrawn", "reason": "no"}
        told = record("old", version("old"), state="renamed", successor="new", reason="clearer")
        history = learned(site((ended, never), {"old": told}))
        assert [(past.name, past.tombstone and past.tombstone.successor) for _, past in sorted(history.items())] == [
            ("idea", ""),
            ("old", "new"),
        ]
        assert history["idea"] == NameHistory("idea", (), Tombstone("idea", "", "no", None))

    def test_without_a_site_nothing_was_published(self) -> None:
        assert learned(None) == {}

    def test_each_record_is_asked_for_once(self) -> None:
        published = site((row("a"), row("b")), {"a": record("a", version("a")), "b": record("b", version("b"))})
        learned(published)
        assert published.asked == ["catalog.json", "skills/a/skill.json", "skills/b/skill.json"]

    def test_progress_is_told(self) -> None:
        told: list[Progress] = []
        published = site((row("a"),), {"a": record("a", version("a"))})
        read_previous(PublishedCatalog(published, None, Limits()), Limits(), told.append)
        assert [progress.done for progress in told] == [1]

    def test_a_name_in_another_case_is_the_same_name(self) -> None:
        history = learned(site((row("PDF"),), {"PDF": record("PDF", version("PDF"))}))
        (release,) = history["pdf"].releases("pdf")
        assert (release.name, release.archive) == ("pdf", "archives/PDF/PDF-1.0.0.zip")


class TestReadName:
    def test_one_record_is_asked_for_and_no_other(self) -> None:
        published = site((row("a"), row("b")), {"a": record("a", version("a", "2.0.0")), "b": record("b")})
        found = read_name(PublishedCatalog(published, None, Limits()), "a", Limits())
        assert [release.label for release in found.releases("a")] == ["2.0.0"]
        assert published.asked == ["skills/a/skill.json"]

    def test_what_was_never_published_has_no_history(self) -> None:
        found = read_name(PublishedCatalog(site((), {}), None, Limits()), "a", Limits())
        assert found.versions == ()

    @pytest.mark.parametrize(
        "told", [record("b", version("b")), record("a", version("a", date="soon")), record("a", version("b"))]
    )
    def test_a_record_that_is_not_what_we_wrote_is_refused(self, told: bytes) -> None:
        with pytest.raises(IndexRefusedError):
            read_name(PublishedCatalog(site((row("a"),), {"a": told}), None, Limits()), "a", Limits())


class TestRefused:
    @pytest.mark.parametrize(
        ("told", "failure", "words"),
        [
            (row("pdf", record="skills/other/skill.json"), IndexRefusedError, "not the one of this name"),
            (row("pdf", record=""), IndexRefusedError, "has no record"),
            (row("CON"), IndexRefusedError, "not usable"),
            (row("pdf", state="withdrawn"), IntegrityError, "does not match the catalog"),
            (row("pdf", label="1.0.0", digest="0" * 64), IntegrityError, "does not match the catalog"),
            (row("pdf", label="9.0.0", digest="0" * 64), IntegrityError, "does not match the catalog"),
            (row("gone", record="", state="renamed", successor="../x"), IndexRefusedError, "not a usable name"),
            (row("gone", record="", state="withdrawn", reason="\ud800"), IndexRefusedError, "half a character"),
        ],
    )
    def test_a_line_that_cannot_be_ours(self, told, failure, words) -> None:
        with pytest.raises(failure, match=words) as refused:
            learned(site((told,), {"pdf": record("pdf", version("pdf"))}))
        assert "memory:" in str(refused.value)

    @pytest.mark.parametrize(
        ("told", "words"),
        [
            (record("other", version("other")), "about `other`"),
            (record("pdf", version("other")), "is not at the path"),
            (record("pdf", version("pdf", date="yesterday")), "not a day"),
            (record("pdf", version("pdf", yanked="\ud800")), "half a character"),
            (record("pdf", version("pdf", also={"html": "0" * 64})), "unknown archive format `html`"),
            (record("pdf", version("pdf", also={"../x": "0" * 64})), "usable label"),
            (record("pdf", version("pdf"), version("pdf", "2.0.0", digest=version("pdf")["digest"])), "two labels"),
            (b"{", "not readable as JSON"),
        ],
    )
    def test_a_record_that_cannot_be_ours(self, told, words) -> None:
        with pytest.raises(IndexRefusedError, match=words) as refused:
            learned(site((row("pdf"),), {"pdf": told}))
        assert "memory:skills/pdf/skill.json" in str(refused.value)

    def test_a_successor_that_is_no_name(self) -> None:
        told = record("old", version("old"), state="renamed", successor="a/../b")
        with pytest.raises(IndexRefusedError, match="not a usable name"):
            learned(site((row("old", state="renamed"),), {"old": told}))

    def test_two_names_that_differ_in_case_alone(self) -> None:
        records = {name: record(name, version(name)) for name in ("pdf", "PDF")}
        with pytest.raises(IndexRefusedError, match="only in case"):
            learned(site((row("pdf"), row("PDF")), records))

    def test_a_record_that_is_missing(self) -> None:
        with pytest.raises(FetchError, match=r"skills/pdf/skill\.json"):
            learned(site((row("pdf"),), {}))

    def test_a_site_without_a_catalog(self) -> None:
        with pytest.raises(FetchError, match=r"no `catalog\.json`"):
            learned(MemorySite({}))

    @pytest.mark.parametrize("cut", [0, 10, 60, 200])
    def test_a_catalog_that_was_cut_off(self, cut: int) -> None:
        whole = catalog(*(row(f"skill-{number}") for number in range(3)))
        records = {f"skill-{n}": record(f"skill-{n}", version(f"skill-{n}")) for n in range(3)}
        published = replace_catalog(site((), records), whole[:cut])
        with pytest.raises(SkillpackError):
            learned(published)


def replace_catalog(published: MemorySite, content: bytes) -> MemorySite:
    return MemorySite({**published.files, "catalog.json": content})


class TestWhere:
    def opened(self, tmp_path: Path, given: str = "", **configured: object) -> str:
        configuration = replace(Configuration(), **configured)
        with opened_previous(given, configuration, tmp_path, {}, cache=None, limits=Limits()) as previous:
            return previous.name if previous is not None else ""

    def test_nowhere_by_default(self, tmp_path: Path) -> None:
        assert self.opened(tmp_path) == ""

    def test_a_configured_folder_is_relative_to_the_catalog(self, tmp_path: Path) -> None:
        (tmp_path / "site").mkdir()
        assert self.opened(tmp_path, previous="site") == str(tmp_path / "site")

    def test_what_is_given_wins_and_is_relative_to_where_one_is(self, tmp_path: Path, monkeypatch) -> None:
        (tmp_path / "here/site").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / "here")
        assert self.opened(tmp_path, "site", previous="elsewhere") == "site"

    def test_an_address_is_not_asked_before_it_must_be(self, tmp_path: Path) -> None:
        assert self.opened(tmp_path, "https://skills.example.com") == "https://skills.example.com/"

    @pytest.mark.parametrize("where", ["nowhere", "http://example.com/", "ftp://example.com/"])
    def test_what_cannot_be_read_from_is_refused(self, tmp_path: Path, where) -> None:
        with pytest.raises(FetchError):
            self.opened(tmp_path, where)

    def test_a_published_catalog_must_say_where(self, tmp_path: Path) -> None:
        with pytest.raises(FetchError, match="would lose its versions") as refused:
            self.opened(tmp_path, published=True)
        assert "--previous" in refused.value.hint

    def test_a_catalog_that_says_it_was_not_published_is_not_looked_for(self, tmp_path: Path) -> None:
        assert self.opened(tmp_path, "nowhere", published=False, previous="nowhere") == ""


@pytest.fixture
def web() -> Iterator[Callable[[int], str]]:
    """Return a function that starts a site whose catalog is answered with a status, and returns its address."""
    servers = []

    def start(status: int) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status if self.path == "/base/catalog.json" else 418)
                self.end_headers()
                self.wfile.write(catalog())

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/base/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


class TestItsOwnAddress:
    """`--previous auto`."""

    def opened(self, tmp_path: Path, **configured: object) -> str:
        configuration = replace(Configuration(), **configured)
        with opened_previous(AUTO, configuration, tmp_path, {}, cache=None, limits=Limits()) as previous:
            return previous.name if previous is not None else ""

    def test_is_taken_where_a_catalog_answers(self, tmp_path: Path, web) -> None:
        url = web(200)
        assert self.opened(tmp_path, site_url=url) == url

    def test_is_the_first_deployment_where_none_does(self, tmp_path: Path, web) -> None:
        url = web(404)
        assert self.opened(tmp_path, site_url=url) == ""

    def test_is_none_before_the_catalog_has_one(self, tmp_path: Path) -> None:
        assert self.opened(tmp_path) == ""

    def test_stands_back_behind_a_configured_site(self, tmp_path: Path) -> None:
        (tmp_path / "site").mkdir()
        (tmp_path / "site/catalog.json").write_bytes(catalog())
        assert self.opened(tmp_path, site_url="https://skills.example.com/", previous="site") == str(tmp_path / "site")

    def test_must_answer_once_the_catalog_was_published(self, tmp_path: Path, web) -> None:
        url = web(404)
        configuration = Configuration(site_url=url, published=True)
        opened = opened_previous(AUTO, configuration, tmp_path, {}, cache=None, limits=Limits())
        with opened as previous, pytest.raises(FetchError, match=r"there is no `catalog\.json`"):
            read_previous(previous, Limits(), silent)
        with pytest.raises(FetchError, match="would lose its versions"):
            self.opened(tmp_path, published=True)

    @pytest.mark.parametrize("status", [401, 403])
    def test_another_answer_is_no_empty_site(self, tmp_path: Path, web, status: int) -> None:
        url = web(status)
        with pytest.raises(FetchError, match=str(status)):
            self.opened(tmp_path, site_url=url)

    def test_no_answer_is_no_empty_site(self, tmp_path: Path) -> None:
        with pytest.raises(FetchError, match="refused"):
            self.opened(tmp_path, site_url="http://127.0.0.1:9/")


@pytest.mark.parametrize("page", [b"<html>", b"\xef\xbb\xbf\n \n<!DOCTYPE html>\n", b"\n\n\n<p>"])
def test_a_page_for_people_is_no_catalog(page: bytes) -> None:
    with pytest.raises(FetchError, match="is a web page, not a catalog") as refused:
        learned(replace_catalog(site((), {}), page))
    assert "published = false" in refused.value.hint


class MemoryArchives:
    """Archives in memory; what is asked for is noted."""

    name = "memory:"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files, self.asked = files, list[str]()

    def where(self, path: str) -> str:
        return f"{self.name}{path}"

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        self.asked.append(path)
        into.write(self.files.get(path, b"")[:most])
        return path in self.files

    def close(self) -> None:
        pass


def tree(text: str, **files: bytes) -> Tree:
    skill = f"---\nname: pdf\ndescription: Reads. Use it.\n---\n\n{text}\n".encode()
    return make_tree({"SKILL.md": skill, **files})


def release(label: str, files: Tree) -> tuple[Release, bytes]:
    content = write_zip(files)
    archive = f"archives/pdf/pdf-{label}.zip"
    return Release("pdf", label, tree_digest(files), "", archive, sha256(content), len(content)), content


ONE, TWO, THREE = (release(f"{n}.0.0", tree(f"# {n}")) for n in (1, 2, 3))


@pytest.fixture
def published() -> MemoryArchives:
    return MemoryArchives({each.archive: content for each, content in (ONE, TWO, THREE)})


@pytest.fixture
def archives(published: MemoryArchives) -> PublishedArchives:
    return PublishedArchives(PublishedCatalog(published, None, Limits()), Limits())


def test_opens_what_was_published(archives: PublishedArchives) -> None:
    assert archives.tree(ONE[0]) == tree("# 1")
    assert archives.content(Artifact(ONE[0].archive, ONE[0].archive_sha256)) == ONE[1]


@pytest.mark.parametrize(
    ("changed", "content", "words"),
    [
        ({}, b"PK nonsense", "does not match its digest"),
        ({"archive_sha256": sha256(b"PK nonsense")}, b"PK nonsense", "is not a readable archive"),
        ({"archive_sha256": TWO[0].archive_sha256}, TWO[1], "does not contain the files"),
    ],
)
def test_what_is_not_as_recorded_is_named(changed, content, words) -> None:
    site = MemoryArchives({ONE[0].archive: content})
    with pytest.raises(IntegrityError, match=words) as refused:
        PublishedArchives(PublishedCatalog(site, None, Limits()), Limits()).tree(replace(ONE[0], **changed))
    assert "memory:archives/pdf/pdf-1.0.0.zip" in str(refused.value)


def test_without_a_site_there_is_nothing() -> None:
    empty = PublishedArchives(None, Limits())
    assert list(empty.ready("xy", lambda _: [])) == ["x", "y"]
    with pytest.raises(IntegrityError, match="never published"):
        empty.tree(ONE[0])
