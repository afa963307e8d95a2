"""Which installed versions were taken back, as registries say."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.cli.main import run
from skillpack.errors import FetchError, OfflineError
from skillpack.install.download import fetch_available
from skillpack.install.recall import find_recalls
from skillpack.model.installed import Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import parse_spec


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    return Sources(Fetching(Limits(), (str(tmp_path / "site"),), Access({}), tmp_path, tmp_path))


@pytest.fixture
def receipts(tmp_path: Path, write_skill, sources) -> list[Receipt]:
    for name in ("alpha", "beta"):
        write_skill(name)
    assert run(["build", str(tmp_path / "skills"), "-o", str(tmp_path / "site"), "--no-cache"]) in {0, 1}
    specs = [parse_spec(name, is_there=lambda _: False) for name in ("alpha", "beta")]
    return [fetch_available(next(iter(sources.available(spec))), Limits()).receipt for spec in specs]


def test_what_is_offered_was_not_taken_back(receipts, sources) -> None:
    found = find_recalls(receipts, sources)

    assert (dict(found.reasons), found.unreachable) == ({}, ())


def test_a_silent_registry_is_asked_once_and_named_once(receipts, sources, monkeypatch) -> None:
    asked = []

    def silent(location: str) -> object:
        asked.append(location)
        raise FetchError("it does not answer")

    monkeypatch.setattr(sources, "latest", silent)
    found = find_recalls(receipts, sources)

    assert found.unreachable == ("it does not answer",)
    assert len(asked) == 1


def test_other_sources_are_not_asked(receipts, sources, monkeypatch) -> None:
    monkeypatch.setattr(sources, "latest", lambda _: pytest.fail("it was asked"))
    others = [replace(each, provenance=replace(each.provenance, kind=SourceKind.GIT)) for each in receipts]

    assert find_recalls(others, sources).unreachable == ()


def test_a_name_that_its_registry_does_not_know_was_not_taken_back(receipts, sources) -> None:
    other = replace(receipts[0], name="never-published")

    found = find_recalls([other], sources)
    assert dict(found.reasons) == {}


def test_offline_a_registry_that_was_never_asked_says_nothing(receipts, sources, monkeypatch) -> None:
    def offline(_: str) -> object:
        raise OfflineError("nobody may be asked")

    monkeypatch.setattr(sources, "latest", offline)
    found = find_recalls(receipts, sources)

    assert (dict(found.reasons), found.unreachable) == ({}, ())
