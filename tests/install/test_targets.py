"""Where a user once said that skills are to be installed."""

from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.install.targets import read_remembered, remember


def test_what_is_remembered_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "state/skillpack/targets.json"
    remember(file, ["global", "claude-code:global"])
    remember(file, ["workspace"])

    assert read_remembered(file) == ("workspace",)
    assert [path.name for path in file.parent.iterdir()] == ["targets.json"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"targets": ["global"]}', '{"schema": 2, "targets": ["global"]}', '{"schema": 1}', "[" * 9999],
)
def test_what_is_not_ours_remembers_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "targets.json").write_text(text)

    assert read_remembered(tmp_path / "targets.json") == ()


def test_no_file_remembers_nothing(tmp_path: Path) -> None:
    assert read_remembered(tmp_path / "targets.json") == ()


def test_a_disk_that_refuses_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")

    with pytest.raises(OutputError):
        remember(tmp_path / "state/targets.json", ["global"])
