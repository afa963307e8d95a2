from skillpack.mcp.backend import Backend
from skillpack.metaskill.grant import ProgramGrant
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.store import SkillStore, load_skills

SKILL = "---\nname: {0}\ndescription: Does {0} to files. Use when files need {0}.\n---\n\nDo it.\n"
PROGRAM = 'def run(input):\n    return {"answer": "done"}\n'


def store(write, *names: str, **more: str) -> SkillStore:
    files = {f"{name}/SKILL.md": SKILL.format(name) for name in names}
    return load_skills(workspace_dir=write({**files, **more}))


def test_instructions_are_the_index_in_the_dialect(write) -> None:
    found = store(write, "sort", "wash")
    assert Backend(found).instructions == (
        "## Available skills\n"
        "Use `skill_search(query)` to filter and `skill_load(name)` to read a body.\n"
        "\n"
        "- sort: Does sort to files. Use when files need sort.\n"
        "- wash: Does wash to files. Use when files need wash.\n"
    )
    assert "load_skill" in Backend(found, DIALECTS["instructor"]).instructions


def test_an_index_cut_to_a_length_leaves_out_whole_entries_and_says_how_to_search(write) -> None:
    names = [f"skill-{number:02}" for number in range(20)]
    text = Backend(store(write, *names), characters=700).instructions
    lines = text.splitlines()[3:]
    count = len(lines) - 1
    assert len(text) <= 700
    assert 5 < count < 15
    assert all(line.startswith(f"- {name}: Does {name}") for line, name in zip(lines, names[:count], strict=False))
    assert lines[-1] == (f"({20 - count} more skills are not listed here: call `skill_search(query)` to find a skill)")


def test_where_no_entry_fits_it_is_said_how_to_find_them(write) -> None:
    found = store(write, *(f"skill-{number:02}" for number in range(20)))
    assert Backend(found, characters=200).instructions == (
        "20 skills with instructions for tasks. Before a task, call `skill_search(query)` to find a skill.\n"
    )
    without_search = Backend(found, DIALECTS["metaskill"], characters=1500).instructions
    assert "skill-00" in without_search
    assert "more skills are not listed here)" in without_search


def test_a_dialect_brings_its_tools(write) -> None:
    found = store(write, "sort")
    names = {
        name: [tool.name for tool in Backend(found, DIALECTS[name]).tools]
        for name in ("metis", "instructor", "metaskill")
    }
    assert names == {"metis": ["skill_search", "skill_load"], "instructor": ["load_skill"], "metaskill": ["use_skill"]}


def test_programs_are_offered_only_where_they_are_granted(write) -> None:
    root = write(
        {"count/SKILL.md": SKILL.format("count"), "count/SKILL.star": PROGRAM, "sort/SKILL.md": SKILL.format("sort")}
    )
    found = load_skills(workspace_dir=root)
    assert [tool.name for tool in Backend(found).tools] == ["skill_search", "skill_load"]
    granted = Backend(found, programs=ProgramGrant("local")).tools
    assert [tool.name for tool in granted] == ["skill_search", "skill_load", "run_metaskill"]
    assert granted[-1].input_schema["properties"]["name"]["enum"] == ["count"]


def test_what_only_people_may_start_is_not_listed(write) -> None:
    hidden = SKILL.format("secret").replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n")
    root = write({"secret/SKILL.md": hidden, "sort/SKILL.md": SKILL.format("sort")})
    offer = Backend(load_skills(workspace_dir=root))
    assert [skill.name for skill in offer.listed()] == ["sort"]
    assert "secret" not in offer.instructions


def test_a_refreshed_offer_has_what_is_there_now(write) -> None:
    offer = Backend(store(write, "sort"), characters=500)
    write({"wash/SKILL.md": SKILL.format("wash")})
    assert "wash" not in offer.store
    assert "wash" in offer.refreshed().store
    assert offer.refreshed().characters == 500
