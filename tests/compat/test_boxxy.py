"""boxxy's batch operations, in its words."""

from pathlib import Path

import pytest

from skillpack.compat.boxxy import is_valid_complete_skill, validate_dir


@pytest.mark.demand("B11", "B12", "B16", "B17")
def test_each_skill_of_a_folder_has_its_errors(tmp_path: Path) -> None:
    texts = {
        "good": "---\nname: good\ndescription: Does it.\n---\n\n# Good\n",
        "long": "---\nname: long\ndescription: Does it.\n---\n" + "a line\n" * 501,
        "other": f"---\nname: {'a' * 65}\n---\n",
    }
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "SKILL.md").write_text(text)
    found = validate_dir(tmp_path)

    assert found["good"] == ()
    assert found["long"] == ("body too long: 501 lines (max 500)",)
    assert found["other"][:2] == ("name too long: 65 chars (max 64)", "description is required")
    assert [name for name in texts if is_valid_complete_skill(tmp_path / name)] == ["good"]


def test_a_missing_folder_has_no_skills(tmp_path: Path) -> None:
    assert validate_dir(tmp_path / "none") == {}
    assert not is_valid_complete_skill(tmp_path / "none")
