"""Seed 002 by its own names."""

from pathlib import Path

import pytest

from skillpack.compat.instructor import SkillLibrary, UseSkills

REVIEW = """\
---
name: code-review
description: Reviews code.
allowed-tools: Read, Grep
argument-hint: "[file]"
model: fast
user-invocable: false
---
Review $ARGUMENTS.
"""


@pytest.fixture
def library(tmp_path: Path) -> SkillLibrary:
    for name, text in (("code-review", REVIEW), ("plain", "Just text.\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "SKILL.md").write_text(text)
    (tmp_path / "plain" / "scripts").mkdir()
    (tmp_path / "plain" / "scripts" / "run.sh").write_text("")
    return SkillLibrary.in_directory(tmp_path)


@pytest.mark.demand("I11")
def test_a_skill_renders_itself(library: SkillLibrary) -> None:
    skill = library.get_skill("code-review")

    assert skill.render("a.php") == '<skill name="code-review">\nReview a.php.\n</skill>'
    assert skill.render() == '<skill name="code-review">\nReview $ARGUMENTS.\n</skill>'
    assert skill.render_metadata() == "[code-review [file]]: Reviews code."
    assert skill.to_array() == {
        "name": "code-review",
        "description": "Reviews code.",
        "body": "Review $ARGUMENTS.",
        "allowed-tools": ["Read", "Grep"],
        "argument-hint": "[file]",
        "model": "fast",
        "user-invocable": False,
    }


@pytest.mark.demand("I11")
def test_what_says_nothing_is_left_out(library: SkillLibrary) -> None:
    assert library.get_skill("plain").to_array() == {
        "name": "plain",
        "description": "",
        "body": "Just text.",
        "resources": ["scripts/run.sh"],
    }
    assert library.get_skill("none") is None


@pytest.mark.demand("I12")
def test_lists(library: SkillLibrary) -> None:
    assert library.has_skill("plain")
    assert [skill.name for skill in library.list_skills(user_invocable=True)] == ["plain"]
    assert library.render_skill_list() == "Available skills:\n- [code-review [file]]: Reviews code.\n- [plain]: "
    assert SkillLibrary("nowhere").render_skill_list() == "(no skills available)"


@pytest.mark.demand("I6")
def test_a_library_is_wired_into_a_conversation(library: SkillLibrary) -> None:
    using = UseSkills(library)
    metadata, model, tools, track = using.hooks

    (message,) = metadata.before_step(())
    assert message["content"].startswith("<skills-metadata>")
    arguments = {"skill_name": "code-review"}
    track.after_tool_use("load_skill", arguments, using.tool.call(using.session, arguments))

    assert tools.before_tool_use("Bash") == (
        "Tool 'Bash' is not allowed by the active skill. Allowed tools: Read, Grep"
    )
    assert model.before_step("slow") == "fast"
