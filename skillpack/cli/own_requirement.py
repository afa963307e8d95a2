"""How another machine installs the skillpack that runs here: a line of a requirements file."""

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import urlsplit, urlunsplit

MISSING = "skillpack @ FILL-IN-where-CI-gets-skillpack"
"""Stands for a place that only people know; pip refuses it by its name."""

_LOCAL = f"""\
# The skillpack that wrote this was installed from a folder or file of one machine, which a CI does not have.
# Put the line here that installs it there: `skillpack==VERSION`, or `skillpack @ git+https://HOST/skillpack.git@COMMIT`.
{MISSING}"""


def installed_from() -> str:
    """Return where this installation came from, as its installer noted it (PEP 610); empty for an index."""
    try:
        return distribution("skillpack").read_text("direct_url.json") or ""
    except PackageNotFoundError:  # run from a folder that nobody installed
        return json.dumps({"url": "file:///", "dir_info": {}})


def own_requirement(noted: str, version: str) -> str:
    """Return the line of a requirements file that installs the same, or lines that say what to fill in.

    Args:
        noted: What `installed_from` returns.
        version: Of this program.
    """
    if not noted:
        return f"skillpack=={version}"
    origin: Mapping[str, object] = json.loads(noted)
    address = urlsplit(str(origin["url"]))
    host = address.netloc.rpartition("@")[2]
    if not host or address.scheme == "file":
        return _LOCAL
    part = f"subdirectory={origin['subdirectory']}" if origin.get("subdirectory") else ""
    match origin:
        case {"vcs_info": {"vcs": str(vcs), "commit_id": str(commit)}}:
            # A login goes into no file that is published; the name before the host of ssh is none.
            place = address.netloc if address.scheme == "ssh" and ":" not in address.netloc.partition("@")[0] else host
            return f"skillpack @ {vcs}+{urlunsplit((address.scheme, place, f'{address.path}@{commit}', '', part))}"
        case {"archive_info": {"hashes": {"sha256": str(digest)}}}:
            pieces = "&".join(filter(None, (f"sha256={digest}", part)))
            return f"skillpack @ {urlunsplit((address.scheme, host, address.path, '', pieces))}"
        case {"archive_info": _}:
            return f"skillpack @ {urlunsplit((address.scheme, host, address.path, '', part))}"
        case _:
            return _LOCAL
