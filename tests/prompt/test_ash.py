import pytest

from skillpack.prompt.ash import entry, index


@pytest.mark.demand("A4", "A8")
def test_the_section_is_that_of_the_specification(make_skill) -> None:
    pieces = [entry(make_skill("explain", "Explain it."), "/w/skills/explain/SKILL.md"), entry(make_skill(), "")]

    assert "".join(index(pieces)) == (
        "## Skills\n"
        "\n"
        "Skills provide task-specific instructions.\n"
        "Read a skill's file when the task matches its description.\n"
        "\n"
        "### Available Skills\n"
        "\n"
        "- **explain**: Explain it.\n"
        "  File: /w/skills/explain/SKILL.md\n"
        "- **pdf**: Extract text.\n"
        "  File: N/A\n"
    )


def test_no_skills_have_no_section() -> None:
    assert "".join(index([])) == ""
