import importlib.util
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

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


@pytest.fixture(scope="session")
def wire() -> ModuleType:
    """Return what speaks to a server in a process of its own."""
    spec = importlib.util.spec_from_file_location("wire", Path(__file__).with_name("wire.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def serve(wire: ModuleType, warm: Path) -> Callable[..., Any]:
    """Return what starts a server that has loaded everything already, for tests of what it says, not of its process."""
    return partial(wire.Wire, python=warm / "python")
