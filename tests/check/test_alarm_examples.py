"""Skills made up for the levels of an alarm: harmful ones, and honest ones that look like them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from skillpack.check.alarm import find_alarms, gravest_level
from skillpack.model.finding import AlarmLevel

EXAMPLES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("alarms.toml").read_text(encoding="utf-8")
)


def level(check, page, example: dict[str, Any]) -> tuple[AlarmLevel | None, list[str]]:
    """Return the alarm that an example raises, and why."""
    text = page(example.get("head", ""), body=example.get("body", "Count the rows with `wc -l`."))
    alarms = find_alarms(check(text, files=example.get("files", {})))
    return gravest_level(alarms), [f"{each.rule} {each.message}" for each in alarms]


@pytest.mark.parametrize("example", EXAMPLES["stop"], ids=lambda each: each["what"])
def test_what_harms_is_a_stop(check, page, example) -> None:
    found, why = level(check, page, example)
    assert found is AlarmLevel.STOP, why


@pytest.mark.parametrize("example", EXAMPLES["quiet"], ids=lambda each: each["what"])
def test_what_only_looks_like_it_is_none(check, page, example) -> None:
    found, why = level(check, page, example)
    assert found == (AlarmLevel(example["level"]) if "level" in example else None), why
