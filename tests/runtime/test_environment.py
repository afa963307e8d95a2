"""Environment variables of ash: what a host's configuration adds, and that no value leaves."""

import logging
from pathlib import Path

import pytest

from skillpack.errors import UsageError
from skillpack.runtime.environment import read_environment
from skillpack.runtime.registry import SkillRegistry

CONFIG = '[env]\nPLAIN = "abc123"\nREFERENCE = "$GITHUB_TOKEN"\nUNSET = "$NOWHERE"\nMONEY = "$5.00"\n[other]\na = 1\n'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(CONFIG)
    return file


@pytest.mark.demand("A9")
def test_a_value_is_itself_or_a_variable(config: Path) -> None:
    found = read_environment(config, {"GITHUB_TOKEN": "ghp", "OTHER": "1"})

    assert found == {"PLAIN": "abc123", "REFERENCE": "ghp", "MONEY": "$5.00"}


def test_a_file_that_is_missing_adds_nothing(tmp_path: Path) -> None:
    assert read_environment(tmp_path / "none.toml", {}) == {}


@pytest.mark.parametrize("text", ["env = 1\n", "[env]\nTOKEN = 12345678\n", "[env]\nTOKEN = 'hidden-value\n"])
def test_what_is_wrong_is_said_without_a_value(config: Path, text: str) -> None:
    config.write_text(text)
    with pytest.raises(UsageError, match=r"config\.toml`: (`env.* wanted|this is not TOML)") as caught:
        read_environment(config, {})

    assert "12345678" not in f"{caught.value}{caught.value.hint}"
    assert "hidden" not in f"{caught.value}{caught.value.hint}"


@pytest.mark.demand("A9", "A3")
def test_requirements_are_checked_against_it(config: Path, tmp_path: Path) -> None:
    (tmp_path / "skills").mkdir()
    text = "---\ndescription: Does it.\nrequires:\n  env: [PLAIN, REFERENCE]\n---\n\nDo it.\n"
    (tmp_path / "skills/a.md").write_text(text)

    def available(environment: dict[str, str], **given: Path) -> bool:
        registry = SkillRegistry(environment=environment, **given)  # type: ignore[arg-type]
        registry.discover(tmp_path)
        return bool(registry.list_available())

    assert not available({"GITHUB_TOKEN": "ghp"})
    assert not available({}, config=config)
    assert available({"GITHUB_TOKEN": "ghp"}, config=config)


@pytest.mark.demand("A9")
def test_a_session_of_the_host_gets_it_and_nobody_else_sees_it(config: Path, tmp_path: Path, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    registry = SkillRegistry(config=config, environment={"HOME": "/home/me"})
    registry.discover(tmp_path)

    assert registry.environment == {"HOME": "/home/me", "PLAIN": "abc123", "MONEY": "$5.00"}
    assert "abc123" not in caplog.text + repr(registry)
