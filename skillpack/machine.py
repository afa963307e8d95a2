"""What this machine is: the only reader of environment, clock and PATH."""

import json
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from pathlib import Path

from skillpack.errors import UsageError
from skillpack.model.requirements import Machine, Requirements


def environment() -> Mapping[str, str]:
    """Return the environment as it is now."""
    return dict(os.environ)


LIBRARIES = (
    "fontpkg-noto-sans",
    "jinja2",
    "license-expression",
    "markdown-it-py",
    "markupsafe",
    "mdurl",
    "msgspec",
    "nh3",
    "pillow",
    "pygments",
    "pyyaml",
)
"""Libraries that shape what a build writes, as package registries call them."""

_UNLIKE = re.compile("[-_.]+")  # packaging.python.org, name normalization


@cache
def library_versions() -> tuple[str, ...]:
    """Return name and version of each library that shapes a site; the name alone where it was installed without one."""
    metadata = import_module("importlib.metadata")  # it takes as long to load as the rest of a start
    found = []
    for name in LIBRARIES:
        version = ""
        with suppress(metadata.PackageNotFoundError):
            version = metadata.version(name)
        found.append(f"{name} {version}".rstrip())
    return tuple(found)


def library_metadata() -> tuple[str, ...]:
    """Return the names that change with the version of a library, such as `nh3-0.3.1.dist-info`, as imports find them.

    To list them takes a tenth of the time that versions take; where a version is not in a name, versions are returned.
    """
    found = []
    for folder in sys.path:
        try:
            with os.scandir(folder or os.curdir) as entries:
                names = sorted(each.name for each in entries if each.name.endswith((".dist-info", ".egg-info")))
        except NotADirectoryError:  # an archive
            return library_versions()
        except OSError:
            continue
        for name in names:
            library, dash, _ = name.rpartition(".")[0].partition("-")
            if _UNLIKE.sub("-", library).lower() in LIBRARIES:
                if not dash:
                    return library_versions()
                found.append(name)
    return tuple(found)


def installed_from() -> str:
    """Return where this installation came from, as its installer noted it (PEP 610); empty for an index."""
    metadata = import_module("importlib.metadata")
    try:
        return metadata.distribution("skillpack").read_text("direct_url.json") or ""
    except metadata.PackageNotFoundError:  # run from a folder that nobody installed
        return json.dumps({"url": Path(__file__).resolve().parents[1].as_uri(), "dir_info": {}})


def today(env: Mapping[str, str]) -> str:
    """Return the ISO day of SOURCE_DATE_EPOCH, else of the clock, in UTC.

    Raises:
        UsageError: SOURCE_DATE_EPOCH is not a number of seconds.
    """
    epoch = source_date(env)
    return epoch or datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def expiry_day(env: Mapping[str, str]) -> str:
    """Return the ISO day by which something has expired: that of the clock, or a later one of SOURCE_DATE_EPOCH.

    Whoever builds something that others can repeat sets an early day, and must not take what expired since.

    Raises:
        UsageError: SOURCE_DATE_EPOCH is not a number of seconds.
    """
    return max(today({}), today(env))


def now(env: Mapping[str, str]) -> datetime:
    """Return the moment of SOURCE_DATE_EPOCH, else of the clock, in UTC, in whole seconds.

    Raises:
        UsageError: SOURCE_DATE_EPOCH is not a number of seconds.
    """
    seconds = int(env["SOURCE_DATE_EPOCH"]) if source_date(env) else int(time.time())
    return datetime.fromtimestamp(seconds, UTC)


def source_date(env: Mapping[str, str]) -> str:
    """Return the ISO day of SOURCE_DATE_EPOCH, or the empty string where it is not set.

    Raises:
        UsageError: SOURCE_DATE_EPOCH is not a number of seconds.
    """
    text = env.get("SOURCE_DATE_EPOCH", "")
    if not text:
        return ""
    try:
        return datetime.fromtimestamp(int(text), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(f"SOURCE_DATE_EPOCH is `{text}`, not a number of seconds") from error


def cache_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of our caches: `$XDG_CACHE_HOME/skillpack`, or where the system keeps such."""
    if env.get("XDG_CACHE_HOME"):
        return Path(env["XDG_CACHE_HOME"]) / "skillpack"
    if platform.system() == "Darwin":
        return Path.home() / "Library" / "Caches" / "skillpack"
    if platform.system() == "Windows" and env.get("LOCALAPPDATA"):
        return Path(env["LOCALAPPDATA"]) / "skillpack" / "Cache"
    return Path.home() / ".cache" / "skillpack"


def state_folder(env: Mapping[str, str]) -> Path:
    """Return the folder of what we remember of a user: `$XDG_STATE_HOME/skillpack`, or where the system keeps such."""
    if env.get("XDG_STATE_HOME"):
        return Path(env["XDG_STATE_HOME"]) / "skillpack"
    if platform.system() == "Darwin":
        return Path.home() / "Library" / "Application Support" / "skillpack"
    if platform.system() == "Windows" and env.get("LOCALAPPDATA"):
        return Path(env["LOCALAPPDATA"]) / "skillpack"
    return Path.home() / ".local" / "state" / "skillpack"


def cores() -> int:
    """Return how many processors this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def probe(requirements: Iterable[Requirements], env: Mapping[str, str]) -> Machine:
    """Return the programs, variables and system of this machine, as far as they are asked for."""
    asked = tuple(requirements)
    bins = {name for needs in asked for name in needs.bins}
    names = {name for needs in asked for name in needs.env}
    return Machine(
        os=platform.system().lower(),
        bins=frozenset(name for name in bins if shutil.which(name, path=env.get("PATH"))),
        env=frozenset(name for name in names if env.get(name)),
    )
