"""Text files on their way to pages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.files.discover import Place, discover
from skillpack.files.read import read
from skillpack.model.entry import Prepared
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.build.record.record import prepare
from skillpack.build.texts import painted_texts

Texts = Callable[..., dict[str, str]]


def _made(_kind: str, _text: str, make: Callable[[], str]) -> str:
    return make()


@pytest.fixture
def known(write_skill, settings_of, tmp_path: Path) -> Callable[[dict[str, bytes]], tuple[Prepared, Place]]:
    def skill(files: dict[str, bytes]) -> tuple[Prepared, Place]:
        write_skill("a", files=files)
        (place,) = discover((Source("skills"),), tmp_path)
        prepared = prepare(read(place, Limits()), settings_of(), _made).prepared
        assert prepared is not None
        return prepared, place

    return skill


def test_text_files_get_a_page_up_to_the_viewers_limit(known, settings_of) -> None:
    viewer = Limits().viewer
    files = {"a.md": b"<b>", "large.txt": b"x" * (viewer + 1), "b.bin": b"\0", "fits.txt": b"x" * viewer}
    texts = painted_texts(*known(files), settings_of(), _made).painted

    assert set(texts) == {"SKILL.md", "a.md", "fits.txt"}
    assert "<b>" not in texts["a.md"]


def test_without_highlighting_they_are_only_escaped(known, settings_of) -> None:
    texts = painted_texts(*known({"a.py": b"x = '<' & y\n"}), settings_of(highlight=False), _made).painted

    assert texts["a.py"] == "x = '&lt;' &amp; y\n"


def test_what_is_remembered_is_not_made_again(known, settings_of) -> None:
    calls: list[tuple[str, str]] = []

    def remember(kind: str, text: str, _make: Callable[[], str]) -> str:
        calls.append((kind, text))
        return "remembered"

    texts = painted_texts(*known({"a.py": b"x = 1\n"}), settings_of(), remember)

    assert texts.painted == {"SKILL.md": "remembered", "a.py": "remembered"}
    assert texts.current
    assert [kind for kind, _ in calls] == ["file markdown True", "file python True"]


@pytest.mark.parametrize(("content", "shown"), [(b"y = 22\n", "y = 22\n"), (None, "")])
def test_a_file_that_changed_meanwhile_makes_the_pages_due_again(known, settings_of, tmp_path, content, shown) -> None:
    prepared, place = known({"a.py": b"x = 1\n"})
    file = tmp_path / "skills" / "a" / "a.py"
    file.unlink() if content is None else file.write_bytes(content)
    texts = painted_texts(prepared, place, settings_of(highlight=False), _made)

    assert texts.painted["a.py"] == shown
    assert not texts.current
