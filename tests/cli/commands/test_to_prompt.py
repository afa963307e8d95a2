from pathlib import Path

import pytest
from click.testing import CliRunner

from skillpack.cli.commands.to_prompt import command
from skillpack.compat.skills_ref import to_prompt


def make_skill(folder: Path, front: str) -> Path:
    folder.mkdir()
    (folder / "SKILL.md").write_text(f"---\n{front}\n---\n\n# Steps\n")
    return folder


@pytest.mark.demand("B11")
def test_the_block_of_the_reference_and_a_newline(tmp_path) -> None:
    folders = [make_skill(tmp_path / name, f"name: {name}\ndescription: d") for name in ("b", "a")]
    result = CliRunner().invoke(command, [str(folder) for folder in folders])
    assert result.stdout == to_prompt(folders) + "\n"
    assert result.exit_code == 0


def test_the_skill_file_itself_may_be_named(tmp_path) -> None:
    folder = make_skill(tmp_path / "a", "name: a\ndescription: d")
    assert CliRunner().invoke(command, [str(folder / "SKILL.md")]).stdout == to_prompt([folder]) + "\n"


def test_a_skill_without_a_name_is_refused(tmp_path) -> None:
    result = CliRunner().invoke(command, [str(make_skill(tmp_path / "a", "description: d"))])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: Missing required field in frontmatter: name\n"


def test_a_path_that_is_not_there_is_a_usage_error(tmp_path) -> None:
    assert CliRunner().invoke(command, [str(tmp_path / "nowhere")]).exit_code == 2
