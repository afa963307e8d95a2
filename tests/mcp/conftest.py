from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Write = Callable[[Mapping[str, str | bytes]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write files below a root of skills."""

    def written(files: Mapping[str, str | bytes]) -> Path:
        root = tmp_path / "skills"
        for path, content in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return root

    return written
