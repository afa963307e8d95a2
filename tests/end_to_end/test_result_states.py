"""Every state that results can be in, as people meet it: on the page of a skill, in `check`, in records."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import jsonschema
import pytest

from skillpack.cli.main import run

NAMES = (
    *("better", "same", "worse", "mixed", "alone", "older", "elsewhere", "no-digest", "costly", "compared"),
    *("reported", "signed", "signed-elsewhere", "changed", "newer-form", "both", "odd-texts"),
    *("none-reported", "broken", "of-another", "plain", "waiting"),
)
MEASURED = NAMES[: NAMES.index("none-reported")]


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory, made_results, made_signatures) -> Path:
    """Give a catalog with a skill in each state, and beside it its site in `dist`."""
    folder = tmp_path_factory.mktemp("states")
    made_results.make_results(folder, made_signatures)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1760000000")
        for version in ("1.0.0", "1.1.0", "1.2.0"):
            made_results.write_skill(folder, "older", version)
            before = [] if version == "1.0.0" else ["--previous", str(folder / "dist")]
            given = ["build", str(folder), "-o", str(folder / "dist"), "--no-cache", *before]
            assert run(given) == 0
    return folder


@pytest.fixture
def html(states: Path) -> Callable[[str], str]:
    return lambda name: (states / "dist" / "skills" / name / "index.html").read_text()


def read(html: str) -> str:
    """Return the words of some HTML, a line for each block and each row of a table."""
    cells = re.sub(r"<br>", " ", html)
    cells = re.sub(r"</t[dh]>\s*<t[dh]\b[^>]*>", " | ", cells)
    lines = re.sub(r"</?(?:p|h2|dt|dd|dl|div|tr|table|thead|tbody|section)\b[^>]*>|<small dir[^>]*>", "\n", cells)
    words = (" ".join(re.sub(r"<[^>]+>", "", line).split()) for line in lines.split("\n"))
    return "\n".join(unescape(line) for line in words if line)


def shown(page: str) -> str:
    glance = re.search(r'<div><dt><a href="#helps">.*?</div>', page, re.DOTALL)
    section = re.search(r'<section aria-labelledby="helps">.*?</section>', page, re.DOTALL)
    line = re.search(r"<dt>Not yet</dt>.*?</dd>", page, re.DOTALL)
    return "\n\n".join(read(each[0]) for each in (glance, section, line) if each)


def test_pages_say_it_where_people_decide_and_more_below(html, snapshot) -> None:
    assert "\n".join(f"## {name}\n{shown(html(name))}\n" for name in NAMES) == snapshot


def test_a_skill_that_nobody_measured_gains_one_line(html) -> None:
    page = html("plain")
    assert "helps" not in page
    assert "<dt>Not yet</dt><dd>reviewed, signed, measured</dd>" in page


def test_a_page_says_that_tasks_wait(html) -> None:
    page = html("waiting")
    assert "helps" not in page
    small = "<small>2 tasks wait; nobody has run them.</small>"
    assert f"<dt>Not yet</dt><dd>reviewed, signed, measured{small}</dd>" in page


def test_a_colour_says_only_that_it_is_worse(html) -> None:
    found = {
        name: re.search(r'<a href="#helps">[^<]*</a></dt><dd><b(?: class="(\w+)")? ', html(name)) for name in NAMES
    }
    assert {name for name, each in found.items() if each and each[1]} == {"worse"}
    assert {name for name, each in found.items() if each} == set(MEASURED)


def test_texts_of_strangers_are_texts(html) -> None:
    page = html("odd-texts")
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert not any(mark in page for mark in "\x1b\u202e")


def test_check_names_what_cannot_be_read(states: Path, capsys, snapshot) -> None:
    capsys.readouterr()
    run(["check", str(states), "--json", "--today", "2026-02-01"])
    rows = json.loads(capsys.readouterr().out)["findings"]
    lines = [
        f"{row['path'].removeprefix(f'{states}/')}: {row['severity']} {row['code']} {row['message']}"
        for row in rows
        if row["code"].startswith("EV01")
    ]
    assert "\n".join(re.sub("[0-9a-f]{12}", "…", line) for line in lines) == snapshot


def test_the_build_names_it_too(html) -> None:
    assert "EV010" in html("broken")
    assert "EV010" in html("of-another")
    assert "EV013" not in html("better")


def test_records_say_it_as_their_schemas_do(states: Path, snapshot) -> None:
    dist = states / "dist"
    schemas = {name: json.loads((dist / "schema" / name).read_text()) for name in ("catalog.json", "record.json")}
    catalog = json.loads((dist / "catalog.json").read_text())
    jsonschema.validate(catalog, schemas["catalog.json"])
    rows = {row["name"]: row.get("help") for row in catalog["skills"]}
    assert {name for name, row in rows.items() if row} == set(MEASURED)
    record = json.loads((dist / "skills" / "costly" / "skill.json").read_text())
    jsonschema.validate(record, schemas["record.json"])
    digest = record["versions"][0]["digest"]
    shown = json.dumps([rows["better"], rows["older"], rows["signed"], record["results"]], indent=1)
    assert shown.replace(digest, "«digest»").replace(digest[:12], "«digest12»") == snapshot
    assert "results" not in json.loads((dist / "skills" / "plain" / "skill.json").read_text())


def test_the_summary_for_agents_says_it(states: Path) -> None:
    text = (states / "dist" / "skills" / "older" / "index.md").read_text()
    assert "- Does it help: Measured on 1.0.0. Correct 91 % (+38). Two versions ago." in text
    assert "Does it help" not in (states / "dist" / "skills" / "plain" / "index.md").read_text()
