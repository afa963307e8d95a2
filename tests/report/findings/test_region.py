import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import NOWHERE, Span
from skillpack.report.findings.sarif import region, region_of_bytes


def test_a_file_as_a_whole_is_its_first_line() -> None:
    assert region(NOWHERE) == {"startLine": 1}


def test_a_span_keeps_its_exclusive_end() -> None:
    assert region(Span(2, 7, 2, 20)) == {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 20}


@pytest.mark.parametrize(
    ("text", "start", "end", "place"),
    [
        ("abc\ndef\n", 4, 7, (2, 1, 2, 4)),
        ("é\nab", 3, 4, (2, 1, 2, 2)),
        ("\ufeffab", 3, 4, (1, 1, 1, 2)),
        ("a\r\nb", 3, 4, (2, 1, 2, 2)),
        ("ab\n", 3, 3, (2, 1, 2, 1)),
    ],
)
def test_finds_bytes(text, start, end, place) -> None:
    keys = ("startLine", "startColumn", "endLine", "endColumn")
    assert region_of_bytes(text, start, end) == dict(zip(keys, place, strict=True))


@pytest.mark.parametrize(("start", "end"), [(1, 2), (0, 1), (0, 99), (3, 2), (-1, 1)])
def test_refuses_what_is_no_whole_character(start, end) -> None:
    assert region_of_bytes("éab", start, end) is None


@given(st.text(), st.data())
def test_points_back_at_the_same_text(text, data) -> None:
    first, last = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    start, end = len(text[:first].encode()), len(text[:last].encode())
    place = region_of_bytes(text, start, end)
    lines = text.split("\n")
    before = "\n".join([*lines[: place["startLine"] - 1], ""])
    skipped = 1 if text.startswith("\ufeff") and place["startLine"] == 1 and first else 0
    assert len(before) + place["startColumn"] - 1 + skipped == first
