"""Odd skills, and which of them real hosts load: held against what the hosts' profiles say.

`python tests/end_to_end/odd_skills.py [--work DIR]` asks Codex, opencode, Gemini CLI and GitHub Copilot, which all tell
without a login; Claude Code does not. Needs npm and its registry.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from packages import NODE, Packages, install
from table import Kind, Row, show

from skillpack import resources
from skillpack.check.judge import verdict
from skillpack.check.run import check_skill
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.parse.skill import parse_skill

_GOOD = "Does one thing. Use when asked for it."
_BODY = "\n# Do it\n\nDo it.\n"


def _front(name: str, description: str = _GOOD) -> str:
    return f"---\nname: {name}\ndescription: {description}\n---\n{_BODY}"


SKILLS: Mapping[str, str] = {
    "plain": _front("plain"),
    "name-missing": f"---\ndescription: {_GOOD}\n---\n{_BODY}",
    "name-empty": _front('""'),
    "name-number": _front("123"),
    "name-list": _front("[a, b]"),
    "name-upper": _front("Name-Upper"),
    "name-other": _front("another"),
    "name-underscore": _front("name_underscore"),
    "name-accent": _front("näme-accent"),
    "name-blank": _front("name blank"),
    "name-double": _front("name--double"),
    "name-edge": _front("name-edge-"),
    "n" * 64: _front("n" * 64),
    "o" * 65: _front("o" * 65),
    "description-missing": f"---\nname: description-missing\n---\n{_BODY}",
    "description-empty": _front("description-empty", '""'),
    "description-number": _front("description-number", "42"),
    "description-list": _front("description-list", "[a, b]"),
    "description-mapping": _front("description-mapping", "{a: b}"),
    "description-1024": _front("description-1024", "x" * 1024),
    "description-1100": _front("description-1100", "x" * 1100),
    "duplicate-key": f"---\nname: duplicate-key\ndescription: {_GOOD}\ndescription: {_GOOD}\n---\n{_BODY}",
    "colon": _front("colon", "a: b: c"),
    "colon-name": _front("colon-name", "Use when: asked"),
    "open-quote": _front("open-quote", '"open'),
    "tab": f"---\nname: tab\n\tdescription: {_GOOD}\n---\n{_BODY}",
    "list": f"---\n- name: list\n---\n{_BODY}",
    "no-front-matter": _BODY,
    "unclosed": f"---\nname: unclosed\ndescription: {_GOOD}\n{_BODY}",
    "unclosed-bare": f"---\nname: unclosed-bare\ndescription: {_GOOD}\n",
    "opening-blank": _front("opening-blank").replace("---\n", "--- \n", 1),
    "closing-blank": f"---\nname: closing-blank\ndescription: {_GOOD}\n--- \n{_BODY}",
    "byte-order-mark": "\ufeff" + _front("byte-order-mark"),
    "crlf": _front("crlf").replace("\n", "\r\n"),
    "unknown-field": f"---\nname: unknown-field\ndescription: {_GOOD}\ncolour: red\n---\n{_BODY}",
    "metadata-text": f"---\nname: metadata-text\ndescription: {_GOOD}\nmetadata: text\n---\n{_BODY}",
    "body-empty": f"---\nname: body-empty\ndescription: {_GOOD}\n---\n",
    "lower-case": _front("lower-case"),
}
"""Folder -> its skill file."""

_LOWER_CASE = frozenset({"lower-case"})


@dataclass(frozen=True, slots=True)
class Host:
    """A program that tells which skills it loads.

    Attributes:
        profile: Name of the profile that must say the same.
        package: Of npm, with its version.
        folder: Where it looks for skills, below a project or below the home.
        command: What tells.
        loaded: What it printed -> the folders that it loaded.
        at_home: True where it trusts no project that nobody trusted.
    """

    profile: str
    package: str
    folder: str
    command: tuple[str, ...]
    loaded: Callable[[str], Iterator[str]]
    at_home: bool = False


def _by_path(text: str) -> Iterator[str]:
    """Yield the folders of the skill files that a text names."""
    yield from re.findall(r"([^/\s\"\\]+)/(?:SKILL|skill)\.md", text)


def _by_json(text: str) -> Iterator[str]:
    """Yield the folders of a list of skills; what follows the list is of others."""
    rows, _ = json.JSONDecoder().raw_decode(text[text.index("[") :])
    for row in rows:
        path = str(row.get("location") or row.get("path"))
        yield re.sub(r"/SKILL\.md$", "", path, flags=re.IGNORECASE).rpartition("/")[2]


_LIST = ("copilot", "skill", "list", "--json")
HOSTS = (
    Host("codex", "@openai/codex@0.169.0", ".agents/skills", ("codex", "debug", "prompt-input", "x"), _by_path),
    Host("opencode", "opencode-ai@1.18.33", ".agents/skills", ("opencode", "debug", "skill"), _by_json),
    Host("gemini", "@google/gemini-cli@0.61.0", ".gemini/skills", ("gemini", "skills", "list"), _by_path, at_home=True),
    Host("copilot", "@github/copilot@1.0.102", ".agents/skills", _LIST, _by_json),
)


def odd_skills(packages: Packages, work: Path) -> Iterator[Row]:
    """Ask every host which of the odd skills it loads."""
    wrong = install(packages.folder, NODE, *(host.package for host in HOSTS))
    for host in HOSTS:
        step = f"{host.package}: which of {len(SKILLS)} odd skills are loaded"
        if wrong:
            yield Row(step, "as its profile says", wrong, Kind.NOT_RUN)
            continue
        root = work / f"odd-{host.profile}"
        folder = write_skills((packages.home if host.at_home else root) / host.folder)
        root.mkdir(exist_ok=True)
        subprocess.run(["git", "init", "--quiet", str(root)], check=True)
        done = packages.run(packages.folder / "node_modules" / ".bin" / host.command[0], *host.command[1:], cwd=root)
        got = {name for name in host.loaded(done.stdout + done.stderr) if name in SKILLS}
        if "plain" not in got:
            yield Row(step, "as its profile says", (done.stderr or done.stdout).strip()[-200:], Kind.NOT_RUN)
            continue
        yield Row(step, "as its profile says", _compared(got, expected(folder, host.profile)))


def write_skills(folder: Path) -> Path:
    """Write the skills below a folder, and return it."""
    for name, text in SKILLS.items():
        path = folder / name / ("skill.md" if name in _LOWER_CASE else "SKILL.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


def expected(folder: Path, profile: str) -> set[str]:
    """Return the names of the folders that a host loads by its profile."""
    limits, judging = Limits(), resources.profiles()[profile]
    found = set()
    for place in discover((Source("."),), folder):
        candidate = read(place, limits)
        skill = parse_skill(candidate)
        if verdict(check_skill(skill, candidate.tree, limits), judging).loads:
            found.add(skill.origin.stem)
    return found


def _compared(got: set[str], wanted: set[str]) -> str:
    missing = [f"{name[:20]} is not loaded" for name in sorted(wanted - got)]
    more = [f"{name[:20]} is loaded" for name in sorted(got - wanted)]
    return "; ".join(missing + more) or "as its profile says"


def main() -> int:
    """Ask the hosts, print the table, and return 1 where one differs from its profile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder to work in, kept afterwards; a temporary one by default")
    work = (parser.parse_args().work or Path(tempfile.mkdtemp(prefix="skillpack-odd-"))).resolve()
    packages = Packages(work / "npm", work / "home")
    packages.home.mkdir(parents=True, exist_ok=True)
    return show(odd_skills(packages, work))


if __name__ == "__main__":
    sys.exit(main())
