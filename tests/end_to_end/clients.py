"""Real clients install what skillpack publishes, byte for byte: `python tests/end_to_end/clients.py [--work DIR]`.

Asks Codex, opencode, Gemini CLI and GitHub Copilot which odd skills they load, and compares that with their profiles.
Installs npm `skills` and, where that works, Claude Code into a folder of their own, builds the project's catalog and
one of made-up skills, serves both on 127.0.0.1 at the root and below `/sub/path/`, and compares everything that is
installed with its source. Exit statuses of clients are never trusted, for they end well when they dropped a skill.
Executable bits are lost on this way, which is known and not compared. Needs npm and its registry.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import deployed
import made_up
from odd_skills import odd_skills
from packages import CLAUDE, NODE, SKILLS, Packages, install
from served import Served, serve
from table import Kind, Row, show

ROOT = Path(__file__).parents[2]
SUB = "sub/path"

_DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks our own server, whatever proxy this machine has."""

Files = Mapping[str, Mapping[str, bytes]]
"""Name of a skill -> path -> bytes."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """A catalog, where its site is built, and what clients must install of it.

    Attributes:
        status: Of its build: 1 where a skill is withheld.
    """

    name: str
    source: Path
    site: Path
    files: Files
    status: int

    def build(self) -> str:
        """Build the site; return what went wrong, or nothing."""
        command = (sys.executable, "-m", "skillpack", "build", self.source, "-o", self.site)
        cache = ("--cache", self.site.with_name(f"{self.name}-cache"))
        done = subprocess.run([*command, *cache], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        return "" if done.returncode == self.status else f"exit {done.returncode}: {done.stderr.strip()[-200:]}"


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder to work in, kept afterwards; a temporary one by default")
    options = parser.parse_args()
    work = (options.work or Path(tempfile.mkdtemp(prefix="skillpack-clients-"))).resolve()
    try:
        return show(steps(work))
    finally:
        if options.work is None:
            shutil.rmtree(work, ignore_errors=True)


def steps(work: Path) -> Iterator[Row]:
    """Yield the result of every step."""
    packages = Packages(work / "npm", work / "home")
    packages.home.mkdir(parents=True, exist_ok=True)
    wrong = install(packages.folder, NODE, SKILLS)
    version = wrong or packages.skills("--version", cwd=work).stdout.strip()
    yield Row(f"npm install {NODE} {SKILLS}", SKILLS.rpartition("@")[2], version)
    if wrong:
        return
    own = Catalog("own", ROOT / "site", work / "own", shipped(skills_of(ROOT / "site" / "skills")), 0)
    made = Catalog("made-up", work / "source", work / "made-up", made_up.write_sources(work / "source"), 1)
    for catalog in (own, made):
        yield Row(f"build {catalog.name}", "", catalog.build())
        yield from installs(packages, catalog, work)
        yield from adopts(packages, catalog, work)
    yield from legacy(made, work)
    yield from updates(packages, made, work)
    yield from marketplace(packages, made, work)
    yield from deploys(packages, work)
    yield from odd_skills(packages, work)  # last: it installs other packages


def installs(packages: Packages, catalog: Catalog, work: Path) -> Iterator[Row]:
    """Install everything and one skill, from a site at the root of a host and from one below a path."""
    one = min(catalog.files)
    alone = {one: catalog.files[one]}
    host = work / f"{catalog.name}-host"
    (host / SUB).parent.mkdir(parents=True)
    (host / SUB).symlink_to(catalog.site, target_is_directory=True)
    for folder, below in ((catalog.site, ""), (host, f"/{SUB}")):
        with serve(folder) as served:
            place = f"{catalog.name}: skills add HOST{below}"
            got = _added(packages, served.url + below, work)
            yield Row(place, counted(catalog.files), compared(got, catalog.files))
            got = _added(packages, f"{served.url}{below}/skills/{one}", work)
            yield Row(f"{place}/skills/{one}", counted(alone), compared(got, alone))


def deploys(packages: Packages, work: Path) -> Iterator[Row]:
    """Install from what GitHub Pages gets of a catalog that `init` made."""
    source, folder = work / "scaffold", work / "deployed"
    folder.mkdir()
    init = ("init", "--catalog", str(source), "--tool-source", deployed.TOOL)
    subprocess.run([sys.executable, "-m", "skillpack", *init], cwd=ROOT, check=True)
    env = {"HOME": str(packages.home), "XDG_CACHE_HOME": str(work / "cache")}
    ran = deployed.run_job(source, folder / "commands", env)
    yield Row("init --catalog: its workflow builds", "", ran.stderr.strip()[-200:] if ran.returncode else "")
    if ran.returncode:
        return
    wanted = skills_of(source / "skills")
    with serve(deployed.uploaded(source, folder)) as served:
        got = _added(packages, served.url, work)
        yield Row("init --catalog: skills add PAGES", counted(wanted), compared(got, wanted))


def adopts(packages: Packages, catalog: Catalog, work: Path) -> Iterator[Row]:
    """Take over what the client installed for two agents: skills in one folder, links to them in the other."""
    project = _project(work)
    env = {**os.environ, "HOME": str(packages.home), "XDG_CACHE_HOME": str(work / "cache")}
    shared = project / ".agents" / "skills"
    with serve(catalog.site) as served:
        packages.skills("add", served.url, "--agent", "claude-code", "codex", "--yes", cwd=project)
        before = skills_of(shared)
        yield Row(f"{catalog.name}: skills add for two agents", counted(catalog.files), compared(before, catalog.files))
        # The project's lock file names a site on this machine: that may be anybody's wish.
        trust = ("--allow-origin", served.url)
        command = (sys.executable, "-m", "skillpack", "adopt", "--all", "--yes", "--json", *trust, "--root", shared)
        done = subprocess.run(
            command, cwd=project, env=env, capture_output=True, encoding="utf-8", check=False, timeout=120
        )
    found = json.loads(done.stdout) if done.stdout else []
    matches = sorted({f"{each['match']} {each['adopted']}" for each in found}) or [done.stderr[-200:]]
    yield Row(f"{catalog.name}: skillpack adopt of {len(found)}", "same True", ", ".join(matches))
    after = {
        name: {path: content for path, content in files.items() if path != ".skillpack.json"}
        for name, files in skills_of(shared).items()
    }
    yield Row(f"{catalog.name}: no byte of a skill changed", counted(before), compared(after, before))


def updates(packages: Packages, catalog: Catalog, work: Path) -> Iterator[Row]:
    """Update an installation after nothing, and after one skill, has changed."""
    edited, other = made_up.CHANGED, "plain"
    with serve(catalog.site) as served:
        everything, one, another = (_project(work) for _ in range(3))
        _add(packages, served.url, everything)
        _add(packages, f"{served.url}/skills/{edited}", one)
        _add(packages, f"{served.url}/skills/{other}", another)
        before = _times(everything)
        yield Row("skills update, nothing changed: artifacts fetched", "0", _updated(packages, served, everything))
        yield Row("skills update, nothing changed: skills written", "", _written(before, _times(everything)))
        files = {**catalog.files, edited: made_up.change(catalog.source)}
        digests = _digests(catalog.site)
        yield Row("build again after an edit of one skill", "", catalog.build())
        changed = sorted(name for name, digest in _digests(catalog.site).items() if digests.get(name) != digest)
        yield Row("digests of the index that changed", edited, ", ".join(changed))
        # The client asks for everything again once something changed; a skill's own index keeps that small.
        fetched = _updated(packages, served, everything)
        yield Row("skills update, one skill changed: artifacts fetched", "", fetched, Kind.NOTED)
        yield Row("skills update, one skill changed: skills written", edited, _written(before, _times(everything)))
        got = skills_of(everything / ".claude" / "skills")
        yield Row("skills update, one skill changed: what is there", counted(files), compared(got, files))
        yield Row("the same, added by its page: artifacts fetched", "1", _updated(packages, served, one))
        got = skills_of(one / ".claude" / "skills")
        yield Row(
            "the same, added by its page: what is there",
            counted({edited: {"": b""}}),
            compared(got, {edited: files[edited]}),
        )
        yield Row("another skill, added by its page: artifacts fetched", "0", _updated(packages, served, another))


def legacy(catalog: Catalog, work: Path) -> Iterator[Row]:
    """Read the old discovery index as opencode does: one index, then every file below it."""
    left_out = ("escaped-names",)  # its files cannot be asked for
    wanted = {name: files for name, files in catalog.files.items() if name not in left_out}
    host = work / f"{catalog.name}-host"
    with serve(host) as served:
        base = f"{served.url}/{SUB}/.well-known/skills"
        index = json.loads(_fetched(f"{base}/index.json"))
        got = {
            entry["name"]: {
                file: _fetched(f"{base}/{entry['name']}/{urllib.parse.quote(file)}") for file in entry["files"]
            }
            for entry in index["skills"]
        }
    yield Row("made-up: v0.1 index, every file", counted(wanted), compared(got, wanted))
    first = sorted({entry["files"][0] for entry in index["skills"]})
    yield Row("made-up: v0.1 index, first file of each skill", "SKILL.md", ", ".join(first))


def marketplace(packages: Packages, catalog: Catalog, work: Path) -> Iterator[Row]:
    """Let Claude Code judge marketplace.json; where it cannot be had, that is said."""
    step = "claude plugin validate --strict"
    wrong = install(packages.folder, NODE, SKILLS, CLAUDE)
    version = "" if wrong else packages.claude("--version", cwd=work).stdout.strip()
    if not version:
        yield Row(step, "passed", f"{CLAUDE}: {wrong or 'does not run here'}", Kind.NOT_RUN)
        return
    # The second one shows that the first means something.
    for name, odd, wanted in (("as built", False, "passed"), ("with a key of our own", True, "refused")):
        folder = work / "claude" / name.replace(" ", "-")
        (folder / ".claude-plugin").mkdir(parents=True)
        (folder / ".claude-plugin" / "marketplace.json").write_bytes(_market(catalog, odd=odd))
        done = packages.claude("plugin", "validate", "--strict", str(folder), cwd=work)
        got = "passed" if done.returncode == 0 else "refused"
        why = "" if got == wanted else f": {' '.join((done.stdout + done.stderr).split())[-200:]}"
        yield Row(f"{step}, {name}", wanted, got + why)


def compared(got: Files, wanted: Files) -> str:
    """Return the count where both are the same, else the first differences."""
    differences = list(_differences(got, wanted))
    more = f" and {len(differences) - 4} more" if len(differences) > 4 else ""
    return "; ".join(differences[:4]) + more if differences else counted(wanted)


def counted(files: Files) -> str:
    """Return how many skills and files there are."""
    numbers = ((len(files), "skill"), (sum(map(len, files.values())), "file"))
    return ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in numbers) + ", same bytes"


def _differences(got: Files, wanted: Files) -> Iterator[str]:
    yield from (f"{name} is missing" for name in sorted(wanted.keys() - got.keys()))
    yield from (f"{name} is too much" for name in sorted(got.keys() - wanted.keys()))
    for name in sorted(wanted.keys() & got.keys()):
        mine, theirs = wanted[name], got[name]
        yield from (f"{name}/{path} is missing" for path in sorted(mine.keys() - theirs.keys()))
        yield from (f"{name}/{path} is too much" for path in sorted(theirs.keys() - mine.keys()))
        yield from (
            f"{name}/{path} differs" for path in sorted(mine.keys() & theirs.keys()) if mine[path] != theirs[path]
        )


def shipped(skills: dict[str, dict[str, bytes]]) -> dict[str, dict[str, bytes]]:
    """Return skills without the tasks that they are measured with, which no archive holds."""
    return {
        name: {path: content for path, content in files.items() if not path.startswith("evals/")}
        for name, files in skills.items()
    }


def skills_of(folder: Path) -> dict[str, dict[str, bytes]]:
    """Return the files of every skill in a folder."""
    found: dict[str, dict[str, bytes]] = {}
    for here, _, names in os.walk(folder, followlinks=True):  # an update may replace a folder by a link
        for path in (Path(here, name) for name in names if not here.endswith("__pycache__")):
            name, _, file = path.relative_to(folder).as_posix().partition("/")
            found.setdefault(name, {})[file] = path.read_bytes()
    return found


def _project(work: Path) -> Path:
    return Path(tempfile.mkdtemp(prefix="project-", dir=work))


def _add(packages: Packages, url: str, project: Path) -> None:
    packages.skills("add", url, "--agent", "claude-code", "--yes", cwd=project)


def _added(packages: Packages, url: str, work: Path) -> Files:
    """Return what a fresh project holds after an installation."""
    project = _project(work)
    _add(packages, url, project)
    return skills_of(project / ".claude" / "skills")


def _updated(packages: Packages, served: Served, project: Path) -> str:
    """Update a project, and return how many artifacts were fetched for it."""
    served.taken()
    packages.skills("update", "--project", "--yes", cwd=project)
    return str(sum(path.startswith("/archives/") for path in served.taken()))


def _times(project: Path) -> dict[str, tuple[int, int]]:
    """Return inode and time of every file."""
    stats = {path.relative_to(project).as_posix(): path.stat() for path in project.rglob("*") if path.is_file()}
    return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in stats.items()}


def _written(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """Return the skills of which a file is not as it was."""
    paths = [path for path in before | after if before.get(path) != after.get(path)]
    return ", ".join(sorted({path.split("/skills/")[1].split("/")[0] for path in paths if "/skills/" in path}))


def _digests(site: Path) -> dict[str, str]:
    index = json.loads((site / ".well-known" / "agent-skills" / "index.json").read_bytes())
    return {entry["name"]: entry["digest"] for entry in index["skills"]}


def _fetched(url: str) -> bytes:
    try:
        with _DIRECTLY.open(url, timeout=30) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        return f"{error.code}".encode()


def _market(catalog: Catalog, *, odd: bool = False) -> bytes:
    content = (catalog.site / "marketplace.json").read_bytes()
    if not odd:
        return content
    whole = json.loads(content)
    whole["plugins"][0]["x-ours"] = True
    return json.dumps(whole).encode()


if __name__ == "__main__":
    sys.exit(main())
