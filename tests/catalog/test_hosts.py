"""Hosts that are specifications are shown only where a catalog names them."""

import pytest

from skillpack import resources
from skillpack.catalog.hosts import hidden_profiles, shown_hosts, shown_profiles
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration

PROFILES = tuple(resources.profiles().values())
SPECIFICATIONS = {"agentskills", "ash", "formal", "instructor", "metaskill", "metis"}
HOSTS = ["claude-code", "codex", "gemini", "copilot", "opencode"]


def test_a_catalog_that_names_none_shows_no_specification() -> None:
    assert [host.name for host in shown_hosts(PROFILES, Configuration())] == HOSTS
    assert hidden_profiles(PROFILES, Configuration()) == SPECIFICATIONS


@pytest.mark.parametrize("name", sorted(SPECIFICATIONS))
@pytest.mark.parametrize("key", ["profiles", "hosts"])
def test_one_that_a_catalog_names_is_shown(key: str, name: str) -> None:
    configuration = Configuration(**{key: (name,)})  # type: ignore[arg-type]
    assert {host.name for host in shown_hosts(PROFILES, configuration)} == {*HOSTS, name}
    assert hidden_profiles(PROFILES, configuration) == SPECIFICATIONS - {name}


def test_one_for_which_a_catalog_installs_is_shown() -> None:
    assert "metis" in {host.name for host in shown_hosts(PROFILES, Configuration(clients=("metis",)))}


def test_the_catalogs_own_hosts_come_first() -> None:
    shown = shown_hosts(PROFILES, Configuration(hosts=("metis", "opencode")))
    assert [host.name for host in shown] == ["metis", "opencode", "claude-code", "codex", "gemini", "copilot"]


def test_what_catalogs_ask_is_no_host_but_judges() -> None:
    assert [each.name for each in shown_profiles(PROFILES, Configuration()) if each.name not in HOSTS] == ["publish"]


def test_a_profile_of_ones_own_is_a_host(minimal: Profile) -> None:
    assert [host.name for host in shown_hosts([minimal], Configuration())] == ["own"]


@pytest.fixture
def minimal() -> Profile:
    """A profile that says only what it must."""
    return Profile("own", "Own", "", {}, {}, {}, (), "", "", 0, 0)
