"""What git says of a folder: when its files changed, where its checkout begins, where it came from, who commits."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from skillpack.errors import SkillpackError
from skillpack.model.release import History


def histories(root: Path) -> Mapping[str, History]:
    """Return the first and last day on which each file below a folder changed, by path relative to it, from git.

    Nothing where nothing was committed yet: the folder is in no checkout, or in one without a commit.

    Raises:
        SkillpackError: The checkout is shallow, or git cannot read it.
    """
    here = root.resolve()
    checkout = any((folder / ".git").exists() for folder in (here, *here.parents))
    if not checkout or not _git(root, "rev-list", "--all", "--max-count=1"):
        return {}
    if _git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise SkillpackError(
            "dates from git need the whole history, and this is a shallow clone",
            hint='fetch everything (`fetch-depth: 0`), or set `dates = "record"`',
        )
    found: dict[str, History] = {}
    day = ""
    for line in _git(root, "log", "--format=%x00%cs", "--name-only", "--relative", "-z").split("\0"):
        for part in filter(None, line.split("\n")):
            if len(part) == len("2026-01-31") and part[4] == "-" == part[7] and part[:4].isdigit():
                day = part
            else:
                before = found.get(part)
                found[part] = History(day, before.updated if before else day)
    return found


def history_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of git of which one changes whenever the history of a folder does; none where none tells.

    The log of HEAD grows with every commit, reset and change of branch; some checkouts keep none.
    """
    place = _git_line(folder, "rev-parse", "--absolute-git-dir")
    if not place:
        return ()
    log = Path(place, "logs", "HEAD")
    return (log, Path(place, "HEAD"), Path(place, "shallow")) if log.is_file() else ()


def checkout_root(folder: Path) -> Path | None:
    """Return the top of the git checkout that a folder is in, without links; None where there is none."""
    top = _git_line(folder, "rev-parse", "--show-toplevel")
    return Path(top) if top else None


def remote(folder: Path) -> str:
    """Return the address of the remote `origin` of the git checkout that a folder is in; empty where there is none."""
    return (
        _git_line(folder, "remote", "get-url", "origin").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    )


def user_name(folder: Path) -> str:
    """Return the name under which git would commit in a folder; empty where it knows none."""
    return _git_line(folder, "config", "user.name").encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _git_line(folder: Path, *arguments: str) -> str:
    """Return the line that git says of a folder; empty where it says none."""
    try:
        return _run_git(folder, *arguments).decode("utf-8", "surrogateescape").rstrip("\n")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(root: Path, *arguments: str) -> str:
    try:
        return _run_git(root, *arguments).decode("utf-8", "replace")
    except (OSError, subprocess.CalledProcessError) as error:
        raise SkillpackError(f"git says nothing about `{root}`", hint='set `dates = "record"`') from error


def _run_git(root: Path, *arguments: str) -> bytes:
    command = ["git", "-c", "core.quotePath=false", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603 fixed words
