"""The pages keep their word: every command block runs, and what a page shows of its output is what it says."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from skillpack import resources
from skillpack.parse.settings.configuration import parse_configuration
from skillpack.parse.settings.install import parse_install_settings
from skillpack.parse.settings.interface import ENGLISH, interface, language_of
from skillpack.parse.settings.profile import parse_profile

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "site" / "pages").rglob("*.md")),
]
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]

NOT_RUN = {
    ("README.md", "python3 -m venv .venv && .venv/bin/pip install --quiet . && .venv/bin/skillpack build site"): (
        "installs from a package registry"
    ),
    (
        "README.md",
        "python3 -m venv .venv && .venv/bin/pip install --quiet --editable '.[dev]' && .venv/bin/pytest -n auto",
    ): ("installs from a package registry"),
    (
        "CONTRIBUTING.md",
        "python3 -m venv .venv && .venv/bin/pip install --quiet --editable '.[dev]' && .venv/bin/pytest -n auto",
    ): "installs from a package registry",
    ("CONTRIBUTING.md", "bash .ci/run"): "runs this test",
    ("CONTRIBUTING.md", ".venv/bin/pytest -n auto -m hypothesis --hypothesis-profile=explore"): "takes minutes",
    ("CONTRIBUTING.md", ".venv/bin/pytest -n auto --every-step"): "takes minutes",
    ("CONTRIBUTING.md", ".venv/bin/pip install --quiet --editable '.[mutation]'"): "installs from a package registry",
    ("CONTRIBUTING.md", ".venv/bin/pytest tests/docs --snapshot-update"): "runs this test",
    ("site/pages/how-to/cluster.md", "docker compose up --build --detach"): "needs containers",
    ("site/pages/how-to/theme.md", "skillpack serve --open"): "serves until it is stopped",
    ("site/pages/tour.md", "git remote add origin git@github.com:OWNER/REPOSITORY.git"): "network",
}
"""Page and first line of a block -> why the test does not run it."""

if shutil.which("node") is None:
    NOT_RUN["site/pages/how-to/json.md", "node findings.mjs"] = "needs Node"

_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
_ANYTHING = "..."
_PUBLISHED = "https://my-team.example/"
"""What pages call the site that `dist/` is published as."""
_SHELL_WORDS = {"console", "sh", "shell", "zsh", "shell-session", "terminal"}

# `check` and `diff` answer "no" by exit status 1: that is no failure of the page. Everything else must succeed.
_FAILED = 99
_BASH = f"""\
trap 'status=$?; [[ $status = 1 && $BASH_COMMAND = *skillpack* ]] || exit {_FAILED}' ERR
"""


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes:
        language: First word after the fence.
        file: Second word: the file that the reader is told to write; empty for none.
        follows: Whether nothing but blank lines lies between the block before and this one.
    """

    language: str
    file: str
    text: str
    start: int
    end: int
    follows: bool


def blocks(text: str) -> Iterator[Block]:
    end = 0
    for found in _FENCE.finditer(text):
        language, _, file = found["info"].strip().partition(" ")
        inner = re.sub(rf"^{found['indent']}", "", found["text"], flags=re.MULTILINE)
        yield Block(language, file, inner, *found.span("text"), follows=not text[end : found.start()].strip())
        end = found.end()


def first_line(block: Block) -> str:
    return block.text.split("\n", 1)[0]


def run(block: Block, reader) -> str:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", _BASH + block.text.replace(_PUBLISHED, reader.site)],
        cwd=reader.folder,
        env=reader.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode in {0, 1}, f"this fails:\n{block.text}\n{done.stdout}"
    shown = done.stdout.replace(reader.site.rstrip("/"), _PUBLISHED.rstrip("/"))
    shown = shown.replace(urlsplit(reader.site).netloc, urlsplit(_PUBLISHED).netloc)
    for programs in reader.env["PATH"].split(os.pathsep)[:2]:
        shown = shown.replace(programs, str(reader.folder / ".venv" / "bin"))
    shown = shown.replace(str(reader.home), "/home/you")
    shown = re.sub(r"\bin \d+\.\d s\b", "in 0.4 s", shown)
    shown = re.sub(r", \d+\.\d s$", "", shown, flags=re.MULTILINE)  # of a step that took more than a second
    return "\n".join(line.rstrip() for line in shown.rstrip("\n").split("\n")) + "\n"


def says(shown: str, output: str) -> bool:
    """Return whether an output is what a page shows; a line `...` stands for any number of lines."""
    wanted = (line.rstrip() for line in shown.rstrip("\n").split("\n"))
    lines = ("(?:.*\n)*?" if line == _ANYTHING else f"{re.escape(line)}\n" for line in wanted)
    return re.fullmatch("".join(lines), output) is not None


def shortened_like(shown: str, output: str) -> str:
    """Return an output with as many lines before and after `...` as the page had."""
    before, dots, after = shown.partition(f"{_ANYTHING}\n")
    if not dots:
        return output
    lines = output.splitlines(keepends=True)
    head, tail = before.count("\n"), after.rpartition(f"{_ANYTHING}\n")[2].count("\n")
    return "".join([*lines[:head], f"{_ANYTHING}\n", *(lines[-tail:] if tail else [])])


@pytest.mark.parametrize("name", NAMES)
def test_commands_do_what_the_page_shows(name: str, reader, request: pytest.FixtureRequest) -> None:
    """Blocks run in order in one folder; `--snapshot-update` writes what they print into the page."""
    path, update = ROOT / name, bool(request.config.getoption("update_snapshots"))
    text, output, wrong = path.read_text(encoding="utf-8"), None, []
    changes: list[tuple[Block, str]] = []
    for block in blocks(text):
        if block.file:
            file = reader.folder / block.file.replace("~", str(reader.home))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text.replace(_PUBLISHED, reader.site), encoding="utf-8", newline="\n")
            output = None
        elif block.language == "bash":
            output = None if (name, first_line(block)) in NOT_RUN else run(block, reader)
        elif block.language == "text" and block.follows and output is not None:
            if not says(block.text, output):
                wrong.append(f"--- {name} shows\n{block.text}--- but it is\n{output}")
                changes.append((block, shortened_like(block.text, output)))
            output = None
        else:
            output = None
    if update:
        for block, new in reversed(changes):
            text = text[: block.start] + new + text[block.end :]
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    assert not wrong, "\n".join(wrong)


def test_what_is_not_run_is_there() -> None:
    there = {
        (name, first_line(block))
        for name, path in zip(NAMES, DOCUMENTS, strict=True)
        for block in blocks(path.read_text(encoding="utf-8"))
        if block.language == "bash"
    }

    assert set(NOT_RUN) <= there


@pytest.mark.parametrize("name", NAMES)
def test_blocks_are_of_a_language_that_is_checked(name: str) -> None:
    for block in blocks((ROOT / name).read_text(encoding="utf-8")):
        assert block.language, f"a block without a language: {first_line(block)}"
        assert block.language not in _SHELL_WORDS, f"commands stand in `bash` blocks: {first_line(block)}"
        file = Path(block.file).name
        if block.language == "toml" and language_of(file):
            known = resources.theme().strings
            for key in interface([{"strings.toml": block.text}], ENGLISH).strings:
                assert key in known or f"{key.rpartition('.')[0]}.other" in known, f"{block.file}: {key}"
        elif block.language == "toml" and (file == "config.toml" or block.file.startswith(".metis/")):
            parse_install_settings(block.text, personal=file == "config.toml")
        elif block.language == "toml" and file not in {"", "skillpack.toml"}:
            parse_profile(block.text, Path(file).stem)
        elif block.language == "toml":
            parse_configuration(block.text)
        elif block.language == "yaml":
            assert yaml.safe_load(block.text), first_line(block)


def test_the_readers_folder_is_as_untidy_as_the_tour_says(reader) -> None:
    folders = sorted(path.name for path in (reader.folder / "skills").iterdir())

    assert len(folders) == 8
    assert tomllib  # the configuration blocks are TOML


class TestShortenedLike:
    def test_keeps_as_many_lines_at_both_ends(self) -> None:
        assert shortened_like("a\n...\nz\n", "1\n2\n3\n4\n") == "1\n...\n4\n"

    def test_is_the_output_where_the_page_shows_all(self) -> None:
        assert shortened_like("a\n", "1\n2\n") == "1\n2\n"


class TestSays:
    def test_dots_stand_for_any_number_of_lines(self) -> None:
        assert says("a\n...\nz\n", "a\nz\n")
        assert says("a\n...\nz\n", "a\nb\nc\nz\n")

    def test_other_lines_are_exact(self) -> None:
        assert not says("a\n...\n", "b\nc\n")
        assert not says("a\n", "a\nb\n")
