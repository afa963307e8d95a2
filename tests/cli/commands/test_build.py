"""skillpack build, as people type it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import skillpack
from skillpack import resources


def _lasting(text: str) -> str:
    """Return what a build said without the time that it took."""
    return re.sub(r"in \d+\.\d s", "in 0.1 s", text)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class TestSummary:
    @pytest.mark.usefixtures("rich")
    def test_says_what_was_built_what_is_wrong_and_what_mends_most(self, cli, snapshot) -> None:
        ran = cli("build", "skills")

        assert (ran.status, ran.out) == (1, "dist/index.html\n")
        assert _lasting(ran.err) == snapshot

    @pytest.mark.usefixtures("good")
    def test_is_short_where_all_is_well(self, cli) -> None:
        ran = cli("build", "skills")

        assert (ran.status, ran.out) == (0, "dist/index.html\n")
        assert _lasting(ran.err) == "2 skills checked\nbuilt 2 skills in 0.1 s (2 read anew)\n"

    @pytest.mark.usefixtures("rich")
    def test_counts_the_same_skills_as_check(self, cli) -> None:
        assert cli("check", "skills").out.splitlines()[-1] in cli("build", "skills").err.splitlines()

    def test_one_is_singular(self, cli, write_skill) -> None:
        write_skill("alpha")

        assert _lasting(cli("build").err) == "1 skill checked\nbuilt 1 skill in 0.1 s (1 read anew)\n"

    def test_names_who_lost_a_name(self, cli, write_skill, tmp_path: Path) -> None:
        for root in ("one", "two"):
            write_skill("alpha", root=root)
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "one"\n[[source]]\npath = "two"\n')

        assert "built 1 of 2 skills, 1 shadowed, in" in cli("build").err


class TestJson:
    @pytest.mark.usefixtures("rich")
    def test_has_the_numbers_and_nothing_else_is_said(self, cli) -> None:
        ran = cli("build", "skills", "--json")

        assert (ran.status, ran.err) == (1, "")
        assert json.loads(ran.out) == {
            "output": "dist",
            "found": 4,
            "published": 2,
            "yanked": 0,
            "withheld": 1,
            "hidden": 0,
            "shadowed": 0,
            "nameless": 1,
            "skills": 3,
            "prepared": 4,
            "kept": 0,
            "errors": 2,
            "warnings": 4,
            "secrets": 0,
            "failed": True,
            "let_through": [],
            "withdrawn": [],
            "unlisted": [],
            "signed_list_removed": False,
        }

    @pytest.mark.usefixtures("good")
    def test_names_the_files_that_differ(self, cli, tmp_path: Path) -> None:
        cli("build", "skills")
        (tmp_path / "dist/index.html").write_text("touched")
        record = json.loads(cli("build", "skills", "--check", "--json").out)

        assert (record["differs"], record["missing"], record["obsolete"]) == (["index.html"], [], [])


class TestCheck:
    @pytest.mark.usefixtures("good")
    def test_an_equal_folder_is_fine(self, cli) -> None:
        cli("build", "skills")
        ran = cli("build", "skills", "--check")

        assert (ran.status, ran.out) == (0, "")
        assert ran.err.splitlines()[-1] == "`dist` is up to date"

    @pytest.mark.usefixtures("good", "write_skill")
    def test_differences_are_named(self, cli, tmp_path: Path) -> None:
        cli("build", "skills")
        (tmp_path / "dist/llms.txt").write_text("touched")
        (tmp_path / "dist/skills/alpha/SKILL.md").unlink()
        before = _files(tmp_path / "dist")
        ran = cli("build", "skills", "--check")

        assert ran.status == 1
        assert ran.out == "differs      dist/llms.txt\nmissing      dist/skills/alpha/SKILL.md\n"
        assert ran.err.splitlines()[-1] == "`dist` is out of date (2 files)"
        assert _files(tmp_path / "dist") == before

    @pytest.mark.usefixtures("good")
    def test_what_would_go_is_obsolete(self, cli, tmp_path: Path) -> None:
        cli("build", "skills")
        (tmp_path / "skills/beta/SKILL.md").unlink()
        (tmp_path / "skills/beta").rmdir()

        assert "obsolete     dist/skills/beta/index.html\n" in cli("build", "skills", "--check").out


class TestCards:
    ADDRESS = ("--site-url", "https://skills.example.com/")

    @pytest.mark.usefixtures("good")
    def test_each_skill_and_the_catalog_have_one(self, cli, tmp_path: Path) -> None:
        cli("build", "skills", *self.ADDRESS)

        assert {file.relative_to(tmp_path / "dist").as_posix() for file in (tmp_path / "dist").rglob("card.png")} == {
            "card.png",
            "skills/alpha/card.png",
            "skills/beta/card.png",
        }
        page = (tmp_path / "dist/skills/alpha/index.html").read_text()
        assert '<meta property="og:image" content="https://skills.example.com/skills/alpha/card.png">' in page
        page = (tmp_path / "dist/checks/index.html").read_text()
        assert '<meta property="og:image" content="https://skills.example.com/card.png">' in page

    @pytest.mark.usefixtures("good")
    def test_there_are_none_without_an_address(self, cli, tmp_path: Path) -> None:
        cli("build", "skills")

        assert not list((tmp_path / "dist").rglob("card.png"))
        assert "og:image" not in (tmp_path / "dist/index.html").read_text()

    @pytest.mark.usefixtures("good")
    def test_one_is_drawn_again_only_where_it_says_something_else(self, cli, tmp_path: Path) -> None:
        cli("build", "skills", *self.ADDRESS)
        cards = {name: tmp_path / f"dist/skills/{name}/card.png" for name in ("alpha", "beta")}
        before = {name: (card.stat().st_ino, card.read_bytes()) for name, card in cards.items()}
        skill = tmp_path / "skills/alpha/SKILL.md"
        skill.write_text(skill.read_text().replace("description: ", "description: Now also more. ", 1))
        cli("build", "skills", *self.ADDRESS)

        assert cards["alpha"].read_bytes() != before["alpha"][1]
        assert (cards["beta"].stat().st_ino, cards["beta"].read_bytes()) == before["beta"]

    @pytest.mark.usefixtures("good")
    def test_a_check_leaves_alone_what_another_machine_draws_otherwise(self, cli, tmp_path: Path) -> None:
        cli("build", "skills", *self.ADDRESS)
        (tmp_path / "dist/skills/alpha/card.png").write_bytes(b"drawn elsewhere")

        assert cli("build", "skills", *self.ADDRESS, "--check").status == 0
        assert "dist/skills/alpha/card.png" in cli("build", "skills", *self.ADDRESS, "--dry-run").out

    @pytest.mark.usefixtures("good")
    def test_without_the_extra_a_drawn_one_of_no_catalog_stands_in(self, cli, tmp_path: Path, monkeypatch) -> None:
        monkeypatch.setattr(resources, "has_face", lambda: False)
        cli("build", "skills", *self.ADDRESS)

        assert (tmp_path / "dist/card.png").read_bytes() == resources.plain_card()
        assert not (tmp_path / "dist/skills/alpha/card.png").exists()
        assert "https://skills.example.com/card.png" in (tmp_path / "dist/skills/alpha/index.html").read_text()

    @pytest.mark.usefixtures("good")
    def test_a_theme_has_its_own(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skills/theme/assets").mkdir(parents=True)
        (tmp_path / "skills/theme/assets/card.png").write_bytes(b"\x89PNG ours")
        (tmp_path / "skills/skillpack.toml").write_text(
            '[catalog]\nsite_url = "https://skills.example.com/"\n[theme]\npath = "theme"\n'
        )
        cli("build", "skills")

        assert (tmp_path / "dist/card.png").read_bytes() == b"\x89PNG ours"


class TestDryRun:
    @pytest.mark.usefixtures("good")
    def test_says_what_would_become_of_each_file(self, cli, tmp_path: Path, write_skill) -> None:
        fresh = cli("build", "skills", "--dry-run")
        assert not (tmp_path / "dist").exists()
        assert (fresh.status, {line.split(" dist/")[0].strip() for line in fresh.out.splitlines()}) == (
            0,
            {"would add"},
        )

        cli("build", "skills")
        before = _files(tmp_path / "dist")
        write_skill("gamma")
        ran = cli("build", "skills", "--dry-run")

        assert ran.status == 0
        assert "would change dist/index.html\n" in ran.out
        assert "would add    dist/skills/gamma/index.html\n" in ran.out
        assert re.fullmatch(r"nothing was written; \d+ files of `dist` would change", ran.err.splitlines()[-1])
        assert _files(tmp_path / "dist") == before


class TestSiteUrl:
    @pytest.mark.usefixtures("good")
    def test_overrides_the_configuration(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skillpack.toml").write_text('[catalog]\nsite_url = "https://old.example.com/"\n')
        cli("build", "--site-url", "https://new.example.com/skills")
        page = (tmp_path / "dist/index.html").read_text()

        assert "https://new.example.com/skills/" in page
        assert "old.example.com" not in page

    @pytest.mark.parametrize("address", ["example.com", "ftp://example.com/", "https://", "\n"])
    @pytest.mark.usefixtures("good")
    def test_must_be_an_address(self, cli, tmp_path: Path, address: str) -> None:
        ran = cli("build", "--site-url", address)

        assert (ran.status, ran.out) == (2, "")
        assert ran.err.splitlines()[-1] == "hint: write it as `https://skills.example.com/`"
        assert not (tmp_path / "dist").exists()


class TestOpen:
    @pytest.fixture
    def opened(self, tmp_path: Path):  # noqa: ANN201 a function
        """Return a function that builds in a child whose browser notes what it is shown."""
        browser = tmp_path / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/shown"\n')
        browser.chmod(0o755)
        env = {
            **os.environ,
            "BROWSER": f"{browser} %s",
            "PYTHONPATH": str(Path(skillpack.__file__).parents[1]),
            "XDG_CACHE_HOME": str(tmp_path / ".cache"),
        }

        def build(*arguments: str) -> str:
            command = [sys.executable, "-m", "skillpack", "build", "skills", "--open", *arguments]
            subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True)
            shown = tmp_path / "shown"
            return shown.read_text() if shown.exists() else ""

        return build

    @pytest.mark.usefixtures("good")
    def test_shows_the_home_page(self, opened, tmp_path: Path) -> None:
        assert opened() == f"{(tmp_path / 'dist/index.html').as_uri()}\n"

    @pytest.mark.usefixtures("good")
    def test_shows_nothing_where_nothing_was_written(self, opened) -> None:
        assert opened("--dry-run") == ""


class TestCache:
    def test_is_the_users_by_default_and_spares_reading(self, cli, good, tmp_path: Path) -> None:
        for file in good.rglob("*"):
            os.utime(file, (1, 1))
        cli("build", "skills")

        assert "(0 read anew)" in cli("build", "skills").err
        assert list((tmp_path / ".cache/skillpack").glob("*.sqlite"))

    @pytest.mark.usefixtures("good")
    def test_may_be_another_folder(self, cli, tmp_path: Path) -> None:
        cli("build", "skills", "--cache", "there")

        assert list((tmp_path / "there").glob("*.sqlite"))
        assert not (tmp_path / ".cache").exists()

    @pytest.mark.usefixtures("good")
    def test_may_be_none(self, cli, tmp_path: Path) -> None:
        cli("build", "skills", "--no-cache")

        assert not (tmp_path / ".cache").exists()

    @pytest.mark.usefixtures("good")
    def test_that_cannot_be_made_costs_time_only(self, cli, tmp_path: Path, monkeypatch) -> None:
        (tmp_path / "file").write_text("x")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
        ran = cli("build", "skills")

        assert (ran.status, ran.out) == (0, "dist/index.html\n")
        assert ran.err.startswith("note: the cache folder is not writable, so this build was not cached")

    @pytest.mark.usefixtures("good")
    def test_that_was_asked_for_must_be_there(self, cli, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        ran = cli("build", "skills", "--cache", "file/cache")

        assert (ran.status, ran.out) == (3, "")
        assert ran.err.startswith("error: `file")

    @pytest.mark.usefixtures("good")
    def test_that_is_damaged_is_made_anew(self, cli, tmp_path: Path) -> None:
        cli("build", "skills")
        (cache,) = (tmp_path / ".cache/skillpack").glob("*.sqlite")
        cache.write_bytes(b"no database at all" * 100)

        assert cli("build", "skills").status == 0


@pytest.mark.usefixtures("good")
def test_a_configured_site_that_is_not_there_yet_is_named_with_a_way_on(cli) -> None:
    Path("skillpack.toml").write_text('[catalog]\nprevious = "dist"\n[[source]]\npath = "skills"\n')
    ran = cli("build", ".")

    assert ran.status == 3
    assert "error: `dist` does not exist\nhint: `[catalog] previous` names it: build the site, or leave" in ran.err


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nowhere"], "`nowhere` does not exist"),
        (["skills/alpha/SKILL.md"], "`skills/alpha/SKILL.md` is a file"),
        (["--executor", "threads"], "unknown executor `threads`"),
        (["--today", "31.1.2026"], "`31.1.2026` is not a day"),
        (["--jobs", "-1"], "invalid value for `-j` / `--jobs`"),
        (["--config", "gone.toml"], "invalid value for `--config`"),
        (["a", "b"], "got unexpected extra argument"),
    ],
)
@pytest.mark.usefixtures("good")
def test_a_mistake_of_the_caller_is_a_usage_error(cli, tmp_path: Path, arguments, error) -> None:
    ran = cli("build", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {error}")
    assert not (tmp_path / "dist").exists()


@pytest.mark.usefixtures("good")
def test_a_configuration_that_is_wrong_names_the_key(cli, tmp_path: Path) -> None:
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitel = "X"\n')
    ran = cli("build")

    assert ran.status == 2
    assert ran.err == "error: `skillpack.toml`: `catalog.titel` is not a setting\nhint: did you mean `title`?\n"


@pytest.mark.usefixtures("rich")
def test_the_site_is_written_although_findings_fail(cli, tmp_path: Path) -> None:
    assert cli("build", "skills").status == 1
    assert (tmp_path / "dist/skills/triage/index.html").is_file()


@pytest.mark.parametrize(("fail_on", "status"), [("error", 0), ("warning", 1), ("never", 0)])
def test_the_policy_sets_the_exit_status(cli, write_skill, tmp_path: Path, fail_on, status) -> None:
    write_skill("alpha", front_matter="license: MIT\nversion: 1.0.0\n")
    (tmp_path / "skillpack.toml").write_text(f'[policy]\nfail_on = "{fail_on}"\n')

    assert cli("build").status == status


def test_an_expired_suppression_fails_and_changes_no_page(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha", front_matter="license: MIT\nversion: 1.0.0\n")
    (tmp_path / "skillpack.toml").write_text(
        '[policy]\nfail_on = "warning"\n'
        '[[suppress]]\nrule = "FM006"\nskill = "alpha"\nreason = "soon"\nexpires = 2026-06-01\n'
    )

    assert cli("build", "-o", "now").status == 0
    assert cli("build", "-o", "later", "--today", "2027-01-01").status == 1
    assert _files(tmp_path / "now") == _files(tmp_path / "later")


def test_an_error_that_a_suppression_lets_through_is_named_at_the_end(cli, write_skill, tmp_path: Path) -> None:
    (write_skill("alpha") / "SKILL.md").write_text("---\nname: alpha\n---\n\n# Alpha\n")
    suppressed = '[[suppress]]\nrule = "DS001"\nskill = "alpha"\nreason = "known"\nexpires = 2027-01-31\n'
    (tmp_path / "skillpack.toml").write_text(suppressed)

    ran = cli("build", "--today", "2026-06-01")
    assert ran.status == 0
    told = "let through until 2027-01-31: skills/alpha/SKILL.md: DS001 of `alpha`: known"
    assert ran.err.splitlines()[-2] == told


class TestTheme:
    @pytest.mark.parametrize(
        ("file", "text", "error"),
        [
            ("404.html", "{% if %}", "the template `404.html`, line 1: "),
            ("404.html", "{{ nothing.at.all }}", "the template `404.html`: 'nothing' is undefined"),
            ("404.html", '{% extends "gone.html" %}', "the template `404.html`: "),
            ("strings.toml", "= no", "the theme's `strings.toml` is not TOML: "),
            ("404.html", b"\xff", "the theme's `404.html` is not UTF-8"),
        ],
    )
    @pytest.mark.usefixtures("good")
    def test_a_fault_of_a_theme_is_a_usage_error(self, cli, tmp_path: Path, file, text, error) -> None:
        (tmp_path / "theme").mkdir()
        (tmp_path / "theme" / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        (tmp_path / "skillpack.toml").write_text('[theme]\npath = "theme"\n')
        ran = cli("build")

        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"error: {error}")
        assert not (tmp_path / "dist").exists()


class TestLanguage:
    @pytest.fixture
    def catalog(self, good, tmp_path: Path) -> Path:  # noqa: ARG002 the skills
        (tmp_path / "theme").mkdir()
        (tmp_path / "skillpack.toml").write_text('[catalog]\nlanguage = "nl"\n\n[theme]\npath = "theme"\n')
        return tmp_path

    def test_one_without_texts_is_told_once_and_how_to_add_it(self, cli, catalog: Path) -> None:
        ran = cli("build")
        assert ran.err.startswith(
            "note: there are no translations for `nl`, so buttons and headings are in English\n"
            "hint: there are `de`, `en`; add `strings.nl.toml` to the folder that `[theme] path` names\n"
        )
        assert (ran.status, ran.err.count("hint:")) == (0, 1)
        assert '<html lang="en"' in (catalog / "dist" / "index.html").read_text()

    def test_one_that_a_theme_brings_is_spoken(self, cli, catalog: Path) -> None:
        cli("build")
        file = catalog / "theme" / "strings.nl.toml"
        file.write_text('[nav]\nchecks = "Controles"\n')
        assert "hint:" not in cli("build").err
        page = (catalog / "dist" / "checks" / "index.html").read_text()
        assert '<html lang="nl"' in page
        assert ">Controles</a>" in page
        file.write_text('[nav]\nchecks = "Toetsen"\n')
        cli("build")
        assert ">Toetsen</a>" in (catalog / "dist" / "checks" / "index.html").read_text()

    def test_plural_forms_that_nothing_uses_are_named(self, cli, catalog: Path) -> None:
        file = catalog / "theme" / "strings.nl.toml"
        file.write_text('skills.one = "{n} eenheid"\nskills.few = "{n} paar"\nskills.other = "{n} eenheden"\n')
        ran = cli("build")
        assert ran.err.startswith(
            "warning: plural forms of the theme that are no longer used: `skills.few`\n"
            "hint: a text with a number has two forms, `one` for 1 and `other`\n"
        )
        assert ran.status == 0
        assert "2 eenheden" in (catalog / "dist" / "index.html").read_text()

    def test_a_theme_overrides_one_text_and_one_file(self, cli, catalog: Path) -> None:
        (catalog / "skillpack.toml").write_text('[catalog]\nlanguage = "de-AT"\n\n[theme]\npath = "theme"\n')
        (catalog / "theme" / "strings.toml").write_text('[nav]\nchecks = "Findings"\n')
        (catalog / "theme" / "strings.de.toml").write_text('[missing]\ntitle = "Leer"\n')
        (catalog / "theme" / "404.html").write_text("{{ language }} {{ t('missing.title') }} {{ t('missing.text') }}")
        assert cli("build").status == 0
        assert (catalog / "dist" / "404.html").read_text() == (
            "de-AT Leer Diese Seite gibt es nicht, oder sie ist umgezogen."
        )
        home = (catalog / "dist" / "index.html").read_text()
        assert ">Prüfungen</a>" in home
        assert "Findings" not in home

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ('[missing]\ntext = "no {page}"\n', "the theme's text `missing.text` has unknown braces"),
            ("[missing]\ntext = 4\n", "the theme's `strings.de.toml` has no text under `missing.text`"),
            ("= no", "the theme's `strings.de.toml` is not TOML: "),
        ],
    )
    def test_a_faulty_text_is_a_usage_error(self, cli, catalog: Path, text: str, error: str) -> None:
        (catalog / "skillpack.toml").write_text('[catalog]\nlanguage = "de"\n\n[theme]\npath = "theme"\n')
        (catalog / "theme" / "strings.de.toml").write_text(text)
        ran = cli("build")
        assert ran.status == 2
        assert ran.err.startswith(f"error: {error}")


def test_a_few_skills_are_built_without_what_they_do_not_need(write_skill, tmp_path: Path) -> None:
    write_skill("alpha")
    unneeded = "cryptography", "multiprocessing.connection", "importlib.metadata", "urllib3", "PIL", "asyncio"
    code = (
        "import sys; from skillpack.cli.main import run; run(['build', 'skills']);"
        f"print([m for m in {unneeded} if m in sys.modules])"
    )
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(Path(skillpack.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
