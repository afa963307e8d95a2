import pytest

from skillpack.sources.http.timeouts import retry_after

DATE = "Fri, 20 Nov 2026 10:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0),
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": " 7 "}, 7),
        ({"Retry-After": "-7"}, 0),
        ({"Retry-After": "soon"}, 0),
        ({"Retry-After": "\u0667"}, 0),
        ({"Retry-After": "9" * 5000}, 999_999_999),
        ({"Retry-After": "Fri, 20 Nov 2026 10:00:20 GMT", "Date": DATE}, 20),
        ({"Retry-After": "Fri, 20 Nov 2026 09:00:00 GMT", "Date": DATE}, 0),
        ({"Retry-After": "Fri, 20 Nov 2026 10:00:20 GMT"}, 0),
        ({"Retry-After": "Fri, 20 Nov 2026 10:00:20", "Date": DATE}, 0),
    ],
)
def test_a_site_says_how_long_to_wait(headers, seconds) -> None:
    assert retry_after(headers) == seconds
