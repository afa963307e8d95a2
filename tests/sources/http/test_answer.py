import pytest

from skillpack.sources.http.answer import PartialFile, Validator, conditions, read_validator

LONG_AGO = "Wed, 07 Jan 2026 10:00:00 GMT"
A_MINUTE_LATER = "Wed, 07 Jan 2026 10:01:00 GMT"


@pytest.mark.parametrize("etag", ['"abc"', 'W/"abc"'])
def test_a_tag_is_asked_about(etag) -> None:
    known = read_validator({"ETag": etag, "Last-Modified": LONG_AGO, "Date": A_MINUTE_LATER})
    assert conditions(known) == {"If-None-Match": etag}


def test_without_a_tag_the_time_is_asked_about() -> None:
    known = read_validator({"Last-Modified": LONG_AGO, "Date": A_MINUTE_LATER})
    assert conditions(known) == {"If-Modified-Since": LONG_AGO}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"ETag": "", "Last-Modified": ""},
        {"ETag": "no quotes"},
        {"ETag": '"a\r\nX: y"'},
        {"ETag": f'"{"x" * 600}"'},
        {"ETag": '"é"'},
        # A file that changed a moment ago may change again within the same second.
        {"Last-Modified": LONG_AGO, "Date": LONG_AGO},
        {"Last-Modified": A_MINUTE_LATER, "Date": LONG_AGO},
        {"Last-Modified": LONG_AGO},
        {"Last-Modified": "yesterday", "Date": A_MINUTE_LATER},
        {"Last-Modified": LONG_AGO.replace("GMT", "-0000"), "Date": A_MINUTE_LATER},
    ],
)
def test_what_cannot_be_relied_on_is_not_asked_about(headers) -> None:
    assert read_validator(headers) == Validator()
    assert conditions(Validator()) == {}


TAG = '"a-1"'


def begun(**headers: str) -> PartialFile:
    part = PartialFile()
    part.begin({name.replace("_", "-"): value for name, value in headers.items()}, 100)
    return part


def test_the_rest_of_a_known_state_is_asked_for() -> None:
    assert begun(ETag=TAG).conditions(40) == {"Range": "bytes=40-", "If-Range": TAG}
    assert begun(ETag=TAG).conditions(0) == {}


@pytest.mark.parametrize("etag", ["", 'W/"a"', "a", '""', '"a\tb"', '"ä"', f'"{"a" * 600}"', '"a"b"'])
def test_what_tells_no_states_apart_is_not_resumed(etag) -> None:
    assert begun(ETag=etag).conditions(40) == {}


def test_a_site_that_sends_no_parts_is_not_asked_for_one() -> None:
    assert begun(ETag=TAG, Accept_Ranges="none").conditions(40) == {}


@pytest.mark.parametrize("given", ["bytes 40-99/100", "bytes 40-99/*"])
def test_the_rest_fits(given) -> None:
    assert begun(ETag=TAG).fits({"Content-Range": given}, 40)
    assert begun(ETag=TAG).fits({"Content-Range": given, "ETag": TAG}, 40)


@pytest.mark.parametrize(
    "given",
    ["", "bytes 0-99/100", "bytes 41-99/100", "bytes 40-98/100", "bytes 40-119/120", "bytes 40-39/100", "bytes */100"],
)
def test_anything_else_does_not(given) -> None:
    assert not begun(ETag=TAG).fits({"Content-Range": given}, 40)


def test_the_rest_of_another_state_does_not_fit() -> None:
    assert not begun(ETag=TAG).fits({"Content-Range": "bytes 40-99/100", "ETag": '"a-2"'}, 40)
