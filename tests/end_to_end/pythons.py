"""Every Python makes the same bytes: `python tests/end_to_end/pythons.py [--python PROGRAM]... [--source FOLDER]...`.

Installs skillpack for each Python from 3.11 on that is found here (on `PATH`, below `/usr`, by pyenv) or given, into an
environment of its own, and builds and checks each source: the project's catalog, code in every language that is
painted, what is hard to read, and the folders that are given. Sites, findings and exit statuses must be those of the
first Python, which builds twice, with other seeds of hashes and in another time zone. Needs pip and its index.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import made_up
from table import Kind, Row, show

ROOT = Path(__file__).parents[2]
OLDEST = (3, 11)
VERSION = "import sys; print(*sys.version_info[:3], sys.implementation.name)"
SHOWN = 3  # files that differ and are named

EXIT, FAULT = "(exit status)", "(fault)"

Made = Mapping[str, str]
"""What was made, a file or an answer -> digest of its bytes."""


@dataclass(frozen=True, slots=True)
class Python:
    """A Python.

    Attributes:
        version: Its three numbers.
        program: Where it lies.
    """

    version: tuple[int, int, int]
    program: str

    @property
    def name(self) -> str:
        """As people write it."""
        return ".".join(map(str, self.version))


def found_pythons() -> Iterator[str]:
    """Yield programs on this machine that may be a Python."""
    yield sys.executable
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders += [Path("/usr/bin"), Path("/usr/local/bin"), *sorted(pyenv.glob("versions/*/bin"))]
    for folder in folders:
        yield from (
            str(path) for path in sorted(folder.glob("python3*")) if re.fullmatch(r"python3(\.\d+)?", path.name)
        )


def usable(programs: Iterator[str]) -> list[Python]:
    """Return one Python of each version, the oldest first."""
    pythons: dict[tuple[int, int, int], Python] = {}
    for program in dict.fromkeys(programs):
        asked = subprocess.run([program, "-c", VERSION], capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            *numbers, implementation = asked.stdout.split()
            major, minor, micro = map(int, numbers)
            if (major, minor) >= OLDEST and implementation == "cpython":
                pythons.setdefault((major, minor, micro), Python((major, minor, micro), program))
    return [pythons[version] for version in sorted(pythons)]


def install(python: Python, folder: Path) -> str:
    """Make an environment with skillpack in it; return what went wrong, or nothing."""
    # The pip of this environment works for the other one: Debian's Python comes without.
    made = [python.program, "-m", "venv", "--without-pip", str(folder)]
    filled = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    for command in (made, [*filled, "--disable-pip-version-check", str(ROOT)]):
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
        if done.returncode:
            return done.stderr.strip()[-300:]
    return ""


def make(program: Path, source: Path, output: Path, *, again: bool = False) -> Made:
    """Return what building and checking a source gives."""
    surroundings = {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland"} if again else {"PYTHONHASHSEED": "0", "TZ": "UTC"}
    env = {**os.environ, **surroundings, "SOURCE_DATE_EPOCH": "1760000000", "NO_COLOR": "1"}
    made: dict[str, str] = {}
    for verb, *words in (("build", "--output", str(output), "--no-cache"), ("check", "--format", "json")):
        command = [str(program), verb, str(source), *words]
        done = subprocess.run(command, cwd=output.parent, env=env, capture_output=True, check=False)
        # What `build` prints holds the seconds that it took.
        made[f"{verb} {EXIT}"] = f"{done.returncode} {_digest(done.stdout) if verb == 'check' else ''}"
        if done.returncode not in {0, 1}:
            made[FAULT] = f"{verb}: {done.stderr.decode(errors='replace').strip()[-300:]}"
    for path in sorted(output.rglob("*")):
        if path.is_file():
            made[path.relative_to(output).as_posix()] = _digest(path.read_bytes())
    shutil.rmtree(output)
    return made


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _faults(made: Made) -> str:
    return made.get(FAULT, "built and checked" if len(made) > 2 else "nothing")


def _differences(first: Made, other: Made) -> str:
    names = sorted(name for name in first.keys() | other.keys() if first.get(name) != other.get(name))
    return f"{len(names)} differ: {', '.join(names[:SHOWN])}" if names else "the same"


def write_code(folder: Path) -> None:
    """Write a catalog of a skill with code in every language that has a grammar."""
    examples = tomllib.loads((ROOT / "tests/site/grammars.toml").read_text(encoding="utf-8"))
    blocks = "".join(f"## {name}\n\n````{name}\n{code}````\n\n" for name, code in examples.items())
    skill = folder / "skills" / "code"
    (skill / "references").mkdir(parents=True)
    start = "---\nname: code\ndescription: Shows code. Use when somebody asks how code looks.\n---\n\n# Code\n\n"
    (skill / "SKILL.md").write_text(start + blocks, encoding="utf-8")
    for name, code in examples.items():
        (skill / "references" / f"example.{name}").write_text(code * 20, encoding="utf-8")


def rows(pythons: list[Python], sources: Mapping[str, Path], work: Path) -> Iterator[Row]:
    """Yield a row for each Python and source."""
    if len(pythons) == 1:
        yield Row("another Python, to compare with", "from 3.11 on", "none here; give one by --python", Kind.NOT_RUN)
    first: dict[str, Made] = {}
    for python in pythons:
        folder = work / python.name
        wrong = install(python, folder)
        if wrong:
            yield Row(f"{python.name} {python.program}", "an environment", wrong)
            continue
        program = folder / "bin" / "skillpack"
        for name, source in sources.items():
            made = make(program, source, work / "site")
            if name not in first:
                first[name] = made
                yield Row(f"{python.name} {name}, {len(made) - 2} files", "built and checked", _faults(made))
                made = make(program, source, work / "site", again=True)
                yield Row(f"{python.name} {name}, other seeds and zone", "the same", _differences(first[name], made))
            else:
                yield Row(f"{python.name} {name}", "the same", _differences(first[name], made))


def main() -> int:
    """Compare what the Pythons make; return 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], help="program of a Python; by default all found here")
    parser.add_argument("--source", action="append", default=[], type=Path, help="more folders of skills to build")
    parser.add_argument("--work", type=Path, help="folder for the environments, which stay there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary).resolve()
        write_code(work / "code")
        made_up.write_sources(work / "made-up")
        own = {"site/": ROOT / "site", "code": work / "code", "made-up skills": work / "made-up"}
        sources = own | {str(folder): folder.resolve() for folder in given.source}
        return show(rows(usable(iter(given.python or found_pythons())), sources, (given.work or work).resolve()))


if __name__ == "__main__":
    sys.exit(main())
