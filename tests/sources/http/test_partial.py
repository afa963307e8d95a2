import pytest

from skillpack.sources.http.partial import PartialFile

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
