"""skillpack list: what is there."""

import json
from pathlib import Path

import pytest


@pytest.mark.usefixtures("rich")
def test_skills_take_a_line_each(cli, snapshot) -> None:
    ran = cli("list", "--all")

    assert (ran.status, ran.err) == (0, f"catalog: {Path.cwd() / 'skills'}\n")
    assert ran.out == snapshot


@pytest.mark.demand("A3", "A5")
@pytest.mark.usefixtures("rich")
def test_what_this_machine_cannot_use_is_left_out_and_counted(cli) -> None:
    ran = cli("list")

    assert "pdf-tools" not in ran.out
    assert ran.err.splitlines()[-1] == (
        "1 of 4 skills; left out: 1 withheld, 1 without a usable name, 1 that needs what this machine lacks; "
        "--all shows them"
    )


@pytest.mark.usefixtures("rich")
def test_json_says_why(cli) -> None:
    records = {record["name"]: record for record in json.loads(cli("list", "--all", "--json").out)}

    assert set(records) == {"notes", "pdf-tools", "release-notes", "triage"}
    assert not records["pdf-tools"]["available"]
    assert records["pdf-tools"]["lacks"].endswith(": no-such-program")
    assert records["triage"]["available"]
    assert records["pdf-tools"]["path"] == "pdf_tools/SKILL.md"
    assert records["triage"]["withheld"]
    assert not records["release-notes"]["withheld"]
    assert {name: record["publication"] for name, record in records.items()} == {
        "notes": "nameless",
        "pdf-tools": "published",
        "release-notes": "published",
        "triage": "withheld",
    }
    assert records["triage"]["reason"] == "withheld: it has errors, see `skillpack check`"


class TestPeople:
    """What is not for people is not listed."""

    @pytest.fixture(autouse=True)
    def catalog(self, write_skill, tmp_path: Path) -> None:
        for name, more in (("alpha", ""), ("beta", ""), ("agents", "user-invocable: false\n")):
            write_skill(name, front_matter=more)
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."beta"]\nhidden = true\n')

    def test_hidden_skills_and_those_that_only_agents_start_are_left_out_and_counted(self, cli) -> None:
        ran = cli("list")

        assert [line.split()[0] for line in ran.out.splitlines()[1:]] == ["alpha"]
        assert ran.err.splitlines()[-1] == ("1 of 3 skills; left out: 1 hidden, 1 for agents only; --all shows them")

    @pytest.mark.demand("A5")
    def test_all_of_them_are_listed_with_the_reason(self, cli) -> None:
        ran = cli("list", "--all")

        assert len(ran.out.splitlines()) == 4
        assert "(hidden by the catalog) " in ran.out
        assert "(agents only) " in ran.out
        assert ran.err.count("\n") == 1

    def test_json_tells_who_may_start_each(self, cli) -> None:
        records = {record["name"]: record for record in json.loads(cli("list", "--all", "--json").out)}

        assert [records["agents"][key] for key in ("model_invocable", "user_invocable")] == [True, False]
        assert records["beta"]["publication"] == "hidden"
        assert [record["name"] for record in json.loads(cli("list", "--json").out)] == ["alpha"]

    def test_the_site_lists_the_same(self, cli) -> None:
        folder = [record["name"] for record in json.loads(cli("list", "--json").out)]
        cli("build")
        ran = cli("list", "--catalog", "dist")

        assert [record["name"] for record in json.loads(cli("list", "--catalog", "dist", "--json").out)] == folder
        assert ran.err.splitlines()[-1] == "1 of 2 skills; left out: 1 for agents only; --all shows them"
        assert "agents" in cli("list", "--catalog", "dist", "--all").out


def test_another_catalog_may_be_named(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha", root="there")
    ran = cli("list", "--catalog", tmp_path / "there")

    assert "alpha" in ran.out
    assert ran.err == f"catalog: {tmp_path / 'there'}\n"


def test_a_catalog_may_be_named_without_a_flag(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha", root="there")
    cli("build", "there", "-o", "site")
    ran = cli("list", tmp_path / "there")

    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == ["alpha"]
    assert ran.err == f"catalog: {tmp_path / 'there'}\n"
    assert cli("list", "site").out == ran.out
    assert [line.split()[0] for line in cli("list", "there/alpha").out.splitlines()[1:]] == ["alpha"]


def test_two_catalogs_at_once_are_refused(cli, write_skill) -> None:
    write_skill("alpha", root="there")
    ran = cli("list", "there", "--catalog", "there")

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == "hint: give one of them"


def test_what_would_command_a_terminal_is_spelled_out(cli, write_skill) -> None:
    folder = write_skill("alpha")
    (folder / "SKILL.md").write_text('---\nname: alpha\ndescription: "\\e[31mred \\u202e turned"\n---\n')

    assert "<U+001B>[31mred <U+202E> turned" in cli("list").out


@pytest.mark.parametrize("width", ["40", "200"])
def test_lines_fit_the_terminal(cli, write_skill, monkeypatch, width: str) -> None:
    write_skill("alpha", description="word " * 100)
    monkeypatch.setenv("COLUMNS", width)

    assert max(map(len, cli("list").out.splitlines())) <= min(int(width), 120)


@pytest.mark.usefixtures("at_home", "publish")
class TestInstalled:
    """Skills in roots: the workspace's over the user's own."""

    @pytest.fixture
    def both(self, cli, write_skill, tmp_path: Path, monkeypatch, at_home, publish) -> Path:  # noqa: ARG002
        """Install into a workspace and for all, change one, write one by hand; stand in the workspace."""
        workspace = tmp_path / "work"
        (workspace / ".metis").mkdir(parents=True)
        for name in ("alpha", "beta", "gamma"):
            cli("install", name, "--registry", "site", "--global", "--yes")
        cli("install", "alpha", "--registry", "site", "--workspace", workspace, "--yes")
        with (tmp_path / "home/.metis/skills/beta/SKILL.md").open("a") as file:
            file.write("mine\n")
        write_skill(
            "by-hand",
            root="home/.metis/skills",
            description="word " * 60,
            front_matter="requires:\n  bins: [no-such-program]\n",
        )
        monkeypatch.chdir(workspace)
        return workspace

    @pytest.mark.usefixtures("both")
    def test_root_by_root(self, cli, told, snapshot, monkeypatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")

        assert told(cli("list", "--all")) == snapshot

    @pytest.mark.usefixtures("both")
    def test_a_wide_terminal_has_room_for_where_they_are_from(self, cli, monkeypatch) -> None:
        monkeypatch.setenv("COLUMNS", "120")

        assert cli("list").out.splitlines()[1].split() == ["name", "version", "tokens", "from", "what"]

    @pytest.mark.usefixtures("both")
    def test_what_this_machine_lacks_something_for_is_counted(self, cli) -> None:
        ran = cli("list")

        assert "by-hand" not in ran.out
        assert ran.err.splitlines()[-1] == "1 more needs what this machine lacks; --all shows them"

    def test_json_knows_all(self, cli, both: Path) -> None:
        rows = json.loads(cli("list", "--all", "--json").out)
        state = {(row["name"], row["target"].partition(":")[0]): row for row in rows}
        alpha = state["alpha", "global"], state["alpha", "workspace"]

        assert [row["shadowed_by"] for row in alpha] == [f"{both}/.metis/skills", ""]
        assert alpha[1]["shadows"] == [alpha[0]["root"]]
        assert [state[name, "global"]["state"] for name in ("beta", "by-hand", "gamma")] == [
            "edited",
            "foreign",
            "ours",
        ]
        assert state["beta", "global"]["edited"] == [{"kind": "changed", "path": "SKILL.md"}]
        assert state["by-hand", "global"]["lacks"] == ["program no-such-program"]
        assert state["gamma", "global"]["kind"] == "registry"

    def test_of_an_agent_both_folders_are_listed(self, cli, write_skill) -> None:
        write_skill("everywhere", root="home/.claude/skills")
        write_skill("here", root=".claude/skills")
        ran = cli("list", "--agent", "claude-code")

        assert [line.split()[0] for line in ran.out.splitlines() if line] == [
            *("Claude", "name", "here"),
            *("Claude", "name", "everywhere"),
        ]
        assert "here" not in cli("list", "--agent", "claude-code", "--global").out.split()

    def test_nothing_is_no_fault(self, cli, tmp_path: Path) -> None:
        ran = cli("list")

        assert (ran.status, ran.out) == (0, "")
        assert ran.err == f"Metis, global: 0 skills in {tmp_path}/home/.metis/skills\n"


@pytest.mark.usefixtures("at_home", "publish")
def test_a_published_site_is_listed(cli) -> None:
    ran = cli("list", "--catalog", "site")

    assert (ran.status, ran.err) == (0, "catalog: site\n")
    assert [line.split()[:2] for line in ran.out.splitlines()[1:3]] == [["alpha", "1.0.0"], ["beta", "1.0.0"]]
    assert json.loads(cli("list", "--catalog", "site", "--json").out)[0]["name"] == "alpha"
