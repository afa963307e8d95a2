"""Every line with which a page says how to install: run as it stands, in an empty folder."""

import html
import json
import os
import re
import shlex
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

START = re.compile(r"(?:curl|npx skills add|skillpack install|cd) ")
FORM = re.compile(r"\b(?:NAME|FOLDER|AGENT)\b")  # a line that people fill in
HTML = re.compile(r"<pre[^>]*>(.*?)</pre>", re.DOTALL)
MARKDOWN = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.fixture
def pages(catalog, serve) -> tuple[Path, str]:
    """Return the folder of a site with every kind of install line, and its address."""
    catalog.configure('[[bundle]]\nname = "both"\ndescription = "Both."\nskills = ["alpha", "beta"]\n')
    for name in ("alpha", "beta", "größe"):
        catalog.write(name, "1.0.0", more="# More\n")
    assert catalog.build("one") == 0
    address = serve(catalog.folder / "two")
    catalog.write("alpha", "1.1.0", "Other words.", more="# More\n")
    assert catalog.build("two", "--site-url", address, previous="one") == 0
    return catalog.folder / "two", address


def _lines(folder: Path) -> dict[str, str]:
    """Return the lines for a shell of all pages, each with a page that shows it."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder).as_posix()
        if not path.is_file() or path.suffix not in {".html", ".md", ".txt"} or path.name == "SKILL.md":
            continue
        text = path.read_text()
        blocks = HTML.findall(text) if path.suffix == ".html" else MARKDOWN.findall(text)
        for block in blocks:
            plain = re.sub(r"<[^>]*>", "", block) if path.suffix == ".html" else block
            code = (html.unescape(plain) if path.suffix == ".html" else plain).strip()
            if START.match(code) and not FORM.search(code):
                found.setdefault(code, below)
    return found


def _answers(url: str) -> dict[str, object]:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=30) as answer:
        return json.load(answer)


def _names(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("SKILL.md")):
        yield path.parent.name


def test_every_one_works_in_an_empty_folder(pages, tmp_path: Path, warm: Path) -> None:
    site, address = pages
    lines = _lines(site)
    env = {"PATH": f"{warm}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "no_proxy": "127.0.0.1"}
    kinds: dict[str, int] = {}
    hands: dict[str, Path] = {}
    # What compares an installed skill comes after what installs it.
    for number, (code, page) in enumerate(sorted(lines.items(), key=lambda each: each[0].startswith("cd "))):
        place = tmp_path / f"place-{number}"
        (place / "home").mkdir(parents=True)
        kind = code.split()[0]
        kinds[kind] = kinds.get(kind, 0) + 1
        where = f"{page}:\n{code}"
        if kind == "npx":  # the client is not part of this machine; tests/end_to_end/clients.py runs it
            words = shlex.split(code)
            assert words[:3] == ["npx", "skills", "add"], where
            offered = _answers(f"{words[3]}/.well-known/agent-skills/index.json")["skills"]
            asked = {words[index + 1] for index, word in enumerate(words) if word == "--skill"}
            assert asked <= {row["name"] for row in offered}, where  # type: ignore[union-attr,index]  # JSON
            continue
        cwd = hands[re.match(r"cd (\S+)", code).group(1)] if kind == "cd" else place  # type: ignore[union-attr]
        line = f"{code} --yes" if kind == "skillpack" else code
        ran = subprocess.run(
            ["bash", "-c", line],
            cwd=cwd,
            env={**env, "HOME": str(place / "home")},
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
        assert ran.returncode == 0, f"{where}\n{ran.stdout}{ran.stderr}"
        if kind == "cd":
            assert "FAILED" not in ran.stdout, where
            continue
        assert list(_names(place)), where
        if kind == "curl":
            folder = re.search(r"-d (\S+)\Z", code).group(1)  # type: ignore[union-attr]
            if "1.0.0" not in code or "alpha" not in code:  # the page compares the version that is offered
                hands[folder] = place
    assert set(kinds) == {"curl", "npx", "skillpack", "cd"}, kinds
    assert kinds["curl"] == 4  # three skills, and the version of one that was before
    assert address in "".join(lines)
