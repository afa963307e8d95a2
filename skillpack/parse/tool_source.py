"""Where skillpack itself is had: an address -> what `pip`, `pipx` and a CI install.

A name alone is never enough: whoever registers it in a package index would run wherever it is installed from there.
"""

import json
import re
from collections.abc import Mapping

from skillpack.errors import UsageError

MISSING = "skillpack @ FILL-IN-where-CI-gets-skillpack"
"""Stands for an address that only people know; pip refuses it by its name."""

FILL_IN = f"""\
# Put the line here that installs skillpack in a CI: `skillpack @ git+https://HOST/skillpack.git@COMMIT`.
# Its address is needed: by the name alone a package index would give what somebody registered there.
{MISSING}"""

_ADDRESS = re.compile(
    r"(?P<scheme>[a-z]+)://(?:(?P<user>[^/?#]*)@)?(?P<host>[^/?#@]*)(?P<path>[^?#]*)(?P<query>\?[^#]*)?"
    r"(?:#(?P<fragment>.*))?"
)
_ARCHIVES = (".whl", ".tar.gz", ".zip")
_HINT = "write `https://HOST/skillpack.git@REV`, `git@HOST:skillpack.git@REV` or the address of a wheel"
_SCP = re.compile(r"(?P<user>[A-Za-z0-9._-]+)@(?P<host>[A-Za-z0-9.-]+):(?P<path>[^/].*)")
_HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]{1,5})?")
_PATH = re.compile(r"/[A-Za-z0-9._~%+/-]+(?:@[A-Za-z0-9][A-Za-z0-9._/-]*)?")
_USER = re.compile(r"[A-Za-z0-9._-]+")
_FRAGMENT = re.compile(r"(?:[a-z0-9]+=[A-Za-z0-9._/-]+)?(?:&[a-z0-9]+=[A-Za-z0-9._/-]+)*")


def parse_tool_source(text: str) -> str:
    """Return an address as installers take it: `git+https://HOST/PATH@REV`, or that of an archive.

    Args:
        text: As typed: of a git repository with an optional `@REV`, with or without `git+`, or of a wheel.

    Raises:
        UsageError: It is none; it cannot be read safely; it holds a login, which would be published.
    """
    typed = text.removeprefix("git+")
    scp = _SCP.fullmatch(typed)
    address = f"ssh://{scp['user']}@{scp['host']}/{scp['path']}" if scp else typed
    parts = _ADDRESS.fullmatch(address)
    if parts is None or parts["scheme"] not in {"https", "ssh"}:
        unproven = parts is not None and parts["scheme"] in {"http", "git"}
        raise _refused(text, "is read without proof of who answers" if unproven else "is no address of a git server")
    user = parts["user"] or ""
    if ":" in user or (user and parts["scheme"] != "ssh"):
        raise UsageError(
            "the address of skillpack holds a login, which would be published",
            hint="leave it out: a CI has logins of its own",
        )
    if parts["query"] or not (
        _HOST.fullmatch(parts["host"])
        and _PATH.fullmatch(parts["path"])
        and _FRAGMENT.fullmatch(parts["fragment"] or "")
        and (not user or _USER.fullmatch(user))
    ):
        raise _refused(text, "is no address of a git repository")
    is_archive = parts["scheme"] == "https" and parts["path"].endswith(_ARCHIVES) and not text.startswith("git+")
    return address if is_archive else f"git+{address}"


def is_pinned(address: str) -> bool:
    """Return whether an address says which version is meant."""
    parts = _ADDRESS.fullmatch(address.removeprefix("git+"))
    return parts is not None and ("@" in parts["path"] or parts["path"].endswith(_ARCHIVES))


def noted_address(noted: str) -> str:
    """Return the address from which a program was installed, exactly as taken; empty where no other machine has that.

    Args:
        noted: What the installer noted (PEP 610); empty for a package index.
    """
    origin: Mapping[str, object] = json.loads(noted) if noted else {}
    address = _ADDRESS.fullmatch(str(origin.get("url", "")))
    if address is None or not address["host"] or address["scheme"] == "file":
        return ""
    scheme, user, host, path = address["scheme"], address["user"] or "", address["host"], address["path"]
    part = f"subdirectory={origin['subdirectory']}" if origin.get("subdirectory") else ""
    match origin:
        case {"vcs_info": {"vcs": str(vcs), "commit_id": str(commit)}}:
            # A login goes into no file that is published; the name before the host of ssh is none.
            place = f"{user}@{host}" if user and scheme == "ssh" and ":" not in user else host
            return f"{vcs}+{scheme}://{place}{path}@{commit}" + (f"#{part}" if part else "")
        case {"archive_info": {"hashes": {"sha256": str(digest)}}}:
            return f"{scheme}://{host}{path}#" + "&".join(filter(None, (f"sha256={digest}", part)))
        case {"archive_info": _}:
            return f"{scheme}://{host}{path}" + (f"#{part}" if part else "")
        case _:
            return ""


def requirement(address: str, extra: str = "") -> str:
    """Return the line of a requirements file, and the argument of `pip install`, that installs skillpack."""
    return f"skillpack[{extra}] @ {address}" if extra else f"skillpack @ {address}"


def install_extra(noted: str, extra: str) -> str:
    """Return in words how the skillpack that runs here gets one of its extras.

    Args:
        noted: As of `noted_address`.
        extra: Its name.
    """
    what = f"install skillpack with its extra `{extra}` from where you have it"
    origin = json.loads(noted) if noted else {}
    folder = str(origin.get("url", "")).removeprefix("file://").rstrip("/")
    if noted_address(noted) or not folder.startswith("/"):
        return f"{what}: `pip install '{requirement(noted_address(noted) or 'ADDRESS', extra)}'`"
    if "%" in folder or "'" in folder:  # the path as it is written would be another one
        return f"{what}, a folder or a file of this machine"
    editable = "--editable " if origin.get("dir_info", {}).get("editable") else ""
    return f"{what}: `pip install {editable}'{folder}[{extra}]'`"


def _refused(text: str, why: str) -> UsageError:
    return UsageError(f"`{text}` {why}", hint=_HINT)
