"""instructor-php by its own names."""

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


@pytest.mark.demand("I9")
def test_arguments_that_no_placeholder_takes_follow_after_one_empty_line(library: SkillLibrary) -> None:
    assert library.get_skill("plain").render("a b") == (
        '<skill name="plain">\nJust text.\n\nARGUMENTS: a b\n\n## Available resources\n- scripts/run.sh\n</skill>'
    )
    using = UseSkills(library)
    called = using.tool.call(using.session, {"skill_name": "plain", "arguments": "a b"})
    assert called.text == library.get_skill("plain").render("a b")


@pytest.mark.demand("I3", "I11")
def test_resources_are_those_that_it_renders(library: SkillLibrary, tmp_path: Path) -> None:
    for path in ("assets/b", "assets/.hidden", "assets/deep/c", "docs/d", "examples/e", "references/f", "top"):
        (tmp_path / "plain" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "plain" / path).write_text("")
    skill = library.get_skill("plain")

    listed = skill.to_array()["resources"]
    assert listed == ["scripts/run.sh", "references/f", "assets/b", "examples/e"]
    assert [line[2:] for line in skill.render().splitlines() if line.startswith("- ")] == listed


@pytest.mark.demand("I11", "I12")
def test_a_skill_without_a_description_has_one_spelling(library: SkillLibrary) -> None:
    using, line = UseSkills(library), "[plain]: "
    (message,) = using.hooks[0].before_step(())

    assert library.get_skill("plain").render_metadata() == line
    assert f"- {line}" in library.render_skill_list().splitlines()
    assert f"- {line}" in using.tool.call(using.session, {"list_skills": True}).text.splitlines()
    assert f"- {line}" in message["content"].splitlines()


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
