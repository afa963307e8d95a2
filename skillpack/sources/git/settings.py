"""What git is told: our settings, and of the user's only what reaching a server needs.

Nothing of a repository is ever checked out, so that its attributes, filters and hooks have no moment to run. The
user's own hooks, templates, filters and monitors are not among what is passed on. Credential helpers, the ssh command
and proxies are: without them no private repository could be read.
"""

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from skillpack.sources.git.server import GitServer

SOURCE = "source"
"""The remote repository, as every command names it: no URL stands where an option could."""

Settings = Sequence[tuple[str, str]]
"""Key and value, in order; a key may be there many times."""

_TAKEN = re.compile(
    r"(?:credential|http)\..+|url\..+\.insteadof|core\.sshcommand|ssh\.variant|safe\.directory", re.DOTALL
)
_NONE = re.compile(r"(?!)")
_INSTEAD_OF = re.compile(r"url\..+\.insteadof", re.DOTALL)
_REFUSED = re.compile(r"http\.(?:.+\.)?followredirects", re.DOTALL)
_SAFE = "safe.directory"
_SCOPES = frozenset({"system", "global", "command"})
_VARIABLES = frozenset(
    {
        *("GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS"),
        *("GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_PROXY_SSL_CAINFO"),
    }
)
# Of the user's variables of git, those alone that reach a server.
_FIXED: Settings = (
    ("core.hooksPath", os.devnull),
    ("core.fsmonitor", "false"),
    ("core.attributesFile", os.devnull),
    ("core.bigFileThreshold", "16m"),  # larger ones pass through, and are never held whole
    ("fetch.negotiationAlgorithm", "noop"),  # each commit comes whole, whatever came before
    ("fetch.unpackLimit", "1"),  # as one pack, whose growth can be watched
    ("fetch.recurseSubmodules", "false"),
    ("transfer.fsckObjects", "true"),
    ("fetch.fsckObjects", "true"),
    ("fetch.fsck.zeroPaddedFilemode", "ignore"),  # old hosts wrote them, and they harm nobody
    ("transfer.credentialsInUrl", "die"),
    ("transfer.bundleURI", "false"),  # a server names no other server
    ("protocol.version", "2"),
    ("http.followRedirects", "false"),  # they were followed, and judged, before
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
)
_MOST_MEMORY = "256m"  # of one piece that git takes at once: a small pack can claim any size


def user_settings(listed: bytes) -> tuple[tuple[str, str], ...]:
    """Return the settings that are taken from `git config -z --list --show-scope`."""
    parts = listed.decode("utf-8", "surrogateescape").split("\0")
    found = []
    for scope, row in zip(parts[::2], parts[1::2], strict=False):
        key, equals, value = row.partition("\n")
        if scope in _SCOPES and _TAKEN.fullmatch(key) and not _REFUSED.fullmatch(key):
            found.append((key, value if equals else "true"))
    return tuple(found)


def rewrites(user: Settings) -> bool:
    """Return whether the user has git ask elsewhere for some addresses (`insteadOf`)."""
    return any(_INSTEAD_OF.fullmatch(key) for key, _ in user)


def git_environment(
    env: Mapping[str, str], user: Settings, server: GitServer | None, folder: Path, silence: float
) -> Mapping[str, str]:
    """Return the environment of one command of git.

    Args:
        env: Of the user.
        user: Settings of the user.
        server: Where the repository is that is asked; None for a command that asks none.
        folder: Where our repositories lie.
        silence: Seconds that a server may say nothing.
    """
    kept = {name: value for name, value in env.items() if not name.startswith("GIT_") or name in _VARIABLES}
    kept.pop("SSH_ASKPASS", None)  # it opens a window and waits
    settings, location = [*_FIXED], server.location if server else ""
    if server is not None:
        dropped = _INSTEAD_OF if server.is_moved else _NONE
        asked = [(key, value) for key, value in user if key != _SAFE and not dropped.fullmatch(key)]
        # Of two for one host the last counts, so that the user's own goes before. Before git 2.37 it says nothing.
        pin = [("http.curloptResolve", server.pin)] if server.pin else []
        settings = [*pin, *asked, *_FIXED, (f"remote.{SOURCE}.url", location)]
    settings += [("http.lowSpeedLimit", "1"), ("http.lowSpeedTime", str(max(1, int(silence))))]
    if not any(kept.get(name) for name in ("GIT_SSH", "GIT_SSH_COMMAND")) and "core.sshcommand" not in dict(user):
        kept["GIT_SSH_COMMAND"] = "ssh -o BatchMode=yes"
    scheme = urlsplit(location).scheme
    safe = [value for key, value in user if key == _SAFE] if scheme == "file" else []
    numbered = {f"GIT_CONFIG_KEY_{number}": key for number, (key, _) in enumerate(settings)}
    numbered |= {f"GIT_CONFIG_VALUE_{number}": value for number, (_, value) in enumerate(settings)}
    return {
        **kept,
        "LC_ALL": "C",  # its words are read
        "LANGUAGE": "",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": _safe_file(safe, folder) if safe else os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        # `insteadOf` may turn one of them into another, into http only http itself.
        "GIT_ALLOW_PROTOCOL": "https:ssh:file:http" if scheme == "http" else "https:ssh:file",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ALLOC_LIMIT": _MOST_MEMORY,
        "GIT_CONFIG_COUNT": str(len(settings)),
        **numbered,
    }


def _safe_file(safe: Sequence[str], folder: Path) -> str:
    """Return a settings file with the repositories of others that the user trusts: a local server reads no variable."""
    path = folder / "safe"
    escaped = (value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for value in safe)
    text = "[safe]\n" + "".join(f'\tdirectory = "{value}"\n' for value in escaped)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        return str(path)
    return os.devnull
