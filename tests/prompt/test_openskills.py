import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.prompt.openskills import entry, index, replace_block

BLOCK = "".join(index([]))
PIECES = st.sampled_from(
    [
        '<skills_system priority="1">', "</skills_system>", "<!-- SKILLS_TABLE_START -->", "<!-- SKILLS_TABLE_END -->",
        "\n", "# Rules\n", "text ",
    ]
)  # fmt: skip


def test_the_old_block_gives_way_and_all_else_stays(make_skill) -> None:
    new = "".join(index([entry(make_skill(), "skills/pdf/SKILL.md")]))
    text = f"# Rules\n\nBe kind.\n\n{BLOCK}\n## More\n"
    assert replace_block(text, new) == f"# Rules\n\nBe kind.\n\n{new}\n## More\n"


def test_a_file_without_a_block_gets_one_at_its_end() -> None:
    assert replace_block("# Rules\n\n\n", BLOCK) == f"# Rules\n\n{BLOCK}"
    assert replace_block("", BLOCK) == BLOCK


def test_markers_in_a_frame_of_ones_own_are_kept() -> None:
    text = "## Mine\n<!-- SKILLS_TABLE_START -->former<!-- SKILLS_TABLE_END -->\nafter\n"
    result = replace_block(text, BLOCK)
    assert result.startswith("## Mine\n<!-- SKILLS_TABLE_START -->\n<usage>")
    assert result.endswith("<!-- SKILLS_TABLE_END -->\nafter\n")
    assert "former" not in result
    assert "skills_system" not in result


@pytest.mark.parametrize(
    "text",
    ["The tag `<skills_system` starts it.\n", "ends with </skills_system>\n", "<!-- SKILLS_TABLE_START --> alone\n"],
)
def test_a_marker_without_its_partner_is_prose(text) -> None:
    once = replace_block(text, BLOCK)
    assert once.startswith(text.rstrip("\n"))
    assert BLOCK in once
    assert replace_block(once, BLOCK) == once


@given(st.lists(PIECES, max_size=12).map("".join))
def test_doing_it_twice_changes_nothing_more(text) -> None:
    once = replace_block(text, BLOCK)
    assert replace_block(once, BLOCK) == once
