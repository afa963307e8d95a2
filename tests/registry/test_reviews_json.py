import json

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from skillpack.errors import IndexRefusedError
from skillpack.model.limits import Limits
from skillpack.model.review import NOT_COVERED, Coverage, CoverageState, Review, Reviewer, ReviewVerdict, Scan
from skillpack.model.settings import Configuration
from skillpack.registry import reviews_json, skill_json
from skillpack.registry.reviews_json import coverage_row, read, rows, write
from skillpack.registry.schemas import SCHEMAS

URL = "https://x.example/reviews.json"
ADA = Review("a" * 64, "Ada Brook", "2026-11-20", ReviewVerdict.SAFE, version="1.0.0", note="Line by line.")
MODEL = Review("a" * 64, "reader-5", "2026-11-21", ReviewVerdict.OBJECTS, since="b" * 64, kind=Reviewer.MODEL)
LIMITS = Limits()
HEAD = b'{"schema":1,"reviews":[\n'
ROW = b'{"skill":"pdf","digest":"' + b"a" * 64 + b'","by":"Ada","date":"2026-11-20","verdict":"safe"}'


def written(*reviews: Review) -> bytes:
    return b"".join(write(rows("pdf", reviews), Configuration(name="team")))


def read_back(content: bytes, limits: Limits = LIMITS) -> list[tuple[str, Review]]:
    return list(read(content.splitlines(keepends=True), url=URL, origin="team", limits=limits))


def test_a_line_a_review(snapshot) -> None:
    assert written(ADA, MODEL).decode() == snapshot


def test_what_is_written_is_read_with_its_origin() -> None:
    expected = [("pdf", replace(each, origin="team")) for each in (ADA, MODEL)]
    assert read_back(written(ADA, MODEL)) == expected
    assert read_back(written()) == []


def test_what_was_taken_from_others_loses_its_origin_and_its_line() -> None:
    assert written(replace(ADA, origin="elsewhere", line=7, signer="key")) == written(ADA)


def test_it_obeys_its_schema() -> None:
    validator = Draft202012Validator(SCHEMAS["reviews.json"])
    assert list(validator.iter_errors(json.loads(written(ADA, MODEL)))) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a list of reviews"),
        (b"[]", "is not a list of reviews"),
        (b'{"schema":1,"skills":[\n]}\n', "is not a list of reviews"),
        (b'{"schema":2,"reviews":[\n]}\n', "has format `2`, this program reads 1"),
        (HEAD + ROW, "is cut off after 1 reviews"),
        (HEAD + b"{}\n]}", "`skill` is not a text"),
        (HEAD + ROW.replace(b"pdf", b"../x") + b"\n]}", "not a usable name"),
        (HEAD + ROW.replace(b"a" * 64, b"a" * 63) + b"\n]}", "not 64 lower-case hex digits"),
        (HEAD + ROW.replace(b"Ada", b" ") + b"\n]}", "`by` is empty"),
        (HEAD + ROW.replace(b"2026-11-20", b"2026-13-20") + b"\n]}", "not a date"),
        (HEAD + ROW.replace(b"2026-11-20", b"20261120") + b"\n]}", "not a date"),
        (HEAD + ROW.replace(b'"safe"', b'"fine"') + b"\n]}", "`verdict` is `fine`, not one of safe, works, objects"),
        (HEAD + ROW.replace(b'"by"', b'"kind":"god","by"') + b"\n]}", "`kind` is `god`"),
        (HEAD + ROW.replace(b'"by"', b'"note":NaN,"by"') + b"\n]}", "is not readable as JSON"),
        (HEAD + ROW.replace(b'"by"', b'"by":"Eve","by"') + b"\n]}", "occurs twice"),
        (HEAD + ROW.replace(b'"Ada"', b"[" * 5000) + b"\n]}", "is not readable as JSON"),
    ],
)
def test_a_bad_file_is_refused_as_a_whole(content: bytes, message: str) -> None:
    with pytest.raises(IndexRefusedError, match=r"https://x\.example/reviews\.json") as refused:
        read_back(content)
    assert message in str(refused.value)


def test_a_file_without_end_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(reviews_json, "MOST_REVIEWS", 10)
    with pytest.raises(IndexRefusedError, match="at entry 11"):
        read_back(HEAD + (ROW + b",\n") * 11 + b"]}")
    with pytest.raises(IndexRefusedError, match="at entry 1"):
        read_back(HEAD + ROW + b"\n]}", Limits(index_line=100))


def test_keys_of_a_later_program_are_passed_over() -> None:
    assert len(read_back(HEAD + ROW.replace(b'"by"', b'"mood":"calm","by"') + b"\n]}")) == 1


def test_texts_are_cut_and_hide_nothing() -> None:
    hostile = "x\\u202e\\u0007\\n" * 900
    (pair,) = read_back(HEAD + ROW.replace(b'"by"', f'"note":"{hostile}","by"'.encode()) + b"\n]}")
    assert pair[1].note.isprintable()
    assert len(pair[1].note) <= 2000


def test_a_record_says_who_looked_and_where_that_comes_from(make_record, make_release) -> None:
    scan = Scan("scan", "2.3", "2026-11-20", errors=1, file="scans/pdf.sarif")
    found = Coverage(CoverageState.OLDER, (replace(ADA, origin="team"),), (MODEL,), (scan,), changed=3)
    content = skill_json.write(make_record(), [make_release("pdf")], coverage=found)
    said = json.loads(content)["reviews"]
    assert (said["state"], said["changed"]) == ("older", 3)
    assert said["chain"][0]["origin"] == "team"
    assert said["others"][0]["kind"] == "model"
    assert said["scans"][0] == {
        "tool": "scan",
        "version": "2.3",
        "date": "2026-11-20",
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "file": "scans/pdf.sarif",
    }
    assert list(Draft202012Validator(SCHEMAS["record.json"]).iter_errors(json.loads(content))) == []


def test_a_record_of_what_nobody_looked_at_says_nothing(make_record, make_release) -> None:
    assert coverage_row(NOT_COVERED) == {}
    assert "reviews" not in json.loads(skill_json.write(make_record(), [make_release("pdf")]))
