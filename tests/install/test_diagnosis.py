"""What is said of folders of skills."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from skillpack import resources
from skillpack.cli.command_line import quoted
from skillpack.install.agent_folders import find_folders
from skillpack.install.diagnosis import DiagnosisInput, diagnose
from skillpack.install.scan import scan_root
from skillpack.install.update import Recalls
from skillpack.model.finding import Severity
from skillpack.model.limits import Limits
from skillpack.model.requirements import Machine
from skillpack.report.terminal.health import HealthProblem

SKILL = "---\nname: {0}\ndescription: {1}\n{2}---\n# {0}\n\n{3}\n"
NOTHING_HERE = Machine("linux", frozenset(), frozenset())


def write(folder: Path, name: str, *, said: str = "", more: str = "", body: str = "") -> None:
    (folder / name).mkdir(parents=True)
    said = said or f"Does {name}. Use when the user asks for {name}."
    text = SKILL.format(name, said, more, body or f"Do {name}.")
    (folder / name / "SKILL.md").write_text(text, encoding="utf-8")


def said_of(home: Path, project: Path | None = None) -> Mapping[str, HealthProblem]:
    folders = list(find_folders(resources.agents(), project, home, {}))
    looked = [scan_root(folder, Limits()) for folder in folders]
    about = DiagnosisInput(resources.profiles(), NOTHING_HERE, lambda path: quoted(path, str(home)), Recalls({}))
    return {each.kind: each for each in diagnose(looked, about)}


def test_agents_whose_rules_are_known_have_their_profile() -> None:
    known = {agent.name: agent.profile for agent in resources.agents() if agent.profile}

    assert known.items() >= {("gemini-cli", "gemini"), ("github-copilot", "copilot"), ("metis", "metis")}
    assert set(known.values()) <= set(resources.profiles())


def test_good_skills_get_no_more_than_a_word(base: Path) -> None:
    write(base / ".claude" / "skills", "letters")

    assert set(said_of(base)) == {"not-ours"}
    assert said_of(base)["not-ours"].severity is Severity.INFO


def test_a_skill_that_no_reader_of_its_folder_loads_is_told(base: Path) -> None:
    write(base / ".agents" / "skills", "letters")
    (base / ".agents" / "skills" / "letters" / "SKILL.md").write_text("---\n- letters\n---\nDo letters.\n")

    found = said_of(base)["not-loaded"]

    assert found.items == ("letters (FM004)",)
    assert found.command == "skillpack check ~/.agents/skills/letters"


def test_hosts_that_do_not_load_a_skill_are_named_where_others_do(base: Path) -> None:
    project = base / "work"
    write(project / ".agents" / "skills", "letters")
    file = project / ".agents" / "skills" / "letters" / "SKILL.md"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())

    (item,) = said_of(base, project)["not-loaded"].items

    assert item.startswith("letters (FM007 by Codex")


def test_a_budget_counts_the_project_and_the_user_together(base: Path) -> None:
    project = base / "work"
    for number in range(10):
        write(base / ".claude" / "skills", f"mine-{number}", said=f"Does {number}. " + "word " * 280)
        write(project / ".claude" / "skills", f"ours-{number}", said=f"Does {number}. " + "word " * 280)
    assert "budget" not in said_of(base)

    found = said_of(base, project)["budget"]

    assert found.text.startswith("Claude Code with its default context window shows about 16 of 20 descriptions: ")
    assert found.command == "skillpack select ~/work/.claude/skills ~/.claude/skills --host claude-code"


def test_one_name_in_two_folders_is_told_where_it_is_not_the_same(base: Path) -> None:
    project = base / "work"
    for name in ("same", "other"):
        write(base / ".claude" / "skills", name)
    write(project / ".claude" / "skills", "same")
    write(project / ".claude" / "skills", "other", body="Another way.")

    found = said_of(base, project)["different"]

    assert (found.items, found.severity) == (("other",), Severity.WARNING)
    assert found.command == "skillpack diff ~/work/.claude/skills/other ~/.claude/skills/other"


def test_what_is_wrong_in_two_folders_counts_twice(base: Path) -> None:
    project = base / "work"
    for folder in (base, project):
        write(folder / ".claude" / "skills", "letters", body="See [x](gone.md).")

    assert said_of(base, project)["broken"].items == ("letters", "letters")


@pytest.mark.parametrize(
    ("needs", "item"),
    [
        ("requires:\n  bins: [ffmpeg]\n", "video (ffmpeg)"),
        ("requires:\n  env: [TOKEN]\n", "video ($TOKEN)"),
        ("requires:\n  os: [darwin]\n", "video (darwin (current: linux))"),
    ],
)
def test_what_is_not_here_is_named_in_few_words(base: Path, needs: str, item: str) -> None:
    write(base / ".claude" / "skills", "video", more=needs)

    assert said_of(base)["needs"].items == (item,)


def test_the_gravest_comes_first(base: Path) -> None:
    write(base / ".claude" / "skills", "letters", body="See [x](gone.md).\u200b")
    (base / ".claude" / "skills" / "drawings").mkdir()

    assert [each.severity for each in said_of(base).values()] == [
        Severity.ERROR,
        Severity.WARNING,
        Severity.INFO,
        Severity.INFO,
    ]


class TestSignatures:
    def test_what_is_not_as_it_was_signed_is_named_with_its_files(self, base: Path, made_signatures) -> None:
        signer, folder = made_signatures.make_signer(), base / ".claude" / "skills"
        for name in ("added", "broken", "changed", "whole"):
            write(folder, name)
            signer.sign_folder(folder / name)
        (folder / "added" / "new.md").write_text("# New\n")
        (folder / "broken" / "skill.oms.sig").write_text("{}")
        (folder / "changed" / "SKILL.md").write_text((folder / "changed" / "SKILL.md").read_text() + "More.\n")

        found = said_of(base)["signature"]

        assert found.severity is Severity.WARNING
        assert found.text == "3 skills are not as they were signed"
        assert found.items == ("added (new.md)", "broken (signature malformed)", "changed (SKILL.md)")
        assert found.command == "skillpack show ~/.claude/skills/added"

    def test_who_signed_is_no_matter(self, base: Path, made_signatures) -> None:
        write(base / ".claude" / "skills", "whole")
        made_signatures.make_signer("Anybody").sign_folder(base / ".claude" / "skills" / "whole")

        assert "signature" not in said_of(base)
