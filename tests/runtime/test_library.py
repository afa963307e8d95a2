"""instructor-php: a library of one folder, opened lazily."""

from pathlib import Path

import pytest

from skillpack.errors import LoadRefusedError
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.library import SkillLibrary
from skillpack.runtime.session import Session


@pytest.mark.demand("I2", "I5")
def test_bodies_are_read_when_they_are_asked_for(write, tmp_path: Path) -> None:
    write("pdf", body="Read it.\n")
    library = SkillLibrary(tmp_path / "workspace")

    (listed,) = library.list_skills()

    assert not hasattr(listed, "body")
    assert library.get("pdf").body == "Read it.\n"
    assert library.get("pdf") is library.get("pdf")
    assert library.get("none") is None
    assert library.has_skill("pdf")


@pytest.mark.demand("I5")
def test_what_changed_is_refused(write, tmp_path: Path) -> None:
    folder = write("pdf")
    library = SkillLibrary(tmp_path / "workspace")
    assert len(library) == 1
    (folder / "SKILL.md").write_text("---\nname: pdf\ndescription: x\n---\nAnother.\n")

    with pytest.raises(LoadRefusedError, match="changed since it was loaded"):
        library.get("pdf")
    assert library.refresh().get("pdf").body == "Another.\n"


def test_what_was_opened_stays(write, tmp_path: Path) -> None:
    folder = write("pdf")
    library = SkillLibrary(tmp_path / "workspace")
    library.get("pdf")
    (folder / "SKILL.md").unlink()

    assert library.get("pdf").body == "Do it.\n"


@pytest.mark.demand("I1")
def test_front_matter_is_optional(write, tmp_path: Path) -> None:
    (write("plain") / "SKILL.md").write_text("Just do it.\n")
    (write("broken") / "SKILL.md").write_text("---\nname: broken\ndescription: a: b: c\n---\nBody.\n")

    library = SkillLibrary(tmp_path / "workspace")

    assert [(skill.name, skill.description) for skill in library] == [("broken", ""), ("plain", "")]
    assert library.get("plain").body == "Just do it.\n"
    assert library.get("broken").body.startswith("---\nname: broken\n")


@pytest.mark.demand("I18")
def test_the_first_of_a_name_counts(write, tmp_path: Path) -> None:
    (write("a") / "SKILL.md").write_text("---\nname: same\n---\nFirst.\n")
    (write("b") / "SKILL.md").write_text("---\nname: same\n---\nSecond.\n")

    assert SkillLibrary(tmp_path / "workspace").get("same").body == "First.\n"


def test_a_missing_folder_is_empty(tmp_path: Path) -> None:
    assert SkillLibrary(tmp_path / "nowhere").list_skills() == []


@pytest.mark.demand("I10")
def test_skills_by_who_may_start_them(write, tmp_path: Path) -> None:
    write("both")
    write("people", more="disable-model-invocation: true\n")
    write("model", more="user-invocable: false\n")
    library = SkillLibrary(tmp_path / "workspace")

    assert [skill.name for skill in library.list_skills(model_invocable=True)] == ["both", "model"]
    assert [skill.name for skill in library.list_skills(user_invocable=True)] == ["both", "people"]
    assert [skill.name for skill in library.list_skills(user_invocable=False)] == ["model"]


@pytest.mark.demand("I2", "I6")
def test_a_session_over_a_library(write, tmp_path: Path) -> None:
    write("pdf", body="Read it.\n")
    made = Session(SkillLibrary(tmp_path / "workspace"), DIALECTS["instructor"])

    assert made.index.text == (
        "<skills-metadata>\nAvailable skills:\n- [pdf]: Does pdf.\n</skills-metadata>\n"
        "Use load_skill to load a skill when needed.\n"
    )
    assert made.activate("pdf").text == '<skill name="pdf">\nRead it.\n</skill>'


@pytest.mark.parametrize("more", ["x: &a b\n", "x: *a\n", "x: !t y\n"])
def test_what_is_not_read_to_its_end_is_no_skill(write, tmp_path: Path, caplog, more: str) -> None:
    write("pdf", more=f"{more}disable-model-invocation: true\n")
    write("letters")

    assert [skill.name for skill in SkillLibrary(tmp_path / "workspace")] == ["letters"]
    assert "skipping invalid skill at " in caplog.text
    assert "line 4: `" in caplog.text
