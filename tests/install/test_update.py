"""Installed skills compared with folders and registries that are their sources."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.cli.main import run
from skillpack.errors import FetchError, OfflineError
from skillpack.install.download import fetch_available
from skillpack.install.update import Outlook, SourceComparison, find_recalls, is_same, outlooks
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import parse_spec


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    return Sources(Fetching(Limits(), (), Access({}), tmp_path, tmp_path))


@pytest.fixture
def receipt(write_skill, sources) -> Receipt:
    return _receipt_of(write_skill("alpha"), sources)


def _receipt_of(folder: Path, sources: Sources) -> Receipt:
    (available,) = sources.available(parse_spec(str(folder), is_there=lambda _: True))
    return fetch_available(available, Limits()).receipt


def _outlook(receipt: Receipt, sources: Sources, min_age: int = 0) -> Outlook:
    (found,) = outlooks([receipt], sources, min_age=min_age, today="2026-06-01")
    return found


def test_the_same_files_are_current(receipt, sources) -> None:
    assert _outlook(receipt, sources).standing is SourceComparison.CURRENT


def test_other_files_are_newer(receipt, sources, tmp_path) -> None:
    (tmp_path / "skills/alpha/more.md").write_text("more\n")
    found = _outlook(receipt, sources)

    assert found.standing is SourceComparison.NEWER
    assert found.available is not None
    assert not is_same(receipt, found.available)


@pytest.mark.parametrize(
    ("there", "here", "standing"),
    [
        ("2.0.0", "2.1.0", SourceComparison.NEWER),
        ("2.0.0", "1.0.0", SourceComparison.OLDER),
        ("2.0.0", "2.0.0", SourceComparison.CHANGED),
        # Nobody can tell: it is what the source offers now, and what changes is shown.
        ("2.0.0", "", SourceComparison.NEWER),
        ("", "1.0.0", SourceComparison.NEWER),
    ],
)
def test_how_versions_stand(write_skill, sources, tmp_path, there, here, standing) -> None:
    before = _receipt_of(write_skill("beta", front_matter=_version(there)), sources)
    shutil.rmtree(tmp_path / "skills/beta")
    write_skill("beta", front_matter=_version(here), body="\n# More\n")

    assert _outlook(before, sources).standing is standing


def _version(label: str) -> str:
    return f"metadata:\n  version: {label}\n" if label else "license: MIT\n"


def test_a_folder_of_the_user_is_old_enough(receipt, sources, tmp_path) -> None:
    (tmp_path / "skills/alpha/more.md").write_text("more\n")

    assert _outlook(receipt, sources, min_age=30).standing is SourceComparison.NEWER


def test_a_folder_that_is_gone_cannot_be_asked(receipt, sources, tmp_path) -> None:
    shutil.rmtree(tmp_path / "skills/alpha")
    found = _outlook(receipt, sources)

    assert found.standing is SourceComparison.UNREACHABLE
    assert "does not exist" in found.reason


def test_another_skill_in_its_place_is_none(receipt, sources, tmp_path, write_skill) -> None:
    shutil.rmtree(tmp_path / "skills/alpha")
    write_skill("beta").rename(tmp_path / "skills/alpha")

    assert _outlook(receipt, sources).standing is SourceComparison.REMOVED


def test_one_source_that_fails_does_not_stop_the_others(receipt, sources) -> None:
    lost = Receipt("gone", "1.0.0", "a" * 64, Provenance(SourceKind.REGISTRY, "/no/such/site"), ())
    found = tuple(outlooks([lost, receipt], sources, min_age=0, today="2026-06-01"))

    assert [each.standing for each in found] == [SourceComparison.UNREACHABLE, SourceComparison.CURRENT]


def test_who_adopted_it_is_not_asked(sources) -> None:
    adopted = Receipt("alpha", "1.0.0", "a" * 64, Provenance(SourceKind.ADOPTED, ""), ())

    assert _outlook(adopted, sources).standing is SourceComparison.SOURCELESS


@pytest.fixture
def registry(tmp_path: Path) -> Sources:
    return Sources(Fetching(Limits(), (str(tmp_path / "site"),), Access({}), tmp_path, tmp_path))


@pytest.fixture
def receipts(tmp_path: Path, write_skill, registry) -> list[Receipt]:
    for name in ("alpha", "beta"):
        write_skill(name)
    assert run(["build", str(tmp_path / "skills"), "-o", str(tmp_path / "site"), "--no-cache"]) in {0, 1}
    specs = [parse_spec(name, is_there=lambda _: False) for name in ("alpha", "beta")]
    return [fetch_available(next(iter(registry.available(spec))), Limits()).receipt for spec in specs]


def test_what_is_offered_was_not_taken_back(receipts, registry) -> None:
    found = find_recalls(receipts, registry)

    assert (dict(found.reasons), found.unreachable) == ({}, ())


def test_a_silent_registry_is_asked_once_and_named_once(receipts, registry, monkeypatch) -> None:
    asked = []

    def silent(location: str) -> object:
        asked.append(location)
        raise FetchError("it does not answer")

    monkeypatch.setattr(registry, "latest", silent)
    found = find_recalls(receipts, registry)

    assert found.unreachable == ("it does not answer",)
    assert len(asked) == 1


def test_other_sources_are_not_asked(receipts, registry, monkeypatch) -> None:
    monkeypatch.setattr(registry, "latest", lambda _: pytest.fail("it was asked"))
    others = [replace(each, provenance=replace(each.provenance, kind=SourceKind.GIT)) for each in receipts]

    assert find_recalls(others, registry).unreachable == ()


def test_a_name_that_its_registry_does_not_know_was_not_taken_back(receipts, registry) -> None:
    other = replace(receipts[0], name="never-published")

    found = find_recalls([other], registry)
    assert dict(found.reasons) == {}


def test_offline_a_registry_that_was_never_asked_says_nothing(receipts, registry, monkeypatch) -> None:
    def offline(_: str) -> object:
        raise OfflineError("nobody may be asked")

    monkeypatch.setattr(registry, "latest", offline)
    found = find_recalls(receipts, registry)

    assert (dict(found.reasons), found.unreachable) == ({}, ())
