"""What the pages say in passing: commands, options and codes that exist."""

import re
from importlib import import_module
from pathlib import Path

import click
import pytest

from skillpack import resources
from skillpack.check.run import rule_pages
from skillpack.cli.main import ALIASES, VERBS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "site" / "pages").rglob("*.md"))]
GUIDE = [page for page in PAGES if page.name != "CONTRIBUTING.md" and page.parent.name != "reference"]

_CODE_SPAN = re.compile(r"`([^`\n]+)`")
_FENCED = re.compile(r"^```[a-z].*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(
    r"(?:^|&& |run: )\s*(?:\.venv/bin/)?skillpack (?P<verb>[a-z][a-z-]*)(?P<rest>[^\n|>]*)", re.MULTILINE
)
_OPTION = re.compile(r"(?<=\s)--?[a-z][a-z-]*")
_CODE = re.compile(r"\b[A-Z]{2}[0-9]{3}\b")
_PROFILE = re.compile(r"--profile ([a-z-]+)(?![a-z-]|\.toml)")


def options(verb: str) -> set[str]:
    command = import_module(f"skillpack.cli.commands.{ALIASES.get(verb, verb).replace('-', '_')}").command
    named = (parameter for parameter in command.params if isinstance(parameter, click.Option))
    return {name for option in named for name in option.opts} | {"--help", "-h"}


def code(text: str) -> str:
    """Return what a page shows as code, piece by piece on lines of their own."""
    fenced = [found[1] for found in _FENCED.finditer(text)]
    return "\n".join([*fenced, *_CODE_SPAN.findall(_FENCED.sub("", text))])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_and_options_exist(path: Path) -> None:
    verbs = {verb for section in VERBS.values() for verb in section} | set(ALIASES)
    wrong = []
    for found in _COMMAND.finditer(code(path.read_text(encoding="utf-8"))):
        if found["verb"] not in verbs:
            wrong.append(found[0])
        else:
            wrong += [
                f"{found[0]}: {option}"
                for option in _OPTION.findall(found["rest"])
                if option not in options(found["verb"])
            ]

    assert wrong == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_codes_and_profiles_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert set(_CODE.findall(text)) <= {page.code for page in rule_pages()}
    assert set(_PROFILE.findall(text)) <= set(resources.profiles())


@pytest.mark.parametrize("path", GUIDE, ids=lambda path: path.name)
def test_pages_are_written_as_a_colleague_would_speak(path: Path) -> None:
    """Without the turns that readers stumbled over."""
    prose = _FENCED.sub("", path.read_text(encoding="utf-8"))
    assert re.findall(r"\b(?:whoever|a blank|blanks|falls? off|mend(?:s|ed)?|taken for)\b", prose, re.IGNORECASE) == []
