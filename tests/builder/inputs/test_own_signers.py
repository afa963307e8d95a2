from pathlib import Path

import pytest

from skillpack.builder.inputs.own_signers import own_signers
from skillpack.model.settings import Configuration, SignerSettings, Source
from skillpack.model.tree import Trust

FILES = ("keys/team.pem", "vendor/acme/root.pem")


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    for file in (*FILES, "skills/csv/SKILL.md", "vendor/acme/pdf/SKILL.md"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    return tmp_path


def own(catalog: Path, *sources: Source, files: tuple[str, ...] = FILES) -> dict[str, tuple[str, ...]]:
    return dict(own_signers(Configuration(sources=sources, signers=SignerSettings(files)), catalog))


def test_keys_lie_in_the_repository_of_the_catalogs_own_skills(catalog: Path) -> None:
    assert own(catalog, Source("skills/"), Source(".")) == {"skills": FILES, ".": FILES}


def test_a_checkout_within_the_catalog_is_a_repository_of_its_own(catalog: Path) -> None:
    (catalog / ".git").mkdir()
    (catalog / "vendor" / "acme" / ".git").write_text("gitdir: elsewhere\n")  # as a submodule has it
    found = own(catalog, Source("skills"), Source("vendor/acme"))
    assert found == {"skills": ("keys/team.pem",), "vendor/acme": ("vendor/acme/root.pem",)}


def test_a_copy_of_what_others_wrote_ends_at_its_folder(catalog: Path) -> None:
    found = own(catalog, Source("vendor/acme", Trust.EXTERNAL), Source("vendor", Trust.EXTERNAL))
    assert found == {"vendor/acme": ("vendor/acme/root.pem",), "vendor": ("vendor/acme/root.pem",)}
    assert own(catalog, Source("vendor/acme", Trust.EXTERNAL), files=FILES[:1]) == {}


def test_a_source_beside_the_catalog_is_in_its_checkout(catalog: Path) -> None:
    (catalog / ".git").mkdir()
    files = ("team.pem",)
    (catalog / "keys" / "skillpack.toml").touch()
    assert own(catalog / "keys", Source("../skills"), files=files) == {"../skills": files}
    (catalog / "skills" / ".git").mkdir()
    assert own(catalog / "keys", Source("../skills"), files=files) == {}


def test_nobody_named_is_nobody_found(catalog: Path) -> None:
    assert own(catalog, Source("skills"), files=()) == {}
