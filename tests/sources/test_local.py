"""Skills of this machine: a folder that is one, a folder of many, a file, an archive."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.archive.write import write_zip
from skillpack.errors import ArchiveError, FetchError
from skillpack.model.digest import tree_digest
from skillpack.model.installed import SourceKind
from skillpack.model.limits import Limits
from skillpack.model.tree import SkippedKind, make_tree
from skillpack.sources.local import archive_skill, folder_skills, read_folder

LIMITS = Limits()
Write = Callable[..., Path]
FLAT = "---\nname: {name}\ndescription: One file. Use when asked.\n---\n\n# One\n"


def names(folder: Path) -> list[str]:
    return [each.name for each in folder_skills(folder, LIMITS)]


def test_a_folder_that_is_a_skill_is_one(write_skill: Write) -> None:
    folder = write_skill("alpha", files={"scripts/run.sh": b"#!/bin/sh\n"})
    (available,) = folder_skills(folder, LIMITS)

    assert (available.name, available.provenance.kind, available.provenance.location) == (
        "alpha",
        SourceKind.FOLDER,
        str(folder),
    )
    assert available.digest == tree_digest(available.get().tree.tree)
    assert sorted(available.get().tree.tree.files) == ["SKILL.md", "scripts/run.sh"]


def test_its_skill_file_stands_for_it(write_skill: Write) -> None:
    assert names(write_skill("alpha") / "SKILL.md") == ["alpha"]


@pytest.mark.parametrize("shelf", [".", "skills", ".claude/skills", ".agents/skills", ".metis/skills"])
def test_a_folder_of_many_has_them_on_a_shelf(write_skill: Write, tmp_path: Path, shelf: str) -> None:
    for name in ("beta", "alpha"):
        write_skill(name, root=f"many/{shelf}")
    (tmp_path / "many/README.md").write_text("# Read me\n")
    (tmp_path / "many/docs").mkdir()
    (tmp_path / "many/docs/notes.txt").write_text("no skill\n")

    assert names(tmp_path / "many") == ["alpha", "beta"]


def test_a_hosts_root_counts_beside_others_where_it_has_skills_of_its_own(write_skill: Write, tmp_path: Path) -> None:
    write_skill("alpha", root="many/skills")
    write_skill("alpha", root="many/.claude/skills")

    assert names(tmp_path / "many") == ["alpha"]

    write_skill("beta", root="many/.claude/skills")

    assert names(tmp_path / "many") == ["alpha", "beta"]


def test_all_levels_count(write_skill: Write, tmp_path: Path) -> None:
    for root in ("many/skills", "many/skills/office", "many/plugins/x/skills"):
        write_skill(f"in-{root.replace('/', '-')}", root=root)

    assert names(tmp_path / "many") == ["in-many-plugins-x-skills", "in-many-skills", "in-many-skills-office"]


def test_beside_a_skill_file_at_the_top_only_its_folder_of_skills_counts(write_skill: Write) -> None:
    folder = write_skill("alpha")
    write_skill("inner", root="skills/alpha/skills")
    write_skill("example", root="skills/alpha/examples")

    assert names(folder) == ["alpha", "inner"]


def test_files_are_taken_where_no_folder_is_a_skill(tmp_path: Path) -> None:
    """Only those that say what skills say of themselves."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.md").write_text(FLAT.format(name=name))
    (tmp_path / "README.md").write_text("# Read me\n")
    (tmp_path / "three.yaml").write_text(
        "name: three\ndescription: YAML. Use when asked.\ninstructions: |\n  # Three\n"
    )
    (tmp_path / "compose.yml").write_text("services: {}\n")

    assert names(tmp_path) == ["one", "three", "two"]


@pytest.mark.parametrize("file", ["one.md", "one.yaml"])
def test_a_file_becomes_the_folder_that_is_installed(tmp_path: Path, file: str) -> None:
    text = "description: One file. Use when asked.\n"
    (tmp_path / file).write_text(
        f"---\n{text}---\n# One\n" if file.endswith(".md") else f"{text}instructions: '# One'\n"
    )
    (available,) = folder_skills(tmp_path / file, LIMITS)
    content = available.get().tree.tree.files

    assert (available.name, available.provenance.location, list(content)) == ("one", str(tmp_path / file), ["SKILL.md"])
    assert b"name: one\n" in content["SKILL.md"]
    assert available.digest == tree_digest(available.get().tree.tree)


def test_links_are_followed_only_inside_of_it(write_skill: Write, tmp_path: Path) -> None:
    folder = write_skill("alpha", files={"references/a.md": b"here\n"})
    (tmp_path / "secret").write_text("keys\n")
    (folder / "inside.md").symlink_to("references/a.md")
    (folder / "outside.md").symlink_to(tmp_path / "secret")
    (folder / "etc").symlink_to("/etc")
    (folder / "broken.md").symlink_to("gone.md")
    (available,) = folder_skills(folder, LIMITS)
    candidate = available.get().tree

    assert sorted(candidate.tree.files) == ["SKILL.md", "inside.md", "references/a.md"]
    assert candidate.tree.files["inside.md"] == b"here\n"
    assert {each.path: each.kind for each in candidate.skipped if each.kind is not SkippedKind.LINK_INSIDE} == {
        "outside.md": SkippedKind.LINK_OUTSIDE,
        "etc": SkippedKind.LINK_OUTSIDE,
        "broken.md": SkippedKind.LINK_BROKEN,
    }


def test_a_file_that_cannot_be_read_leaves_the_skill_in_parts(
    write_skill: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_skill("alpha", files={"locked.md": b"secret\n"})
    opened = os.open

    def refusing(path: object, *arguments: object, **keywords: object) -> int:
        if str(path).endswith("locked.md"):
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", refusing)
    (available,) = folder_skills(folder, LIMITS)

    assert not available.get().tree.whole


def test_what_is_larger_than_anybody_reads_is_not_whole(write_skill: Write) -> None:
    folder = write_skill("alpha", files={"large.bin": b"0" * 2_000})
    (available,) = folder_skills(folder, Limits(file=1_000))

    assert not available.get().tree.whole


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("gone", "does not exist"),
        ("empty", "no skills in"),
        ("empty/notes.txt", "is not a skill"),
        ("empty/pipe", "is not a skill"),
    ],
)
def test_what_is_none_is_said(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/notes.txt").write_text("no skill\n")
    os.mkfifo(tmp_path / "empty/pipe")
    with pytest.raises(FetchError, match=message):
        names(tmp_path / path)


def test_an_archive_is_one_skill(tmp_path: Path) -> None:
    tree = make_tree({"SKILL.md": FLAT.format(name="one").encode()})
    (tmp_path / "other-name-1.0.0.zip").write_bytes(write_zip(tree))
    available = archive_skill(tmp_path / "other-name-1.0.0.zip", LIMITS)

    assert (available.name, available.provenance.kind, available.digest) == (
        "one",
        SourceKind.ARCHIVE,
        tree_digest(tree),
    )


def test_a_file_that_only_is_called_an_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"no zip")
    with pytest.raises(ArchiveError):
        archive_skill(tmp_path / "a.zip", LIMITS)
    with pytest.raises(FetchError):
        archive_skill(tmp_path / "gone.zip", LIMITS)


def test_one_folder_is_read_as_one_skill(write_skill: Write, tmp_path: Path) -> None:
    assert "SKILL.md" in read_folder(write_skill("alpha"), LIMITS).tree.tree.files
    with pytest.raises(FetchError):
        read_folder(tmp_path / "skills", LIMITS)


def test_skills_that_are_missing_with_a_folder_have_one_cause(tmp_path: Path) -> None:
    for name in ("alpha", "beta"):
        with pytest.raises(FetchError) as error:
            list(folder_skills(tmp_path / "gone" / "skills" / name, Limits()))
        assert str(error.value) == f"`{tmp_path / 'gone'}` does not exist"
