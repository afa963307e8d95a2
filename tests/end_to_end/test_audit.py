"""What clients would lose counts for the exit status, and only what was written is asked for."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack import resources
from skillpack.audit.run import audit_site
from skillpack.cli.main import run
from skillpack.prompt.formats import published_formats

FORMATS = published_formats(resources.profiles().values()).values()

TWICE = "license: MIT\nlicense: MIT\n"
"""A key that is there twice: an error of `check`, for `npx skills` drops the skill, and so it is withheld."""


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def build(tmp_path: Path, *more: str) -> int:
    command = ["build", str(tmp_path), "-o", str(tmp_path / "dist"), "--cache", str(tmp_path / "cache")]
    return run([*command, "--today", "2026-01-31", *more])


@pytest.fixture
def catalog(write_skill, tmp_path: Path) -> Path:
    write_skill("fine")
    write_skill("dropped", front_matter=TWICE)
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')
    return tmp_path


@pytest.fixture
def codes(capsys) -> Callable[[], list[str]]:
    """Give the function that returns which codes of that key and of the audit were printed since the last time."""
    return lambda: re.findall(r"\b(?:AU\d{3}|FM005)\b(?= \[)", capsys.readouterr().err)


def test_a_skill_that_a_client_would_drop_fails_the_build(catalog, capsys) -> None:
    assert build(catalog) == 1

    shown = capsys.readouterr().err
    path = re.search(r"^(\S+?):\d+:\d+: error FM005 \[duplicate-key\]", shown, re.MULTILINE)
    assert path
    assert Path(path[1]).is_file()
    assert "AU009" not in shown
    assert (catalog / "dist" / "skills" / "dropped" / "index.html").is_file()
    assert not (catalog / "dist" / "archives" / "dropped").exists()


@pytest.mark.parametrize("more", [(), ("--check",), ("--no-cache",), ("--dry-run",)])
def test_the_answer_is_the_same_however_often_it_is_asked(catalog, codes, more) -> None:
    build(catalog)
    assert codes() == ["FM005"]
    assert build(catalog, *more) == 1
    assert codes() == ["FM005"]


def test_what_was_found_before_holds_until_its_skill_changes(catalog, write_skill, codes) -> None:
    build(catalog)
    write_skill("another")
    assert build(catalog) == 1
    assert codes() == ["FM005", "FM005"]

    file = catalog / "skills" / "dropped" / "SKILL.md"
    file.write_text(file.read_text().replace(TWICE, "license: MIT\n"))
    assert build(catalog) == 0
    assert build(catalog) == 0
    assert codes() == []


def test_what_was_found_goes_with_its_skill(catalog, codes) -> None:
    build(catalog)
    (catalog / "skills" / "dropped" / "SKILL.md").unlink()
    (catalog / "skills" / "dropped").rmdir()
    codes()

    assert build(catalog) == 0
    assert codes() == []


def test_it_can_be_suppressed_like_any_other_finding(catalog, codes) -> None:
    suppressed = '[[suppress]]\nrule = "FM005"\nskill = "dropped"\nreason = "for others"\nexpires = 2026-01-31\n'
    with (catalog / "skillpack.toml").open("a") as file:
        file.write(suppressed)

    assert build(catalog) == 0
    assert build(catalog, "--today", "2026-02-01") == 1
    assert codes() == ["FM005", "AU009"]


UNREADABLE = "---\nname: broken\ndescription: Reads: what nobody can. Use it never.\n---\n\n# Broken\n\nText.\n"
SUPPRESSED = '[[suppress]]\nrule = "{}"\nskill = "{}"\nreason = "known"\n'


@pytest.mark.parametrize(
    "more", ["", '[catalog]\nname = "acme"\nsite_url = "https://x.org/"\n[discovery]\nlegacy = true\n']
)
def test_what_the_publisher_accepts_is_no_error_of_the_site(write_skill, tmp_path, codes, more) -> None:
    write_skill("fine")
    (tmp_path / "skills" / "broken").mkdir()
    (tmp_path / "skills" / "broken" / "SKILL.md").write_text(UNREADABLE)
    configuration = tmp_path / "skillpack.toml"
    configuration.write_text(more)
    assert build(tmp_path) == 1
    assert not (tmp_path / "dist" / "archives" / "broken").exists()

    configuration.write_text(more + SUPPRESSED.format("FM003", "broken"))
    assert build(tmp_path) == 0
    assert build(tmp_path, "--no-cache") == 0
    assert codes() == []
    site = _files(tmp_path / "dist")
    assert any(path.startswith("archives/broken/") for path in site)
    assert b'"broken"' not in site[".well-known/agent-skills/index.json"]


def test_what_is_accepted_comes_back_on_its_day(catalog, codes) -> None:
    with (catalog / "skillpack.toml").open("a") as file:
        file.write(SUPPRESSED.format("FM005", "dropped") + "expires = 2026-01-31\n")

    assert build(catalog) == 0
    assert build(catalog, "--today", "2026-02-01") == 1
    assert codes() == ["FM005", "AU009"]


def test_what_is_accepted_of_one_thing_is_not_of_another(catalog, codes) -> None:
    with (catalog / "skillpack.toml").open("a") as file:
        file.write(SUPPRESSED.format("FM005", "fine") + SUPPRESSED.format("DS006", "dropped"))

    assert build(catalog) == 1
    assert codes() == ["FM005"]


def test_an_earlier_version_that_is_offered_has_faults_of_its_own(catalog, codes) -> None:
    with (catalog / "skillpack.toml").open("a") as file:
        file.write(SUPPRESSED.format("FM005", "dropped"))
    assert run(["build", str(catalog), "-o", str(catalog / "one"), "--no-cache"]) == 0
    skill = catalog / "skills" / "dropped" / "SKILL.md"
    skill.write_text(f"---\nname: dropped\n{TWICE}---\n\n# Withheld\n\nNobody says what it does.\n")

    assert build(catalog, "--previous", str(catalog / "one")) == 1
    assert codes() == ["AU009"]


def test_what_the_profiles_of_a_catalog_do_not_mind_fails_no_build(catalog, codes) -> None:
    with (catalog / "skillpack.toml").open("a") as file:
        file.write('[catalog]\nprofiles = ["ash"]\n')

    assert run(["check", str(catalog)]) == build(catalog) == 0
    assert codes() == []


def test_every_build_leaves_a_site_without_fault(write_skill, tmp_path) -> None:
    """Whatever an incremental build leaves alone is as a whole audit wants it."""
    catalog = '[catalog]\nname = "acme"\nsite_url = "https://x.org/"\n[discovery]\nlegacy = true\n'
    (tmp_path / "skillpack.toml").write_text(f'{catalog}[[source]]\npath = "skills"\n')
    steps = (
        lambda: write_skill("one", files={"scripts/run.sh": b"#!/bin/sh\n"}),
        lambda: write_skill("two", front_matter="license: MIT\ndisable-model-invocation: true\n"),
        lambda: write_skill("drei-größe"),
        lambda: (tmp_path / "skills/one/SKILL.md").write_text("---\nname: one\n---\n\nWithheld now.\n"),
        lambda: (tmp_path / "skills/two").rename(tmp_path / "skills/zwei"),
        lambda: (tmp_path / "dist/archives/two").rename(tmp_path / "dist/archives/lost"),
    )
    for step in steps:
        step()
        build(tmp_path)
        assert audit_site(_files(tmp_path / "dist"), FORMATS) == ()
