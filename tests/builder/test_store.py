"""The file of a build's memory: what it believes of what it finds there."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from skillpack.builder.store import BuildStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "private" / "build.db"
    path.parent.mkdir(mode=0o700)
    store = BuildStore(path)
    store.begin()
    store.put_templates({"page": b"code"})
    store.commit()
    store.close()
    return path


def _believed(file: Path) -> dict[str, bytes]:
    with closing(BuildStore(file)) as store:
        return store.templates()


class TestBytecodeOfTemplates:
    """It is code that runs: where somebody else could have written it, it is compiled anew."""

    def test_is_there_in_the_next_build(self, file: Path) -> None:
        assert _believed(file) == {"page": b"code"}

    @pytest.mark.parametrize("mode", [0o770, 0o707], ids=["group", "all"])
    def test_of_a_folder_that_others_may_write_to_is_not_believed(self, file: Path, mode: int) -> None:
        file.parent.chmod(mode)
        assert _believed(file) == {}

    def test_of_a_file_that_others_may_write_to_is_not_believed(self, file: Path) -> None:
        file.chmod(0o666)
        assert _believed(file) == {}

    def test_of_another_user_is_not_believed(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert _believed(file) == {}
