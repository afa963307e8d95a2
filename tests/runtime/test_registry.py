"""The registry of a workspace's skills, and a session over it."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.errors import UnknownSkillError
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.registry import SkillDefinition, SkillRegistry, SkillRequirements
from skillpack.runtime.session import Session

Put = Callable[[str, str], Path]

SUMMARIZE = """\
---
description: Summarize text or documents concisely
required_tools:
  - bash
requires:
  bins:
    - pandoc
  os:
    - linux
    - darwin
input_schema:
  type: object
  properties:
    content:
      type: string
      maxLength: 20
  required:
    - content
---

You are a summarization assistant.
"""
MINIMAL = "---\ndescription: Does it.\n---\n\nDo it.\n"


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a file below the folder `skills` of a workspace."""

    def written(path: str, text: str = MINIMAL) -> Path:
        file = tmp_path / "skills" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return written


@pytest.fixture
def registry(tmp_path: Path) -> Callable[..., SkillRegistry]:
    """Return a registry of the workspace as it is when it is asked for, on a bare Linux."""

    def discovered(**given: object) -> SkillRegistry:
        known = SkillRegistry(**{"environment": {"PATH": ""}, "system": "linux"} | given)  # type: ignore[arg-type]
        known.discover(tmp_path)
        return known

    return discovered


def needing(what: str) -> str:
    return f"---\ndescription: Does it.\nrequires:\n{what}---\n\nDo it.\n"


def logged(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


class TestDiscover:
    @pytest.mark.demand("A1", "A2")
    @pytest.mark.parametrize("path", ["greet/SKILL.md", "greet.md", "greet.yaml", "greet.yml"])
    def test_folders_and_flat_files_are_skills(self, put, registry, path: str) -> None:
        flat = "description: Does it.\ninstructions: |\n  Do it.\n"
        put(path, flat if ".y" in path else MINIMAL)

        assert registry().list_names() == ["greet"]
        assert registry().get("greet").instructions == "Do it."

    @pytest.mark.demand("A2", "A6", "A10", "A11")
    def test_every_field_of_the_format_is_kept(self, put, registry) -> None:
        file = put("summarize/SKILL.md", SUMMARIZE)

        assert registry().get("summarize") == SkillDefinition(
            name="summarize",
            description="Summarize text or documents concisely",
            instructions="You are a summarization assistant.",
            required_tools=["bash"],
            input_schema={
                "type": "object",
                "properties": {"content": {"type": "string", "maxLength": 20}},
                "required": ["content"],
            },
            requires=SkillRequirements(bins=["pandoc"], os=["linux", "darwin"]),
            skill_path=file.parent,
        )

    def test_a_flat_skill_has_no_path(self, put, registry) -> None:
        put("greet.md")

        assert registry().get("greet").skill_path is None

    @pytest.mark.demand("A2", "A15")
    def test_a_declared_name_counts_before_the_folder_and_is_not_judged(self, put, registry) -> None:
        put("folder/SKILL.md", MINIMAL.replace("---\n", "---\nname: Some Name_1\n", 1))

        assert registry().list_names() == ["Some Name_1"]

    @pytest.mark.demand("A15")
    def test_the_last_of_one_name_wins_and_it_is_logged(self, put, registry, caplog) -> None:
        put("greet/SKILL.md", MINIMAL.replace("Does", "Folder does"))
        flat = put("greet.md", MINIMAL.replace("Does", "Markdown does"))
        last = put("greet.yaml", "description: YAML does it.\ninstructions: Do it.\n")

        known = registry()

        assert (len(known), known.get("greet").description) == (1, "YAML does it.")
        assert logged(caplog, logging.WARNING) == [
            f"Skill 'greet' overwritten by {flat}",
            f"Skill 'greet' overwritten by {last}",
        ]

    @pytest.mark.demand("A15")
    def test_the_form_decides_which_is_the_last_before_the_alphabet_does(self, put, registry, caplog) -> None:
        named = "name: greet\ndescription: {0} does it.\ninstructions: Do it.\n"
        put("d/SKILL.md", MINIMAL.replace("---\n", "---\nname: greet\n", 1))
        later = [
            put("c.md", MINIMAL.replace("---\n", "---\nname: greet\n", 1)),
            put("b.yaml", named.format("YAML")),
            put("a.yml", named.format("YML")),
        ]

        assert registry().get("greet").description == "YML does it."
        assert logged(caplog, logging.WARNING) == [f"Skill 'greet' overwritten by {file}" for file in later]

    @pytest.mark.demand("A6", "A15")
    def test_the_number_of_skills_is_logged(self, put, registry, tmp_path: Path, caplog) -> None:
        caplog.set_level(logging.INFO, "skillpack.runtime")
        put("a.md")
        put("b/SKILL.md")
        registry()

        assert logged(caplog, logging.INFO) == [f"Loaded 2 skills from workspace ({tmp_path / 'skills'})"]

    @pytest.mark.demand("A12")
    @pytest.mark.parametrize("folder", ["", "skills"])
    def test_no_skills_are_no_error(self, registry, tmp_path: Path, caplog, folder: str) -> None:
        (tmp_path / folder).mkdir(exist_ok=True)
        caplog.set_level(logging.INFO, "skillpack.runtime")

        assert len(registry()) == 0
        assert registry().index().text == ""
        assert not caplog.records

    @pytest.mark.demand("A11", "A13", "A15")
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("Do it.\n", "No YAML frontmatter found (must start with ---)"),
            ("---\ndescription: a: b\n---\nDo it.\n", "Invalid YAML in frontmatter: "),
            ("---\n- a\n---\nDo it.\n", "Frontmatter must be a YAML mapping"),
            (
                "---\ndescription: a\nx: !t y\n---\nDo it.\n",
                "Invalid YAML in frontmatter: line 3: `!t` is a YAML tag: ",
            ),
            (
                "---\ndescription: a\nx: *b\n---\nDo it.\n",
                "Invalid YAML in frontmatter: line 3: `*b` is a YAML alias: ",
            ),
            ("---\nname: bad\n---\nDo it.\n", "Missing required field: description"),
            ("---\ndescription: Does it.\n---\n\n", "Missing instructions (markdown body after frontmatter)"),
        ],
    )
    def test_a_bad_skill_is_logged_skipped_and_refused(self, put, registry, caplog, text: str, reason: str) -> None:
        bad = put("bad/SKILL.md", text)
        put("good/SKILL.md")

        assert registry().list_names() == ["good"]
        (line,) = logged(caplog, logging.WARNING)
        assert line.startswith(f"Failed to load skill from {bad}: {reason}")
        valid, error = registry().validate_skill_file(bad)
        assert not valid
        assert error is not None
        assert error.startswith(reason)

    @pytest.mark.parametrize("path", ["bad.md", "bad.yaml", "bad.yml"])
    @pytest.mark.parametrize("more", ["x: &a b", "x: *a", "x: !t y", f"x: {'[' * 40}{']' * 40}"])
    def test_a_file_that_is_not_read_to_its_end_overwrites_nothing(self, put, registry, path: str, more: str) -> None:
        put("good/SKILL.md", "---\nname: good\ndescription: The good one.\n---\nDo it.\n")
        text = f"name: good\ndescription: The bad one.\n{more}\n"
        put(path, f"---\n{text}---\nDo it.\n" if path.endswith(".md") else f"{text}instructions: Do it.\n")

        assert registry().get("good").description == "The good one."

    @pytest.mark.demand("A15")
    def test_an_empty_description_is_one(self, put, registry) -> None:
        put("quiet.md", "---\ndescription: ''\n---\nDo it.\n")

        assert registry().get("quiet").description == ""


class TestReload:
    @pytest.mark.demand("A5", "A15")
    def test_new_skills_are_counted_and_nothing_is_dropped(self, put, registry, tmp_path: Path) -> None:
        gone = put("gone.md")
        known = registry()
        gone.unlink()
        put("new.md")

        assert known.reload_workspace(tmp_path) == 1
        assert known.list_names() == ["gone", "new"]

    def test_what_changed_is_taken_without_a_warning(self, put, registry, tmp_path: Path, caplog) -> None:
        put("a/SKILL.md")
        known = registry()
        put("a/SKILL.md", MINIMAL.replace("Does it.", "Does more."))

        assert known.reload_workspace(tmp_path) == 0
        assert known.get("a").description == "Does more."
        assert not caplog.records

    def test_a_second_workspace_overwrites_the_first(self, put, registry, tmp_path: Path, caplog) -> None:
        put("a.md")
        known = registry()
        (tmp_path / "other/skills").mkdir(parents=True)
        other = tmp_path / "other/skills/a.md"
        other.write_text(MINIMAL)
        known.discover(tmp_path / "other")

        assert logged(caplog, logging.WARNING) == [f"Skill 'a' overwritten by {other}"]


class TestLookUp:
    @pytest.mark.demand("A11", "A15")
    def test_get_of_an_unknown_name_is_a_key_error(self, registry) -> None:
        with pytest.raises(KeyError) as caught:
            registry().get("x")

        assert caught.value.args == ("Skill 'x' not found",)

    @pytest.mark.demand("A3", "A11")
    def test_what_is_unavailable_is_registered_and_not_offered(self, put, registry) -> None:
        put("everywhere.md")
        put("mac.md", needing("  os: [darwin]\n"))
        known = registry()

        assert (len(known), known.list_names()) == (2, ["everywhere", "mac"])
        assert known.has("mac")
        assert "mac" in known
        assert not known.has("x")
        assert [skill.name for skill in known] == ["everywhere"]
        assert known.list_available() == [known.get("everywhere")]
        assert "mac" not in known.index().text
        assert [skill.name for skill in registry(system="darwin")] == ["everywhere", "mac"]

    def test_a_change_of_a_definition_stays_outside(self, put, registry) -> None:
        put("a.md", needing("  bins: [sh]\n"))
        known = registry()
        known.get("a").requires.bins.clear()

        assert known.get("a").requires.bins == ["sh"]


class TestRequirements:
    @pytest.mark.demand("A3", "A10", "A15")
    @pytest.mark.parametrize(
        ("needs", "reason"),
        [
            (SkillRequirements(), None),
            (SkillRequirements(os=["linux"]), None),
            (SkillRequirements(bins=["x"], env=["E"], os=["darwin"]), "Requires OS: darwin (current: linux)"),
            (SkillRequirements(bins=["x"], env=["E"]), "Requires binary: x"),
            (SkillRequirements(env=["E"]), "Requires environment variable: E"),
            (SkillRequirements(env=["EMPTY"]), "Requires environment variable: EMPTY"),
            (SkillRequirements(env=["SET"]), None),
        ],
    )
    def test_the_first_that_is_missing_is_named(self, needs: SkillRequirements, reason: str | None) -> None:
        environment = {"PATH": "", "EMPTY": "", "SET": "1"}

        assert needs.check(environment, system="linux") == (reason is None, reason)
        assert SkillDefinition("a", "b", "c", requires=needs).is_available(environment, system="linux") == (
            reason is None,
            reason,
        )

    def test_this_process_is_asked_where_nothing_is_said(self, monkeypatch, tmp_path: Path) -> None:
        program = tmp_path / "our-own-program"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setenv("OUR_OWN_VARIABLE", "1")

        assert SkillRequirements(bins=["our-own-program"], env=["OUR_OWN_VARIABLE"]).check() == (True, None)
        assert SkillRequirements(bins=["no-such-program"]).check() == (False, "Requires binary: no-such-program")


class TestValidate:
    @pytest.mark.demand("A11")
    def test_a_good_file_and_its_folder_are_valid(self, put, registry) -> None:
        file = put("a/SKILL.md")

        assert registry().validate_skill_file(file) == (True, None)
        assert registry().validate_skill_file(file.parent) == (True, None)

    def test_nothing_is_registered_by_it(self, put) -> None:
        known = SkillRegistry()
        known.validate_skill_file(put("a.md"))

        assert len(known) == 0

    @pytest.mark.demand("A11", "A15")
    def test_what_is_no_file_of_markdown_is_said(self, put, registry, tmp_path: Path) -> None:
        text = put("a.yaml", "description: a\ninstructions: b\n")

        assert registry().validate_skill_file(tmp_path / "no.md") == (False, f"File not found: {tmp_path / 'no.md'}")
        assert registry().validate_skill_file(text) == (False, "Expected .md file, got: a.yaml")

    def test_a_file_that_cannot_be_read_is_said(self, put, registry, tmp_path: Path) -> None:
        put("a.md").unlink()
        (tmp_path / "secret.md").write_text(MINIMAL)
        (tmp_path / "skills/a.md").symlink_to(tmp_path / "secret.md")

        valid, error = registry().validate_skill_file(tmp_path / "skills/a.md")
        assert not valid
        assert error is not None
        assert error.startswith("Failed to read file: ")


class TestIndex:
    @pytest.mark.demand("A4", "A8")
    def test_each_available_skill_has_two_lines(self, put, registry) -> None:
        summarize = put("summarize/SKILL.md", SUMMARIZE.replace("  bins:\n    - pandoc\n", ""))
        put("greet.md")

        assert registry().index().text == (
            "## Skills\n\nSkills provide task-specific instructions.\n"
            "Read a skill's file when the task matches its description.\n\n### Available Skills\n\n"
            "- **greet**: Does it.\n  File: N/A\n"
            f"- **summarize**: Summarize text or documents concisely\n  File: {summarize}\n"
        )


class TestSession:
    @pytest.mark.demand("A4")
    def test_has_the_index_and_the_bodies_of_the_registry(self, put, registry) -> None:
        put("a/SKILL.md")
        put("b.md")
        put("mac.md", needing("  os: [darwin]\n"))
        known = registry()
        session = Session(known.store(), DIALECTS["ash"])

        assert session.index.text == known.index().text
        assert session.start("You help.").startswith("You help.\n\n## Skills\n")
        assert session.activate("b").text == "Do it.\n"
        with pytest.raises(UnknownSkillError):
            session.activate("mac")

    def test_sees_new_skills_after_a_refresh(self, put, registry, tmp_path: Path) -> None:
        put("a.md")
        session = Session(registry().store(tmp_path), DIALECTS["ash"])
        put("b.md")

        assert "**b**" not in session.index.text
        session.refresh()
        assert "**b**" in session.index.text
