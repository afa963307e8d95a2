"""A folder of skills looked through by somebody who may not read all of it."""

from pathlib import Path

import pytest

from skillpack.install.agent_folders import AgentFolder
from skillpack.install.scan import scan_root
from skillpack.install.targets import folder_target
from skillpack.model.limits import Limits

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when the user asks for {0}.\n---\n# {0}\n"


def folder_at(path: Path) -> AgentFolder:
    return AgentFolder(folder_target(path), (), everywhere=True, flags=f"--root {path}", workspace=None)


@pytest.mark.usefixtures("unprivileged")
def test_what_may_not_be_read_is_told_and_the_rest_is_looked_at(base: Path) -> None:
    for name in ("letters", "memos", "notes"):
        (base / "skills" / name).mkdir(parents=True)
        (base / "skills" / name / "SKILL.md").write_text(SKILL.format(name), encoding="utf-8")
    (base / "skills" / "memos").chmod(0)

    looked = scan_root(folder_at(base / "skills"), Limits())

    assert [each.installed.name for each in looked.skills] == ["letters", "notes"]
    assert looked.unread == (("memos", "Permission denied"),)


@pytest.mark.usefixtures("unprivileged")
def test_so_is_a_folder_that_may_not_be_read_at_all(base: Path) -> None:
    (base / "skills").mkdir()
    (base / "skills").chmod(0)

    looked = scan_root(folder_at(base / "skills"), Limits())

    assert looked.skills == ()
    assert [name for name, _ in looked.unread] == [""]


def test_links_are_told_and_never_followed(base: Path) -> None:
    (base / "skills").mkdir()
    (base / "else").mkdir()
    (base / "skills" / "here").symlink_to("../else")
    (base / "skills" / "gone").symlink_to("../nowhere")
    (base / "skills" / "round").symlink_to("round")

    looked = scan_root(folder_at(base / "skills"), Limits())

    assert looked.links == (("gone", ""), ("here", str(base / "else")), ("round", ""))
    assert looked.skills == ()
