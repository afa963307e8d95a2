from hashlib import sha256

import pytest

from skillpack.mcp.extension import MOST_FILES, children, entry
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.store import load_skills, open_store

HEAD = "---\nname: pdf\ndescription: Reads PDF files. Use when a PDF is there.\n"
SKILL = HEAD + "---\n\nRead.\n"


def entry_of(write, files: dict[str, str | bytes]) -> dict[str, object] | None:
    skill = load_skills(workspace_dir=write({f"pdf/{path}": content for path, content in files.items()})).get("pdf")
    assert skill is not None
    return entry(skill)


def test_an_entry_has_the_digest_and_size_of_every_file(write) -> None:
    files: dict[str, str | bytes] = {"SKILL.md": SKILL, "assets/a.bin": b"\0\xff", "references/nested/b.md": "b"}
    found = entry_of(write, files)
    assert found is not None
    assert found["uri"] == "skill://pdf/SKILL.md"
    assert found["resources"] == [
        {"uri": f"skill://pdf/{path}", "digest": f"sha256:{sha256(raw).hexdigest()}", "size": len(raw)}
        for path, raw in ((path, text if isinstance(text, bytes) else text.encode()) for path, text in files.items())
    ]


def test_front_matter_is_passed_on_field_by_field(write) -> None:
    more = (
        "license: MIT\nmetadata:\n  version: '1.10'\n  live: yes\n"
        "released: 2026-01-02\ncount: 3\nextra: [a, {b: 1.5}, null]\n"
    )
    found = entry_of(write, {"SKILL.md": HEAD + more + "---\n\nRead.\n"})
    assert found is not None
    assert found["frontmatter"] == {
        "name": "pdf",
        "description": "Reads PDF files. Use when a PDF is there.",
        "license": "MIT",
        "metadata": {"version": "1.10", "live": "yes"},
        "released": "2026-01-02",
        "count": 3,
        "extra": ["a", {"b": 1.5}, None],
    }


@pytest.mark.parametrize(
    "more",
    [
        "metadata: {version: 1.0}\n",
        "metadata: [a]\n",
        "license:\n",
        "compatibility: ''\n",
        "allowed-tools: [Read]\n",
        "extra: .nan\n",
    ],
)
def test_front_matter_that_clients_may_refuse_has_no_entry(write, more: str) -> None:
    root = write({"pdf/SKILL.md": HEAD + more + "---\n\nRead.\n"})
    skill = open_store([SkillRoot(root, "here")], host="instructor").get("pdf")
    assert skill is not None
    assert entry(skill) is None


def test_private_files_and_junk_are_no_resources(write) -> None:
    found = entry_of(
        write, {"SKILL.md": SKILL, ".env": "TOKEN=x", ".git/config": "x", ".skillpack.json": "{}", "a.md": "a"}
    )
    assert found is not None
    assert [each["uri"] for each in found["resources"]] == ["skill://pdf/SKILL.md", "skill://pdf/a.md"]


def test_a_skill_that_is_larger_than_hosts_must_take_has_no_entry(write) -> None:
    assert entry_of(write, {"SKILL.md": SKILL, **{f"f{number}": "x" for number in range(MOST_FILES - 1)}}) is not None
    assert entry_of(write, {"one-more": "x"}) is None


def test_a_folder_lists_what_lies_directly_in_it() -> None:
    files = {"SKILL.md": b"# x", "scripts/run.py": b"1", "scripts/lib/a.py": b"12"}
    assert children(files, "pdf", "") == [
        {"uri": "skill://pdf/SKILL.md", "name": "SKILL.md", "mimeType": "text/markdown", "size": 3},
        {"uri": "skill://pdf/scripts", "name": "scripts", "mimeType": "inode/directory"},
    ]
    assert children(files, "pdf", "scripts") == [
        {"uri": "skill://pdf/scripts/lib", "name": "lib", "mimeType": "inode/directory"},
        {"uri": "skill://pdf/scripts/run.py", "name": "run.py", "mimeType": "text/x-python", "size": 1},
    ]
    assert children(files, "pdf", "SKILL.md") is None
    assert children(files, "pdf", "scripts/") is None
