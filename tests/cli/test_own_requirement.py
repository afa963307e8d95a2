"""How another machine gets the same skillpack, by what an installer noted of this one (PEP 610)."""

import json

import pytest

from skillpack.cli.own_requirement import MISSING, own_requirement

COMMIT = "c" * 40


def git(url: str, **more: str) -> dict[str, object]:
    return {"url": url, "vcs_info": {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}, **more}


def test_from_an_index_by_its_version() -> None:
    assert own_requirement("", "1.2.3") == "skillpack==1.2.3"


@pytest.mark.parametrize(
    ("noted", "line"),
    [
        (git("https://git.example.com/a/skillpack.git"), f"git+https://git.example.com/a/skillpack.git@{COMMIT}"),
        (git("https://me:secret@git.example.com/a.git"), f"git+https://git.example.com/a.git@{COMMIT}"),
        (git("https://secret@git.example.com/a.git"), f"git+https://git.example.com/a.git@{COMMIT}"),
        (git("ssh://git@git.example.com:22/a.git"), f"git+ssh://git@git.example.com:22/a.git@{COMMIT}"),
        (git("ssh://git:secret@git.example.com/a.git"), f"git+ssh://git.example.com/a.git@{COMMIT}"),
        (git("https://h.example/a.git", subdirectory="py"), f"git+https://h.example/a.git@{COMMIT}#subdirectory=py"),
        ({"url": "https://h.example/s.whl", "archive_info": {}}, "https://h.example/s.whl"),
        (
            {"url": "https://h.example/s.whl", "archive_info": {"hashes": {"sha256": "ab"}}},
            "https://h.example/s.whl#sha256=ab",
        ),
    ],
)
def test_from_an_address_by_what_was_taken_there(noted: dict[str, object], line: str) -> None:
    assert own_requirement(json.dumps(noted), "1.2.3") == f"skillpack @ {line}"


@pytest.mark.parametrize(
    "noted",
    [
        {"url": "file:///home/me/skillpack", "dir_info": {"editable": True}},
        {"url": "file:///tmp/skillpack-1.2.3-py3-none-any.whl", "archive_info": {}},
        git("file:///home/me/skillpack.git"),
    ],
)
def test_from_one_machine_it_says_what_to_fill_in(noted: dict[str, object]) -> None:
    lines = own_requirement(json.dumps(noted), "1.2.3").splitlines()
    assert lines[-1] == MISSING
    assert all(line.startswith("# ") for line in lines[:-1])
    assert "home" not in "".join(lines)
