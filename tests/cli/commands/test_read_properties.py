import pytest
from click.testing import CliRunner

from skillpack.cli.commands.read_properties import command


@pytest.mark.demand("B11")
def test_json_as_the_reference_prints_it(tmp_path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "SKILL.md").write_text(
        "---\nname: a\ndescription: Käse\nmetadata:\n  version: 1.10\n---\n", encoding="utf-8"
    )
    result = CliRunner().invoke(command, [str(folder / "SKILL.md")])
    assert result.stdout == (
        '{\n  "name": "a",\n  "description": "K\\u00e4se",\n  "metadata": {\n    "version": "1.10"\n  }\n}\n'
    )
    assert result.exit_code == 0


def test_a_folder_without_a_skill_is_refused(tmp_path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: SKILL.md not found in ")
