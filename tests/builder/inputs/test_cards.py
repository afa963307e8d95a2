"""Whether cards are drawn."""

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.inputs.cards import with_cards
from skillpack.errors import UsageError
from skillpack.model.settings import Configuration

PUBLISHED = Configuration(site_url="https://skills.example.com/")


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "has_face", lambda: False)


def test_they_are_where_the_address_is_known_and_the_extra_is_there() -> None:
    assert with_cards(PUBLISHED).cards is True
    assert with_cards(Configuration()).cards is False


def test_they_are_not_where_somebody_says_so() -> None:
    assert with_cards(replace(PUBLISHED, cards=False)).cards is False


@pytest.mark.usefixtures("without")
def test_they_are_not_without_the_extra() -> None:
    assert with_cards(PUBLISHED).cards is False


@pytest.mark.usefixtures("without")
def test_who_asks_for_them_is_told_what_is_missing() -> None:
    with pytest.raises(UsageError, match="needs the extra `cards`, which is not installed"):
        with_cards(replace(PUBLISHED, cards=True))


def test_who_asks_for_them_must_say_where_the_site_will_be() -> None:
    with pytest.raises(UsageError, match="needs the site's address"):
        with_cards(Configuration(cards=True))
