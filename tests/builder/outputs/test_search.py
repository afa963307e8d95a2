import os
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from skillpack.builder.build import build_site
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.store import BuildStore
from skillpack.files.folder import FolderOutput
from skillpack.model.progress import silent
from skillpack.site.search_data import name_count, row_runs

OLD = 1.0  # seconds since 1970

Files = dict[str, bytes]


@pytest.fixture
def build(tmp_path) -> Callable[[], Files]:
    """Build the catalog, and return the files that are searched in."""

    def made(output: str = "out", cache: str = "cache.sqlite") -> Files:
        for file in (tmp_path / "skills").rglob("*"):
            if file.stat().st_mtime != OLD:  # what did not change stays untouched, so that it is not read again
                os.utime(file, (OLD, OLD))
        inputs = gather(locate(tmp_path / "skills"), today="2026-06-01", date="")
        with FolderOutput(tmp_path / output) as target, closing(BuildStore(tmp_path / cache)) as known:
            build_site(inputs, target, known, folder=output, pool=lambda _: None, report=silent)
        return {path.name: path.read_bytes() for path in (tmp_path / output / "assets" / "search").glob("*")}

    return made


def _write(root: Path, name: str, body: str) -> None:
    folder = root / "skills" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(f"---\nname: {name}\ndescription: Helps with {name}.\nlicense: MIT\n---\n{body}")


def _changed(before: Files, after: Files) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def _with(files: Files, term: str) -> str:
    """Return the name of the file that has a term."""
    return next(name for name, content in files.items() if re.search(rb"""[" ]%s!""" % term.encode(), content))


def test_bodies_are_found_and_few_skills_have_no_files_of_rows(build, tmp_path) -> None:
    _write(tmp_path, "alpha", "Rotate the certificate.\n")
    _write(tmp_path, "beta", "Rotate the logs.\n")
    files = build()
    assert files.keys() == {"table.js", "t0.js", "t1.js"}
    assert b"certificat!$#" in files["t0.js"]  # once, by the first skill
    assert b"rotat!$##" in files["t1.js"]  # once each, by the first and the one behind it
    assert b'"names":"alpha\\nbeta"' in files["table.js"]


class TestManySkills:
    @pytest.fixture
    def many(self, build, tmp_path) -> Files:
        for number in range(310):
            _write(tmp_path, f"skill-{number:03}", f"Rotate the certificate of house {number}.\n")
        return build()

    def test_rows_stand_in_runs_by_name(self, many) -> None:
        names = [f"skill-{number:03}" for number in range(310)]
        runs = row_runs(names)
        assert {name for name in many if name.startswith("r")} == {f"r{number}.js" for number in range(len(runs))}
        for number, run in enumerate(runs):
            rows = re.findall(rb'^\["([^"]+)"', many[f"r{number}.js"], re.MULTILINE)
            assert [name.decode() for name in rows] == names[run.start : run.stop]

    def test_names_stand_in_files_of_their_own_and_not_in_the_table(self, many) -> None:
        files = {f"n{number}.js" for number in range(name_count(310))}
        assert {name for name in many if name.startswith("n")} == files
        assert sum(many[name].count(b"skill-") for name in files) == 310
        assert b"skill-" not in many["table.js"]

    def test_an_edit_of_a_body_makes_few_files_anew(self, build, tmp_path, many) -> None:
        _write(tmp_path, "skill-123", "Rotate the certificate of mansion 123 with care.\n")
        after = build()
        changed = _changed(many, after)
        row = next(name for name, content in many.items() if name.startswith("r") and b'"skill-123"' in content)
        terms = {_with(many, "hous"), _with(after, "mansion"), _with(after, "car")}
        assert changed == {"table.js", row, *terms}
        assert after == build("clean", "clean.sqlite")

    @pytest.mark.usefixtures("many")
    def test_a_new_skill_counts_at_its_place(self, build, tmp_path) -> None:
        _write(tmp_path, "aardvark", "Digs.\n")
        after = build()
        assert b'\n["aardvark"' in after["r0.js"]
        assert after == build("clean", "clean.sqlite")

    @pytest.mark.usefixtures("many")
    def test_leaves_come_and_go_with_what_skills_say(self, build, tmp_path) -> None:
        many = " ".join(f"certificate{number}" for number in range(900))
        _write(tmp_path, "skill-123", f"Rotate the certificate of house 123.\n{many}\n")
        after = build()
        leaves = {name for name in after if "-" in name}
        assert leaves
        assert after == build("clean", "clean.sqlite")
        _write(tmp_path, "skill-123", "Rotate the certificate of house 123.\n")
        again = build()
        assert not leaves & again.keys()
        assert again == build("cleaner", "cleaner.sqlite")

    @pytest.mark.usefixtures("many")
    def test_a_skill_that_is_gone_is_found_no_more(self, build, tmp_path) -> None:
        (tmp_path / "skills" / "skill-005" / "SKILL.md").unlink()
        (tmp_path / "skills" / "skill-005").rmdir()
        after = build()
        assert not any(b"skill-005" in content for content in after.values())
        assert after == build("clean", "clean.sqlite")


def test_the_catalogs_own_pages_are_found_in_a_file_of_their_own(build, tmp_path) -> None:
    _write(tmp_path, "alpha", "Rotate the certificate.\n")
    (tmp_path / "skillpack.toml").write_text(
        '[[source]]\npath = "skills"\n[[page]]\npath = "index.md"\n[[page]]\npath = "publish.md"\n'
    )
    (tmp_path / "index.md").write_text("# Welcome\n\nStands on the home page.\n")
    (tmp_path / "publish.md").write_text("# Publish\n\nRun a workflow.\n")
    first = build()
    assert b'"names":"Publish"' in first["guides.js"]
    assert b"workflow!" in first["guides.js"]
    assert b"workflow!" not in first["t1.js"]
    assert b'data-guides="assets/guides.js"' in (tmp_path / "out" / "index.html").read_bytes()

    (tmp_path / "publish.md").write_text("# Publish\n\nRun a pipeline.\n")
    assert "guides.js" in _changed(first, build())
