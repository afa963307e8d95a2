"""Whose key is sent where, by names."""

import pytest

from skillpack.abilities.hosts import belongs


@pytest.mark.parametrize(
    ("key", "host"),
    [("X_BEARER_TOKEN", "api.x.com"), ("ACME_API_KEY", "api.acme.example"), ("OPENAI_API_KEY", "api.openai.com")],
)
def test_a_key_belongs_to_the_host_that_bears_its_name(key: str, host: str) -> None:
    assert belongs(key, host)


@pytest.mark.parametrize(
    ("key", "host"),
    [
        ("X_BEARER_TOKEN", "x.collector.example"),
        ("X_BEARER_TOKEN", "api.xacme.example"),
        ("OPENAI_API_KEY", "openai.collector.example"),
        ("API_KEY", "api.collector.example"),
    ],
)
def test_another_host_is_not_its_own(key: str, host: str) -> None:
    assert not belongs(key, host)
