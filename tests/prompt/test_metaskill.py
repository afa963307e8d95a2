import pytest

from skillpack.model.tree import Trust
from skillpack.prompt.metaskill import entry

PROGRAM = {"SKILL.star": b'def run(input):\n    return "done"\n'}


@pytest.mark.demand("K11", "K13")
def test_a_program_is_marked_as_in_the_specification(make_skill) -> None:
    skill = make_skill("fix", "Run tests.", files=PROGRAM)
    assert entry(skill, "") == "- fix: Run tests. (metaskill: starlark)"


@pytest.mark.demand("K11", "K32")
def test_a_program_that_cannot_run_is_not_marked(make_skill) -> None:
    skill = make_skill("fix", "Run tests.", files={"SKILL.star": b"x = 1\n"})
    assert entry(skill, "") == "- fix: Run tests."


@pytest.mark.parametrize(
    ("trust", "line"),
    [
        (Trust.LOCAL, "- pdf: Extract text. (file: /w/pdf/SKILL.md)"),
        (Trust.GLOBAL, "- pdf: Extract text."),
        (Trust.EXTERNAL, "- pdf: Extract text."),
    ],
)
def test_only_a_local_skill_tells_its_file(trust, line, make_skill) -> None:
    assert entry(make_skill(trust=trust), "/w/pdf/SKILL.md") == line


def test_comments_of_the_description_are_gone(make_skill) -> None:
    assert entry(make_skill(description="a <!-- hidden --> b"), "") == "- pdf: a  b"
