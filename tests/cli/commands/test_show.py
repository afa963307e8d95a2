"""skillpack show: everything about one skill, wherever it lies."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest


@pytest.mark.usefixtures("rich")
def test_a_skill_of_the_catalog_by_name(cli, snapshot) -> None:
    ran = cli("show", "pdf-tools")

    assert (ran.status, ran.err) == (0, f"catalog: {Path.cwd() / 'skills'}\n")
    assert ran.out == snapshot


@pytest.mark.usefixtures("good")
def test_a_folder_its_skill_file_and_its_archive_are_the_same_skill(cli) -> None:
    cli("pack", "skills/alpha", "-o", "packed")
    (archive,) = Path("packed").glob("*.zip")
    shown = [cli("show", spec) for spec in ("skills/alpha", "./skills/alpha/SKILL.md", archive, "alpha")]

    assert [ran.status for ran in shown] == [0, 0, 0, 0]
    assert len({ran.out for ran in shown}) == 1


def test_a_flat_skill_is_shown_as_it_is_published(cli, tmp_path: Path) -> None:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills/alpha.md").write_text("---\ndescription: Does. Use when asked.\n---\n\n# Alpha\n")
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\nformats = ["markdown"]\n')
    ran = cli("show", "alpha")

    assert ran.status == 0
    assert "SKILL.md" in ran.out


def test_sums_are_what_sha256sum_checks(cli, rich) -> None:
    sums = cli("show", "pdf-tools", "--sums").out
    done = subprocess.run(
        ["sha256sum", "-c"], input=sums, cwd=rich / "pdf_tools", capture_output=True, text=True, check=False
    )

    assert done.returncode == 0
    assert json.loads(cli("show", "pdf-tools", "--json").out)["digest"] == hashlib.sha256(sums.encode()).hexdigest()


@pytest.mark.usefixtures("rich")
def test_json_has_everything(cli) -> None:
    record = json.loads(cli("show", "pdf-tools", "--json").out)

    assert (record["name"], record["license"], record["metaskill"]) == ("pdf-tools", "MIT", False)
    assert record["allowed_tools"] == ["Read", "Bash(qpdf:*)"]
    assert record["requires"] == {"bins": ["no-such-program"], "env": [], "os": []}
    assert [file["path"] for file in record["files"]] == ["SKILL.md", "scripts/fill.py"]
    assert "AT003" in {finding["rule"] for finding in record["findings"]}


@pytest.mark.parametrize(
    ("spec", "status", "error"),
    [
        ("pdf-tool", 2, "error: no skill is called `pdf-tool` in `skills`\nhint: did you mean `pdf-tools`?\n"),
        ("./gone", 2, "error: `gone` does not exist\n"),
        ("gone.zip", 2, "error: `gone.zip` does not exist\n"),
        ("skills/notes", 2, "error: `skills/notes` is no skill\n"),
        ("skills", 2, "error: `skills` is no skill\n"),
        ("broken.zip", 3, "error: "),
    ],
)
@pytest.mark.usefixtures("rich")
def test_what_cannot_be_shown_is_said(cli, tmp_path: Path, spec, status, error) -> None:
    (tmp_path / "broken.zip").write_bytes(b"no zip")
    ran = cli("show", spec)

    assert (ran.status, ran.out) == (status, "")
    assert error in ran.err
