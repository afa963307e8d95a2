"""skillpack check, as people type it."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from skillpack.report.findings.formats import FORMATS


@pytest.mark.usefixtures("rich")
def test_what_people_see_at_first(cli, snapshot) -> None:
    ran = cli("check", "skills")

    assert (ran.status, ran.err) == (1, "")
    assert ran.out == snapshot


@pytest.mark.usefixtures("rich")
def test_one_line_each(cli, snapshot) -> None:
    ran = cli("check", "skills", "--format", "concise")

    assert (ran.status, ran.err) == (1, "")
    assert ran.out == snapshot


@pytest.mark.usefixtures("rich")
def test_statistics_end_with_the_commands_that_mend_most(cli, snapshot) -> None:
    ran = cli("check", "--statistics", "skills")

    assert (ran.status, ran.err) == (1, "")
    assert ran.out == snapshot


@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("words", [("--json",), ("--format", "json")])
def test_statistics_come_as_json_too(cli, words) -> None:
    told = json.loads(cli("check", "--statistics", "skills", *words).out)

    assert told["rules"][0]["count"] > 0
    assert any("--fix" in remedy["command"] for remedy in told["remedies"])


@pytest.mark.demand("B11")
@pytest.mark.usefixtures("good")
def test_a_good_folder_is_fine(cli) -> None:
    ran = cli("check", "--strict")

    assert (ran.status, ran.out, ran.err) == (0, "2 skills checked\n", "")


@pytest.mark.parametrize("form", list(FORMATS))
@pytest.mark.usefixtures("rich")
def test_every_format_is_of_its_kind(cli, form) -> None:
    ran = cli("check", "--format", form)

    assert ran.status == 1
    assert ran.err == ""
    if form in {"json", "gitlab", "sarif"}:
        assert json.loads(ran.out)
    elif form == "junit":
        assert ET.fromstring(ran.out).tag == "testsuites"  # noqa: S314 our own XML
    elif form == "github":
        assert all(line.startswith("::") for line in ran.out.splitlines())
    else:
        assert "skills/triage" in ran.out


@pytest.mark.usefixtures("rich")
def test_json_is_short_for_its_format(cli) -> None:
    assert cli("check", "--json").out == cli("check", "--format", "json").out


@pytest.mark.usefixtures("rich")
def test_findings_are_annotations_in_github_actions(cli, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")

    assert cli("check").out.startswith("::")
    assert not cli("check", "--format", "concise").out.startswith("::")


class TestExitStatus:
    def test_a_warning_fails_only_when_strict(self, cli, write_skill) -> None:
        write_skill("alpha", front_matter="license: MIT\nversion: 1.0.0\n")

        assert cli("check").status == 0
        assert cli("check", "--strict").status == 1

    @pytest.mark.usefixtures("rich")
    def test_an_error_fails(self, cli) -> None:
        assert cli("check").status == 1

    @pytest.mark.usefixtures("rich")
    def test_exit_zero_never_fails(self, cli) -> None:
        assert cli("check", "--strict", "--exit-zero").status == 0

    @pytest.mark.parametrize(("fail_on", "status"), [("error", 0), ("warning", 1), ("never", 0)])
    def test_the_catalogs_policy_counts(self, cli, write_skill, tmp_path: Path, fail_on, status) -> None:
        write_skill("alpha", front_matter="license: MIT\nversion: 1.0.0\n")
        (tmp_path / "skillpack.toml").write_text(f'[policy]\nfail_on = "{fail_on}"\n')

        assert cli("check").status == status

    def test_of_several_policies_the_strictest_counts(self, cli, write_skill, tmp_path: Path) -> None:
        for name, fail_on in (("one", "never"), ("two", "warning")):
            write_skill("alpha", root=f"{name}/skills", front_matter="license: MIT\nversion: 1.0.0\n")
            (tmp_path / name / "skillpack.toml").write_text(f'[policy]\nfail_on = "{fail_on}"\n')

        assert (cli("check", "one").status, cli("check", "one", "two").status) == (0, 1)

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            (["nowhere"], "`nowhere` does not exist"),
            (["--profile", "nobody"], "unknown profile `nobody`"),
            (["--format", "nix"], "invalid value for `--format`"),
            (["--today", "tomorrow"], "`tomorrow` is not a day"),
            (["--unsafe-fixes"], "--unsafe-fixes needs --fix or --diff"),
            (["--write-baseline"], "--write-baseline needs a file"),
            (["--baseline", "gone.json"], "the baseline `gone.json` does not exist"),
            (["--nonsense"], "no such option `--nonsense`"),
        ],
    )
    @pytest.mark.usefixtures("good")
    def test_a_mistake_of_the_caller_is_one_line_with_a_hint(self, cli, arguments, error) -> None:
        ran = cli("check", *arguments)

        assert (ran.status, ran.out) == (2, "")
        first, second = ran.err.splitlines()
        assert first.startswith(f"error: {error}")
        assert second.startswith("hint: ")


@pytest.mark.usefixtures("rich")
def test_quiet_leaves_out_infos(cli) -> None:
    assert " info " in cli("check", "--format", "concise").out
    assert " info " not in cli("check", "--format", "concise", "--quiet").out


def test_a_profile_judges_instead_of_the_catalogs_own(cli, write_skill) -> None:
    write_skill("alpha", front_matter="license: MIT\nversion: 1.0.0\n")
    lines = cli("check", "--profile", "agentskills", "--format", "concise").out.splitlines()

    assert cli("check", "--profile", "agentskills").status == 1
    assert [line for line in lines if "error FM006 [unknown-field]" in line]


def test_paths_start_where_people_are(cli, rich, monkeypatch) -> None:
    def places(*arguments: str | Path) -> set[str]:
        lines = cli("check", "--format", "concise", *arguments).out.splitlines()
        return {line.split(":")[0] for line in lines if "triage" in line}

    assert places() == places("skills") == places(rich) == places("skills/triage") == {"skills/triage/SKILL.md"}
    monkeypatch.chdir(rich / "triage")
    assert places() == {"../triage/SKILL.md"}


@pytest.mark.demand("B11")
@pytest.mark.usefixtures("rich")
def test_several_paths_are_one_report(cli) -> None:
    both = cli("check", "skills/triage", "skills/pdf_tools", "--format", "concise")

    assert both.out.splitlines()[-1].startswith("2 skills, ")
    assert cli("check", "skills", "skills/triage").out == cli("check", "skills").out


@pytest.mark.usefixtures("rich")
def test_a_skill_file_stands_for_its_skill(cli) -> None:
    by_file = cli("check", "skills/triage/SKILL.md", "skills/pdf_tools/SKILL.md")

    assert by_file.out == cli("check", "skills/triage", "skills/pdf_tools").out
    assert cli("check", "skills/pdf_tools/scripts/fill.py").out == cli("check", "skills/pdf_tools").out


class TestBaseline:
    @pytest.mark.usefixtures("rich")
    def test_what_was_accepted_is_not_told_again(self, cli) -> None:
        written = cli("check", "--baseline", "base.json", "--write-baseline")
        again = cli("check", "--baseline", "base.json", "--strict")

        assert (written.status, written.out) == (0, "")
        assert (
            written.err
            == f"accepted {json.loads(Path('base.json').read_text())['accepted'].__len__()} findings in `base.json`\n"
        )
        assert (again.status, again.err) == (0, "")
        assert again.out.endswith(" in the baseline)\n")

    def test_what_is_new_is_told(self, cli, rich) -> None:
        cli("check", "--baseline", "base.json", "--write-baseline")
        (rich / "release-notes/SKILL.md").write_text("---\nname: release-notes\n---\n\n# Empty\n")
        ran = cli("check", "--baseline", "base.json", "--format", "concise")

        assert ran.status == 1
        assert {line.split(":")[0] for line in ran.out.splitlines()[:-1]} == {"skills/release-notes/SKILL.md"}

    def test_what_is_gone_is_said(self, cli, rich) -> None:
        cli("check", "--baseline", "base.json", "--write-baseline")
        shutil.rmtree(rich / "triage")
        ran = cli("check", "--baseline", "base.json")

        assert ran.status == 0
        assert ran.err.endswith("of `base.json` no longer occur; --write-baseline removes them\n")

    @pytest.mark.usefixtures("good")
    def test_a_file_that_is_no_baseline_is_refused(self, cli, tmp_path: Path) -> None:
        (tmp_path / "base.json").write_text("{}")
        ran = cli("check", "--baseline", "base.json")

        assert ran.status == 2
        assert "is not a baseline" in ran.err

    @pytest.mark.usefixtures("good")
    def test_a_place_that_cannot_be_written_is_a_refusal(self, cli) -> None:
        ran = cli("check", "--baseline", "gone/base.json", "--write-baseline")

        assert (ran.status, ran.out) == (3, "")
        assert ran.err == "error: `gone/base.json`: no such file or directory\n"


@pytest.mark.usefixtures("rich")
def test_a_suppression_holds_to_its_last_day(cli, tmp_path: Path) -> None:
    (tmp_path / "skillpack.toml").write_text(
        '[[source]]\npath = "skills"\nexclude = ["notes"]\n'
        '[[suppress]]\nrule = "FM003"\nskill = "triage"\nreason = "soon"\nexpires = 2026-06-01\n'
    )

    assert cli("check").status == 0
    assert cli("check", "--today", "2026-06-01").status == 0
    late = cli("check", "--today", "2026-06-02")
    assert late.status == 1
    assert "was accepted until 2026-06-01: soon" in late.out


class TestConfiguration:
    @pytest.mark.usefixtures("rich")
    def test_a_file_may_be_named(self, cli, tmp_path: Path) -> None:
        (tmp_path / "other.toml").write_text('[[source]]\npath = "skills"\nexclude = ["notes", "triage"]\n')

        assert cli("check", ".", "--config", "other.toml").status == 0

    @pytest.mark.usefixtures("good")
    def test_all_files_may_be_ignored(self, cli, tmp_path: Path) -> None:
        (tmp_path / "skillpack.toml").write_text("[catalog]\nnonsense = 1\n")

        assert cli("check").status == 2
        assert cli("check", "--no-config").status == 0

    @pytest.mark.usefixtures("good")
    def test_a_named_file_that_is_not_there_is_a_usage_error(self, cli) -> None:
        ran = cli("check", "--config", "gone.toml")

        assert ran.status == 2
        assert "File `gone.toml` does not exist" in ran.err


class TestFix:
    @pytest.mark.usefixtures("rich")
    def test_what_is_mended_is_said_and_the_rest_is_reported(self, cli) -> None:
        ran = cli("check", "--fix", "--format", "concise")

        assert ran.err.splitlines() == [
            "fixed skills/pdf_tools: separate the tools with spaces",
            "fixed skills/release-notes: write the version as `1.2.0`",
            "fixed skills/triage: put the value of `description` in quotes",
        ]
        assert "FM003" not in ran.out
        assert ran.status == 1  # `notes` is not a skill

    @pytest.mark.usefixtures("rich")
    def test_a_second_run_mends_nothing(self, cli) -> None:
        cli("check", "--fix", "--unsafe-fixes")

        assert cli("check", "--fix", "--unsafe-fixes").err == ""

    def test_a_look_shows_a_patch_and_writes_nothing(self, cli, rich, snapshot) -> None:
        before = {path: path.read_bytes() for path in rich.rglob("*") if path.is_file()}
        ran = cli("check", "--diff", "--unsafe-fixes")

        assert (ran.status, ran.err) == (1, "")
        assert ran.out == snapshot
        assert before == {path: path.read_bytes() for path in rich.rglob("*") if path.is_file()}

    @pytest.mark.usefixtures("good")
    def test_nothing_to_mend_is_said(self, cli) -> None:
        ran = cli("check", "--diff")

        assert (ran.status, ran.out, ran.err) == (0, "", "nothing to fix\n")

    @pytest.mark.usefixtures("rich")
    def test_a_look_may_be_told_not_to_fail(self, cli) -> None:
        assert cli("check", "--diff", "--exit-zero").status == 0

    def test_one_skill_whose_folder_is_renamed_is_found_again(self, cli, rich) -> None:
        ran = cli("check", "--fix", "--unsafe-fixes", "skills/pdf_tools", "--format", "concise")

        assert "rename the folder to `pdf-tools`" in ran.err
        assert "skills/pdf-tools/SKILL.md" in ran.out or "1 skill checked" in ran.out
        assert not (rich / "pdf_tools").exists()

    def test_a_name_that_is_taken_is_said_once(self, cli, rich) -> None:
        shutil.copytree(rich / "pdf_tools", rich / "pdf-tools")
        ran = cli("check", "--fix", "--unsafe-fixes")

        assert (
            ran.err.count("left skills/pdf_tools: rename the folder to `pdf-tools` (`pdf-tools` already exists)") == 1
        )
        assert (rich / "pdf_tools").is_dir()


@pytest.mark.usefixtures("rich")
def test_nothing_is_written(cli, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    cli("check")

    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.usefixtures("rich")
def test_colours_are_forced_and_forbidden_by_the_environment(cli, monkeypatch) -> None:
    assert "\x1b" not in cli("check").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1;31merror" in cli("check").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cli("check").out


def test_a_terminal_shows_the_worst_fifty(cli, tmp_path, monkeypatch) -> None:
    text = "---\nname: a\ndescription: Reads files. Use when there is one.\n---\n# A\n"
    (tmp_path / "a").mkdir()
    (tmp_path / "a/SKILL.md").write_text(text)
    for number in range(60):
        (tmp_path / f"a/{number}.md").write_text(f"[gone](gone-{number}.md)\n[lost](lost-{number}.md)\n")

    assert cli("check", "a").out.count("RS001]") == 60
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    shown = cli("check", "a").out
    assert (shown.count("RS001]"), "the worst 50 of 60 findings; --all shows all" in shown) == (50, True)
    assert cli("check", "a", "--all").out.count("RS001]") == 60
    assert len(json.loads(cli("check", "a", "--json").out)["findings"]) == 120


def test_a_fix_that_could_not_be_done_is_not_offered(cli, tmp_path) -> None:
    text = "---\nname: pdf-tools\ndescription: Reads files. Use when there is one.\n---\n# A\n\nDo it.\n"
    for name in ("pdf_tools", "pdf-tools"):
        (tmp_path / "skills" / name).mkdir(parents=True)
    (tmp_path / "skills/pdf_tools/SKILL.md").write_text(text)

    assert "--unsafe-fixes" not in cli("check", "skills").out
    (tmp_path / "skills/pdf-tools").rmdir()
    assert "rename the folder to `pdf-tools` (fixable with --fix --unsafe-fixes)" in cli("check", "skills").out


def test_the_one_obvious_name_is_written(cli, tmp_path) -> None:
    (tmp_path / "skills/pdf-tools").mkdir(parents=True)
    file = tmp_path / "skills/pdf-tools/SKILL.md"
    file.write_text("---\nname: PDF Tools!\ndescription: Reads files. Use when there is one.\n---\n# A\n\nDo it.\n")

    assert json.loads(cli("check", "skills", "--json").out)["summary"]["errors"] == 1
    assert cli("check", "skills", "--fix", "--unsafe-fixes").status == 0
    assert file.read_text().startswith("---\nname: pdf-tools\n")


@pytest.fixture
def catalog(write_skill, tmp_path: Path) -> Path:
    """Return a catalog whose configuration speaks of several skills; one of them is flat."""
    for name in ("alpha", "beta"):
        write_skill(name)
    (tmp_path / "skills/flat.md").write_text("---\nname: flat\ndescription: Does it. Use when asked.\n---\n# Flat\n")
    (tmp_path / "skills/broken.md").write_text("---\nname: broken\n---\n# Broken\n")
    (tmp_path / "skillpack.toml").write_text(
        '[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n'
        '[[bundle]]\nname = "both"\ndescription = "Both."\nskills = ["alpha", "beta", "flat"]\n'
        '[skill.beta]\nowner = "docs"\n'
        '[[suppress]]\nrule = "DS004"\nskill = "flat"\nreason = "short on purpose"\n'
    )
    return tmp_path


def _found(ran) -> set[tuple[str, str, str]]:
    return {(each["code"], each["path"], each["severity"]) for each in json.loads(ran.out)["findings"]}


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("path", ["skills/alpha", "skills/alpha/SKILL.md", "skills/flat.md", "skills/broken.md"])
def test_a_part_of_a_catalog_gets_exactly_its_findings_of_the_whole(cli, path: str) -> None:
    whole, part = cli("check", "--json"), cli("check", path, "--json")

    home = path.removesuffix("/SKILL.md")
    assert _found(part) == {found for found in _found(whole) if found[1].startswith(home)}
    assert part.status == (1 if "broken" in path else 0)
    assert cli("check", path, "--format", "concise").err == ""


def test_a_file_is_a_skill_without_a_catalog_too(cli, tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("---\nname: good\ndescription: Does it. Use when asked.\n---\n# Good\n")
    (tmp_path / "bad.md").write_text("---\nname: bad\n---\n# Bad\n")

    assert cli("check", "good.md").status == 0
    assert cli("check", "bad.md").status == 1
    assert cli("check", "good.md", "bad.md").status == 1


def test_a_profile_that_is_named_is_answered_whatever_the_policy_says(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha", front_matter="colour: red\n")
    (tmp_path / "skillpack.toml").write_text('[policy]\nfail_on = "never"\n[[source]]\npath = "skills"\n')

    assert cli("check").status == 0
    assert cli("validate", "--profile", "formal").status == 1
    assert cli("validate", "--profile", "formal", "skills/alpha").status == 1
    assert cli("validate", "--profile", "metis").status == 0


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(
    ("rule", "near"), [("BD03", "BD003"), ("unknown-feild", "FM006"), ("unknown_field", "FM006"), ("fm006", "FM006")]
)
def test_a_suppression_of_no_rule_names_the_nearest(cli, tmp_path: Path, rule: str, near: str) -> None:
    (tmp_path / "skillpack.toml").write_text(f'[[suppress]]\nrule = "{rule}"\n')
    ran = cli("check")
    assert (ran.status, ran.err) == (
        2,
        (
            f"error: `skillpack.toml`: `suppress[0].rule` is `{rule}`,"
            f" but the code of a rule such as `BD003` is wanted\nhint: did you mean `{near}`?\n"
        ),
    )


@pytest.mark.usefixtures("good")
def test_a_suppression_of_an_unknown_code_names_the_nearest(cli, tmp_path: Path) -> None:
    (tmp_path / "skillpack.toml").write_text('[[suppress]]\nrule = "FM066"\n')
    assert "help: did you mean `FM0" in cli("check").out


@pytest.mark.demand("B1", "B11", "B12")
@pytest.mark.parametrize("files", [("README.md",), ("scripts/run.py",), ("Skill.txt", "references/a.md")])
def test_a_folder_without_a_skill_file_is_one_error(cli, tmp_path: Path, files: tuple[str, ...]) -> None:
    for file in files:
        (tmp_path / "pdf" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pdf" / file).write_text("x\n")
    ran = cli("validate", "pdf", "--profile", "formal", "--format", "concise", "--quiet")

    assert ran.status == 1
    assert "pdf: error LY001 [no-skill-file] the folder has no `SKILL.md`" in ran.out.splitlines()
    assert "no skills" not in ran.err
    report = json.loads(cli("check", "pdf", "--json", "--quiet").out)
    assert [each["code"] for each in report["findings"]] == ["LY001"]


@pytest.mark.demand("B12")
def test_so_is_one_in_a_catalog(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha")
    (tmp_path / "skills/beta").mkdir()
    (tmp_path / "skills/beta/notes.md").write_text("x\n")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')
    ran = cli("validate", "skills/beta", "--format", "concise")

    assert ran.status == 1
    assert ran.out.splitlines()[0] == "skills/beta: error LY001 [no-skill-file] the folder has no `SKILL.md`"


def test_an_empty_folder_has_no_skills(cli, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = cli("validate", "empty")

    assert (ran.status, ran.out, ran.err.splitlines()[0]) == (2, "", "error: no skills in `empty`")


def test_findings_of_one_rule_in_one_file_are_one_line(cli, tmp_path: Path) -> None:
    """The report for people counts lines, the one for programs keeps each finding."""
    body = "\n".join(f"[{number}](gone-{number}.md)" for number in range(9))
    (tmp_path / "a").mkdir()
    (tmp_path / "a/SKILL.md").write_text(f"---\nname: a\ndescription: Reads files.\n---\n# A\n\n{body}\n")

    ran = cli("check", "a", "-q", "--format", "concise")
    assert ran.out.splitlines() == [
        "a/SKILL.md:7:1: warning RS001 [link-target-missing] there is no `gone-0.md` in the skill (and 8 more)",
        "1 skill, 1 warning",
    ]
    report = json.loads(cli("check", "a", "-q", "--json").out)
    assert (report["summary"]["warnings"], len(report["findings"])) == (9, 9)
    assert cli("check", "a", "-q", "--format", "github").out.count("::warning") == 1
    assert json.loads(cli("check", "a", "--statistics", "--json").out)["summary"]["warnings"] == 1


def test_links_into_skills_of_the_catalog_are_one_info(cli, tmp_path: Path) -> None:
    """As the build says it, and nothing where `metadata.depends` names them."""
    for name, meta, body in (
        ("a", "", "[b](../b/SKILL.md), [c](../c/SKILL.md#top) and [c](../c/more.md)"),
        ("b", "metadata:\n  depends: c\n", "[c](../c/SKILL.md)"),
        ("c", "", "[d](../d/SKILL.md)"),
    ):
        (tmp_path / "skills" / name).mkdir(parents=True)
        text = f"---\nname: {name}\ndescription: Reads files.\n{meta}---\n# A\n\n{body}\n"
        (tmp_path / "skills" / name / "SKILL.md").write_text(text)

    lines = [line for line in cli("check", "skills", "--format", "concise").out.splitlines() if "RS002" in line]
    assert lines == [
        (
            "skills/a/SKILL.md:7:1: info RS002 [link-leaves-skill] links to `b` and `c` work only where those skills"
            " are installed too (and 2 more places)"
        ),
        "skills/c/SKILL.md:7:1: warning RS002 [link-leaves-skill] the link to `../d/SKILL.md` leaves the skill",
    ]
    assert "3 skills, 1 warning, " in cli("build", "skills", "-o", "site").err
    page = (tmp_path / "site/skills/a/index.html").read_text()
    assert "work only where those skills are installed too" in page
    assert "leaves the skill" not in page
