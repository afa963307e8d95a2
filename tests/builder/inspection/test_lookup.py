"""The catalog that is here, and one skill of it."""

import os
from pathlib import Path

import pytest

from skillpack.archive.write import write_tar, write_zip
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inspection.lookup import (
    find_catalog,
    find_skill,
    is_archive,
    read_named,
    read_selection_inputs,
    read_skill,
)
from skillpack.check.fingerprints import of_file
from skillpack.errors import ArchiveError, UsageError
from skillpack.model.limits import Limits
from skillpack.model.publication import Publication, SkillCounts
from skillpack.model.tree import make_tree

DAY = "2026-06-01"

LIMITS = Limits()


def test_names_come_sorted_and_each_once(write_skill, tmp_path: Path) -> None:
    for name in ("b", "a", "C"):
        write_skill(name)
    write_skill("a", root="more")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[[source]]\npath = "more"\n')
    found = find_catalog(tmp_path, today=DAY)

    assert [(each.skill.name, each.skill.origin.source) for each in found.skills] == [
        ("a", "skills"),
        ("b", "skills"),
        ("C", "skills"),
    ]


def test_what_has_no_usable_name_is_not_there(write_skill, tmp_path: Path) -> None:
    write_skill("a")
    (tmp_path / "skills/notes").mkdir()
    (tmp_path / "skills/notes/a.txt").write_text("x")

    assert [each.skill.name for each in find_catalog(tmp_path, today=DAY).skills] == ["a"]


def test_the_catalog_of_this_folder_is_the_default(write_skill, tmp_path: Path, monkeypatch) -> None:
    write_skill("a")
    monkeypatch.chdir(tmp_path)

    assert [each.skill.name for each in find_catalog(None, today=DAY).skills] == ["a"]


def test_no_catalog_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "README.md").touch()
    with pytest.raises(UsageError, match="no skills in"):
        find_catalog(tmp_path, today=DAY)


def test_an_empty_folder_is_a_catalog_without_skills(tmp_path: Path) -> None:
    assert find_catalog(tmp_path, today=DAY).skills == ()


def test_names_are_found_without_case(write_skill, tmp_path: Path) -> None:
    write_skill("pdf-forms")

    assert find_skill(find_catalog(tmp_path, today=DAY), "PDF-Forms").skill.name == "pdf-forms"


def test_a_mistyped_name_gets_a_hint(write_skill, tmp_path: Path) -> None:
    write_skill("pdf-forms")
    with pytest.raises(UsageError, match="no skill is named `pdf-from`") as caught:
        find_skill(find_catalog(tmp_path, today=DAY), "pdf-from")
    assert caught.value.hint == "did you mean `pdf-forms`?"

    with pytest.raises(UsageError) as caught:
        find_skill(find_catalog(tmp_path, today=DAY), "zzz")
    assert caught.value.hint == "`skillpack list` lists skills"


@pytest.mark.parametrize(("rule", "withheld"), [("", True), ("DS001", False)])
def test_an_error_withholds_unless_it_is_suppressed(write_skill, tmp_path: Path, rule: str, withheld: bool) -> None:  # noqa: FBT001 a parameter
    folder = write_skill("a")
    (folder / "SKILL.md").write_text("---\nname: a\n---\n\n# A\n")
    if rule:
        (tmp_path / "skillpack.toml").write_text(f'[[suppress]]\nrule = "{rule}"\nreason = "x"\n')
    found = find_catalog(tmp_path, today=DAY)

    assert (found.members[0].publication is Publication.WITHHELD) is withheld
    assert bool(found.listed) is not withheld


def test_an_error_withholds_nothing_where_the_catalog_says_so(write_skill, tmp_path: Path) -> None:
    (write_skill("a") / "SKILL.md").write_text("---\nname: a\n---\n\n# A\n")
    (tmp_path / "skillpack.toml").write_text("[policy]\nwithhold = false\n")
    found = find_catalog(tmp_path, today=DAY)

    assert found.members[0].publication is Publication.PUBLISHED


@pytest.mark.parametrize(("day", "withheld"), [("2026-05-31", False), ("2026-06-02", True)])
def test_a_secret_is_withheld_from_the_day_on_which_its_suppression_ends(
    write_skill,
    tmp_path: Path,
    day: str,
    withheld: bool,  # noqa: FBT001 a parameter
) -> None:
    (write_skill("a") / ".env").write_text("TOKEN=x\n")
    known = of_file("a", ".env", b"TOKEN=x\n").fingerprint
    text = f'file = ".env"\nfingerprint = "{known}"\nreason = "made up"\nexpires = 2026-06-01\n'
    (tmp_path / "skillpack.toml").write_text(f'[[suppress]]\nrule = "PB018"\n{text}')

    (member,) = find_catalog(tmp_path, today=day).members
    assert (member.publication is Publication.WITHHELD) is withheld


def test_every_skill_is_counted_once_under_what_becomes_of_it(write_skill, tmp_path: Path) -> None:
    write_skill("agents", front_matter="user-invocable: false\n")
    write_skill("gone", front_matter="metadata:\n  version: 1.0.0\n")
    for name in ("broken", "kept", "secret"):
        write_skill(name)
    for name in ("kept", "secret"):
        write_skill(name, root="more")
    (tmp_path / "skills/broken/SKILL.md").write_text("---\nname: broken\n---\n\n# Broken\n")
    (tmp_path / "skills/no name").mkdir()
    (tmp_path / "skills/no name/SKILL.md").write_text("---\nname: '!'\ndescription: x\n---\n")
    (tmp_path / "skillpack.toml").write_text(
        '[[source]]\npath = "skills"\n[[source]]\npath = "more"\n[skill."secret"]\nhidden = true\n'
        '[[yanked]]\nname = "gone"\nversion = "1.0.0"\nreason = "leaks"\n'
    )
    found = find_catalog(tmp_path, today=DAY)

    assert found.counts == SkillCounts(published=2, yanked=1, withheld=1, hidden=2, shadowed=1, nameless=1)
    assert [(each.inspected.skill.origin.stem, each.unlisted) for each in found.members] == [
        ("agents", "agents only"),
        ("broken", "withheld: it has errors, see `skillpack check`"),
        ("gone", "yanked: leaks"),
        ("kept", ""),
        ("kept", "shadowed by skills/kept/SKILL.md"),
        ("secret", "hidden by the catalog"),
        ("secret", "hidden by the catalog"),
        ("no name", "no usable name, see `skillpack check`"),
    ]
    assert [each.skill.name for each in found.listed] == ["kept"]


@pytest.mark.parametrize("name", ["a.zip", "a.SKILL", "a.tar.gz", "a.tgz"])
def test_archives_are_known_by_name(name: str) -> None:
    assert is_archive(Path(name))
    assert not is_archive(Path(f"{name}.txt"))


class TestReadSkill:
    def test_a_folder(self, write_skill) -> None:
        skill, tree = read_skill(write_skill("a", files={"x.md": b"x"}), Limits())

        assert (skill.name, set(tree.files)) == ("a", {"SKILL.md", "x.md"})

    def test_its_skill_file(self, write_skill) -> None:
        assert read_skill(write_skill("a") / "SKILL.md", Limits())[0].name == "a"

    def test_this_folder(self, write_skill, monkeypatch) -> None:
        monkeypatch.chdir(write_skill("a"))

        assert read_skill(Path(), Limits())[0].origin.stem == "a"

    @pytest.mark.parametrize("suffix", ["zip", "tar.gz"])
    def test_an_archive(self, tmp_path: Path, suffix: str) -> None:
        tree = make_tree({"SKILL.md": b"---\nname: a\ndescription: x\n---\n"})
        archive = tmp_path / f"a-1.0.0.{suffix}"
        archive.write_bytes(write_zip(tree) if suffix == "zip" else write_tar(tree))
        skill, read = read_skill(archive, Limits())

        assert (skill.name, skill.origin.stem, read) == ("a", "a", tree)

    def test_an_archive_without_a_declared_name_is_called_as_its_file(self, tmp_path: Path) -> None:
        (tmp_path / "b.zip").write_bytes(write_zip(make_tree({"SKILL.md": b"# B\n"})))

        assert read_skill(tmp_path / "b.zip", Limits())[0].name == "b"

    def test_a_refused_archive(self, tmp_path: Path) -> None:
        (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 no")
        with pytest.raises(ArchiveError):
            read_skill(tmp_path / "a.zip", Limits())

    @pytest.mark.parametrize("name", ["gone", "gone.zip", "gone/SKILL.md"])
    def test_nothing_there(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(UsageError, match="does not exist"):
            read_skill(tmp_path / name, Limits())

    def test_a_folder_of_skills_is_no_skill(self, write_skill) -> None:
        with pytest.raises(UsageError, match="is not a skill"):
            read_skill(write_skill("a").parent, Limits())

    def test_a_file_of_another_kind_is_no_skill(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("x")
        with pytest.raises(UsageError, match="is not a skill"):
            read_skill(tmp_path / "a.txt", Limits())

    def test_a_pipe_is_no_skill_and_nobody_waits_for_it(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        os.mkfifo(tmp_path / "a" / "SKILL.md")
        with pytest.raises(UsageError, match="is not a skill"):
            read_skill(tmp_path / "a", Limits())


def names(*folders: Path) -> list[str]:
    return [skill.name for skill in read_selection_inputs([locate(folder) for folder in folders], LIMITS)]


class TestReadSelectionInputs:
    def test_by_name(self, write_skill, tmp_path) -> None:
        write_skill("beta")
        write_skill("alpha")
        assert names(tmp_path / "skills") == ["alpha", "beta"]

    def test_of_two_with_one_name_the_first_counts(self, write_skill, tmp_path) -> None:
        write_skill("pdf", root="one", description="The first. Use when first.")
        write_skill("pdf", root="two", description="The second. Use when second.")
        located = [locate(tmp_path / "one"), locate(tmp_path / "two")]
        (found,) = read_selection_inputs(located, LIMITS)
        assert found.description == "The first. Use when first."

    def test_what_a_catalog_hides_and_what_has_no_usable_name_is_left_out(self, write_skill, tmp_path) -> None:
        write_skill("pdf")
        write_skill("old")
        write_skill("no name")
        (tmp_path / "skills" / "empty").mkdir()
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."old"]\nhidden = true\n')
        assert names(tmp_path) == ["pdf"]


class TestReadNamed:
    def test_the_winner_of_a_name_is_read_whole(self, write_skill, tmp_path) -> None:
        (write_skill("pdf", root="one") / "more.txt").write_text("1")
        (write_skill("pdf", root="two") / "more.txt").write_text("2")
        (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "one"\n[[source]]\npath = "two"\n')
        found = read_named(locate(tmp_path), "PDF", LIMITS)
        assert (found.whole, found.tree.files["more.txt"]) == (True, b"1")

    def test_the_nearest_name_is_the_hint(self, write_skill, tmp_path) -> None:
        write_skill("pdf-forms")
        with pytest.raises(UsageError, match="no skill is named `pdf-from`") as caught:
            read_named(locate(tmp_path), "pdf-from", LIMITS)
        assert caught.value.hint == "did you mean `pdf-forms`?"

    def test_the_skill_in_a_folder_of_that_name_is_the_hint(self, write_skill, tmp_path) -> None:
        write_skill("official").rename(tmp_path / "pdf-official")
        text = (tmp_path / "pdf-official" / "SKILL.md").read_text()
        (tmp_path / "pdf-official" / "SKILL.md").write_text(text.replace("name: official", "name: zip"))
        with pytest.raises(UsageError, match="no skill is named `pdf-official`") as caught:
            read_named(locate(tmp_path), "pdf-official", LIMITS)
        assert caught.value.hint == "did you mean `zip`?"
