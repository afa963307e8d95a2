import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from skillpack.cli.commands.prompt import command
from skillpack.errors import UsageError

Run = Callable[..., Result]


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, front in {
        "pdf": "description: Extract text from PDF files. Use when a PDF is at hand.\nlicense: MIT",
        "commit": "description: Commit. Use when done.\ndisable-model-invocation: true",
        "moon": "description: Land. Use on the moon.\nrequires:\n  bins: [no-such-program-here]",
        "broken": "description: ''",
    }.items():
        folder = tmp_path / "skills" / name
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(f"---\nname: {name}\n{front}\n---\n\n# Steps\n")
    return tmp_path


@pytest.fixture
def lone(catalog: Path) -> Path:
    """Give the catalog with the one skill that every host lists."""
    for name in ("commit", "moon"):
        shutil.rmtree(catalog / "skills" / name)
    return catalog


@pytest.fixture
def run() -> Run:
    def runs(*arguments: str) -> Result:
        return CliRunner().invoke(command, arguments)

    return runs


@pytest.mark.demand("I10", "A3")
@pytest.mark.usefixtures("catalog")
def test_the_index_of_a_host_holds_what_that_host_loads(run) -> None:
    result = run("skills", "--format", "metis")
    assert result.stdout == (
        "## Available skills\nUse `skill_search(query)` to filter and `skill_load(name)` to read a body.\n\n"
        "- moon: Land. Use on the moon.\n"
        "- pdf: Extract text from PDF files. Use when a PDF is at hand.\n"
    )
    assert result.stderr == "2 of 4 left out: 1 that Metis does not load (DS003), 1 that only people may start\n"
    assert result.exit_code == 0


@pytest.mark.demand("A3")
@pytest.mark.usefixtures("catalog")
def test_a_folder_without_a_skill_file_is_no_skill(catalog, run) -> None:
    (catalog / "skills" / "notes").mkdir()
    (catalog / "skills" / "notes" / "README.md").write_text("Notes.\n")
    result = run("skills", "--format", "metis")
    assert "notes" not in result.stdout
    assert result.stderr.startswith("2 of 4 left out")


@pytest.mark.usefixtures("catalog")
def test_it_says_who_is_left_out_and_why(run) -> None:
    assert run("skills").stderr.splitlines() == [
        ("3 of 4 left out: 1 with errors (DS003), 1 that only people may start, 1 that need what this machine lacks")
    ]
    assert run("skills", "--format", "ash").stderr == (
        "2 of 4 left out: 1 that only people may start, 1 that need what this machine lacks\n"
    )


@pytest.mark.usefixtures("catalog")
def test_what_the_catalog_hides_is_in_no_index(run, write_skill, tmp_path: Path) -> None:
    write_skill("secret")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."secret"]\nhidden = true\n')
    result = run("--all")

    assert "secret" not in result.stdout
    assert "1 that the catalog hides" in result.stderr


@pytest.mark.usefixtures("catalog")
def test_all_takes_skills_whose_needs_are_not_met(run) -> None:
    assert "**moon**" not in run("skills", "--format", "ash").stdout
    assert "**moon**" in run("skills", "--format", "ash", "--all").stdout


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("path", "{here}/skills/pdf/SKILL.md"),
        ("relative", "skills/pdf/SKILL.md"),
        ("{ROOT}/{name}/{path}", "{{ROOT}}/pdf/skills/pdf/SKILL.md"),
    ],
)
def test_locations(location, expected, catalog, run) -> None:
    (catalog / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')
    (row,) = json.loads(run("--format", "json", "--location", location).stdout)["skills"]
    assert row["location"] == expected.format(here=catalog)


def test_an_address_needs_a_site(catalog, run) -> None:
    assert isinstance(run("skills", "--location", "url").exception, UsageError)
    (catalog / "skillpack.toml").write_text('[catalog]\nsite_url = "https://x.org/s/"\n[[source]]\npath = "skills"\n')
    (row,) = json.loads(run("--format", "json", "--location", "url").stdout)["skills"]
    assert row["location"] == "https://x.org/s/skills/pdf/SKILL.md"


@pytest.mark.usefixtures("catalog")
def test_an_unknown_location_is_refused(run) -> None:
    assert isinstance(run("skills", "--location", "paht").exception, UsageError)


@pytest.mark.usefixtures("lone")
def test_what_is_cut_is_told(run) -> None:
    result = run("skills", "--format", "metis", "--max-chars", "140")
    assert result.stdout.endswith("\n- pdf: Extract text, PDF files\n")
    assert len(result.stdout) <= 140
    assert result.stderr.splitlines()[-1] == "shortened 1 of 1 description"
    assert result.exit_code == 0


def test_whose_description_is_gone_is_told(lone, run) -> None:
    for number in range(12):
        folder = lone / "skills" / f"s{number:02}"
        folder.mkdir()
        (folder / "SKILL.md").write_text(f"---\nname: s{number:02}\ndescription: Read mail.\n---\n\n# Steps\n")
    result = run("skills", "--format", "metis", "--max-chars", "205")
    assert "\n- s00: \n" in result.stdout
    assert "left only the name of `pdf`, `s00`, " in result.stderr
    assert "`s08` and 3 more" in result.stderr


@pytest.mark.usefixtures("lone")
def test_names_that_do_not_fit_are_printed_with_a_warning(run) -> None:
    result = run("skills", "--format", "metis", "--max-tokens", "5")
    assert result.stdout.endswith("\n- pdf: \n")
    assert result.stderr.splitlines()[-2:] == [
        "warning: the names alone need 104 characters, more than allowed",
        "hint: raise the limit, or name fewer skills as SRC",
    ]
    assert result.exit_code == 0


def test_the_full_form_tells_what_its_host_would_say(catalog, run) -> None:
    folder = catalog / "skills" / "odd"
    folder.mkdir()
    (folder / "SKILL.md").write_text("---\nname: odd\ndescription: Is odd. Use at times.\ncolour: red\n---\n\n# Odd\n")
    result = run("skills", "--format", "boxxy-full", "--location", "relative")
    assert result.stdout == (
        '<skills count="2">\n'
        '<skill name="odd" description="Is odd. Use at times." location="skills/odd/SKILL.md" trit="+1"'
        ' role="Generator" color="#A855F7">\n'
        "# Odd\n\n<!-- agentskills-spec: invalid\n  - `colour` is not a field of the specification\n-->\n</skill>\n"
        '<skill name="pdf" description="Extract text from PDF files. Use when a PDF is at hand."'
        ' location="skills/pdf/SKILL.md" license="MIT" trit="0" role="Coordinator" color="#F59E0B">\n'
        "# Steps\n\n<!-- agentskills-spec: valid -->\n</skill>\n"
        "\n<!-- gf3-conservation: balanced=false sum=1 -->\n</skills>\n"
    )


def test_of_two_skills_with_one_name_the_first_wins(catalog, run) -> None:
    other = catalog / "more" / "pdf"
    other.mkdir(parents=True)
    (other / "SKILL.md").write_text("---\nname: pdf\ndescription: Another. Use never.\n---\n\n# Steps\n")
    result = run("more", "skills", "--format", "metis")
    assert "- pdf: Another. Use never.\n" in result.stdout
    assert "`pdf` in" in result.stderr


def test_the_block_is_kept_in_a_file(catalog, run) -> None:
    file = catalog / "AGENTS.md"
    file.write_bytes(b"# Rules\r\n\r\nBe kind.\r\n")
    into = ("skills", "--format", "openskills", "--location", "relative", "--into", "AGENTS.md")
    assert "wrote the block" in run(*into).stderr
    content = file.read_bytes()
    assert content.startswith(b"# Rules\r\n\r\nBe kind.\r\n\r\n<skills_system")
    assert b"<location>skills/pdf/SKILL.md</location>\r\n" in content
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert "AGENTS.md is up to date" in run(*into).stderr
    assert file.read_bytes() == content


def test_mixed_newlines_stay_as_they_are(catalog, run) -> None:
    (catalog / "AGENTS.md").write_bytes(b"# Rules\r\nBe kind.\n")
    run("skills", "--format", "openskills", "--into", "AGENTS.md")
    assert (catalog / "AGENTS.md").read_bytes().startswith(b"# Rules\r\nBe kind.\n\n<skills_system")


def test_a_file_that_is_not_there_is_made(catalog, run) -> None:
    result = run("skills", "--format", "openskills", "--into", "AGENTS.md")
    assert result.stdout == ""
    assert (catalog / "AGENTS.md").read_text().startswith("<skills_system")


@pytest.mark.usefixtures("catalog")
def test_only_a_block_can_be_kept_in_a_file(run) -> None:
    assert isinstance(run("skills", "--into", "AGENTS.md").exception, UsageError)


def test_a_file_that_is_not_text_stays_as_it_is(catalog, run) -> None:
    (catalog / "AGENTS.md").write_bytes(b"\xff")
    assert isinstance(run("skills", "--format", "openskills", "--into", "AGENTS.md").exception, UsageError)
    assert (catalog / "AGENTS.md").read_bytes() == b"\xff"


@pytest.mark.usefixtures("catalog")
def test_what_is_too_large_to_be_read_is_in_no_index(run, write_skill) -> None:
    write_skill("large", body="x" * 2**20)
    result = run("skills", "--format", "metis")

    assert "large" not in result.stdout
    assert "LY014" in result.stderr


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize("form", ["metis", "metaskill", "instructor", "ash", "gemini", "openskills", "skills-ref"])
def test_what_is_not_read_to_its_end_does_not_hide_the_good_one(run, write_skill, form: str) -> None:
    write_skill(
        "pdf", root="first", description="The bad one.", front_matter="x: &b y\ndisable-model-invocation: true\n"
    )
    result = run("first", "skills", "--format", form)

    assert "Extract text from PDF files" in result.stdout
    assert "The bad one" not in result.stdout
    assert "FM017" in result.stderr
