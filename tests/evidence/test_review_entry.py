"""Reviews written into a file: they parse to what was meant, and nothing else of the file changes."""

import tomllib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.evidence.review_entry import review_entry, with_review
from skillpack.evidence.reviews import parse_reviews
from skillpack.model.review import Review, Reviewer, ReviewVerdict

ONE = Review("a" * 64, "Ada King", "2026-11-20", ReviewVerdict.SAFE, version="1.2.0", note='Read "all" of it')
STEP = Review("b" * 64, "small-model 1", "2026-12-01", ReviewVerdict.OBJECTS, since="a" * 64, kind=Reviewer.MODEL)
WRITTEN = """\
# Who looked at it.

[[review]] # the first
verdict = 'safe'
by = '''Ada King'''
date = 2026-11-20
digest = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
"""

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
REVIEWS = st.builds(
    Review,
    digest=st.text("0123456789abcdef", min_size=64, max_size=64),
    by=TEXTS.filter(bool),
    day=st.dates().map(date.isoformat),
    verdict=st.sampled_from(ReviewVerdict),
    since=st.sampled_from(["", "c" * 64]),
    version=TEXTS,
    note=TEXTS,
    kind=st.sampled_from(Reviewer),
)


def test_an_entry_leaves_out_what_is_as_by_default() -> None:
    assert review_entry(ONE) == (
        "[[review]]\n"
        f'digest = "{"a" * 64}"\n'
        'version = "1.2.0"\n'
        'by = "Ada King"\n'
        "date = 2026-11-20\n"
        'verdict = "safe"\n'
        'note = "Read \\"all\\" of it"\n'
    )


def test_an_entry_of_a_step_by_a_model_says_both() -> None:
    assert f'since = "{"a" * 64}"\nby = "small-model 1"\nkind = "model"\n' in review_entry(STEP)


def test_what_would_show_as_nothing_is_spelled_out() -> None:
    entry = review_entry(Review("a" * 64, "Ada\u202e", "2026-11-20", ReviewVerdict.SAFE, note="a\x1b[2Jb\U000e0041"))

    assert entry.replace("\n", "").isprintable()
    assert 'by = "Ada\\u202E"' in entry
    assert 'note = "a\\u001B[2Jb\\U000E0041"' in entry


@given(st.lists(REVIEWS, max_size=4))
def test_written_reviews_parse_to_what_was_meant(reviews: list[Review]) -> None:
    content = b""
    for each in reviews:
        content = with_review(content, each)

    found = tomllib.loads(content.decode()).get("review", [])
    for entry, meant in zip(found, reviews, strict=True):
        assert entry.get("note", "") == meant.note
        assert entry["by"] == meant.by
        assert entry.get("version", "") == meant.version
        assert entry.get("since", "") == meant.since
        assert entry.get("kind", "person") == meant.kind
        assert entry["date"].isoformat() == meant.day
        assert (entry["digest"], entry["verdict"]) == (meant.digest, meant.verdict)


def test_the_reader_reads_what_is_written() -> None:
    found = parse_reviews(with_review(with_review(b"", ONE), STEP))

    assert found.problems == ()
    assert [(each.by, each.kind, each.since, each.note, each.line) for each in found.reviews] == [
        ("Ada King", "person", "", 'Read "all" of it', 1),
        ("small-model 1", "model", "a" * 64, "", 9),
    ]


@pytest.mark.parametrize(
    "before",
    [
        WRITTEN,
        WRITTEN.rstrip("\n"),
        WRITTEN.replace("\n", "\r\n"),
        "# nothing yet",
        '[[review]]\nby = "x"\n[review.more]\nkey = 1\n[other]\nreview = 2\n',
    ],
)
def test_every_byte_that_is_there_stays(before: str) -> None:
    whole = with_review(before.encode(), ONE)

    assert whole.startswith(before.encode())
    assert whole[len(before.encode()) :].decode().replace("\r\n", "\n").lstrip("\n") == review_entry(ONE)


def test_lines_end_as_those_that_are_there() -> None:
    whole = with_review(WRITTEN.replace("\n", "\r\n").encode(), ONE)

    assert whole.count(b"\n") == whole.count(b"\r\n")


@pytest.mark.parametrize(
    ("before", "clause"),
    [
        (b"[[review]\n", "it is not TOML"),
        (b"\xff", "it is not TOML"),
        (b'note = """', "it is not TOML"),
        (b"review = 1\n", "its `review` is not a list of tables"),
        (b"review = [{ by = 'x' }]\n", "not written as `[[review]]`"),
        (b"[review]\nby = 'x'\n", "its `review` is not a list of tables"),
    ],
)
def test_a_file_that_takes_no_review_is_refused(before: bytes, clause: str) -> None:
    with pytest.raises(ValueError, match=clause.replace("[", r"\[").replace("]", r"\]")):
        with_review(before, ONE)


def test_half_a_character_is_refused() -> None:
    with pytest.raises(ValueError, match="half a character"):
        with_review(b"", Review("a" * 64, "Ada", "2026-11-20", ReviewVerdict.SAFE, note="\ud800"))
