"""The name that git has for a folder."""

import subprocess
from pathlib import Path

from skillpack.model.tree import make_tree
from skillpack.registry.git_tree import git_tree

FILES = {
    "SKILL.md": b"# x\n",
    "scripts/run.sh": b"#!/bin/sh\n",
    "scripts.md": b"1",
    "scripts/deep/a": b"",
    "scripts0": b"2",
    "a b/\xc3\xa9".encode("latin-1").decode(): b"\x00",
}


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
