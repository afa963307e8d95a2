"""The main job, from a folder of skills to a site."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from skillpack.cli.main import run


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def skills(write_skill, tmp_path: Path) -> Path:
    write_skill("release-notes", files={"references/style.md": b"# Style\n", "scripts/run.py": b"print(1)\n"})
    write_skill("pdf-forms")
    return tmp_path / "skills"


def _build(skills: Path, out: Path, *more: str) -> int:
    return run(["build", str(skills), "-o", str(out), "--cache", str(out.parent / "cache"), *more])


def test_writes_pages_archives_and_indexes(skills: Path, tmp_path: Path) -> None:
    assert _build(skills, tmp_path / "dist") == 0

    names = set(_files(tmp_path / "dist"))
    assert {
        "index.html",
        "catalog.json",
        "versions.json",
        ".well-known/agent-skills/index.json",
        "skills/pdf-forms/index.html",
        "skills/pdf-forms/SKILL.md",
        "skills/pdf-forms/skill.json",
        "skills/pdf-forms/.well-known/agent-skills/index.json",
        "skills/release-notes/files/references/style.md/index.html",
        "prompt/available_skills.xml",
        "llms.txt",
        "404.html",
        ".nojekyll",
        ".skillpack-site",
        "assets/site.css",
        "schema/catalog.json",
        "schema/findings.json",
        "schema/baseline.json",
        "schema/selection.json",
    } <= names


def test_an_archive_unpacks_to_the_very_files(skills: Path, tmp_path: Path) -> None:
    _build(skills, tmp_path / "dist")

    record = json.loads((tmp_path / "dist/skills/release-notes/skill.json").read_bytes())
    archive = tmp_path / "dist/skills/release-notes" / record["versions"][0]["archive"]["url"]
    with zipfile.ZipFile(archive) as opened:
        assert {name: opened.read(name) for name in opened.namelist()} == _files(skills / "release-notes")


def test_the_same_input_gives_the_same_bytes_elsewhere(skills: Path, tmp_path: Path) -> None:
    (tmp_path / "a place with spaces").mkdir()
    elsewhere = tmp_path / "a place with spaces" / "skills"
    for folder in sorted(skills.iterdir(), reverse=True):
        for file in sorted(folder.rglob("*"), reverse=True):
            if file.is_file():
                target = elsewhere / file.relative_to(skills)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read_bytes())
                os.utime(target, (1, 1))
    environment = {**os.environ, "LC_ALL": "C", "TZ": "Pacific/Auckland", "PYTHONHASHSEED": "7"}

    _build(skills, tmp_path / "one")
    subprocess.run(
        ["bash", "-c", f'umask 077; exec "{sys.executable}" -m skillpack build "{elsewhere}" -o two --no-cache -j 2'],
        env=environment,
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )

    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_a_second_build_reads_nothing_anew(skills: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in skills.rglob("*"):
        os.utime(file, (1, 1))
    _build(skills, tmp_path / "dist")
    before = {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in (tmp_path / "dist").rglob("*.html")}
    capsys.readouterr()

    _build(skills, tmp_path / "dist")

    assert "(0 read anew)" in capsys.readouterr().err
    assert before == {
        path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in (tmp_path / "dist").rglob("*.html")
    }


def test_another_process_makes_nothing_anew_that_the_last_one_made(write_skill, tmp_path: Path) -> None:
    """Each process has its own seed of hashes: what is kept by a key of a set would be made anew in every build."""
    for source in ("first", "second"):
        for name in ("alpha", "beta", "gamma", "delta"):
            write_skill(name, root=f"source/{source}", files={"scripts/run.py": b"import os, json, re\n"})
    (tmp_path / "source" / "skillpack.toml").write_text(
        '[catalog]\nhosts = ["claude-code", "codex"]\n[[source]]\npath = "first"\n[[source]]\npath = "second"\n'
    )
    files = [path for path in (tmp_path / "source").rglob("*") if path.is_file()]
    for file in files:
        os.utime(file, (1, 1))

    def built(seed: int) -> str:
        words = ["build", str(tmp_path / "source"), "-o", str(tmp_path / "dist"), "--cache", str(tmp_path / "cache")]
        done = subprocess.run(
            [sys.executable, "-m", "skillpack", *words],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stderr

    assert "(8 read anew)" in built(1)
    inodes = {path: path.stat().st_ino for path in (tmp_path / "dist").rglob("*")}
    os.utime(tmp_path / "source" / "first" / "beta" / "SKILL.md", (2, 2))  # so that something must be looked at
    assert "(1 read anew)" in built(2)
    assert {path: path.stat().st_ino for path in (tmp_path / "dist").rglob("*")} == inodes


def test_a_skill_with_an_error_is_withheld_and_the_site_is_written(write_skill, skills: Path, tmp_path: Path) -> None:
    folder = write_skill("broken")
    (folder / "SKILL.md").write_text("no front matter\n")

    assert _build(skills, tmp_path / "dist") == 1

    files = _files(tmp_path / "dist")
    entries = {entry["name"]: entry for entry in json.loads(files["catalog.json"])["skills"]}
    assert entries["broken"]["state"] == "withheld"
    assert entries["pdf-forms"]["state"] == "published"
    assert "skills/broken/index.html" in files
    assert not [path for path in files if path.startswith("archives/broken/")]
    assert b"broken" not in files["prompt/available_skills.xml"]
    assert b"broken" not in files[".well-known/agent-skills/index.json"]


def test_the_size_of_the_index_is_one_number_everywhere(
    write_skill, skills: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(40):
        write_skill(f"s{number}", description="word " * 160)
    write_skill("private", front_matter="license: MIT\ndisable-model-invocation: true\n")
    (write_skill("withheld") / "SKILL.md").write_text("no front matter\n")

    _build(skills, tmp_path / "dist")
    run(["check", str(skills), "--format", "concise"])
    said = capsys.readouterr().out
    found = re.findall(r"ST002 .*the index of (\d+) skills has about ([\d,]+) characters, Claude", said)
    page = _files(tmp_path / "dist")["agents/index.html"].decode()
    shown = re.findall(r"([\d,]+) of 24,000 characters", page)
    listed = json.loads(_files(tmp_path / "dist")["prompt/index.json"])["skills"]
    size = sum(len(f"- {each['name']}: {each['description']}\n") for each in listed) - 1
    assert [found[-1][1], *shown] == [f"{size:,}"] * 2


def test_whose_a_skill_is_stands_on_its_page_and_in_its_record(write_skill, tmp_path: Path) -> None:
    for source in ("ours", "shared", "theirs"):
        write_skill(f"from-{source}", root=source)
    trusted = '[[source]]\npath = "ours"\n[[source]]\npath = "shared"\ntrust = "global"\n'
    (tmp_path / "skillpack.toml").write_text(trusted + '[[source]]\npath = "theirs"\ntrust = "external"\n')
    assert _build(tmp_path, tmp_path / "dist") == 0

    files = _files(tmp_path / "dist")
    records = [json.loads(files[f"skills/from-{source}/skill.json"]) for source in ("ours", "shared", "theirs")]
    assert [record.get("trust") for record in records] == [None, "global", "external"]
    assert b"global: shared beyond" in files["skills/from-shared/index.html"]
    assert b"external: written by others" in files["skills/from-theirs/index.html"]
    assert b"<dt>Trust</dt>" not in files["skills/from-ours/index.html"]
    index = files["prompt/metaskill.md"].decode().splitlines()
    assert [line for line in index if "(file:" in line and line.startswith("- from-ours:")]
    assert sum("(file:" in line for line in index) == 1


def test_a_foreign_folder_is_never_written_into(
    skills: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/precious.txt").write_text("mine")

    assert _build(skills, tmp_path / "dist") == 2
    assert _files(tmp_path / "dist") == {"precious.txt": b"mine"}
    assert "hint:" in capsys.readouterr().err


def test_what_is_gone_from_the_sources_is_gone_from_the_site(skills: Path, tmp_path: Path) -> None:
    _build(skills, tmp_path / "dist")
    for file in sorted((skills / "pdf-forms").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    (skills / "pdf-forms").rmdir()

    _build(skills, tmp_path / "dist")
    _build(skills, tmp_path / "clean")

    assert _files(tmp_path / "dist") == _files(tmp_path / "clean")
    assert not [path for path in _files(tmp_path / "dist") if "pdf-forms" in path]


def test_check_finds_a_difference_and_writes_nothing(
    skills: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _build(skills, tmp_path / "dist")
    assert _build(skills, tmp_path / "dist", "--check") == 0
    (tmp_path / "dist/index.html").write_text("touched")

    assert _build(skills, tmp_path / "dist", "--check") == 1
    assert "differs" in capsys.readouterr().out
    assert (tmp_path / "dist/index.html").read_text() == "touched"


def test_a_dry_run_writes_nothing(skills: Path, tmp_path: Path) -> None:
    assert _build(skills, tmp_path / "dist", "--dry-run") == 0
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("place", ["skills", "skills/pdf-forms", "skills/pdf-forms/references"])
def test_a_site_is_no_part_of_what_it_shows(skills: Path, tmp_path: Path, place: str, monkeypatch) -> None:
    """People build where their skills are, or in a skill's own folder."""
    (skills / "pdf-forms/references").mkdir()
    monkeypatch.chdir(tmp_path / place)
    source = skills if place == "skills" else skills / "pdf-forms"
    arguments = ["build", str(source), "--cache", str(tmp_path / "cache")]
    assert run([*arguments, "-o", str(tmp_path / "elsewhere")]) == 0

    for _ in range(3):
        assert run(arguments) == 0
        assert _files(Path("dist")) == _files(tmp_path / "elsewhere")
    assert run(["check", str(source), "--strict"]) == 0
    assert run([*arguments, "--check"]) == 0


def test_every_form_and_depth_is_found_and_hidden_entries_are_not(tmp_path: Path, write_skill) -> None:
    write_skill("deep", root="source/one/two")
    write_skill("deeper", root="source/one/two/three")
    write_skill("hidden", root="source/.hidden")
    write_skill("stored", root="source/node_modules")
    (tmp_path / "source/flat.md").write_text("---\nname: flat\ndescription: Flat. Use when asked.\n---\n\n# Flat\n")
    (tmp_path / "source/.dot.md").write_text("---\nname: flat\ndescription: Flat. Use when asked.\n---\n\n# Flat\n")
    (tmp_path / "source/one/other.yaml").write_text(
        "name: other\ndescription: Other. Use when asked.\ninstructions: |\n  # Other\n"
    )
    (tmp_path / "empty").mkdir()
    (tmp_path / "skillpack.toml").write_text(
        '[[source]]\npath = "source"\ndepth = 3\nformats = ["folder", "markdown", "yaml"]\n[[source]]\npath = "empty"\n'
    )

    assert _build(tmp_path, tmp_path / "dist") == 0

    files = _files(tmp_path / "dist")
    assert [entry["name"] for entry in json.loads(files["catalog.json"])["skills"]] == ["deep", "flat", "other"]
    for name in ("flat", "other"):
        (archive,) = (path for path in files if path.startswith(f"archives/{name}/") and path.endswith(".zip"))
        assert zipfile.ZipFile(tmp_path / "dist" / archive).namelist() == ["SKILL.md"]


def test_of_one_name_the_folder_that_has_it_is_published_whatever_was_read_first(tmp_path: Path, write_skill) -> None:
    """Also where two folders have each other's names, and where nothing is read anew."""
    for folder, name in (("a", "pdf"), ("pdf", "pdf"), ("x", "y"), ("y", "x"), ("other", "unlike")):
        file = write_skill(folder, description=f"From {folder}. Use when asked.") / "SKILL.md"
        file.write_text(file.read_text().replace(f"name: {folder}\n", f"name: {name}\n"))
    options = ("--cache", str(tmp_path / "cache"))

    for _ in range(2):
        _build(tmp_path / "skills", tmp_path / "dist", *options)
        files = _files(tmp_path / "dist")
        listed = json.loads(files["catalog.json"])["skills"]
        told = {entry["name"]: entry["description"].partition(".")[0] for entry in listed}
        assert told == {"pdf": "From pdf", "x": "From y", "y": "From x", "unlike": "From other"}
        for name, words in told.items():
            assert words.encode() in files[f"skills/{name}/SKILL.md"]
            assert sum(path.startswith(f"archives/{name}/") and path.endswith(".zip") for path in files) == 1


def test_a_build_and_a_check_say_where_skills_lie_and_what_was_not_looked_into(
    tmp_path: Path, write_skill, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, root in (("a", "plugins/x/skills"), ("b", "plugins/x/skills"), ("c", "more"), ("d", "vendor")):
        write_skill(name, root=f"catalog/{root}")
    lines = (
        "found 3 skills in 2 folders: 2 in `plugins/x/skills`, 1 in `more`\n",
        "not looked into: `vendor` (called as build output",
    )

    for _ in range(2):
        assert _build(tmp_path / "catalog", tmp_path / "dist") == 0
        said = capsys.readouterr().err
        assert all(line in said for line in lines)
    run(["check", str(tmp_path / "catalog")])
    said = capsys.readouterr().err
    assert all(line in said for line in lines)
    run(["check", str(tmp_path / "catalog/more")])
    assert "found" not in capsys.readouterr().err


def test_an_empty_folder_is_a_catalog_that_is_listed_and_not_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    (empty / "skills").mkdir(parents=True)
    assert run(["build", str(empty), "-o", str(empty / "dist"), "--cache", str(tmp_path / "cache")]) == 2
    assert capsys.readouterr().err.startswith(f"error: no skills in `{empty}`\n")
    assert not (empty / "dist").exists()
    assert run(["list", "--catalog", str(empty)]) == 0
    assert capsys.readouterr() == ("", f"no skills in {empty.resolve()}\n")
    assert run(["prompt", str(empty)]) == 0
    assert capsys.readouterr().err == f"no skills in `{empty}`\n"
    (empty / "README.md").touch()
    for arguments in (["build", str(empty)], ["list", "--catalog", str(empty)], ["prompt", str(empty)]):
        assert run(arguments) == 2
        assert "looked for" in capsys.readouterr().err


def test_a_source_that_is_missing_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "gone"\n')

    assert _build(tmp_path, tmp_path / "dist") == 2
    assert "there is no folder `gone`" in capsys.readouterr().err
    assert not (tmp_path / "dist").exists()


def test_files_of_a_withheld_skill_are_not_served_to_old_clients(write_skill, skills: Path, tmp_path: Path) -> None:
    (write_skill("broken") / "SKILL.md").write_text("no front matter\n")
    (skills / "skillpack.toml").write_text('[discovery]\nlegacy = true\n[[source]]\npath = "."\n')

    assert _build(skills, tmp_path / "dist") == 1

    served = {path.split("/")[2] for path in _files(tmp_path / "dist") if path.startswith(".well-known/skills/")}
    assert served == {"index.json", "pdf-forms", "release-notes"}
