"""What people have who installed skillpack alone, without extras: every verb does its job or names the extra.

`python tests/end_to_end/without_extras.py` installs the checkout into a new environment without extras and without what
develops it, runs the main verbs there and compares what they write with what this environment writes. Needs a package
index, and about a minute.
"""

import filecmp
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

from table import Row, show

ROOT = Path(__file__).resolve().parents[2]
OF_EXTRAS = (
    "cryptography",
    "distributed",
    "mcp",
    "model_signing",
    "OpenSSL",
    "PIL",
    "sigstore",
    "starlark",
    "watchfiles",
)


def without_extras(work: Path) -> Iterator[Row]:
    """Install without extras, run the verbs, and yield how each went."""
    environment = work / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    installed = _ran([str(python), "-m", "pip", "install", "--quiet", str(ROOT)], work)
    yield Row("pip install .", "0", str(installed.returncode) if not installed.returncode else installed.stderr[-300:])
    yield Row("packages that only extras name", "none", ", ".join(_present(python)) or "none")

    plain, full = str(environment / "bin" / "skillpack"), str(Path(sys.executable).with_name("skillpack"))
    build = ["build", str(ROOT / "site"), "--no-cache", "-o"]
    for program, output in ((plain, "plain"), (full, "full")):
        built = _ran([program, *build, output], work)
        yield Row(f"build site, {output}", "0", str(built.returncode))
    yield Row("files that differ", "none", ", ".join(_differences(work / "plain", work / "full")[:5]) or "none")
    built = _ran([plain, *build, "at", "--site-url", "https://skills.example.com/"], work)
    yield Row("build site with an address, cards drawn beforehand", "0", str(built.returncode))

    skill = str(ROOT / "site" / "skills" / "write-a-skill")
    for words in (
        ("check", str(ROOT / "site")),
        ("install", skill, "--root", "root", "--yes"),
        ("verify", "--root", "root"),
        ("update", "--root", "root", "--yes"),
        ("list", "--catalog", str(ROOT / "site")),
        ("search", "skill", "--catalog", str(ROOT / "site")),
        ("prompt", str(ROOT / "site"), "--format", "metis"),
        ("audit", "plain"),
        ("pack", skill, "-o", "packed"),
        ("uninstall", "write-a-skill", "--root", "root", "--yes"),
        ("doctor",),
    ):
        ran = _ran([plain, *words], work)
        yield Row(f"skillpack {words[0]}", "0", f"{ran.returncode}: {ran.stderr[-200:]}" if ran.returncode else "0")
    _ran([plain, "init", "count-words", "--metaskill"], work)
    for extra, words in (
        ("metaskill", ("run", "count-words", "--input", "{}")),
        ("mcp", ("mcp", str(ROOT / "site"))),
        ("dask", (*build, "far", "--executor", "dask://127.0.0.1:8786")),
        ("sign", ("sign", "--key", "plain/index.html")),
    ):
        ran = _ran([plain, *words], work)
        named = ran.returncode in {2, 3} and f"[{extra}]" in ran.stderr and "Traceback" not in ran.stderr
        yield Row(f"skillpack {words[0]} names its extra", extra, extra if named else f"{ran.returncode}: {ran.stderr}")


def _ran(command: Sequence[str], work: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=work,
        env={**os.environ, "HOME": str(work / "home"), "XDG_CACHE_HOME": str(work / "cache")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def _present(python: Path) -> list[str]:
    """Return the modules of extras that the environment can load."""
    test = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is not None)"
    found = {module: subprocess.run([python, "-c", test, module], check=False).returncode for module in OF_EXTRAS}
    return sorted(module for module, status in found.items() if status)


def _differences(one: Path, other: Path) -> list[str]:
    """Return the files that only one has or whose bytes differ."""
    files = {top: {str(path.relative_to(top)) for path in top.rglob("*") if path.is_file()} for top in (one, other)}
    both = files[one] & files[other]
    _, differ, wrong = filecmp.cmpfiles(one, other, both, shallow=False)
    return sorted({*(files[one] ^ files[other]), *differ, *wrong})


def main() -> int:
    """Run everything in a temporary folder and print the table."""
    with tempfile.TemporaryDirectory(prefix="skillpack-plain-") as work:
        return show(without_extras(Path(work)))


if __name__ == "__main__":
    sys.exit(main())
