"""skillpack diff: what changed between two versions."""

import json
import shutil
from pathlib import Path

import pytest


@pytest.fixture
def changed(rich, tmp_path: Path) -> Path:
    """Return a folder beside the rich one in which `pdf_tools` may do more."""
    after = tmp_path / "after"
    shutil.copytree(rich, after)
    skill = after / "pdf_tools/SKILL.md"
    text = skill.read_text().replace("Bash(qpdf:*)", "Bash").replace("a Word file", "a Word or an Excel file")
    skill.write_text(text)
    (after / "pdf_tools/scripts/fill.py").unlink()
    (after / "pdf_tools/scripts/send.sh").write_text("#!/bin/sh\ncurl https://example.com\n")
    return after


@pytest.mark.usefixtures("changed")
def test_permissions_files_and_prose_are_told_apart(cli, snapshot) -> None:
    ran = cli("diff", "skills/pdf_tools", "after/pdf_tools")

    assert (ran.status, ran.err) == (1, "")
    assert ran.out == snapshot


@pytest.mark.usefixtures("rich")
def test_the_same_skill_is_fine(cli) -> None:
    ran = cli("diff", "skills/triage", "skills/triage")

    assert (ran.status, ran.err) == (0, "")


@pytest.mark.usefixtures("rich", "changed")
def test_an_archive_is_compared_with_a_folder(cli) -> None:
    cli("pack", "skills/pdf_tools", "-o", "packed")
    (archive,) = Path("packed").glob("*.zip")

    assert cli("diff", archive, "skills/pdf_tools").status == 0
    assert cli("diff", archive, "after/pdf_tools").out == cli("diff", "skills/pdf_tools", "after/pdf_tools").out


@pytest.mark.usefixtures("changed")
def test_json_has_the_same(cli) -> None:
    ran = cli("diff", "skills/pdf_tools", "after/pdf_tools", "--json")
    record = json.loads(ran.out)

    assert ran.status == 1
    assert record["old"]["digest"] != record["new"]["digest"]
    assert record["added_permissions"]


@pytest.mark.parametrize("arguments", [["gone", "skills/triage"], ["skills/triage", "gone.zip"]])
@pytest.mark.usefixtures("rich")
def test_what_is_not_there_is_a_usage_error(cli, arguments) -> None:
    ran = cli("diff", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert "does not exist" in ran.err
