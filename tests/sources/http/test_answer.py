import pytest

from skillpack.sources.http.answer import Validator, conditions, read_validator

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
