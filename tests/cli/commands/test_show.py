"""skillpack show: everything about one skill, wherever it lies."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest


@pytest.mark.usefixtures("rich")
def test_a_skill_of_the_catalog_by_name(cli, snapshot) -> None:
    ran = cli("show", "pdf-tools")

    assert (ran.status, ran.err) == (0, f"catalog: {Path.cwd() / 'skills'}\n")
    assert ran.out.replace(str(Path.cwd()), "~") == snapshot


def test_who_may_start_it_and_how_is_shown(cli, write_skill) -> None:
    more = "disable-model-invocation: true\nuser-invocable: false\nargument-hint: FILE\nmodel: small\ncontext: fork\n"
    write_skill("alpha", front_matter=more)
    lines = [" ".join(line.split()) for line in cli("show", "alpha").out.splitlines()]
    record = json.loads(cli("show", "alpha", "--json").out)

    assert "agents cannot start it (`disable-model-invocation: true`)" in lines
    assert "people cannot start it (`user-invocable: false`)" in lines
    assert {"arguments FILE", "model small", "context fork"} <= set(lines)
    assert (record["model_invocable"], record["user_invocable"]) == (False, False)
    assert [record[key] for key in ("argument_hint", "model", "context", "agent")] == ["FILE", "small", "fork", ""]


def test_what_is_hidden_can_be_shown_by_its_name(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."alpha"]\nhidden = true\n')

    assert cli("show", "alpha").status == 0


@pytest.mark.usefixtures("good")
def test_a_folder_its_skill_file_and_its_archive_are_the_same_skill(cli) -> None:
    cli("pack", "skills/alpha", "-o", "packed")
    (archive,) = Path("packed").glob("*.zip")
    specs = ("skills/alpha", "./skills/alpha/SKILL.md", archive, "alpha")
    shown = [json.loads(cli("show", spec, "--json").out) for spec in specs]

    assert len({record["digest"] for record in shown}) == 1
    assert [record["source"]["kind"] for record in shown] == ["folder", "folder", "archive", "folder"]


def test_a_flat_skill_is_shown_as_it_is_published(cli, tmp_path: Path) -> None:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills/alpha.md").write_text("---\ndescription: Does. Use when asked.\n---\n\n# Alpha\n")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\nformats = ["markdown"]\n')
    ran = cli("show", "alpha")

    assert ran.status == 0
    assert "SKILL.md" in ran.out


def test_what_a_source_excludes_is_not_shown(cli, tmp_path: Path) -> None:
    (tmp_path / "skills/alpha/drafts").mkdir(parents=True)
    (tmp_path / "skills/alpha/drafts/x.md").write_text("x")
    (tmp_path / "skills/alpha/SKILL.md").write_text(
        "---\nname: alpha\ndescription: Does. Use when asked.\n---\n\n# A\n"
    )
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\nexclude = ["drafts"]\n')
    shown = json.loads(cli("show", "alpha", "--json").out)

    assert [file["path"] for file in shown["files"]] == ["SKILL.md"]


def test_sums_are_what_sha256sum_checks(cli, rich) -> None:
    sums = cli("show", "pdf-tools", "--sums").out
    done = subprocess.run(
        ["sha256sum", "-c"], input=sums, cwd=rich / "pdf_tools", capture_output=True, text=True, check=False
    )

    assert done.returncode == 0
    assert json.loads(cli("show", "pdf-tools", "--json").out)["digest"] == hashlib.sha256(sums.encode()).hexdigest()


@pytest.mark.usefixtures("rich")
def test_json_has_everything(cli) -> None:
    record = json.loads(cli("show", "pdf-tools", "--json").out)

    assert (record["name"], record["license"], record["metaskill"]) == ("pdf-tools", "MIT", False)
    assert record["allowed_tools"] == ["Read", "Bash(qpdf:*)"]
    assert record["requires"] == {"bins": ["no-such-program"], "env": [], "os": []}
    assert [file["path"] for file in record["files"]] == ["SKILL.md", "scripts/fill.py"]
    assert "AT003" in {finding["rule"] for finding in record["findings"]}


@pytest.mark.parametrize(
    ("spec", "status", "error"),
    [
        ("pdf-tool", 2, "error: no skill is named `pdf-tool` in `skills`\nhint: did you mean `pdf-tools`?\n"),
        ("./gone", 3, "/gone` does not exist\nhint: give a skill's folder, or a folder of skills\n"),
        ("gone.zip", 3, "/gone.zip` cannot be read: "),
        ("skills/notes", 3, "error: no skills in `"),
        ("alpha@^1", 2, "error: no registry is configured to find `alpha` in\n"),
        ("broken.zip", 3, "error: "),
    ],
)
@pytest.mark.usefixtures("rich")
def test_what_cannot_be_shown_is_said(cli, tmp_path: Path, spec, status, error) -> None:
    (tmp_path / "broken.zip").write_bytes(b"no zip")
    ran = cli("show", spec)

    assert (ran.status, ran.out) == (status, "")
    assert error in ran.err


@pytest.mark.usefixtures("rich")
def test_a_folder_of_many_lists_them(cli, snapshot) -> None:
    ran = cli("show", "./skills")

    assert ran.status == 0
    assert ran.out == snapshot
    assert ran.err == "3 skills; `--skill NAME` shows one in full\n"
    assert [each["name"] for each in json.loads(cli("show", "./skills", "--json").out)] == [
        "pdf-tools",
        "release-notes",
        "triage",
    ]
    assert cli("show", "./skills", "--skill", "triage").out.startswith("triage ")
    assert cli("show", "./skills", "--sums").status == 2
    assert cli("show", "./skills", "--skill", "gone").status == 2


@pytest.mark.usefixtures("at_home", "publish")
class TestBeforeInstalling:
    """What a registry offers, and what installing it would do."""

    def test_a_skill_of_a_registry(self, cli, told, snapshot) -> None:
        assert told(cli("show", "gamma@^1", "--registry", "site", "--root", "roots/skills")) == snapshot

    def test_nothing_is_written(self, cli, tmp_path: Path) -> None:
        cli("show", "gamma", "--registry", "site", "--root", "roots/skills")

        assert not (tmp_path / "roots").exists()

    def test_a_published_site_is_a_catalog(self, cli) -> None:
        ran = cli("show", "beta", "--catalog", "site")

        assert ran.err == "registry: site\n"
        assert "a comment: read everything first" in ran.out
        assert ran.out.rstrip().endswith("skillpack install beta --registry site --global")

    def test_what_would_replace_something_says_what_it_may_do_more(self, cli, publish) -> None:
        cli("install", "beta", "--registry", "site", "--root", "r", "--yes")
        publish(2)
        ran = cli("show", "beta", "--registry", "site", "--root", "r", "--json")
        (place,) = json.loads(ran.out)["places"]

        assert place["what"].startswith("replaces 1.0.0; new with it: ")
        assert [each["label"] for each in json.loads(ran.out)["versions"]] == ["2.0.0", "1.0.0"]

    def test_a_name_that_is_gone_says_so(self, cli, publish) -> None:
        publish(2)
        ran = cli("show", "old-name", "--registry", "site")

        assert (ran.status, ran.err.splitlines()[-1]) == (3, "hint: install `new-name`")


@pytest.mark.usefixtures("at_home", "publish")
class TestInstalled:
    """What lies in a root, whence it came, and what was done to it."""

    def test_all_is_as_it_was_placed(self, cli, told, snapshot) -> None:
        cli("install", "alpha", "--registry", "site", "--global", "--yes")

        assert told(cli("show", "alpha")) == snapshot

    def test_local_changes_and_the_version_before(self, cli, publish, tmp_path: Path) -> None:
        cli("install", "alpha", "--registry", "site", "--global", "--yes")
        publish(2)
        cli("install", "alpha", "--registry", "site", "--global", "--yes")
        folder = tmp_path / "home/.metis/skills/alpha"
        (folder / "notes.md").write_text("mine\n")
        with (folder / "SKILL.md").open("a") as file:
            file.write("more\n")
        (place,) = json.loads(cli("show", "alpha", "--json").out)["places"]

        assert place["what"] == "1.1.0, 2 files changed"
        assert place["edited"] == [{"kind": "changed", "path": "SKILL.md"}, {"kind": "added", "path": "notes.md"}]
        assert place["previous"] == "1.0.0"
        assert "`skillpack rollback alpha` restores 1.0.0" in cli("show", "alpha").out

    def test_its_sums_are_those_of_the_receipt(self, cli, tmp_path: Path) -> None:
        cli("install", "gamma", "--registry", "site", "--global", "--yes")
        sums = cli("show", "gamma", "--sums").out
        folder = tmp_path / "home/.metis/skills/gamma"
        (folder / "SKILL.md").write_text("spoiled\n")

        assert cli("show", "gamma", "--sums").out == sums
        assert sums.splitlines()[1].endswith("  scripts/run.sh")

    def test_what_is_not_ours_is_shown_too(self, cli, write_skill) -> None:
        write_skill("mine", root="home/.metis/skills")
        ran = cli("show", "mine")

        assert "unknown: not installed by skillpack" in ran.out
        assert "not installed by skillpack" in ran.out.splitlines()[-2]

    def test_a_flag_says_where_to_look(self, cli, write_skill) -> None:
        write_skill("mine", root="there")
        ran = cli("show", "mine", "--root", "there")

        assert (ran.status, ran.err) == (0, f"installed: {Path.cwd() / 'there'}\n")
        assert cli("show", "mine", "--root", "elsewhere").status == 2

    def test_a_name_that_is_nowhere_is_said_with_where_it_was_looked_for(self, cli) -> None:
        ran = cli("show", "nothing")

        assert ran.status == 2
        assert ran.err.startswith(f"error: no skill named `nothing` is installed in `{Path.home()}/.metis/skills`\n")

    @pytest.mark.usefixtures("rich")
    def test_what_the_catalog_here_lacks_is_looked_for_among_what_is_installed(self, cli, tmp_path: Path) -> None:
        cli("install", "alpha", "--registry", "site", "--global", "--yes")
        ran = cli("show", "alpha")

        assert (ran.status, ran.err.splitlines()[-1]) == (0, f"installed: {tmp_path}/home/.metis/skills")
        assert cli("show", "pdf-tools").err == f"catalog: {tmp_path}/skills\n"

    def test_which_version_of_what_it_depends_on_is_there(self, cli, write_skill) -> None:
        cli("install", "alpha", "--registry", "site", "--global", "--yes")
        depends = "alpha ^1, beta, gamma"
        folder = write_skill("kit", front_matter=f"license: MIT\nmetadata:\n  depends: {depends}\n", root="source")
        ran = cli("show", folder, "--global")

        assert [line.strip() for line in ran.out.splitlines() if ": 1.0.0 is" in line or "not installed" in line] == [
            "depends on  alpha ^1: 1.0.0 is installed",
            "beta: not installed, installed too if available",
            "gamma: not installed, installed too if available",
        ]
        assert json.loads(cli("show", folder, "--json").out)["depends"] == {"alpha": "^1", "beta": "", "gamma": ""}

    def test_a_folder_that_is_no_skill_is_said(self, cli, tmp_path: Path) -> None:
        (tmp_path / "there/notes").mkdir(parents=True)
        ran = cli("show", "notes", "--root", "there")

        assert (ran.status, ran.out) == (2, "")
        assert f"`{tmp_path}/there/notes` is not a readable skill" in ran.err

    def test_the_workspace_comes_first(self, cli, tmp_path: Path, monkeypatch) -> None:
        (tmp_path / "work/.metis").mkdir(parents=True)
        cli("install", "alpha", "--registry", "site", "--workspace", tmp_path / "work", "--global", "--yes")
        monkeypatch.chdir(tmp_path / "work")
        ran = cli("show", "alpha", "--json")

        assert ran.err == f"installed: {tmp_path}/work/.metis/skills\n"
        assert [place["what"] for place in json.loads(ran.out)["places"]] == [
            f"1.0.0, unchanged; hides the copy in {tmp_path}/home/.metis/skills",
            f"1.0.0, unchanged; hidden by the copy in {tmp_path}/work/.metis/skills",
        ]

    def test_a_registry_of_the_settings_is_asked_last(self, cli, tmp_path: Path) -> None:
        (tmp_path / "home/config/skillpack").mkdir(parents=True)
        settings = f'[[registry]]\nname = "team"\nurl = "{tmp_path}/site"\n'
        (tmp_path / "home/config/skillpack/config.toml").write_text(settings)
        ran = cli("show", "gamma")

        assert (ran.status, ran.err) == (0, f"registry: {tmp_path}/site\n")
        assert ran.out.rstrip().endswith("skillpack install gamma --global")


@pytest.mark.usefixtures("at_home")
class TestNotFit:
    """What could not be installed is shown all the same, with the reason."""

    def test_a_name_that_no_folder_can_have(self, cli, write_skill) -> None:
        folder = write_skill("alpha")
        (folder / "SKILL.md").write_text("---\nname: a/b\ndescription: Does. Use when asked.\n---\n# A\n")
        ran = cli("show", folder)

        assert ran.status == 0
        assert "has no usable name" in ran.out
        assert json.loads(cli("show", folder, "--json").out)["command"] == ""

    def test_what_no_host_would_load(self, cli, tmp_path: Path) -> None:
        (tmp_path / "text.md").write_text("# No skill\n")
        ran = cli("show", "text.md")

        assert "refused: it cannot be used: FM001" in ran.out

    def test_a_skill_that_calls_itself_deprecated(self, cli, write_skill) -> None:
        folder = write_skill("alpha", front_matter="license: MIT\nmetadata:\n  deprecated: use beta\n")

        assert "deprecated  use beta\n" in cli("show", folder).out


def test_what_it_can_do_is_shown_by_row_and_in_json(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha", front_matter="allowed-tools: Bash(git:*)\n")
    (tmp_path / "skills/alpha/scripts").mkdir()
    (tmp_path / "skills/alpha/scripts/a.sh").write_text("#!/bin/sh\ncurl https://api.example/x\n")
    lines = [" ".join(line.split()) for line in cli("show", "alpha").out.splitlines()]
    told = json.loads(cli("show", "alpha", "--json").out)["abilities"]

    assert {"network fetches: api.example", "code none found in 2 of 2 files", "unasked asks for: Bash(git:*)"} <= set(
        lines
    )
    (fetches,) = told["rows"]["network"]
    assert (fetches["target"], fetches["file"], fetches["line"]) == ("api.example", "scripts/a.sh", 2)
    assert (told["files"], told["unread"]) == (2, {})


def test_tools_that_could_not_be_read_are_not_denied(cli, write_skill) -> None:
    write_skill("alpha", front_matter="allowed-tools: &tools Bash(git:*)\n")
    assert "not known: the front matter could not be read" in cli("show", "alpha").out
