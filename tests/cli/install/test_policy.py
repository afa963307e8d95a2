"""What is refused before anybody is asked, from whatever source it comes."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.cli.install.policy import InstallPolicy
from skillpack.install.download import Download, fetch_available
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.sources.local import folder_skills

SITE = Provenance(SourceKind.SITE, "https://skills.example.com/")
WAS = Receipt("alpha", "2.0.0", "a" * 64, SITE, ())


@pytest.fixture
def downloaded(write_skill) -> Callable[..., Download]:
    """Return a function that gives `alpha` in a version, from a source that tells nothing before it is fetched."""

    def download(version: str, source: Provenance = SITE, date: str = "") -> Download:
        folder = write_skill("alpha", front_matter=f"metadata:\n  version: {version}\n")
        (available,) = folder_skills(folder, Limits())
        return fetch_available(replace(available, provenance=source, label="", digest="", date=date), Limits())

    return download


def test_a_site_without_a_record_cannot_go_back(downloaded) -> None:
    refusal = InstallPolicy().refusal(WAS, downloaded("1.0.0"))

    assert refusal is not None
    assert refusal.reason == "1.0.0 is older than 2.0.0, which is installed"
    assert refusal.hint.endswith("--allow-downgrade alpha` installs it anyway")


def test_a_site_cannot_publish_a_version_twice(downloaded) -> None:
    refusal = InstallPolicy().refusal(WAS, downloaded("2.0.0"))

    assert refusal is not None
    assert refusal.reason == "2.0.0 is installed with different files, and published versions should never change"


def test_a_repository_can(downloaded) -> None:
    download = downloaded("2.0.0", Provenance(SourceKind.GIT, "https://git.example.com/alpha"))

    assert InstallPolicy().refusal(WAS, download) is None
    assert InstallPolicy().is_unexplained(WAS, download)
    assert not InstallPolicy(allow_downgrade=frozenset({"alpha"})).is_unexplained(WAS, download)


@pytest.mark.parametrize(
    "policy", [InstallPolicy(allow_downgrade=frozenset({"alpha"})), InstallPolicy(lock_decides=True)]
)
def test_what_was_said_for_a_name_or_locked_may(downloaded, policy) -> None:
    assert policy.refusal(WAS, downloaded("1.0.0")) is None


def test_leave_for_another_name_is_none(downloaded) -> None:
    assert InstallPolicy(allow_downgrade=frozenset({"beta"})).refusal(WAS, downloaded("1.0.0")) is not None


@pytest.mark.parametrize("version", ["2.0.1", "3.0.0"])
def test_what_comes_after_may(downloaded, version) -> None:
    assert InstallPolicy().refusal(WAS, downloaded(version)) is None


def test_where_nothing_is_anything_may(downloaded) -> None:
    assert InstallPolicy().refusal(None, downloaded("1.0.0")) is None


def test_leave_to_go_back_is_none_to_be_young(downloaded) -> None:
    policy = InstallPolicy(min_age=3, allow_downgrade=frozenset({"alpha"}), env={"SOURCE_DATE_EPOCH": "1780272000"})
    refusal = policy.refusal(WAS, downloaded("1.0.0", date="2026-05-31"))

    assert refusal is not None
    assert refusal.reason == "published 1 day ago; the minimum age is 3 days"
