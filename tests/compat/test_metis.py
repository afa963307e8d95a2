"""Metis by its own names."""

import dataclasses
from pathlib import Path

import pytest

from skillpack.compat import metis
from skillpack.runtime.session import Session

SKILL = "---\nname: {0}\ndescription: Does {0}.\n{1}---\nDo it.\n"


def write(folder: Path, more: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(folder.name, more))
    return folder


@pytest.mark.demand("M1")
def test_one_folder_is_a_skill(tmp_path: Path) -> None:
    skill = metis.read_skill(write(tmp_path / "pdf"), source="global")

    assert (skill.name, skill.source, skill.skill_dir) == ("pdf", "global", tmp_path / "pdf")
    with pytest.raises(dataclasses.FrozenInstanceError):
        skill.name = "x"  # type: ignore[misc]


@pytest.mark.demand("M19")
def test_a_broken_rule_is_an_exception_with_every_message(tmp_path: Path) -> None:
    folder = write(tmp_path / "pdf", "license: 3\ncompatibility: 4\n")

    with pytest.raises(metis.SkillValidationError) as error:
        metis.read_skill(folder)

    assert error.value.path == folder / "SKILL.md"
    assert error.value.errors == ("license: must be a string", "compatibility: must be a string")
    assert str(error.value) == f"{folder / 'SKILL.md'}: license: must be a string; compatibility: must be a string"


def test_a_folder_without_a_skill_file(tmp_path: Path) -> None:
    with pytest.raises(metis.SkillValidationError, match=r"there is no SKILL\.md"):
        metis.read_skill(tmp_path)


@pytest.mark.demand("M33", "M48.26")
def test_both_tools_are_registered(tmp_path: Path) -> None:
    class Dispatcher:
        def __init__(self) -> None:
            self.tools: dict[str, object] = {}

        def register(self, tool: object) -> None:
            self.tools[tool.name] = tool  # type: ignore[attr-defined]

    dispatcher = Dispatcher()
    metis.register_skill_tools(dispatcher)

    assert list(dispatcher.tools) == ["skill_search", "skill_load"]
    write(tmp_path / "workspace" / "pdf")
    session = Session(metis.load_skills(workspace_dir=tmp_path / "workspace"))
    assert dispatcher.tools["skill_load"].call(session, {"name": "pdf"}).text.startswith("# Skill: pdf")


@pytest.mark.demand("M33")
def test_both_tools_only_read_and_need_no_workspace() -> None:
    for tool in (metis.SKILL_SEARCH, metis.SKILL_LOAD):
        assert tool.side_effects == metis.SideEffects.READ
        assert not tool.requires_workspace
    assert [each.name for each in metis.SideEffects] == ["READ", "WRITE", "EXECUTE", "NETWORK"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> metis.SkillStore:
    """Return the store of a session in `tmp_path/work`, made as a session manager makes it."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    write(tmp_path / "home/.metis/skills/pdf")
    write(tmp_path / "home/.metis/skills/review")
    write(tmp_path / "work/.metis/skills/review")
    factory: metis.SkillStoreFactory = metis.skill_store_factory
    return factory(tmp_path / "work")


@pytest.mark.demand("M2", "M3", "M33")
def test_a_factory_makes_the_store_of_a_session(store: metis.SkillStore, tmp_path: Path) -> None:
    assert [(each.name, each.source) for each in store] == [("pdf", "global"), ("review", "workspace")]
    assert [each.source for each in metis.skill_store_factory(None)] == ["global", "global"]
    assert len(metis.skill_store_factory(tmp_path / "nowhere")) == 2


@pytest.mark.demand("M33", "M36", "M37", "M42", "M44")
def test_a_context_carries_the_store_to_the_tools(store: metis.SkillStore) -> None:
    events = []
    context = metis.ToolContext(
        session_id="s", turn_id="t", tool_use_id="u", skills=store, bus=events.append, workspace_path=None
    )

    assert context.call(metis.SKILL_SEARCH, {"query": "review"}).metadata["result_names"] == ["review"]
    for _ in range(4):  # nothing keeps what was opened
        assert context.call(metis.SKILL_LOAD, {"name": "pdf"}).text == "# Skill: pdf (source: global)\n\nDo it.\n"
    assert {(each.session_id, each.turn_id, each.payload["triggered_by_tool_use_id"]) for each in events} == {
        ("s", "t", "u")
    }
    assert len(events) == 4


@pytest.mark.demand("M40", "M41")
def test_activations_are_kept_over_calls(store: metis.SkillStore) -> None:
    kept = Session(store)

    first, again = (
        metis.ToolContext(skills=store, skill_activations=kept, turn_id=turn).call(metis.SKILL_LOAD, {"name": "pdf"})
        for turn in ("one", "two")
    )
    assert "already_loaded" not in first.metadata
    assert again.metadata["already_loaded"]
    assert kept.turn_id == "two"


@pytest.mark.demand("M36", "M37", "M48.29", "M48.34")
@pytest.mark.parametrize(("tool", "arguments"), [("SKILL_SEARCH", {"query": "x"}), ("SKILL_LOAD", {"name": "x"})])
def test_a_context_without_skills_fails(tool: str, arguments: dict[str, str]) -> None:
    with pytest.raises(metis.ToolExecutionError, match=r"^skills are not configured for this session$"):
        metis.ToolContext().call(getattr(metis, tool), arguments)
