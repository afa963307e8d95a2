"""The engine of the language: where it is installed. This process never imports it."""

from importlib.util import find_spec
from pathlib import Path

EXTRA = "metaskill"
"""The extra of ours that installs it."""


def engine_folder() -> Path | None:
    """Return the folder of the engine, None where it is not installed.

    A Starlark in pure Python has the same module name and is not taken for it: that one has no compiled part.
    """
    spec = find_spec("starlark")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    compiled = any(path.suffix in {".so", ".pyd"} for path in folder.glob("starlark.*"))
    return folder if compiled else None
