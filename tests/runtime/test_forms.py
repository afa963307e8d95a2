"""Skills of one file beside skills of a folder (ash)."""

from pathlib import Path

import pytest

from skillpack.model.tree import Form
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.store import SkillStore, open_store


@pytest.fixture
def skills(tmp_path: Path) -> Path:
    folder = tmp_path / "skills"
    (folder / "summarize").mkdir(parents=True)
    (folder / "summarize" / "SKILL.md").write_text("---\ndescription: Summarize.\n---\nBe brief.\n")
    (folder / "explain.md").write_text("---\ndescription: Explain.\n---\nBe clear.\n")
    (folder / "review.yaml").write_text("description: Review.\ninstructions: |\n  Be strict.\n")
    (folder / "deploy.yml").write_text("name: ship\ndescription: Deploy.\ninstructions: Be quick.\n")
    (folder / "notes.txt").write_text("x")
    return folder


def of_ash(folder: Path) -> SkillStore:
    return open_store([SkillRoot(folder, "workspace", forms=tuple(Form))], host="ash")


@pytest.mark.demand("A1", "A2")
def test_folders_and_files_of_three_kinds_are_skills(skills: Path) -> None:
    assert [(skill.name, skill.description, skill.body, skill.file) for skill in of_ash(skills)] == [
        ("explain", "Explain.", "Be clear.\n", skills / "explain.md"),
        ("review", "Review.", "Be strict.\n", skills / "review.yaml"),
        ("ship", "Deploy.", "Be quick.", skills / "deploy.yml"),
        ("summarize", "Summarize.", "Be brief.\n", skills / "summarize" / "SKILL.md"),
    ]


@pytest.mark.demand("A1")
def test_a_folder_counts_before_files_of_its_name(skills: Path) -> None:
    # ash takes what it finds last; here the preferred form counts, and the other is shadowed.
    (skills / "summarize.md").write_text("---\ndescription: Another.\n---\nBe long.\n")

    store = of_ash(skills)

    assert store.get("summarize").description == "Summarize."
    assert [skill.form for skill in store.shadowed] == [Form.MARKDOWN]


@pytest.mark.demand("A13")
def test_a_file_without_what_it_needs_is_left_out(skills: Path) -> None:
    (skills / "a.md").write_text("No front matter.\n")
    (skills / "b.yaml").write_text("instructions: Do it.\n")
    (skills / "c.yaml").write_text("description: x\n")

    store = of_ash(skills)

    assert len(store) == 4
    assert [(each.path.name, each.errors) for each in store.invalid] == [
        ("a.md", ("No YAML frontmatter found (must start with ---)",)),
        ("b.yaml", ("Missing required field: description",)),
        ("c.yaml", ("Missing instructions (markdown body after frontmatter)",)),
    ]


@pytest.mark.demand("A12")
def test_an_empty_folder_is_no_error(tmp_path: Path) -> None:
    assert len(of_ash(tmp_path)) == len(of_ash(tmp_path / "nowhere")) == 0


def test_files_are_no_skills_where_folders_alone_count(skills: Path) -> None:
    assert [skill.name for skill in open_store([SkillRoot(skills, "workspace")], host="ash")] == ["summarize"]
