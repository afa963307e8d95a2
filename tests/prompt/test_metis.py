import pytest

from skillpack.prompt.metis import entry, index, preloaded


@pytest.mark.demand("M27")
def test_block_is_that_of_the_specification(make_skill) -> None:
    assert "".join(index([entry(make_skill(), "")])) == (
        "## Available skills\n"
        "Use `skill_search(query)` to filter and `skill_load(name)` to read a body.\n"
        "\n"
        "- pdf: Extract text.\n"
    )


@pytest.mark.demand("M28")
def test_a_preloaded_skill_is_marked(make_skill) -> None:
    assert preloaded(make_skill()) == "- pdf [preloaded]: Extract text."
