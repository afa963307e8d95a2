"""Which catalog a path means."""

from pathlib import Path

import pytest

from skillpack.errors import UsageError
from skillpack.pipeline.inputs import gather, locate


def _sources(path: Path) -> list[tuple[str, int]]:
    return [(source.path, source.depth) for source in locate(path).configuration.sources]


def test_a_folder_of_skills_is_one_source(write_skill, tmp_path: Path) -> None:
    write_skill("a")

    assert locate(tmp_path / "skills").root == tmp_path / "skills"
    assert _sources(tmp_path / "skills") == [(".", 1)]


def test_a_skill_is_read_from_the_folder_above_so_that_its_name_counts(write_skill, tmp_path: Path) -> None:
    folder = write_skill("a")

    assert locate(folder).root == (tmp_path / "skills").resolve()
    assert _sources(folder) == [("a", 0)]


@pytest.mark.parametrize("usual", ["skills", ".claude/skills", ".agents/skills"])
def test_the_usual_folders_are_found(write_skill, tmp_path: Path, usual: str) -> None:
    write_skill("a", root=usual)

    assert locate(tmp_path).root == tmp_path / usual


def test_nothing_found_names_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        locate(tmp_path)

    for name in ("skillpack.toml", "SKILL.md", ".claude/skills", ".agents/skills"):
        assert name in caught.value.hint


def test_a_configuration_says_its_sources(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="mine")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n[[source]]\npath = "mine"\n')

    assert locate(tmp_path).configuration.title == "T"
    assert _sources(tmp_path) == [("mine", 1)]


def test_a_configuration_without_sources_looks_where_skills_usually_are(write_skill, tmp_path: Path) -> None:
    write_skill("a", root=".claude/skills")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert _sources(tmp_path) == [(".claude/skills", 1)]


def test_a_skill_may_have_a_configuration_of_its_own(write_skill) -> None:
    folder = write_skill("a")
    (folder / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert locate(folder).configuration.title == "T"
    assert _sources(folder) == [(".", 0)]


def test_a_usual_folder_may_be_a_link(write_skill, tmp_path: Path) -> None:
    """As dotfiles are kept: the source is called as it is written."""
    write_skill("a", root="elsewhere")
    (tmp_path / "catalog" / ".claude").mkdir(parents=True)
    (tmp_path / "catalog" / ".claude" / "skills").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "catalog" / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert _sources(tmp_path / "catalog") == [(".claude/skills", 1)]


def test_a_source_of_a_catalog_keeps_the_catalogs_configuration(write_skill, tmp_path: Path) -> None:
    write_skill("a", root="mine")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n[[source]]\npath = "mine"\ndepth = 2\n')

    assert locate(tmp_path / "mine").configuration.title == "T"
    assert _sources(tmp_path / "mine") == [("mine", 2)]


def test_one_skill_of_a_catalog_keeps_the_catalogs_configuration(write_skill, tmp_path: Path) -> None:
    folder = write_skill("a", root="mine")
    write_skill("b", root="mine")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "mine"\ntrust = "global"\n')

    located = locate(folder)
    assert [(s.path, s.depth, s.trust) for s in located.configuration.sources] == [("mine/a", 0, "global")]


def test_configurations_above_the_repository_are_not_looked_for(write_skill, tmp_path: Path) -> None:
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "far"\n')
    write_skill("a", root="repository/skills")
    (tmp_path / "repository" / ".git").mkdir()

    assert locate(tmp_path / "repository" / "skills").configuration.title == "Skills"


def test_no_config_ignores_a_configuration(write_skill, tmp_path: Path) -> None:
    write_skill("a")
    (tmp_path / "skillpack.toml").write_text('[catalog]\ntitle = "T"\n')

    assert locate(tmp_path, use_config=False).configuration.title == "Skills"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('[catalog]\nprofiles = ["nobody"]\n', "nobody"),
        ('[[page]]\npath = "pages/none.md"\n', "pages/none.md"),
        ('[theme]\npath = "none"\n', "none"),
    ],
)
def test_what_is_configured_must_exist(write_skill, tmp_path: Path, text: str, word: str) -> None:
    write_skill("a")
    (tmp_path / "skillpack.toml").write_text(text)

    with pytest.raises(UsageError, match=word):
        gather(locate(tmp_path), today="2026-01-01", date="")
