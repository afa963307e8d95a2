"""Every state that reviews can come to, as people meet it: on the page of a skill, in records, `show` and `list`."""

import json
import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from skillpack.cli.main import run

NAMES = (
    *("none", "whole", "used", "steps", "older", "model", "scanned", "scanned-before"),
    *("objected", "objected-by-others", "imported"),
)


def build(folder: Path, output: Path, *more: str) -> None:
    assert run(["build", str(folder), "-o", str(output), "--no-cache", *more]) == 0


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory, made_reviews) -> Path:
    """Give a catalog with a skill in each state, and beside it its site in `dist`."""
    folder = tmp_path_factory.mktemp("reviewed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1790000000")
        made_reviews.make_reviews(folder, build)
        build(folder, folder / "dist", "--previous", str(folder / "before"))
    return folder


@pytest.fixture
def html(reviewed: Path) -> Callable[[str], str]:
    return lambda name: (reviewed / "dist" / "skills" / name / "index.html").read_text()


def read(html: str) -> str:
    """Return the words of some HTML, a line for each block; no digest is the same in the next version of this test."""
    html = re.sub(r"<code[^>]*>[0-9a-f]{12}</code>", "DIGEST", html)
    lines = re.sub(
        r"</?(?:p|h2|dt|dd|li|ul|dl|div|small|b|br)\b[^>]*>", "\n", html.replace("<q", "“<q").replace("</q>", "”")
    )
    words = (" ".join(unescape(re.sub(r"<[^>]+>", "", line)).split()) for line in lines.split("\n"))
    return "\n".join(line for line in words if line)


def test_pages_say_it_where_people_decide_and_more_below(html, snapshot) -> None:
    said = []
    for name in NAMES:
        page = html(name)
        glance = re.search(r'<div><dt>(?:<a href="#looked">Looked at by|Not yet).*?</div>', page, re.DOTALL)
        section = re.search(r'<section aria-labelledby="looked">.*?</section>', page, re.DOTALL)
        assert glance is not None
        said.append(f"## {name}\n{read(glance[0])}\n\n{read(section[0]) if section else '-'}\n")
    assert "\n".join(said) == snapshot


def test_a_skill_that_nobody_looked_at_gains_one_line(html) -> None:
    page = html("none")
    assert "<dt>Not yet</dt><dd>reviewed, signed, measured</dd>" in page
    assert "Looked at by" not in page
    assert "#looked" not in page


def test_words_of_others_are_text(html) -> None:
    assert "It takes &lt;b&gt;keys&lt;/b&gt;." in html("objected")
    assert "<b>keys" not in html("objected")


def test_only_an_objection_that_counts_has_a_colour(html) -> None:
    coloured = {name for name in NAMES if '</dt><dd><b class="bad" dir="auto">' in html(name)}
    assert coloured == {"objected"}


def test_indexes_and_records_say_it(reviewed: Path) -> None:
    lines = (reviewed / "dist" / "catalog.json").read_text().splitlines()[1:-1]
    rows = {row["name"]: row.get("review", "") for row in (json.loads(line.rstrip(",")) for line in lines)}
    assert rows == {
        "none": "",
        "whole": "whole",
        "used": "whole",
        "steps": "steps",
        "older": "older",
        "model": "machine",
        "scanned": "machine",
        "scanned-before": "machine",
        "objected": "objected",
        "objected-by-others": "whole",
        "imported": "whole",
    }
    said = json.loads((reviewed / "dist" / "skills" / "imported" / "skill.json").read_text())["reviews"]
    assert said["chain"][0]["origin"] == "others"
    assert "reviews" not in json.loads((reviewed / "dist" / "skills" / "none" / "skill.json").read_text())


def test_only_its_own_reviews_are_published(reviewed: Path) -> None:
    found = json.loads((reviewed / "dist" / "reviews.json").read_text())["reviews"]
    assert {each["skill"] for each in found} == {*NAMES} - {"none", "scanned", "scanned-before", "imported"}
    assert len(found) == 11


def test_another_catalog_takes_them(reviewed: Path, tmp_path: Path) -> None:
    shutil.copytree(reviewed / "skills", tmp_path / "skills")
    (tmp_path / "skillpack.toml").write_text(
        f'[review]\nfrom = ["{reviewed}/dist"]\npeople = ["Ada Brook"]\n[[source]]\npath = "skills"\n'
    )
    build(tmp_path, tmp_path / "dist")
    lines = (tmp_path / "dist" / "catalog.json").read_text().splitlines()[1:-1]
    rows = {row["name"]: row.get("review", "") for row in (json.loads(line.rstrip(",")) for line in lines)}
    assert rows["whole"] == "whole"
    assert rows["objected"] == "objected"
    assert rows["imported"] == ""  # it is published by whom it is by
    assert not (tmp_path / "dist" / "reviews.json").exists()


def test_the_summary_for_agents_says_it(reviewed: Path) -> None:
    skills = reviewed / "dist" / "skills"
    assert "- Looked at by: Reviewed; 3 files changed since." in (skills / "older" / "index.md").read_text()
    assert "Looked at" not in (skills / "none" / "index.md").read_text()


def test_show_and_list_say_it(reviewed: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    capsys.readouterr()
    assert run(["show", "objected", "--catalog", str(reviewed)]) == 0
    shown = capsys.readouterr().out
    assert "looked at   Ada Brook objects: “It takes <b>keys</b>.” (2026-11-21)" in shown
    assert run(["list", str(reviewed), "--json"]) == 0
    rows = {row["name"]: row["reviews"] for row in json.loads(capsys.readouterr().out)}
    assert rows["none"] == {}
    assert rows["whole"]["scans"][0]["tool"] == "reader"
    assert run(["list", str(reviewed / "dist"), "--json"]) == 0
    listed = {row["name"]: (row["review"], row["reviewer"]) for row in json.loads(capsys.readouterr().out)}
    assert listed["steps"] == ("steps", "Ada Brook")
    assert listed["none"] == ("", "")


def test_the_site_obeys_itself(reviewed: Path, capsys) -> None:
    capsys.readouterr()
    assert run(["audit", str(reviewed / "dist")]) == 0, capsys.readouterr()


def test_a_report_of_one_skill_makes_no_other_page_anew(reviewed: Path, tmp_path: Path) -> None:
    folder, cache = tmp_path / "catalog", tmp_path / "cache"
    shutil.copytree(reviewed, folder, ignore=shutil.ignore_patterns("dist", "before"))

    def built() -> dict[str, int]:
        assert run(["build", str(folder), "-o", str(tmp_path / "out"), "--cache", str(cache)]) == 0
        pages = (tmp_path / "out" / "skills").glob("*/index.html")
        return {page.parent.name: page.stat().st_mtime_ns for page in pages}

    before = built()
    report = json.loads((folder / "scans" / "scanned.sarif").read_text())
    report["runs"][0]["results"].pop()
    (folder / "scans" / "scanned.sarif").write_text(json.dumps(report))
    after = built()
    assert {name for name in before if before[name] != after[name]} == {"scanned"}
    build(folder, tmp_path / "clean")
    clean = (tmp_path / "clean" / "skills" / "scanned" / "index.html").read_bytes()
    assert (tmp_path / "out" / "skills" / "scanned" / "index.html").read_bytes() == clean
