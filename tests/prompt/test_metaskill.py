import pytest

from skillpack.model.tree import Trust
from skillpack.prompt.metaskill import entry, without_comments

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


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a<!-- b -->c", "ac"),
        ("a<!-- b\n\nc -->d<!---->e", "ade"),
        ("a<!-- b", "a<!-- b"),
        ("a --> b <!-- c --> d", "a --> b  d"),
        ("<!-->a-->", ""),
        ("```\n<!-- in code -->\n```", "```\n\n```"),
        ("", ""),
    ],
)
def test_comments_go_and_unclosed_ones_stay(text, kept) -> None:
    assert without_comments(text) == kept


def test_many_openings_without_an_end_stay() -> None:
    assert without_comments("<!--" * 250_000) == "<!--" * 250_000
