"""What git says went wrong -> one clause for people (pure)."""

import re

from skillpack.model.portable import printable
from skillpack.sources.http.failures import NETWORK_HINT, no_network

_LONGEST = 200  # characters
_CREDENTIALS = re.compile(r"(://)[^/\s'\"@]*@")
_HEAD = re.compile(r"^(?:remote: )?(?:fatal|error|ERROR): ", re.IGNORECASE)
_WHERE = re.compile(r"unable to access '[^']*': ")  # which our own words say
_NOISE = (
    "Please make sure you have the correct access rights",
    "Could not read from remote repository",
    "and the repository exists",
)
_NEEDS_LOGIN = re.compile(
    r"could not read (?:Username|Password)|Authentication failed|Permission denied|terminal prompts disabled"
    r"|Repository not found|HTTP Basic: Access denied|could not be found"
)
_CANNOT = re.compile(
    r"shallow|unadvertised object|not our ref|Server does not (?:support|allow)|no such remote ref"
    r"|couldn't find remote ref|filter|object-format"
)
_FOREIGN = re.compile(r"dubious ownership|unsafe repository")


def problem(stderr: str) -> str:
    """Return the first reason that git gives, short, without credentials and without anything that cannot be shown."""
    lines = [line.rsplit("\r", 1)[-1].strip() for line in stderr.splitlines()]
    kept = [line for line in lines if line and not any(noise in line for noise in _NOISE)]
    reasons = [line for line in kept if _HEAD.match(line)] or kept[-1:]
    text = _WHERE.sub("", _HEAD.sub("", reasons[0])) if reasons else "it gives no reason"
    without = no_network(stderr)
    if without:
        return without
    return printable(without_credentials(text).replace("`", "'"), longest=_LONGEST).rstrip(".")


def without_credentials(text: str) -> str:
    """Return a text whose URLs hold neither names nor passwords."""
    return _CREDENTIALS.sub(r"\1", text)


def hint(stderr: str) -> str:
    """Return the advice, or the empty string."""
    if no_network(stderr):
        return NETWORK_HINT
    if _FOREIGN.search(stderr):
        return "it belongs to another user; `git config --global --add safe.directory PATH` trusts it"
    if "Host key verification failed" in stderr:
        return "connect once by ssh to look at the host's key, and accept it"
    if _NEEDS_LOGIN.search(stderr):
        return "see its name; a private one needs a credential helper of git, or `git+ssh://…` and your ssh agent"
    return ""


def cannot_give_one(stderr: str) -> bool:
    """Return whether a server could not give what it was asked for by its name, so that more has to be asked for."""
    return _CANNOT.search(stderr) is not None
