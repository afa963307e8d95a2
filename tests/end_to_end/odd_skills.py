"""Odd skills, and which of them real hosts load: held against what the hosts' profiles say.

`python tests/end_to_end/odd_skills.py [--work DIR] [--record]` asks Codex, opencode, Gemini CLI and GitHub Copilot,
which all tell without a login; Claude Code does not. Needs npm and its registry. What they load is kept in
`tests/check/hosts_load.json`, by which the suite judges the profiles; `--record` writes that anew.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from odd_texts import skills
from packages import NODE, Packages, install
from table import Kind, Row, show

from skillpack import resources
from skillpack.check.judge import verdict
from skillpack.check.run import check_skill
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.model.profile import UNREAD_RULES
from skillpack.model.settings import Source
from skillpack.parse.skill import parse_skill

SKILLS = skills()
"""Folder -> its skill file."""

_LOWER_CASE = frozenset({"lower-case"})
_PLAIN, _LOT = "plain", 90
RECORD = Path(__file__).parents[1] / "check" / "hosts_load.json"
"""Host -> the folders that it does not load."""
KNOWN: Mapping[str, frozenset[str]] = {
    "copilot": frozenset({"h-l-meta-dup-types"}),  # the keys `1` and `"1"` are two
    # A key of 1,100 letters, an anchor that ends with `;`, a control character in quotes; and `<<: text`.
    "opencode": frozenset({"h-l-long-key", "h-amp-word", "h-del-q", "h-l-merge-text"}),
}
"""Host -> the folders of which its profile is known to be wrong: rare, and no habit of readers that anybody meets."""
_WANTED = "as its profile says"
_POLICY = UNREAD_RULES | {"LY015"}  # refused under every profile, whatever the host does


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


def odd_skills(packages: Packages, work: Path, *, record: bool = False) -> Iterator[Row]:
    """Ask every host which of the odd skills it loads; with `record` keep the answers."""
    wrong = install(packages.folder, NODE, *(host.package for host in HOSTS))
    for host in HOSTS:
        step = f"{host.package}: which of {len(SKILLS)} odd skills are loaded"
        if wrong:
            yield Row(step, _WANTED, wrong, Kind.NOT_RUN)
            continue
        found = [_asked(packages, work, host, names) for names in _batches()]
        failed = [got for got in found if isinstance(got, str)]
        if failed:
            yield Row(step, _WANTED, failed[0], Kind.NOT_RUN)
            continue
        got = set().union(*found)
        if record:
            _write_record(host.profile, got)
        wanted, unread = expected(write_skills(work / "odd", SKILLS), host.profile)
        known = KNOWN.get(host.profile, frozenset())
        yield Row(step, _WANTED, _compared(got - unread - known, wanted - known))
        step = f"{host.package}: loaded, where skillpack does not read on"
        yield Row(step, "", f"{len(got & unread)} of {len(unread)}", Kind.NOTED)


def _write_record(profile: str, got: set[str]) -> None:
    known = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    known[profile] = sorted(set(SKILLS) - got)
    RECORD.write_text(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def _batches() -> Iterator[list[str]]:
    """Yield the names of the skills in lots that no host cuts for their number; the plain one is in each."""
    names = [name for name in SKILLS if name != _PLAIN]
    yield from ([_PLAIN, *names[at : at + _LOT]] for at in range(0, len(names), _LOT))


def _asked(packages: Packages, work: Path, host: Host, names: Iterable[str]) -> set[str] | str:
    """Return the names of the skills that a host loads, or what it said where it does not even load the plain one."""
    root = work / f"odd-{host.profile}"
    folder = (packages.home if host.at_home else root) / host.folder
    shutil.rmtree(folder, ignore_errors=True)
    write_skills(folder, names)
    root.mkdir(exist_ok=True)
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    done = packages.run(packages.folder / "node_modules" / ".bin" / host.command[0], *host.command[1:], cwd=root)
    got = {name for name in host.loaded(done.stdout + done.stderr) if name in SKILLS}
    return got if _PLAIN in got else (done.stderr or done.stdout).strip()[-200:] or "nothing was printed"


def write_skills(folder: Path, names: Iterable[str]) -> Path:
    """Write some of the skills below a folder, and return it."""
    for name in names:
        path = folder / name / ("skill.md" if name in _LOWER_CASE else "SKILL.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        content = SKILLS[name]
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return folder


def expected(folder: Path, profile: str) -> tuple[set[str], set[str]]:
    """Return the folders that a host loads by its profile, and those that skillpack does not read to their end."""
    limits, judging = Limits(), resources.profiles()[profile]
    found, unread = set(), set()
    for place in discover((Source("."),), folder):
        candidate = read(place, limits)
        skill = parse_skill(candidate)
        judged = verdict(check_skill(skill, candidate.tree, limits), judging)
        if judged.loads:
            found.add(skill.origin.stem)
        elif _POLICY.intersection(judged.codes):
            unread.add(skill.origin.stem)
    return found, unread


def _compared(got: set[str], wanted: set[str]) -> str:
    missing = [f"{name[:20]} is not loaded" for name in sorted(wanted - got)]
    more = [f"{name[:20]} is loaded" for name in sorted(got - wanted)]
    return "; ".join(missing + more) or _WANTED


def main() -> int:
    """Ask the hosts, print the table, and return 1 where one differs from its profile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder to work in, kept afterwards; a temporary one by default")
    parser.add_argument("--record", action="store_true", help="keep what the hosts load for the suite")
    asked = parser.parse_args()
    work = (asked.work or Path(tempfile.mkdtemp(prefix="skillpack-odd-"))).resolve()
    packages = Packages(work / "npm", work / "home")
    packages.home.mkdir(parents=True, exist_ok=True)
    return show(odd_skills(packages, work, record=asked.record))


if __name__ == "__main__":
    sys.exit(main())
