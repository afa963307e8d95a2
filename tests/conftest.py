"""Fixtures for every room: small skills on disk, made on the spot."""

import importlib.util
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest

# What runs in the background ignores Ctrl-C from birth, and so would every process that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

WriteSkill = Callable[..., Path]

_BODY = """
# {title}

## When to use

- The user asks for it.

## Examples

```bash
echo hello
```
"""


@pytest.fixture
def write_skill(tmp_path: Path) -> WriteSkill:
    """Return a function that writes a valid skill below `tmp_path` and returns its folder."""

    def write(
        name: str,
        *,
        root: str = "skills",
        description: str = "",
        front_matter: str = "license: MIT\n",
        body: str = "",
        files: Mapping[str, bytes] | None = None,
    ) -> Path:
        folder = tmp_path / root / name
        folder.mkdir(parents=True)
        said = description or f"Does what {name} says. Use when the user asks for {name}."
        text = f"---\nname: {name}\ndescription: {said}\n{front_matter}---\n{body or _BODY.format(title=name)}"
        (folder / "SKILL.md").write_text(text, encoding="utf-8", newline="\n")
        for path, content in (files or {}).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        return folder

    return write


@pytest.fixture(scope="session")
def atom_faults() -> Callable[[bytes], list[str]]:
    """Return the function that says what is wrong with an Atom feed."""
    return _beside("atom").faults


@pytest.fixture(scope="session")
def made_credentials() -> ModuleType:
    """Return the module that makes credentials of every kind."""
    return _beside("made_credentials")


def _beside(name: str) -> ModuleType:
    """Return a module of this folder."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module
