"""Whose key is sent where, by names."""

import pytest

from skillpack.abilities.hosts import belongs, is_own_network, serves


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


@pytest.mark.parametrize("host", ["nas.local", "llm.internal", "10.0.5.10", "192.168.1.50", "app.svc", "172.20.0.3"])
def test_a_host_of_the_own_network_is_known(host: str) -> None:
    assert is_own_network(host)
    assert belongs("OPENAI_API_KEY", host)


@pytest.mark.parametrize("host", ["local.example", "203.0.113.9", "internal.example", "11.0.0.1", "172.40.0.3"])
def test_others_are_not_of_it(host: str) -> None:
    assert not is_own_network(host)


def test_a_key_may_be_called_by_letters_of_its_service() -> None:
    assert belongs("OWM_KEY", "api.openweathermap.org")
    assert not belongs("OWM_KEY", "api.collector.example")
    assert belongs("NEXTCLOUD_APP_PASSWORD", "cloud.harbour.example")
    assert not belongs("NEXTCLOUD_APP_PASSWORD", "203.0.113.9")


def test_a_service_that_the_description_names_gets_keys_of_no_other() -> None:
    assert serves("Shows the tides of our harbour.", "API_KEY", "tides.harbour.example")
    assert not serves("Shows the tides.", "API_KEY", "tides.harbour.example")
    assert not serves("Shows the tides of our harbour.", "GITHUB_TOKEN", "tides.harbour.example")
