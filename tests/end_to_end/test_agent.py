"""An agent that knows the address of a site and nothing else: what it reads until it holds a SKILL.md."""

import random
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest

from skillpack.cli.main import run

SITE = "https://skills.example.com/deep/"
TOKENS = 2_000
WORDS = (
    *("audit", "build", "chart", "clean", "deploy", "draft", "excel", "fetch", "forms", "graph"),
    *("merge", "notes", "parse", "plan", "query", "review", "test", "write"),
)


class Agent:
    """Reads a site by addresses, and counts what that costs.

    Args:
        files: Of the site, by path.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.read: list[str] = []

    def get(self, url: str) -> str:
        """Return what lies at an address."""
        path = unquote(url.removeprefix(SITE))
        self.read.append(self._files[path].decode())
        return self.read[-1]

    def open(self, name: str) -> str:
        """Return the SKILL.md of a skill of which the agent knows the name."""
        start = urljoin(SITE, "llms.txt")
        known = self.get(start)
        lists = re.findall(r"^- \[(.*)\]\((llms/\d+\.txt)\)$", known, re.MULTILINE)
        if lists:  # the one that begins before the name
            path = [path for border, path in lists if border <= name][-1]
            start = urljoin(start, path)
            known = self.get(start)
        link = re.search(rf"\[{re.escape(name)}\]\(([^)]*SKILL\.md)\)", known)
        if link is None:  # a name alone; how addresses are made stands in llms.txt
            assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", known)
            assert "`skills/NAME/SKILL.md`" in self.read[0]
            return self._files[f"skills/{name}/SKILL.md"].decode()
        return self._files[unquote(urljoin(start, link[1]).removeprefix(SITE))].decode()


def names_of(count: int) -> list[str]:
    """Return names as people give them."""
    chosen = random.Random(11)  # noqa: S311 always the same
    return sorted(f"{'-'.join(chosen.sample(WORDS, 3))}-{number}" for number in range(count))


def built(folder: Path, names: list[str]) -> dict[str, bytes]:
    """Return the files of a site of some skills."""
    for name in names:
        (folder / "source" / "skills" / name).mkdir(parents=True)
        said = f"Does {name.replace('-', ' ')} for people who ask. Use when the user asks for {name} or things like it."
        text = f"---\nname: {name}\ndescription: {said}\nlicense: MIT\n---\n\n# {name}\n\nDo it.\n"
        (folder / "source" / "skills" / name / "SKILL.md").write_text(text)
    (folder / "source" / "skillpack.toml").write_text(
        f'[catalog]\nname = "many"\ntitle = "Many skills"\nsite_url = "{SITE}"\n[[source]]\npath = "skills"\n'
    )
    assert run(["build", str(folder / "source"), "-o", str(folder / "out"), "--no-cache"]) == 0
    top = folder / "out"
    wanted = ("llms*", "llms/*", "skills/*/*.md", "skills/*/index.html", "index.html", "pages/**/*")
    found = {path for pattern in wanted for path in top.glob(pattern) if path.is_file()}
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in found}


@pytest.mark.parametrize("count", [10, 200, 400])
def test_any_skill_is_two_requests_and_2000_tokens_away(count, tmp_path) -> None:
    """Above 300 the names are in lists; of 2,000 and more, `tests/registry/test_llms.py` goes the same way."""
    names = names_of(count)
    files = built(tmp_path, names)
    assert ("llms/1.txt" in files) is (count > 300)
    for name in names[:: max(1, count // 50)]:
        agent = Agent(files)
        assert f"name: {name}\n" in agent.open(name)
        assert len(agent.read) <= 2, "before the skill itself"
        assert sum(map(len, agent.read)) / 4 <= TOKENS


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Give the files of the project's own site, which has pages."""
    out = tmp_path_factory.mktemp("own") / "out"
    source = Path(__file__).parents[2] / "site"
    assert run(["build", str(source), "-o", str(out), "--no-cache"]) in {0, 1}
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_pages_of_skills_and_of_the_catalog_have_their_twins(own) -> None:
    pages = [path for path in own if re.fullmatch(r"(?:skills/[^/]+|pages/.+)/index\.html", path)]
    assert len(pages) > 20
    for path in pages:
        twin = path.replace("index.html", "index.md")
        assert twin in own, path
        assert b'<link rel="alternate" type="text/markdown" href="index.md">' in own[path]
        assert len(own[twin]) < len(own[path])


def test_twins_lead_to_twins(own) -> None:
    """From Markdown no link leads to a page of which there is Markdown too."""
    twins = [path for path in own if path.endswith("/index.md")]
    followed = 0
    for path in twins:
        text = re.sub(
            r"^( {0,3}(`{3,}|~{3,})).*?^ {0,3}\2`*~*$", "", own[path].decode(), flags=re.MULTILINE | re.DOTALL
        )
        for target in re.findall(r"(?<!`)\]\(([^()\s<>]+)\)", re.sub(r"`[^`\n]*`", "", text)):
            if re.match(r"[a-z]+:|#", target):
                continue
            there = unquote(urljoin(SITE + path, target).partition("#")[0]).removeprefix(SITE)
            assert there in own, f"{path}: {target}"
            assert there.replace("index.html", "index.md") not in set(twins) - {there}, f"{path}: {target}"
            followed += 1
    assert followed > 100
