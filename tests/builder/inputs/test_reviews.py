"""The folder of reviews: what is taken by which name, and what is only told."""

import os
from pathlib import Path

import pytest

from skillpack.builder.inputs.reviews import read_reviews
from skillpack.files.trace import Trace, holds
from skillpack.model.review import NO_REVIEWS, CatalogReviews


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "catalog" / "reviews").mkdir(parents=True)
    return tmp_path / "catalog" / "reviews"


def test_without_a_folder_nothing_is_said(tmp_path) -> None:
    assert read_reviews(tmp_path) == CatalogReviews()
    (tmp_path / "reviews").write_text("a file")
    assert read_reviews(tmp_path) == CatalogReviews()


def test_each_file_is_of_the_skill_that_it_is_named_after(folder) -> None:
    (folder / "pdf.toml").write_bytes(b"1")
    (folder / "csv-report.toml").write_bytes(b"2")
    found = read_reviews(folder.parent)
    assert [(name, said.file, said.content) for name, said in found.by_name.items()] == [
        ("csv-report", "reviews/csv-report.toml", b"2"),
        ("pdf", "reviews/pdf.toml", b"1"),
    ]
    assert found.of("other") == NO_REVIEWS


def test_the_digest_is_of_one_file_alone(folder) -> None:
    (folder / "pdf.toml").write_bytes(b"1")
    before = read_reviews(folder.parent).of("pdf").digest
    (folder / "csv.toml").write_bytes(b"2")
    assert read_reviews(folder.parent).of("pdf").digest == before
    (folder / "pdf.toml").write_bytes(b"3")
    assert read_reviews(folder.parent).of("pdf").digest != before


def test_the_digest_tells_a_file_from_its_signatures(folder) -> None:
    (folder / "pdf.toml").write_bytes(b"1")
    (folder / "pdf.signatures.json").write_bytes(b"[]")
    signed = read_reviews(folder.parent).of("pdf").digest
    (folder / "pdf.signatures.json").unlink()
    (folder / "pdf.toml").write_bytes(b"1\0[]")
    assert read_reviews(folder.parent).of("pdf").digest != signed


@pytest.mark.parametrize("name", ["SKILL.md", "skill.md"])
def test_what_a_skill_brings_is_no_review_of_the_catalog(folder, name) -> None:
    (folder / "pdf.toml").write_text("")
    (folder / name).write_text("---\nname: reviews\n---\n")
    why = "it is the folder of a skill, whose publisher wrote what is there"
    assert read_reviews(folder.parent) == CatalogReviews(problems=(("reviews", why),), unreadable=why)
    (folder / "pdf.toml").unlink()
    assert read_reviews(folder.parent) == CatalogReviews()


def test_what_is_no_review_is_left_alone(folder) -> None:
    (folder / "README.md").write_text("How we review.")
    (folder / "old").mkdir()
    (folder / "old" / "pdf.toml").write_text("")
    (folder / ".pdf.toml.swp").write_text("")
    assert read_reviews(folder.parent) == CatalogReviews()


def test_a_name_that_no_skill_can_have_is_told(folder) -> None:
    (folder / "my skill.toml").write_text("")
    (folder / "a\nb.toml").write_text("")
    assert read_reviews(folder.parent).problems == (
        ("reviews/a\\nb.toml", "no skill can have this name"),
        ("reviews/my skill.toml", "no skill can have this name"),
    )


def test_links_are_followed_within_the_folder_alone(folder) -> None:
    (folder.parent / "secret.toml").write_text("secret")
    (folder / "pdf.toml").write_bytes(b"1")
    (folder / "same.toml").symlink_to("pdf.toml")
    (folder / "out.toml").symlink_to("../secret.toml")
    (folder / "gone.toml").symlink_to("nowhere.toml")
    found = read_reviews(folder.parent)
    assert found.of("same").content == b"1"
    assert (found.of("out").content, found.of("out").unreadable) == (
        b"",
        "it is a link to `../secret.toml`, which leads out of the folder",
    )
    assert found.of("gone").unreadable == "it is a link to `nowhere.toml`, which leads nowhere"


def test_a_folder_behind_a_link_out_of_the_catalog_is_not_read(folder, tmp_path) -> None:
    (folder / "pdf.toml").write_bytes(b"1")
    other = tmp_path / "other"
    other.mkdir()
    (other / "reviews").symlink_to(folder)
    assert read_reviews(other) == CatalogReviews(
        problems=(("reviews", "it is a link out of the catalog"),), unreadable="it is a link out of the catalog"
    )


def test_what_cannot_be_read_is_said_of_the_skill(folder) -> None:
    (folder / "huge.toml").write_bytes(b"#" * 300_000)
    os.mkfifo(folder / "pipe.toml")
    found = read_reviews(folder.parent)
    assert found.of("huge").unreadable == "it cannot be read: 300000 bytes"
    assert found.of("pipe").unreadable == "it cannot be read: a named pipe"


def test_a_trace_holds_until_something_changes(folder) -> None:
    def stored(root: Path) -> Trace:
        trace = Trace(str(root), now_ns=10**19)
        read_reviews(root, trace)
        assert trace.believed
        return trace

    (folder / "pdf.toml").write_bytes(b"1")
    with_one = stored(folder.parent).stored()
    assert holds(with_one)
    (folder / "csv.toml").write_bytes(b"2")
    assert not holds(with_one)
    with_two = stored(folder.parent).stored()
    (folder / "pdf.toml").write_bytes(b"longer")
    assert not holds(with_two)


def test_a_trace_of_no_folder_holds_until_there_is_one(tmp_path) -> None:
    trace = Trace(str(tmp_path))
    read_reviews(tmp_path, trace)
    assert holds(trace.stored())
    (tmp_path / "reviews").mkdir()
    assert not holds(trace.stored())
