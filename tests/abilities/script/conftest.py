"""Scripts as their uses."""

from collections.abc import Callable

import pytest

from skillpack.abilities.script.script import read_script

Uses = Callable[[str], list[str]]


def _reader(runner: str) -> Uses:
    def uses(text: str) -> list[str]:
        script = read_script(text, runner)
        assert script.unread is None
        return [" ".join(filter(None, (use.kind.value, use.word, use.host))) for use in script.uses]

    return uses


@pytest.fixture(scope="session")
def python() -> Uses:
    """Return a function that names the uses of a Python script: kind, word and host."""
    return _reader("python")


@pytest.fixture(scope="session")
def shell() -> Uses:
    return _reader("bash")
