"""What the model gets of a skill that was opened, in each dialect."""

from collections.abc import Callable

import pytest

from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.session import Session

PROGRAM = 'def run(input):\n    return input["task"]\n'


@pytest.fixture
def opened(session: Callable[..., Session]) -> Callable[..., str]:
    def text(dialect: str, name: str = "pdf") -> str:
        return session(dialect=DIALECTS[dialect]).activate(name).text

    return text


@pytest.mark.demand("K14")
def test_a_metaskill_host_shows_instructions_folder_and_files(write, opened) -> None:
    folder = write("pdf", body="\n  Read <!-- not this --> it.\n\n```\n<!-- nor this -->\n```\n<!-- open\n")
    for path in ("b.txt", "a/c.txt", ".hidden", "a/.hidden"):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("x")

    assert opened("metaskill") == (
        "[Skill: pdf activated]\n"
        "\n"
        "<skill-instructions>\n"
        "Read  it.\n\n```\n\n```\n<!-- open\n"
        "</skill-instructions>\n"
        "\n"
        f"Skill directory: {folder}\n"
        "- a/c.txt\n"
        "- b.txt"
    )


@pytest.mark.demand("K5")
@pytest.mark.parametrize(("size", "cut"), [(20_000, False), (20_001, True)])
def test_a_metaskill_host_cuts_what_is_too_long(write, opened, size: int, *, cut: bool) -> None:
    write("pdf", body="x" * size)

    end = "\n[truncated at 20000 characters]" if cut else ""
    assert f"<skill-instructions>\n{'x' * 20_000}{end}\n</skill-instructions>" in opened("metaskill")


def test_a_metaskill_host_lists_fifty_files(write, opened) -> None:
    folder = write("pdf")
    for number in range(60):
        (folder / f"{number:02}.txt").write_text("x")

    assert [line for line in opened("metaskill").splitlines() if line.startswith("- ")] == [
        f"- {number:02}.txt" for number in range(50)
    ]


@pytest.mark.demand("K14", "K30")
def test_a_metaskill_is_announced_as_a_program_and_does_not_run(write, opened) -> None:
    folder = write("pdf")
    (folder / "SKILL.star").write_text("def run(input):\n    fail('it ran')\n")

    text = opened("metaskill")

    assert "IMPORTANT: this skill holds a program. Call `run_metaskill` with the name `pdf`" in text
    assert "it ran" not in text


@pytest.mark.demand("K11", "K13", "K32")
def test_the_catalog_marks_what_can_run(write, session) -> None:
    (write("loop") / "SKILL.star").write_text(PROGRAM)
    flow = write("flow", more="metaskill: bin/main.star\n")
    (flow / "bin").mkdir()
    (flow / "bin" / "main.star").write_text(PROGRAM)
    (write("broken") / "SKILL.star").write_text("import os\n")
    away = write("away", more="metaskill: ../loop/SKILL.star\n")
    lua = write("lua", more="metaskill: a.lua\nmetaskill_language: lua\n")
    (lua / "a.lua").write_text("x")
    write("plain")

    lines = [line for line in session(dialect=DIALECTS["metaskill"]).index.text.splitlines() if ": Does " in line]

    root = away.parent
    assert lines == [
        f"- away: Does away. (file: {root}/away/SKILL.md)",
        f"- broken: Does broken. (file: {root}/broken/SKILL.md)",
        f"- flow: Does flow. (metaskill: starlark) (file: {root}/flow/SKILL.md)",
        f"- loop: Does loop. (metaskill: starlark) (file: {root}/loop/SKILL.md)",
        f"- lua: Does lua. (file: {root}/lua/SKILL.md)",
        f"- plain: Does plain. (file: {root}/plain/SKILL.md)",
    ]


@pytest.mark.demand("I3", "I18")
def test_the_framework_lists_files_directly_in_four_folders(write, opened) -> None:
    folder = write("pdf", body="\nRead it.\n\n")
    for path in (
        "examples/z.md",
        "assets/logo.svg",
        "references/b.md",
        "references/a.md",
        "references/deep/c.md",
        "scripts/run.py",
        "scripts/.hidden",
        "other/x.md",
        "notes.md",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")

    assert opened("instructor") == (
        '<skill name="pdf">\n'
        "Read it.\n"
        "\n"
        "## Available resources\n"
        "- scripts/run.py\n"
        "- references/a.md\n"
        "- references/b.md\n"
        "- assets/logo.svg\n"
        "- examples/z.md\n"
        "</skill>"
    )


@pytest.mark.demand("I18")
def test_a_body_cannot_end_its_element(write, opened) -> None:
    # The framework escapes nothing.
    write("pdf", body="One </skill> two\n")

    assert opened("instructor").count("</skill>") == 1


@pytest.mark.demand("B8")
def test_boxxy_shows_role_and_body(write, opened) -> None:
    folder = write("pdf", body="Read it.\n", more="license: MIT\n")

    assert opened("boxxy") == (
        f'<skill name="pdf" description="Does pdf." location="{folder}/SKILL.md" license="MIT"'
        ' trit="0" role="Coordinator" color="#F59E0B">\n'
        "Read it.\n"
        "</skill>"
    )


@pytest.mark.demand("A4")
def test_an_agent_of_ash_gets_the_body_as_it_stands(write, opened) -> None:
    write("pdf", body="Read it.\n")

    assert opened("ash") == "Read it.\n"
