"""What a newcomer's site and terminal say of hosts: specifications appear only where the catalog names them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from skillpack import resources
from skillpack.cli.commands.show import command as show
from skillpack.cli.main import run

TITLES = ("Agent Skills<", "Formal guide", "ash<", "instructor<", "metaSKILLs<", "Metis<", "boxxy<", "metaSKILL<")
PAGES = (
    "index.html", "checks/hosts/index.html", "checks/index.html", "agents/index.html", "skills/pdf/index.html",
    "rules/FM006/index.html",
)  # fmt: skip

Build = Callable[[str], Callable[[str], str]]


@pytest.fixture
def build(write_skill: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Return the function that builds a catalog of one skill with these settings, and reads pages of it."""
    monkeypatch.chdir(tmp_path)
    write_skill("pdf")

    def built(settings: str) -> Callable[[str], str]:
        Path("skillpack.toml").write_text(f'{settings}\n[[source]]\npath = "skills"\n')
        assert run(["build", "--no-cache", "-o", "dist"]) == 0
        return lambda path: (tmp_path / "dist" / path).read_text()

    return built


def test_no_page_mentions_one_by_itself(build: Build) -> None:
    read = build("")
    mentioned = {f"{path}: {title}" for path in PAGES for title in TITLES if f">{title}" in read(path)}
    assert mentioned == set()


@pytest.mark.parametrize("settings", ['[catalog]\nhosts = ["metis"]', '[catalog]\nprofiles = ["publish", "metis"]'])
def test_a_catalog_that_names_one_shows_it(build: Build, settings: str) -> None:
    read = build(settings)
    for path in ("checks/hosts/index.html", "agents/index.html", "skills/pdf/index.html", "rules/FM006/index.html"):
        assert ">Metis<" in read(path), path
        assert ">ash<" not in read(path), path


def test_its_prompt_file_is_published_all_the_same(build: Build) -> None:
    assert "pdf" in build("")("prompt/metis.md")


def test_show_names_hosts_and_what_the_catalog_names(build: Build) -> None:
    build("")
    assert "hosts       loads in claude-code, codex, gemini, copilot and opencode\n" in _shown().replace(
        "\n            ", " "
    )
    build('[catalog]\nprofiles = ["publish", "ash"]')
    assert "codex, ash, gemini" in _shown()


def test_programs_get_every_verdict(build: Build) -> None:
    build("")
    assert set(json.loads(_shown("--json"))["hosts"]) == set(resources.profiles())


def _shown(*flags: str) -> str:
    return CliRunner().invoke(show, ["pdf", *flags], catch_exceptions=False).stdout
