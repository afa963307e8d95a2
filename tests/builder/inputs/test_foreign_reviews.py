import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.builder.inputs.foreign_reviews import Asking, catalog_reviews, with_foreign
from skillpack.errors import FetchError, IndexRefusedError
from skillpack.files.trace import Trace
from skillpack.model.review import CatalogReviews, Review, ReviewVerdict
from skillpack.model.settings import ReviewSettings

DIGEST = "a" * 64
REVIEW = f'[[review]]\ndigest = "{DIGEST}"\nby = "Kim Reed"\ndate = 2026-11-20\nverdict = "safe"\n'
ROW = {"skill": "pdf", "digest": DIGEST, "by": "Kim Reed", "date": "2026-11-20", "verdict": "safe"}
TAKEN = Review(DIGEST, "Kim Reed", "2026-11-20", ReviewVerdict.SAFE)


def source(folder: Path, text: str = REVIEW) -> None:
    (folder / "reviews").mkdir(parents=True)
    (folder / "reviews" / "pdf.toml").write_text(text)


def site(folder: Path, *rows: object) -> None:
    folder.mkdir()
    (folder / "catalog.json").write_text('{"schema":1,"skills":[\n]}\n')
    if rows:
        lines = ",\n".join(json.dumps(row) for row in rows)
        (folder / "reviews.json").write_text(f'{{"schema":1,"reviews":[\n{lines}\n]}}\n')


def taken(root: Path, *sources: str, asking: Asking | None = None) -> dict[str, list[Review]]:
    found = with_foreign(CatalogReviews(), sources, root, asking)
    return {name: list(said.foreign) for name, said in found.by_name.items()}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "web")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_a_folder_with_reviews_gives_them_with_its_name(tmp_path: Path) -> None:
    source(tmp_path / "team")
    assert taken(tmp_path, "team") == {"pdf": [replace(TAKEN, origin="team")]}


def test_a_built_site_gives_the_same(tmp_path: Path) -> None:
    source(tmp_path / "team")
    site(tmp_path / "built", ROW)
    (one,), (other,) = (taken(tmp_path, each)["pdf"] for each in ("team", "built"))
    assert (one.origin, other.origin) == ("team", "built")
    assert (one.digest, one.by, one.day, one.verdict) == (other.digest, other.by, other.day, other.verdict)


def test_a_site_on_the_web_gives_the_same(tmp_path: Path, web: str) -> None:
    site(tmp_path / "web", ROW)
    (review,) = taken(tmp_path, web, asking=Asking())["pdf"]
    assert review.origin == web


def test_nobody_is_asked_who_is_not_to_be_asked(tmp_path: Path) -> None:
    assert taken(tmp_path, "https://skills.invalid/") == {}


def test_a_catalog_without_reviews_gives_none(tmp_path: Path, web: str) -> None:
    site(tmp_path / "web")
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "skillpack.toml").touch()
    assert taken(tmp_path, "web", "bare", web, asking=Asking()) == {}


@pytest.mark.parametrize("where", ["nowhere", "."])
def test_a_folder_that_is_no_catalog_is_refused(tmp_path: Path, where: str) -> None:
    with pytest.raises(FetchError, match="there is no catalog in"):
        taken(tmp_path, where)


def test_a_site_that_is_no_catalog_is_refused(tmp_path: Path, web: str) -> None:
    (tmp_path / "web").mkdir()
    with pytest.raises(FetchError, match="cannot be read: there is no catalog"):
        taken(tmp_path, web, asking=Asking())


def test_a_site_that_does_not_answer_stops_the_job(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"the reviews of `http://127\.0\.0\.1:1/` cannot be read") as refused:
        taken(tmp_path, "http://127.0.0.1:1/", asking=Asking())
    assert refused.value.hint


def test_a_bad_review_of_a_site_stops_the_job(tmp_path: Path) -> None:
    site(tmp_path / "built", {**ROW, "verdict": "perhaps"})
    with pytest.raises(IndexRefusedError, match=r"`verdict` is `perhaps`"):
        taken(tmp_path, "built")


def test_a_folder_of_which_a_file_cannot_be_read_stops_the_job(tmp_path: Path) -> None:
    source(tmp_path / "team", "not TOML")
    with pytest.raises(FetchError, match=r"the reviews of `team/reviews/pdf\.toml` cannot be read: this is not TOML"):
        taken(tmp_path, "team")
    (tmp_path / "team" / "reviews" / "SKILL.md").write_text("")
    with pytest.raises(FetchError, match=r"the reviews of `team` cannot be read: it is the folder of a skill"):
        taken(tmp_path, "team")


def test_what_a_catalog_took_from_others_is_not_taken_from_it(tmp_path: Path) -> None:
    """Two catalogs may take from each other: nothing goes in circles."""
    for name, other in (("one", "two"), ("two", "one")):
        source(tmp_path / name)
        (tmp_path / name / "skillpack.toml").write_text(f'[review]\nfrom = ["../{other}"]\n')
    found = catalog_reviews(tmp_path / "one", ReviewSettings(sources=("../two",)))
    assert [each.origin for each in found.of("pdf").foreign] == ["../two"]


def test_credentials_in_what_others_write_are_masked(tmp_path: Path, made_credentials) -> None:
    token = next(each.value for name, each in made_credentials.credentials().items() if "github" in name)
    source(tmp_path / "team", f'{REVIEW}note = "use {token}"\n')
    site(tmp_path / "built", {**ROW, "note": f"use {token}"})
    for each in ("team", "built"):
        assert token not in taken(tmp_path, each)["pdf"][0].note


def test_a_review_twice_is_one(tmp_path: Path) -> None:
    source(tmp_path / "team")
    assert len(taken(tmp_path, "team", "team")["pdf"]) == 1


def test_a_trace_doubts_sites_and_sees_folders(tmp_path: Path, web: str) -> None:
    site(tmp_path / "web", ROW)
    trace = Trace(str(tmp_path), now_ns=2**62)
    with_foreign(CatalogReviews(), ["web"], tmp_path, Asking(), trace)
    assert trace.believed
    with_foreign(CatalogReviews(), [web], tmp_path, Asking(), trace)
    assert not trace.believed
