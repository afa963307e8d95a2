"""Every state that a signature can be in, as people meet it: on the page of a skill, in `check` and in `list`."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from skillpack.cli.main import run


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory, made_states, made_signatures) -> Path:
    """Give a catalog with a skill in each state, and beside it its site in `dist`."""
    folder = tmp_path_factory.mktemp("states")
    made_states.make_states(folder, made_signatures)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1760000000")
        assert run(["build", str(folder), "-o", str(folder / "dist"), "--no-cache"]) == 1  # one signature is not valid
    return folder


@pytest.fixture
def html(states: Path) -> Callable[[str], str]:
    return lambda name: (states / "dist" / "skills" / name / "index.html").read_text()


NAMES = (
    *("valid", "in-repository", "expired", "unknown-signer", "unchecked"),
    *("in-part", "drifted", "unknown-and-drifted", "invalid", "malformed", "plain"),
)


def read(html: str) -> str:
    """Return the words of some HTML, a line for each block."""
    lines = re.sub(r"</?(?:p|h3|dt|dd|li|ul|dl|div|small|b)\b[^>]*>", "\n", html)
    words = (re.sub(r"<[^>]+>", "", line).strip() for line in lines.split("\n"))
    return "\n".join(unescape(line) for line in words if line)


def test_pages_say_it_where_people_decide_and_more_below(html, snapshot) -> None:
    said = []
    for name in NAMES:
        page = html(name)
        glance = re.search(r'<div><dt><a href="#signature">.*?</div>', page, re.DOTALL)
        details = re.search(r'<h3 class="sub" id="signature">.*?(?=<h3|<details)', page, re.DOTALL)
        said.append(f"## {name}\n{read(glance[0]) if glance else '-'}\n\n{read(details[0]) if details else '-'}\n")
    assert "\n".join(said) == snapshot


def test_a_colour_says_only_that_something_is_amiss(html) -> None:
    classes = {
        name: found[1] or ""
        for name in NAMES
        if (found := re.search(r'<a href="#signature">[^<]*</a></dt><dd><b(?: class="(\w+)")? ', html(name)))
    }
    assert {name for name, kind in classes.items() if kind} == {
        *("in-part", "drifted", "unknown-and-drifted", "invalid", "malformed")
    }
    assert classes["invalid"] == "bad"
    assert set(classes.values()) == {"", "warn", "bad"}


def test_the_name_of_a_signer_stands_alone_only_where_the_catalog_names_them(html) -> None:
    for name in NAMES:
        head = re.search(r'<a href="#signature">([^<]*)</a></dt><dd><b[^>]*>([^<]*)</b>', html(name))
        shown = head is not None and head[1] == "Signed by"
        assert shown == (name in {"valid", "in-repository", "expired"}), name


def test_check_says_it(states: Path, capsys, snapshot) -> None:
    capsys.readouterr()
    run(["check", str(states), "--json", "--today", "2026-01-01"])
    rows = json.loads(capsys.readouterr().out)["findings"]
    lines = [
        f"{row['path'].removeprefix(f'{states}/')}: {row['severity']} {row['code']} {row['message']}"
        for row in rows
        if row["code"].startswith("SG")
    ]
    assert "\n".join(lines) == snapshot


def test_list_says_it(states: Path, capsys, monkeypatch, snapshot) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    capsys.readouterr()
    assert run(["list", str(states)]) == 0
    assert capsys.readouterr().out == snapshot


def test_records_say_it(states: Path) -> None:
    lines = (states / "dist" / "catalog.json").read_text().splitlines()[1:-1]
    rows = {row["name"]: row.get("signature", "") for row in (json.loads(line.rstrip(",")) for line in lines)}
    expected = {name: name for name in NAMES}
    expected |= {"expired": "valid", "in-repository": "valid", "unknown-and-drifted": "drifted", "plain": ""}
    assert rows == expected


def test_the_summary_for_agents_says_it(states: Path) -> None:
    text = (states / "dist" / "skills" / "drifted" / "index.md").read_text()
    assert "- Signature: Changed since it was signed: SKILL.md, references/rows.md." in text
    assert "Signature" not in (states / "dist" / "skills" / "plain" / "index.md").read_text()
