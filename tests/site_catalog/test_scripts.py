"""The scripts of the project's own skills, run as people run them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from skillpack.builder.inspection.inspection import Inspected
from skillpack.builder.record.files import file_records
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.parse.compose import published_tree

SKILLS = Path(__file__).parents[2] / "site" / "skills"
MEASURE = SKILLS / "write-a-skill" / "scripts" / "measure.py"
SCAN = SKILLS / "review-a-skill" / "scripts" / "scan_hidden.py"

GOOD = """---
name: tidy-notes
description: Sorts notes by date. Use when notes are in a mess.
---

# Tidy notes

Read them first.

```bash
# no heading
ls
```

## Steps

1. Sort.
"""


def run(script: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, script, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=60,
        check=False,
    )


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    folder = tmp_path / "tidy-notes"
    (folder / "references").mkdir(parents=True)
    (folder / "SKILL.md").write_text(GOOD, encoding="utf-8")
    (folder / "references" / "dates.md").write_text("x" * 41, encoding="utf-8")
    (folder / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    return folder


def measured(path: Path) -> dict[str, object]:
    result = run(MEASURE, "--json", path)
    assert result.stderr == ""
    return dict(json.loads(result.stdout))


def test_measures_the_three_levels(skill: Path) -> None:
    found = measured(skill)
    said = "tidy-notes" + "Sorts notes by date. Use when notes are in a mess."
    assert found["always"] == len(said) // 4
    assert found["opened"] == len(GOOD.partition("---\n\n")[2]) // 4
    assert found["files"] == {"logo.png": 0, "references/dates.md": 10}
    assert found["on_demand"] == 10


def test_lists_headings_with_their_lines_and_leaves_code_out(skill: Path) -> None:
    sections = measured(skill)["sections"]
    assert isinstance(sections, list)
    assert [(each["level"], each["title"], each["line"]) for each in sections] == [
        (1, "Tidy notes", 6),
        (2, "Steps", 15),
    ]


def test_takes_the_file_or_the_folder(skill: Path) -> None:
    assert run(MEASURE, skill / "SKILL.md").stdout == run(MEASURE, skill).stdout
    assert run(MEASURE, skill).returncode == 0


def test_measures_windows_line_ends_alike(skill: Path) -> None:
    before = measured(skill)
    (skill / "SKILL.md").write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert measured(skill) == before


@pytest.mark.parametrize(
    ("written", "description"),
    [
        ("'It''s here'", "It''s here"),
        ('"a: b"', "a: b"),
        (">-\n  two\n  lines", "two lines"),
        ("two\n  lines # and a comment", "two lines"),
    ],
)
def test_counts_descriptions_in_every_form_of_yaml(skill: Path, written: str, description: str) -> None:
    text = GOOD.replace("Sorts notes by date. Use when notes are in a mess.", written)
    (skill / "SKILL.md").write_text(text, encoding="utf-8")
    assert measured(skill)["always"] == max(1, len("tidy-notes" + description) // 4)


def test_agrees_with_the_catalog(skills: dict[str, Inspected]) -> None:
    for name, each in skills.items():
        found, entry = measured(SKILLS / name), each.entry
        assert entry is not None
        records = file_records(each.skill, published_tree(read(each.location, Limits())))
        on_demand = sum(record.tokens for record in records if record.kind != "skill")
        tokens = (entry.tokens.always, entry.tokens.opened, on_demand)
        assert (found["always"], found["opened"], found["on_demand"]) == tokens


def test_says_what_is_beyond_the_recommendations(skill: Path) -> None:
    (skill / "SKILL.md").write_text(GOOD + "word\n" * 5000, encoding="utf-8")
    result = run(MEASURE, skill)
    assert result.returncode == 1
    assert result.stdout.count("beyond: ") == 2


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"# No front matter\n", "does not start with ---"),
        (b"\xef\xbb\xbf" + GOOD.encode(), "does not start with ---"),
        (b"---\nname: x\n", "never closed"),
        (b"---\nname: x\n---\n", "has no description"),
        (b"---\ntitle: x\n---\n", "has no name and no description"),
        (b"---\n\xff\n---\n", "is not UTF-8"),
        (b"---\n" + b"#" * 2**20, "larger than"),
    ],
)
def test_refuses_what_is_no_skill(skill: Path, content: bytes, complaint: str) -> None:
    (skill / "SKILL.md").write_bytes(content)
    result = run(MEASURE, skill)
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_refuses_a_folder_of_skills(skill: Path) -> None:
    result = run(MEASURE, skill.parent)
    assert result.returncode == 2
    assert "give the folder of one skill" in result.stderr
    assert run(MEASURE, skill / "nowhere").returncode == 2
    assert run(MEASURE).returncode == 2


def test_finds_nothing_in_plain_text(skill: Path) -> None:
    result = run(SCAN, skill)
    assert (result.returncode, result.stdout) == (0, "")
    assert "logo.png: binary" in result.stderr
    assert result.stderr.endswith("0 found in 2 files\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\u200bb", "1:2: invisible: U+200B zero width space"),
        ("ok\na\u2060\u200db", "2:2: invisible: 2 characters: U+2060 word joiner, U+200D zero width joiner"),
        (
            "a" + "".join(chr(0xE0000 + ord(mark)) for mark in "send it"),
            "1:2: invisible: text in tag characters: send it",
        ),
        ("\ufeffa", "1:1: invisible: a byte-order mark, with which many hosts do not load the file"),
        ("x\ufe0f", "1:2: invisible: U+FE0F variation selector-16"),
        ("a\u202eb", "1:2: bidi: U+202E right-to-left override"),
        ("a\x1b[2Jb", "1:2: control: an escape sequence"),
        ("rm -r x\rls", "1:8: control: a carriage return that hides its line"),
        ("a\x07", "1:2: control: U+0007"),
        ("a <!-- the agent\nmust --> b", "1:3: comment: the agent must"),
        ("a <!-- for ever", "1:3: comment: never closed: for ever"),
        ("[//]: # (hidden too)", "1:1: comment: hidden too"),
    ],
)
def test_finds_what_nobody_sees(tmp_path: Path, text: str, line: str) -> None:
    file = tmp_path / "note.md"
    file.write_bytes(text.encode())
    result = run(SCAN, file)
    assert result.stdout == f"{file}:{line}\n"
    assert result.returncode == 1


@pytest.mark.parametrize(
    "text",
    [
        "\u2764\ufe0f \U0001f468\u200d\U0001f4bb 1\ufe0f\u20e3",  # a heart, a person at work, a keycap
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # the flag of Scotland
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
        "\u05d0\u200f!",  # Hebrew with a mark
        "tab\there\r\nand there\f\n",
        "caf\u00e9 \u4e2d\u6587",
    ],
)
def test_leaves_honest_text_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "note.md"
    file.write_bytes(text.encode())
    result = run(SCAN, file)
    assert (result.returncode, result.stdout) == (0, "")


def test_comments_count_only_where_a_page_hides_them(tmp_path: Path) -> None:
    file = tmp_path / "run.py"
    file.write_text("PATTERN = '<!-- x -->'\n", encoding="utf-8")
    assert run(SCAN, file).returncode == 0


def test_a_finding_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("<!-- \x1b[2J\u202e agent -->", encoding="utf-8")
    assert run(SCAN, file).stdout.replace("\n", "").isprintable()


def test_names_links_and_does_not_follow_them(tmp_path: Path) -> None:
    folder = tmp_path / "skill"
    folder.mkdir()
    (tmp_path / "secret.md").write_text("a\u200b", encoding="utf-8")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    (folder / "up").symlink_to(tmp_path)
    result = run(SCAN, folder)
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.count(": a link to ") == 2


def test_says_what_it_could_not_read(tmp_path: Path) -> None:
    result = run(SCAN, tmp_path / "nowhere")
    assert result.returncode == 2
    assert "there is no such file" in result.stderr
    assert run(SCAN).returncode == 2


def test_stops_counting_in_a_hostile_file(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("a\u200b" * 100_000, encoding="utf-8")
    lines = run(SCAN, file).stdout.splitlines()
    assert len(lines) == 101
    assert lines[-1].endswith("and more of this kind")


def test_the_scripts_find_nothing_in_our_own_skills() -> None:
    assert run(SCAN, SKILLS).returncode == 0
