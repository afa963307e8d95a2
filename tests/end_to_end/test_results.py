"""Results from build to build: an edit costs what it changes, and a catalog that requires them withholds."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.cli.main import run

Build = Callable[..., int]


@pytest.fixture
def catalog(tmp_path: Path, made_results, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a catalog of three skills that nobody measured."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1760000000")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "catalog"
    for name in ("alpha", "beta", "gamma"):
        made_results.write_skill(folder, name)
    (folder / "skillpack.toml").write_text('[catalog]\nname = "three"\n[[source]]\npath = "skills"\n')
    return folder


@pytest.fixture
def build(catalog: Path) -> Build:
    return lambda *options: run(["build", str(catalog), "-o", str(catalog.parent / "dist"), *options])


def site(folder: Path) -> dict[str, bytes]:
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def state(catalog: Path, name: str) -> str:
    return json.loads((catalog.parent / "dist" / "skills" / name / "skill.json").read_text())["state"]


def test_an_edit_of_a_result_changes_its_skill_and_what_lists_it(catalog: Path, build: Build, made_results) -> None:
    dist = catalog.parent / "dist"
    for rate in (0.6, 0.9, None):
        assert build() == 0
        before = site(dist)
        if rate is None:
            shutil.rmtree(catalog / "results")
        else:
            made_results.write_result(catalog, "beta", "Codex", rate, 0.5)
        assert build() == 0
        after = site(dist)
        changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
        assert {path for path in changed if path.startswith("skills/")} >= {"skills/beta/index.html"}
        assert not [path for path in changed if path.startswith(("skills/alpha/", "skills/gamma/", "archives/"))]
        shutil.rmtree(dist)
        assert build("--no-cache") == 0
        assert site(dist) == after


def test_what_nobody_measured_is_withheld_where_results_are_required(
    catalog: Path, build: Build, made_results, capsys: pytest.CaptureFixture[str]
) -> None:
    (catalog / "skillpack.toml").write_text(f"{(catalog / 'skillpack.toml').read_text()}[eval]\nrequire = true\n")
    made_results.write_result(catalog, "alpha", "Codex", 0.9, 0.5)
    made_results.write_result(catalog, "beta", "Codex", 0.4, 0.5)
    assert build() == 1
    assert [state(catalog, name) for name in ("alpha", "beta", "gamma")] == ["published", "withheld", "withheld"]
    page = (catalog.parent / "dist" / "skills" / "gamma" / "index.html").read_text()
    assert "No result is about these files." in page
    capsys.readouterr()
    assert run(["check", str(catalog), "--json", "--today", "2026-06-01"]) == 1
    found = [(each["code"], each["skill"]) for each in json.loads(capsys.readouterr().out)["findings"]]
    assert {each for each in found if each[0].startswith("EV")} == {("EV012", "beta"), ("EV011", "gamma")}


def test_a_version_that_helps_less_does_not_replace_the_one_before(catalog: Path, build: Build, made_results) -> None:
    (catalog / "skillpack.toml").write_text(f"{(catalog / 'skillpack.toml').read_text()}[eval]\nrequire = true\n")
    for name in ("alpha", "beta", "gamma"):
        made_results.write_result(catalog, name, "Codex", 0.9, 0.5)
    assert build() == 0
    previous = ["--previous", str(catalog.parent / "dist")]
    made_results.write_skill(catalog, "beta", "1.1.0")
    made_results.write_result(catalog, "beta", "Codex", 0.8, 0.5)
    assert build(*previous) == 1
    record = json.loads((catalog.parent / "dist" / "skills" / "beta" / "skill.json").read_text())
    assert (record["state"], [each["label"] for each in record["versions"]]) == ("withheld", ["1.0.0"])
    assert "results" not in record
    made_results.write_result(catalog, "beta", "Codex", 0.95, 0.5)
    assert build(*previous) == 0
    assert state(catalog, "beta") == "published"
