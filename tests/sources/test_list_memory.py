from pathlib import Path

import pytest

from skillpack.errors import ListRefusedError, OutputError
from skillpack.sources.list_memory import ListMemory, SeenList

HOME = "https://skills.example.com/"
SEEN = SeenList(HOME, "acme", 7)


def test_what_is_noted_is_remembered_by_registry(tmp_path: Path) -> None:
    memory = ListMemory(tmp_path / "state" / "lists")
    assert memory.seen(HOME) is None
    memory.note(SEEN)
    assert memory.seen(HOME) == SEEN
    assert memory.seen(HOME.rstrip("/")) == SEEN
    assert memory.seen("https://other.example/") is None
    assert {path.name for path in (tmp_path / "state" / "lists").iterdir()} <= {
        memory.file(HOME).name,
        memory.file(HOME).with_suffix(".lock").name,
    }


def test_a_lower_serial_takes_no_place_but_of_another_catalog(tmp_path: Path) -> None:
    memory = ListMemory(tmp_path)
    memory.note(SEEN)
    memory.note(SeenList(HOME, "acme", 3))
    assert memory.seen(HOME) == SEEN
    memory.note(SeenList(HOME, "other", 3))
    assert memory.seen(HOME) == SeenList(HOME, "other", 3)


@pytest.mark.parametrize("content", [b"", b"{}", b'{"registry": "x", "catalog": "y", "serial": "9"}', b"\xff"])
def test_a_memory_that_cannot_be_read_is_no_empty_one(tmp_path: Path, content: bytes) -> None:
    memory = ListMemory(tmp_path)
    memory.file(HOME).write_bytes(content)
    with pytest.raises(ListRefusedError, match="cannot be read") as refused:
        memory.seen(HOME)
    assert "remove it" in refused.value.hint


def test_a_disk_that_refuses_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(OutputError):
        ListMemory(tmp_path / "state" / "lists").note(SEEN)
