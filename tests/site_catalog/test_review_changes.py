"""The metaskill that reviews a change, run for real: its program, git, skillpack. Only the model is made up."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.metaskill.command import PATH, CommandPolicy, CommandRule
from skillpack.metaskill.grant import Answer, Ask, ProgramGrant, Question
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.session import Session
from skillpack.runtime.store import load_skills
from skillpack.runtime.toolsets.metaskill import run_metaskill

SKILLS = Path(__file__).parents[2] / "site" / "skills"
GIT = (("git", "diff"), ("git", "ls-files"))
SKILLPACK = (("skillpack", "check"), ("skillpack", "diff"))
BEFORE = "Fills in PDF forms. Use when the user has a form to complete."
AFTER = "Fills in and sends PDF forms. Use when the user has a form to complete."
Review = Callable[..., dict[str, object]]


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """Return a repository with two skills, whose last commit is what was released."""
    for name, description in {"pdf-forms": BEFORE, "notes": "Keeps notes. Use when asked."}.items():
        folder = tmp_path / "skills" / name
        folder.mkdir(parents=True)
        front_matter = f"---\nname: {name}\ndescription: {description}\nlicense: MIT\n---\n"
        (folder / "SKILL.md").write_text(f"{front_matter}\n# Do it\n\nAsk before you overwrite.\n")
    for command in ("init --quiet", "add .", "-c user.name=a -c user.email=a@b commit --quiet --message=first"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)
    return tmp_path


@pytest.fixture
def review(catalog: Path) -> Review:
    """Return a function that runs the metaskill in the repository."""

    def run(
        ask: Ask | None = None, rules: tuple[tuple[str, str], ...] = (*GIT, *SKILLPACK), **given: object
    ) -> dict[str, object]:
        policy = CommandPolicy(tuple(map(CommandRule, rules)), path=(*PATH, str(Path(sys.executable).parent)))
        session = Session(
            load_skills(workspace_dir=SKILLS),
            DIALECTS["metaskill"],
            programs=ProgramGrant(ask=ask, commands=policy),
            workspace=catalog,
        )
        return dict(run_metaskill(session, "review-changes", {"path": "skills", **given}).envelope)

    return run


def change(catalog: Path) -> None:
    """Reword a description, drop a safeguard, and add a skill that nothing could load."""
    file = catalog / "skills" / "pdf-forms" / "SKILL.md"
    file.write_text(file.read_text().replace(BEFORE, AFTER).replace("Ask before you overwrite.", "Overwrite."))
    (catalog / "skills" / "new").mkdir()
    (catalog / "skills" / "new" / "SKILL.md").write_text("---\nname: new\n---\n\nDo it.\n")


def test_the_facts_reach_the_model_and_the_result(catalog: Path, review: Review) -> None:
    asked: list[Question] = []

    def ask(question: Question) -> str:
        asked.append(question)
        return "APPROVE\nskills/pdf-forms/SKILL.md:3 it does not say to whom it sends."

    change(catalog)
    result = review(ask)

    (question,) = asked
    file = "skills/pdf-forms/SKILL.md"
    assert result["status"] == "ok"
    assert result["descriptions"] == [{"file": file, "before": BEFORE, "after": AFTER}]
    (finding,) = [line for line in result["findings"] if "error" in line]
    assert finding.startswith("skills/new/SKILL.md")
    assert result["verdict"] == "CHANGE", "the model approved, the check did not"
    assert "warning" not in result
    for shown in (
        f"BEGIN DESCRIPTION {file}\nbefore: {BEFORE}\nafter:  {AFTER}\n",
        finding,
        "-Ask before you overwrite.",
    ):
        assert shown in question.prompt
    assert "skills/new/SKILL.md" in question.prompt


def test_without_a_judge_programs_tell_what_they_can(catalog: Path, review: Review) -> None:
    change(catalog)
    result = review(judge=False)
    assert (result["status"], result["verdict"]) == ("ok", "CHANGE")
    assert result["answer"] == f"Findings: {len(result['findings'])}. Changed descriptions: 1."
    assert any("skills/new/SKILL.md" in finding for finding in result["findings"])
    assert "Nobody judged the change" in result["warning"]


def test_a_review_that_hits_a_limit_says_so(catalog: Path, review: Review) -> None:
    change(catalog)
    result = review(lambda _: Answer("REJECT\n1.", exhausted=True))
    assert (result["status"], result["verdict"]) == ("exhausted", "REJECT")


def test_one_skill_is_compared_with_what_was_released(catalog: Path, review: Review) -> None:
    released = catalog / "released" / "pdf-forms"
    released.mkdir(parents=True)
    (released / "SKILL.md").write_bytes((catalog / "skills" / "pdf-forms" / "SKILL.md").read_bytes())
    change(catalog)
    result = review(lambda _: "APPROVE", path="skills/pdf-forms", released="released/pdf-forms")
    assert result["verdict"] == "APPROVE"
    assert AFTER in result["advice"]


def test_git_alone_is_enough_and_what_is_missing_is_said(catalog: Path, review: Review) -> None:
    change(catalog)
    result = review(lambda _: "APPROVE", rules=GIT)
    assert (result["status"], result["verdict"], result["findings"]) == ("ok", "APPROVE", [])
    assert "not allowed: `skillpack check" in result["warning"]


def test_nothing_that_changed_needs_nobody(review: Review) -> None:
    assert review()["status"] == "unchanged"
