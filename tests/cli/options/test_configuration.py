"""Days as they are meant."""

import pytest

from skillpack.cli.options.configuration import chosen_day
from skillpack.errors import UsageError


@pytest.mark.parametrize("text", ["2026-06-31", "tomorrow", "1.2.2026", "2026-1-1", "2026-01-01T00:00"])
def test_a_day_must_be_one(text: str) -> None:
    with pytest.raises(UsageError, match="is not a day") as caught:
        chosen_day(text, {})
    assert caught.value.hint == "write it as `2027-01-31`"


def test_the_machines_day_is_the_default() -> None:
    assert chosen_day("2027-01-31", {"SOURCE_DATE_EPOCH": "0"}) == "2027-01-31"
    assert chosen_day("", {"SOURCE_DATE_EPOCH": "0"}) == "1970-01-01"
