"""The lock files of `npx skills`, which may be anybody's."""

import json
import subprocess
from pathlib import Path

import pytest

from skillpack.errors import IndexRefusedError
from skillpack.model.installed import ForeignSource, SourceKind
from skillpack.model.tree import make_tree
from skillpack.registry.skills_lock import MOST, PERSONAL, PROJECT, folder_digest, git_tree, read_skills_lock

GITHUB = {
    "source": "anthropics/skills",
    "sourceType": "github",
    "sourceUrl": "https://github.com/anthropics/skills.git",
    "skillPath": "skills/pdf/SKILL.md",
    "ref": "main",
    "computedHash": "a" * 64,
}

FILES = {
    "SKILL.md": b"# x\n",
    "scripts/run.sh": b"#!/bin/sh\n",
    "scripts.md": b"1",
    "scripts/deep/a": b"",
    "scripts0": b"2",
    "a b/\xc3\xa9".encode("latin-1").decode(): b"\x00",
}


def read(entry: object, name: str = PROJECT) -> ForeignSource:
    version = {PROJECT: 1, PERSONAL: 3}[name]
    return read_skills_lock(json.dumps({"version": version, "skills": {"pdf": entry}}).encode(), name)["pdf"]


def test_a_skill_of_a_repository_is_a_place_in_it() -> None:
    claim = read(GITHUB)

    assert (claim.kind, claim.location, claim.path) == (
        SourceKind.GIT,
        "https://github.com/anthropics/skills",
        "skills/pdf",
    )
    assert (claim.wanted, claim.untouched, claim.why_not) == ("main", "a" * 64, "")


def test_a_repository_may_be_read_by_ssh() -> None:
    for source in ("git@git.example:team/x.git", "ssh://git@git.example/team/x.git"):
        assert read({**GITHUB, "sourceType": "git", "sourceUrl": source}).location == "ssh://git@git.example/team/x.git"


def test_a_site_is_the_address_that_was_given() -> None:
    entry = {"source": "127.0.0.1", "sourceUrl": "https://h.example/sub", "sourceType": "well-known"}

    assert (read(entry).kind, read(entry).location) == (SourceKind.SITE, "https://h.example/sub")


def test_a_user_may_name_a_folder_and_a_project_may_not() -> None:
    entry = {"source": "/home/you/skills", "sourceUrl": "/home/you/skills", "sourceType": "local"}

    assert read(entry, PERSONAL).location == "/home/you/skills"
    assert read(entry).why_not == "its source is a path on some machine"


def test_so_it_is_with_a_repository_on_this_machine() -> None:
    entry = {"source": "file:///srv/x.git", "sourceUrl": "file:///srv/x.git", "sourceType": "git"}

    assert (read(entry, PERSONAL).kind, read(entry, PERSONAL).location) == (SourceKind.GIT, "file:///srv/x.git")
    assert read(entry).kind is None


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("https://you:secret@h.example/x.git", "the address of its source contains credentials for h.example"),
        ("https://token@h.example/x.git", "the address of its source contains credentials for h.example"),
        ("file:///etc", "its source is a path on some machine"),
        ("../../etc", "its source is a path on some machine"),
        ("ext::sh -c touch% /tmp/x", "its source is not an address"),
        ("ext::sh", "its source is `ext::sh`, which cannot be fetched"),
        ("ssh://-oProxyCommand=x/y", "its source is `ssh://-oProxyCommand=x/y`, which cannot be fetched"),
        ("https://h.example/x?token=1", "the address of its source has a query or fragment"),
        ("gopher://h.example/x", "its source is `gopher://h.example/x`, which cannot be fetched"),
        ("https://h.example/\x1b[31m", "its source is not an address"),
        ("https://", "its source is `https://`, which cannot be fetched"),
        ("h" * 5000, "its source is not an address"),
    ],
)
def test_what_may_not_be_asked_is_told_and_never_a_location(source: str, why: str) -> None:
    claim = read({**GITHUB, "sourceType": "git", "source": source, "sourceUrl": source})

    assert (claim.kind, claim.location, claim.why_not) == (None, "", why)


@pytest.mark.parametrize("path", ["../../other", "skills/../..", "/etc/../x", "a//b", "a\\b", "a\nb", "--x"])
def test_no_folder_leaves_its_source(path: str) -> None:
    assert read({**GITHUB, "skillPath": path}).kind is None


@pytest.mark.parametrize("ref", ["--upload-pack=x", "a..b", "a b", "\x00", "x" * 300])
def test_no_branch_is_an_option(ref: str) -> None:
    assert read({**GITHUB, "ref": ref}).kind is None


@pytest.mark.parametrize("entry", [None, [], "x", 1, {}, {"sourceType": 1}, {"sourceType": "github", "source": {}}])
def test_an_entry_of_another_shape_is_told(entry: object) -> None:
    assert read(entry).kind is None
    assert read(entry).why_not


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"version": 1}',
        b'{"version": 1, "skills": []}',
        b'{"version": 2, "skills": {}}',
        b'{"version": "1", "skills": {}}',
        b'{"version": 1, "skills": {"a": {}, "a": {}}}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b" " * (MOST + 1),
        b'{"version": 1, "skills": {' + b",".join(b'"%d": 1' % n for n in range(10_001)) + b"}}",
        b'<<<<<<< HEAD\n{"version": 1, "skills": {}}\n',
    ],
)
def test_what_is_no_lock_file_is_refused(content: bytes) -> None:
    with pytest.raises(IndexRefusedError, match=r"skills-lock\.json"):
        read_skills_lock(content, PROJECT)


def test_the_digest_is_that_of_npx_skills() -> None:
    # Taken by skills 1.7.4.
    skill = b"---\nname: pdf\ndescription: Does pdf. Use when pdf.\n---\n# pdf\n[x](scripts/x.sh)\n"
    tree = make_tree({"SKILL.md": skill, "scripts/x.sh": b"#!/bin/sh\necho hi\n"})

    assert folder_digest(tree) == "3676cc0543341e7bfaab88ac527ded0e4c400fd82d81195cc411f592fab70103"


def test_where_the_order_is_not_known_nothing_is_claimed() -> None:
    assert folder_digest(make_tree({"ä.md": b""})) == ""


def test_it_is_what_git_says(tmp_path: Path) -> None:
    for path, content in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    (tmp_path / "scripts/run.sh").chmod(0o755)
    git = ["git", "-C", str(tmp_path), "-c", "core.fileMode=true", "-c", "core.autocrlf=false"]
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run([*git, *words], check=True)
    said = subprocess.run([*git, "write-tree"], check=True, capture_output=True, text=True).stdout.strip()

    assert git_tree(make_tree(FILES), {"scripts/run.sh"}) == said
    assert git_tree(make_tree(FILES), set()) != said
