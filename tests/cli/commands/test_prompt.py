import json
import shutil
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
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


def test_what_is_cut_is_told(lone, run) -> None:
    text = "Sort letters by date and file those that nobody answered, or note the day. Use when the post comes."
    for number in range(12):
        folder = lone / "skills" / f"s{number:02}"
        folder.mkdir()
        (folder / "SKILL.md").write_text(f"---\nname: s{number:02}\ndescription: {text}\n---\n\n# Steps\n")
    result = run("skills", "--format", "metis", "--max-chars", "1000")
    assert len(result.stdout) <= 1000
    assert "\n- s00: Sort letters by date" in result.stdout
    assert "more skills are not listed" not in result.stdout
    assert result.stderr.splitlines()[-1].endswith(" of 13 descriptions")

    result = run("skills", "--format", "metis", "--max-chars", "500")
    assert len(result.stdout) <= 500
    last = result.stdout.splitlines()[-1]
    assert last.endswith(" more skills are not listed here: call `skill_search(query)` to find a skill)")
    missing = int(last[1:].partition(" ")[0])
    assert result.stderr.splitlines()[-2].startswith(f"no room for {missing} of 13 skills: `s")
    assert result.stderr.splitlines()[-1] == "hint: raise the limit, or name fewer skills as SRC"


@pytest.mark.usefixtures("lone")
def test_a_limit_below_every_skill_is_warned_of(run) -> None:
    result = run("skills", "--format", "metis", "--max-tokens", "5")
    assert result.stdout.endswith("\n(1 more skill is not listed here: call `skill_search(query)` to find a skill)\n")
    assert result.stderr.splitlines()[-2:] == [
        "warning: the index needs 174 characters without any skill, more than the limit",
        "hint: raise the limit",
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


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_skill) -> Path:
    """Stand in a workspace that has a skill of its own and one that a global skill is called like; give its folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for root, name, what in (
        ("home", "pdf", "Read PDFs."),
        ("home", "code-review", "Review as everywhere."),
        ("work", "code-review", "Review as here."),
    ):
        write_skill(name, root=f"{root}/.metis/skills", description=f"{what} Use when asked.")
    (tmp_path / "home/.metis/skills/notes.txt").write_text("not a skill\n")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.mark.demand("M2", "M3", "M27")
def test_without_a_path_it_is_the_index_of_the_two_installed_roots(roots: Path, run) -> None:
    result = run("--format", "metis")
    here, home = roots / ".metis/skills", roots.parent / "home/.metis/skills"

    assert result.stdout.splitlines()[3:] == [
        "- code-review: Review as here. Use when asked.",
        "- pdf: Read PDFs. Use when asked.",
    ]
    assert result.stderr.splitlines() == [
        f"1 skill in {here}",
        f"2 skills in {home}",
        f"`code-review` in {home}/code-review/SKILL.md is ignored: {here}/code-review/SKILL.md takes precedence",
    ]


@pytest.mark.demand("M4")
def test_roots_that_are_missing_hold_nothing(tmp_path: Path, monkeypatch, run) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    result = run("--format", "metis")

    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.usefixtures("catalog")
def test_a_catalog_comes_before_what_is_installed(tmp_path: Path, monkeypatch, run, write_skill) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    write_skill("installed", root="home/.metis/skills")

    assert "installed" not in run("--format", "metis").stdout


@pytest.mark.demand("M3")
def test_of_two_paths_the_root_of_each_is_named(roots: Path, run) -> None:
    here, home = roots / ".metis/skills", roots.parent / "home/.metis/skills"
    result = run(".metis/skills", str(home), "--format", "metis")

    assert result.stderr.splitlines() == [
        f"1 skill in {here}",
        f"2 skills in {home}",
        f"`code-review` in {home}/code-review/SKILL.md is ignored: {here}/code-review/SKILL.md takes precedence",
    ]


@pytest.mark.demand("A9")
def test_variables_of_the_host_reach_its_index(tmp_path: Path, monkeypatch, run, write_skill) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIVEN", "yes")
    monkeypatch.chdir(tmp_path)
    for variable in ("MUNI_API_KEY", "GITHUB_TOKEN", "NOWHERE"):
        write_skill(variable.lower().replace("_", "-"), front_matter=f"requires:\n  env: [{variable}]\n")
    assert "0" not in run("--format", "ash").stdout
    (tmp_path / "home/.ash").mkdir(parents=True)
    (tmp_path / "home/.ash/config.toml").write_text(
        '[env]\nMUNI_API_KEY = "abc123"\nGITHUB_TOKEN = "$GIVEN"\nNOWHERE = "$NOT_GIVEN"\n'
    )
    result = run("--format", "ash")

    assert [line for line in result.stdout.splitlines() if line.startswith("- ")] == [
        "- **github-token**: Does what github-token says. Use when the user asks for github-token.",
        "- **muni-api-key**: Does what muni-api-key says. Use when the user asks for muni-api-key.",
    ]
    assert "abc123" not in result.output
    assert "muni-api-key" not in run("--format", "skills-ref").stdout


@pytest.mark.demand("A1", "A4", "A8")
def test_skills_of_one_file_are_in_the_index_of_a_host_that_loads_them(tmp_path: Path, monkeypatch, run) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for path, text in {
        "summarize/SKILL.md": "---\ndescription: Summarizes.\n---\n\nDo it.\n",
        "explain.md": "---\ndescription: Explains.\n---\n\nDo it.\n",
        "tidy.yaml": "description: Tidies.\ninstructions: Do it.\n",
        "notes.md": "no skill\n",
    }.items():
        (tmp_path / "skills" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "skills" / path).write_text(text)
    listed = [line for line in run("--format", "ash").stdout.splitlines() if line.startswith(("- ", "  File"))]

    assert listed == [
        "- **explain**: Explains.",
        f"  File: {tmp_path}/skills/explain.md",
        "- **summarize**: Summarizes.",
        f"  File: {tmp_path}/skills/summarize/SKILL.md",
        "- **tidy**: Tidies.",
        f"  File: {tmp_path}/skills/tidy.yaml",
    ]
    assert "explain" not in run("--format", "instructor").stdout


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve a folder and log nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


class TestPublished:
    """Of a published site and of a repository."""

    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_skill) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        write_skill("alpha")
        write_skill("beta", front_matter="disable-model-invocation: true\n")

    @pytest.mark.demand("M27")
    def test_a_site_answers_by_its_address(self, cli, run, tmp_path: Path) -> None:
        cli("build", "skills", "-o", "site")
        handler = partial(QuietHandler, directory=str(tmp_path / "site"))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/"
            result = run(address, "--format", "ash")
            server.shutdown()

        assert result.stdout.splitlines()[-2:] == [
            "- **alpha**: Does what alpha says. Use when the user asks for alpha.",
            f"  File: {address.rstrip('/')}/skills/alpha/SKILL.md",
        ]
        assert result.stderr == f"catalog: {address}\n1 of 2 left out: 1 that only people may start\n"

    def test_a_built_folder_answers_as_its_catalog(self, cli, run) -> None:
        cli("build", "skills", "-o", "site")

        assert run("site", "--format", "metis").stdout == run("skills", "--format", "metis").stdout

    def test_a_repository_answers(self, run, tmp_path: Path) -> None:
        for words in (("init", "--quiet"), ("add", "skills"), ("commit", "--quiet", "-m", "One")):
            who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
            subprocess.run(["git", "-C", str(tmp_path), *who, *words], check=True)
        result = run(f"git+file://{tmp_path}", "--format", "ash")

        assert result.stdout.splitlines()[-1] == f"  File: file://{tmp_path}/skills/alpha/SKILL.md"
