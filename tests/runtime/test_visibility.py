"""Which skills some tools are enough for (boxxy's formal guide, part 7)."""

import pytest

from skillpack.runtime.visibility import filter_by_tools, missing_tools

ASKED = [
    ("Read", ["Read"], ()),
    ("Read Write", ["Read"], ("Write",)),
    ("Bash(git:*)", ["Bash"], ()),
    ("Bash(git:*)", ["Bash(git:*)"], ()),
    ("Bash(git:*)", ["Bash(npm:*)"], ("Bash(git:*)",)),
    ("Bash", ["Bash(git:*)"], ("Bash",)),
    ("Bash(git; rm -rf /:*)", ["Bash(git:*)"], ("Bash(git; rm -rf /:*)",)),
    ("read", ["Read"], ("read",)),
    ("Bash(git commit:*), Read", ["Read", "Bash"], ()),
    ("Read", [], ("Read",)),
]


@pytest.mark.demand("B13", "B14")
@pytest.mark.parametrize(("asked", "tools", "missing"), ASKED)
def test_a_skill_lacks_what_the_host_does_not_allow(write, load, asked, tools, missing) -> None:
    write("pdf", more=f"allowed-tools: {asked}\n")

    assert missing_tools(load().get("pdf"), tools) == missing


@pytest.mark.demand("B13")
def test_skills_stay_in_order_and_those_that_ask_for_nothing_stay(write, load) -> None:
    write("b", more="allowed-tools: Read\n")
    write("a", more="allowed-tools: Write\n")
    write("c")
    skills = load().list_skills()

    assert [skill.name for skill in filter_by_tools(skills, {"Read"})] == ["b", "c"]
    assert [skill.name for skill in filter_by_tools(skills, set())] == ["c"]
