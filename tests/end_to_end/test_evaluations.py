"""Tasks that skills bring to be measured with: read, judged, remembered, and not shipped."""

import json
from pathlib import Path
from typing import Any

import pytest

from skillpack.cli.main import run

NEGATIVE = {"id": "none", "prompt": "Sing", "should_trigger": False}


@pytest.fixture
def skills(catalog) -> Path:
    catalog.write("alpha", "1.0.0")
    catalog.write("beta", "1.0.0")
    return catalog.source / "skills"


def bring(skill: Path, *tasks: Any, file: str = "evals.json") -> None:
    (skill / "evals").mkdir(exist_ok=True)
    (skill / "evals" / file).write_text(json.dumps(tasks, indent=1))


def codes(catalog, site: str, name: str) -> list[str]:
    """Return the codes of family EV that the page of a skill shows, each once."""
    page = catalog.files(site)[f"skills/{name}/index.html"].decode()
    return [f"EV00{number}" for number in range(1, 10) if f"EV00{number}" in page]


def test_tasks_are_read_and_not_shipped(catalog, skills) -> None:
    assert catalog.build("one") == 0
    bring(skills / "alpha", {"id": 1, "prompt": "Add up", "files": ["rows.csv"]}, NEGATIVE)
    assert catalog.build("two", previous="one") == 0
    one, two = catalog.files("one"), catalog.files("two")
    assert {path for path in one if path.startswith("archives/")} == {p for p in two if p.startswith("archives/")}
    assert not any("evals" in path for path in two)
    assert codes(catalog, "one", "alpha") == []
    assert codes(catalog, "two", "alpha") == ["EV003"]


@pytest.mark.parametrize("cache", ["", "cache"])
def test_an_edit_of_tasks_gives_what_a_clean_build_gives(catalog, skills, cache) -> None:
    bring(skills / "alpha", {"id": 1, "prompt": "Add up"}, NEGATIVE)
    assert catalog.build("site", cache=cache) == 0
    assert codes(catalog, "site", "alpha") == []
    edits = [
        lambda: bring(skills / "alpha", {"id": 1, "prompt": "Add up", "files": ["rows.csv"]}, NEGATIVE),
        lambda: (skills / "alpha" / "evals" / "rows.csv").write_text("1\n"),
        lambda: bring(skills / "alpha", {"id": 1, "expected_skill": "beta"}, file="more-evals.json"),
        lambda: bring(skills / "alpha", {"id": 1, "prompt": "Add up", "expected_skill": "gone"}, NEGATIVE),
        lambda: (skills / "beta").rename(skills / "gone"),
        lambda: (skills / "alpha" / "evals").rename(skills / "alpha" / "tests"),
    ]
    for number, edit in enumerate(edits):
        edit()
        status = catalog.build("site", cache=cache)
        assert catalog.build(f"clean-{number}") == status
        assert catalog.files("site") == catalog.files(f"clean-{number}")


def test_a_skill_that_the_catalog_gets_is_expected_rightly(catalog, skills) -> None:
    bring(skills / "alpha", {"id": 1, "prompt": "Draw", "expected_skill": "chart"}, NEGATIVE)
    assert catalog.build("site", cache="cache") == 0
    assert codes(catalog, "site", "alpha") == ["EV004"]
    catalog.write("chart")
    assert catalog.build("site", cache="cache") == 0
    assert codes(catalog, "site", "alpha") == []


def test_of_a_skill_that_is_checked_in_its_catalog_the_names_of_the_others_count(skills, capsys) -> None:
    bring(skills / "alpha", {"id": 1, "prompt": "Draw", "expected_skill": "beta"}, NEGATIVE)
    bring(skills / "beta", {"id": 1, "prompt": "Draw", "expected_skill": "chart"}, NEGATIVE)
    run(["check", str(skills / "alpha"), "--format", "concise"])
    assert "EV004" not in capsys.readouterr().out
    run(["check", str(skills), "--format", "concise"])
    out = capsys.readouterr().out
    assert out.count("EV004") == 1
    assert "expects the skill `chart`, which is not here" in out


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[" * 200_000,
        b'{"evals": NaN}',
        b'{"evals": [{"id": 1e400, "prompt": "<script>alert(1)</script>"}], "evals": 1}',
        b"[" + b"{}," * 100_000 + b"{}]",
        b'[{"prompt": "\\u202e\\ud800", "files": ["../../../etc/passwd", "/dev/zero"], "expected_skill": "\\u0000"}]',
    ],
    ids=range(7),
)
def test_hostile_tasks_are_findings_and_withhold_nothing(catalog, skills, content) -> None:
    bring(skills / "alpha")
    (skills / "alpha/evals/evals.json").write_bytes(content)
    assert catalog.build("site") == 0
    assert catalog.listed("site").keys() == {"alpha", "beta"}
    assert codes(catalog, "site", "alpha") != []
    assert b"<script>alert(1)" not in catalog.files("site")["skills/alpha/index.html"]
