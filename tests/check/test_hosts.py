"""What hosts load of odd skills, as their programs said, and what their profiles say."""

import json
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from skillpack.check.judge import verdict
from skillpack.model.finding import Finding
from skillpack.model.profile import UNREAD_RULES

TESTS = Path(__file__).parents[1]
REFUSED = json.loads((TESTS / "check" / "hosts_load.json").read_text("utf-8"))
POLICY = UNREAD_RULES | {"LY015"}
KNOWN = {  # as in tests/end_to_end/odd_skills.py
    "copilot": {"h-l-meta-dup-types"},
    "opencode": {"h-l-long-key", "h-amp-word", "h-del-q", "h-l-merge-text"},
}


def _module(name: str) -> ModuleType:
    spec = spec_from_file_location(name, TESTS / "end_to_end" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def found(check) -> Mapping[str, tuple[Finding, ...]]:
    """Give what the rules find in each odd skill."""
    texts = _module("odd_texts").skills()
    return {
        name: check(text if isinstance(text, bytes) else text.encode(), stem=name, path=_file(name))
        for name, text in texts.items()
    }


def _file(name: str) -> str:
    return "skill.md" if name == "lower-case" else "SKILL.md"


@pytest.mark.parametrize("host", sorted(REFUSED))
def test_a_profile_says_what_the_host_loads(host, found, profiles) -> None:
    judged = {name: verdict(findings, profiles[host]) for name, findings in found.items()}
    read = {name for name, one in judged.items() if not POLICY.intersection(one.codes) or one.loads}
    refused = {name for name in read if not judged[name].loads}
    assert len(read) > 550
    assert refused ^ (set(REFUSED[host]) & read) == KNOWN.get(host, set())


@pytest.mark.parametrize("host", sorted(REFUSED))
def test_what_is_not_read_to_its_end_is_refused_by_us_alone(host, found, profiles) -> None:
    ours = {name for name, findings in found.items() if POLICY.intersection(verdict(findings, profiles[host]).codes)}
    assert ours - set(REFUSED[host])


def test_readers_differ_in_what_they_repair(found, profiles) -> None:
    judged = {
        name: "".join(host[0] for host in sorted(REFUSED) if verdict(findings, profiles[host]).loads)
        for name, findings in found.items()
    }
    assert judged["plain"] == "".join(host[0] for host in sorted(REFUSED))
    assert judged["d-at"] == "cg"  # Codex puts it in quotes, Gemini reads the line
    assert judged["l-hyphen-colon"] == "cg"
    assert judged["tab"] == "go"
    assert judged["l-hint-list"] == "cgo"
