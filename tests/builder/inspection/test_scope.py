"""What a path names, and what it is judged with."""

from pathlib import Path

import pytest

from skillpack.builder.inspection.scope import in_catalogs, locate_scope
from skillpack.errors import UsageError

CATALOG = '[catalog]\ntitle = "x"\n[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n'


@pytest.fixture
def catalog(write_skill, tmp_path: Path) -> Path:
    for name in ("a", "b"):
        write_skill(name, files={"references/more.md": b"# More\n"})
    (tmp_path / "skills/flat.md").write_text("---\nname: flat\ndescription: Does it.\n---\n# Flat\n")
    (tmp_path / "skillpack.toml").write_text(CATALOG)
    return tmp_path


def _names(places: frozenset[str] | None) -> set[str] | None:
    return None if places is None else {Path(place).name for place in places}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("skills/a", {"a"}),
        ("skills/a/SKILL.md", {"a"}),
        ("skills/a/references/more.md", {"a"}),
        ("skills/flat.md", {"flat.md"}),
        ("skills", None),
        (".", None),
    ],
)
def test_a_part_is_judged_in_its_catalog(catalog: Path, path: str, names: set[str] | None) -> None:
    named = locate_scope(catalog / path)

    assert [source.path for source in named.catalog.configuration.sources] == ["skills"]
    assert _names(named.locations()) == names


def test_a_catalog_of_which_several_parts_are_named_is_read_once(catalog: Path) -> None:
    paths = ("skills/a", "skills/flat.md")
    (found,) = in_catalogs([locate_scope(catalog / path) for path in paths])
    assert _names(found.locations) == {"a", "flat.md"}
    assert _names(found.discovered.keys) == {"a", "b", "flat.md"}

    (found,) = in_catalogs([locate_scope(catalog / path) for path in ("skills/a", "skills")])
    assert found.locations is None
    assert _names(found.discovered.keys) == {"a", "b", "flat.md"}


@pytest.mark.parametrize("path", ["other/c", "other/c/SKILL.md", "other/flat.md"])
def test_what_no_source_of_the_catalog_reaches_is_judged_alone(catalog: Path, write_skill, path: str) -> None:
    write_skill("c", root="other")
    (catalog / "other/flat.md").write_text("x")
    named = locate_scope(catalog / path)

    assert named.part == named.catalog
    assert named.locations() is None
    assert named.catalog.configuration.title == "x", "the policy is the catalog's"


def test_without_a_catalog_a_file_is_a_skill(tmp_path: Path) -> None:
    (tmp_path / "flat.md").write_text("---\nname: flat\n---\n")
    named = locate_scope(tmp_path / "flat.md")

    assert named.part == named.catalog
    assert [source.path for source in named.part.configuration.sources] == ["flat.md"]


def test_any_other_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        locate_scope(tmp_path / "notes.txt")
