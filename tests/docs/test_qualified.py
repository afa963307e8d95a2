"""Nobody is told to install skillpack by its name alone: an index would give what somebody registered by that name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.cli.main import run
from skillpack.parse.tool_source import install_extra

ROOT = Path(__file__).parents[2]
PLACES = ("skillpack", "templates", "site", ".github", ".ci", "README.md", "CONTRIBUTING.md", "SECURITY.md")
TEXTS = {"", ".css", ".html", ".js", ".json", ".md", ".py", ".pyi", ".star", ".svg", ".toml", ".txt", ".yaml", ".yml"}

_COMMAND = re.compile(r"\b(?:pip3?|pipx|uv|uvx)\b(?:[ \t]+|(?=\\))[^\n`<;|]*")
_NAME = re.compile(r"skillpack(?:\[[\w,. -]*\])?(?:[=<>~!]=?[^\s]*)?")
_LINE = re.compile(r"^[ \t-]*skillpack[ \t]*(?:\[[\w,. -]*\])?[ \t]*[=~<>!]=.*$", re.MULTILINE)


def unqualified(text: str) -> Iterator[str]:
    """Yield the commands and requirements of a text that name skillpack without an address."""
    for command in _COMMAND.findall(text):
        first = re.split(r" && | > ", command)[0]
        words = [word.strip("\"'(),.:") for word in first.split()]
        installs = any(word in {"install", "run", "uvx", "add", "download"} for word in words)
        for word, after in zip(words, [*words[1:], ""], strict=True):
            if installs and _NAME.fullmatch(word) and after != "@" and "--from" not in words:
                yield first
    yield from _LINE.findall(text)


@pytest.mark.parametrize(
    "text",
    [
        "- run: pip install skillpack",
        "`pip install 'skillpack[mcp]'` brings it",
        "pip install --quiet skillpack==1.0 && skillpack check",
        "<code>pipx install 'skillpack[mcp]'</code>",
        "pipx run skillpack check",
        "uvx skillpack check",
        "uv tool install skillpack",
        "uv pip install skillpack[mcp]>=1",
        "python3 -m pip install skillpack.",
        "skillpack==1.2.3\n",
        "skillpack[mcp] >= 1",
    ],
)
def test_a_name_alone_is_found(text: str) -> None:
    assert list(unqualified(text))


@pytest.mark.parametrize(
    "text",
    [
        "pip install .",
        "pip install -r skillpack-requirements.txt",
        "pip install 'skillpack[mcp] @ git+https://git.example.com/skillpack.git@v1'",
        "pip install '/src/skillpack[mcp]'",
        "uvx --from git+https://git.example.com/skillpack.git skillpack check",
        ".venv/bin/pip install --quiet . && .venv/bin/skillpack build site",
        "skillpack install https://skills.example.com/",
        "skillpack @ git+https://git.example.com/skillpack.git@v1",
    ],
)
def test_an_address_is_no_name_alone(text: str) -> None:
    assert list(unqualified(text)) == []


def _texts(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
        if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts:
            yield path, path.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("place", PLACES)
def test_no_page_message_template_or_workflow_names_it_alone(place: str) -> None:
    found = [(str(path), line) for path, text in _texts(ROOT / place) for line in unqualified(text)]
    assert found == []


@pytest.mark.parametrize("noted", ["", '{"url": "file:///src/skillpack", "dir_info": {"editable": true}}'])
def test_nor_does_a_hint_about_an_extra(noted: str) -> None:
    assert list(unqualified(install_extra(noted, "mcp"))) == []


@pytest.mark.parametrize("tool_source", ["", "https://git.example.com/skillpack.git@v1"])
def test_nor_what_init_writes_and_the_site_of_it(tmp_path: Path, tool_source: str) -> None:
    options = ["--tool-source", tool_source] if tool_source else []
    assert run(["init", "--catalog", str(tmp_path / "made"), *options]) == 0
    assert run(["build", str(tmp_path / "made"), "-o", str(tmp_path / "dist"), "--no-cache"]) == 0
    found = [(str(path), line) for path, text in _texts(tmp_path) for line in unqualified(text)]
    assert found == []
    said = "pipx install &#39;skillpack[mcp] @ git+https://git.example.com/skillpack.git@v1&#39;"
    assert (said in (tmp_path / "dist/agents/index.html").read_text()) is bool(tool_source)
