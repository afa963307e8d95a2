"""A host that nobody has heard of is one TOML file: everything about it is read from there."""

import ast
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from skillpack import resources
from skillpack.cli.commands.check import command as check
from skillpack.cli.commands.doctor import command as doctor
from skillpack.cli.commands.prompt import command as prompt
from skillpack.cli.commands.select import command as select
from skillpack.cli.main import run
from skillpack.errors import UsageError

ACME = """\
title = "Acme Code"
source = "acme.example/docs"

[index]
style = "metis"
file = "acme.md"

[folders]
agent = "acme-code"
project = ".acme/skills"
global = "~/.acme/skills"

[install]
line = "acme skills add {source}"

[rules]
NM009 = "error"
DS005 = "error"

[messages]
NM009 = "acme: `{name}` is not `{folder}`"

[budget]
index = 100
overflow = "drop-least-used"
"""
PACKAGE = Path(resources.__file__).parent
SKILL = "---\nname: {0}\ndescription: Does much with {0}. Use when asked for it.\n---\n# Do\n\nDo.\n"

Runs = Callable[..., Result]


@pytest.fixture
def runs() -> Runs:
    return lambda command, *arguments: CliRunner().invoke(command, arguments)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with skills, of which Acme Code does not load one, and the file of that host beside them."""
    monkeypatch.chdir(tmp_path)
    for folder, name in (("pdf", "pdf"), ("mail", "letters"), ("docs", "docs")):
        path = tmp_path / "skills" / folder / "SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(SKILL.format(name))
    (tmp_path / "acme.toml").write_text(ACME)
    return tmp_path


@pytest.fixture
def known(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make it one of the hosts that come along."""
    folder = tmp_path / "profiles"
    shutil.copytree(PACKAGE / "check" / "profiles", folder)
    (here / "acme.toml").rename(folder / "acme.toml")
    monkeypatch.setattr(resources, "_PROFILES", folder)
    resources.profiles.cache_clear()
    resources.agents.cache_clear()
    yield
    resources.profiles.cache_clear()
    resources.agents.cache_clear()


@pytest.mark.usefixtures("here")
class TestByFile:
    def test_check_judges_as_it_does(self, runs: Runs) -> None:
        result = runs(check, "skills", "--profile", "acme.toml", "--format", "concise")
        assert "NM009" in result.stdout
        assert "1 error" in result.output
        assert result.exit_code == 1

    def test_prompt_lists_what_it_loads_in_its_own_style(self, runs: Runs) -> None:
        result = runs(prompt, "skills", "--format", "acme.toml")
        assert [line for line in result.stdout.splitlines() if line.startswith("- ")] == [
            "- docs: Does much with docs. Use when asked for it.",
            "- pdf: Does much with pdf. Use when asked for it.",
        ]
        assert result.stderr == "1 of 3 left out: 1 that Acme Code does not load (NM009)\n"

    def test_select_shows_what_it_shows(self, runs: Runs) -> None:
        shown = json.loads(runs(select, "skills", "--host", "acme.toml", "--json").stdout)["hosts"][0]
        assert (shown["host"], shown["title"], shown["shown"]["budget"]) == ("acme", "Acme Code", 100)

    @pytest.mark.parametrize("command", [(check, "--profile"), (select, "--host")])
    def test_a_rule_that_is_gone_is_a_warning(self, here: Path, runs: Runs, command) -> None:
        (here / "acme.toml").write_text(ACME.replace("[messages]", 'SL002 = "error"\n\n[messages]'))
        verb, option = command
        result = runs(verb, "skills", option, "acme.toml")
        assert (
            result.stderr
            == "warning: the profile `acme` names `SL002`: these rules no longer exist, remove the lines\n"
        )
        assert "SL002" not in result.stdout


class TestALowerLimit:
    """Of a rule that speaks from 1,024 characters on by itself."""

    @pytest.fixture
    def strict(self, here: Path) -> Path:
        (here / "strict.toml").write_text("[index]\nstyle = 'metis'\n[rules]\nDS005 = 'error'\n[limits]\nDS005 = 42\n")
        (here / "skills" / "mail" / "SKILL.md").write_text(SKILL.format("mail"))
        return here

    @pytest.mark.usefixtures("strict")
    def test_check_judges_at_that_number(self, runs: Runs) -> None:
        result = runs(check, "skills", "--profile", "strict.toml", "--format", "concise")
        assert result.stdout.count("DS005") == 2
        assert "`description` has 43 characters; at most 42 are allowed" in result.stdout
        assert "skills/pdf" not in result.stdout

    @pytest.mark.usefixtures("strict")
    def test_other_profiles_go_on_as_before(self, runs: Runs) -> None:
        assert "DS005" not in runs(check, "skills", "--format", "concise").stdout

    @pytest.mark.usefixtures("strict")
    def test_prompt_lists_what_is_within(self, runs: Runs) -> None:
        listed = runs(prompt, "skills", "--format", "strict.toml").stdout
        assert "- pdf: " in listed
        assert "- docs: " not in listed


@pytest.mark.usefixtures("known")
class TestAmongTheOthers:
    def test_check_judges_as_it_does(self, runs: Runs) -> None:
        result = runs(check, "skills", "--profile", "acme", "--format", "concise")
        assert "NM009" in result.stdout
        assert result.exit_code == 1

    def test_prompt_has_its_format(self, runs: Runs) -> None:
        result = runs(prompt, "skills", "--format", "acme")
        assert "- pdf: " in result.stdout
        assert "letters" not in result.stdout

    def test_select_shows_what_it_shows(self, runs: Runs) -> None:
        assert "Acme Code shows" in runs(select, "skills", "--host", "acme").stdout

    def test_a_site_has_its_prompt_file_and_its_install_line(self, here: Path) -> None:
        text = '[catalog]\nsite_url = "https://acme.example/"\n[install]\nclients = ["acme-code"]\n'
        (here / "skillpack.toml").write_text(f'{text}[[source]]\npath = "skills"\n')
        assert run(["build", "--no-cache", "-o", "dist"]) == 0
        assert [line for line in (here / "dist/prompt/acme.md").read_text().splitlines() if line[:2] == "- "] == [
            "- docs: Does much with docs. Use when asked for it.",
            "- pdf: Does much with pdf. Use when asked for it.",
        ]
        page = (here / "dist/skills/pdf/index.html").read_text()
        assert 'name="client" value="acme-code"' in page
        assert "acme skills add" in page

    def test_the_doctor_looks_into_its_folder(
        self, runs: Runs, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        (here / ".acme").mkdir()
        shutil.copytree(here / "skills", here / ".acme" / "skills")
        said = runs(doctor).stdout
        assert ".acme/skills" in said
        assert "NM009" in said
        assert "Acme Code shows about" in said
        assert "acme-code" in runs(doctor, "--agents").stdout


@pytest.mark.usefixtures("known")
def test_the_doctor_judges_at_a_lower_limit(
    runs: Runs, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "profiles" / "acme.toml"
    file.write_text(file.read_text() + "\n[limits]\nDS005 = 42\n")
    resources.profiles.cache_clear()
    resources.agents.cache_clear()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    shutil.copytree(here / "skills", here / ".acme" / "skills")
    assert "docs (DS005)" in runs(doctor).stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rules]\nNM001 = 'fatal'", "`acme.toml`: `rules.NM001` is `fatal`, but one of `error`"),
        ("[rules]\nNM099 = 'error'", "`acme.toml`: `rules.NM099` is the code of no rule"),
        ("[index]\nstyle = 'metsi'", "`acme.toml`: `index.style` of the profile `acme` is `metsi`, but one of"),
        ("titel = 'x'", "`acme.toml`: `titel` is not a setting"),
        ("[rules", "`acme.toml`: this is not TOML: line 1, column 7: found the end of the file, expected `]`"),
    ],
)
def test_a_mistake_names_the_file_and_the_key(text: str, message: str, here: Path) -> None:
    (here / "acme.toml").write_text(text)
    with pytest.raises(UsageError) as error:
        resources.named_profiles(["acme.toml"])
    assert str(error.value).startswith(message)


@pytest.mark.usefixtures("here")
def test_a_file_that_is_not_there_and_a_name_that_is_none_are_told(runs: Runs) -> None:
    with pytest.raises(UsageError, match=r"the profile `none\.toml` does not exist"):
        resources.named_profiles(["none.toml"])
    with pytest.raises(UsageError, match="unknown profile `none`") as error:
        resources.named_profiles(["none"])
    assert error.value.hint.endswith("or give a TOML file")
    assert isinstance(runs(prompt, "skills", "--format", "none.toml").exception, UsageError)


def test_a_host_whose_index_is_not_known_has_no_format(here: Path, runs: Runs) -> None:
    (here / "plain.toml").write_text("title = 'Plain'\n")
    error = runs(prompt, "skills", "--format", "plain.toml").exception
    assert isinstance(error, UsageError)
    assert error.hint == "set `[index] style`"


ELSEWHERE = {
    "ash": "a shell, for the language of a script",
    "metaskill": "a field of front matter, and a key of records",
    "agentskills": "the specification whose names `compat/skills_ref.py` keeps",
    "formal": "the specification whose errors one prompt format tells",
}
"""Names of profiles that the code may hold, for what else they mean."""
DEFAULTS = {"model/settings.py": {"claude-code", "codex"}, "runtime/dialect.py": {"metis", "instructor"}}
"""Lists of names alone: which hosts and clients a catalog has that does not say; the ways in which systems show a skill
that was opened, a row each."""


def test_no_code_names_a_host() -> None:
    hosts = set(resources.profiles()) - {"publish"} - set(ELSEWHERE)
    agents = {profile.agent.name for profile in resources.profiles().values() if profile.agent is not None}
    named = [
        f"{file.relative_to(PACKAGE).as_posix()}:{node.lineno} {node.value}"
        for file in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and node.value in (hosts | agents) - DEFAULTS.get(file.relative_to(PACKAGE).as_posix(), set())
    ]
    assert named == []


def test_rules_that_are_gone_are_named_and_do_nothing(here: Path, runs: Runs) -> None:
    (here / "own.toml").write_text("title = 'Own'\n[rules]\nAU003 = 'error'\nAU016 = 'off'\n")
    said = runs(check, "skills", "--profile", "own.toml")
    assert said.exit_code == 0
    assert (
        "warning: the profile `own` names `AU003`, `AU016`: these rules no longer exist, remove the lines"
        in said.stderr
    )
