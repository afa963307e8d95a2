"""SPEC as typed -> what it means (interfaces 2; pure)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from skillpack.errors import UsageError
from skillpack.model.portable import usable_name
from skillpack.model.version import is_label, is_range

ARCHIVES = (".zip", ".skill", ".tar.gz", ".tgz")
"""How the names of archives end."""

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_REPOSITORY = re.compile(r"(?:gh:)?([\w.-]+/[\w.-]+?)(?:\.git)?((?:/[^@]+)?)(?:@([^@]+))?")
_TREE = re.compile(r"(https://[^/]+/[^/]+/[^/]+?)(?:/-)?/(?:tree|blob)/([^/]+)((?:/.+)?)")
_FORGES = ("https://github.com/", "https://gitlab.com/", "https://codeberg.org/", "https://bitbucket.org/")
_HINT = "give a name, a folder, an archive, the address of a site, `owner/repo`, `git+URL` or `sha256:DIGEST`"


class SpecKind(StrEnum):
    """What a SPEC names."""

    NAME = "name"
    DIGEST = "digest"
    BUNDLE = "bundle"
    FOLDER = "folder"
    ARCHIVE = "archive"
    SITE = "site"
    GIT = "git"


@dataclass(frozen=True, slots=True)
class Spec:
    """What was asked for.

    Attributes:
        text: As typed.
        name: Of a skill or a bundle, for those kinds.
        wanted: A range of versions, or a branch, tag or commit; empty for what is current. A digest, 64 hex digits.
        location: Path, address, or URL of a git repository.
        path: Of a folder in a repository, or empty.
    """

    kind: SpecKind
    text: str
    name: str = ""
    wanted: str = ""
    location: str = ""
    path: str = ""


def parse_spec(text: str, *, is_there: Callable[[str], bool]) -> Spec:
    """Return what a SPEC means.

    Args:
        text: As typed.
        is_there: Tells whether a path is there: what lies here comes before a repository of that name.

    Raises:
        UsageError: It means nothing.
    """
    if found := _DIGEST.fullmatch(text):
        return Spec(SpecKind.DIGEST, text, wanted=found[1])
    if text.startswith("bundle:"):
        return _named(SpecKind.BUNDLE, text, text.removeprefix("bundle:"))
    if text.startswith("git+"):
        return _git(text)
    if scheme := _SCHEME.match(text):
        return _address(text, scheme[1].lower())
    if text.startswith("gh:"):
        return _repository(text)
    if _is_path(text) or is_there(text):
        kind = SpecKind.ARCHIVE if text.lower().endswith(ARCHIVES) else SpecKind.FOLDER
        return Spec(kind, text, location=text)
    return _repository(text) if "/" in text.partition("@")[0] else _named(SpecKind.NAME, text, text)


def _is_path(text: str) -> bool:
    return text.startswith((".", "/", "~")) or "\\" in text or text.lower().endswith(ARCHIVES)


def _named(kind: SpecKind, text: str, rest: str) -> Spec:
    name, at, wanted = rest.partition("@")
    if not usable_name(name):
        raise UsageError(f"`{text}` names nothing that can be installed", hint=_HINT)
    if at and not (is_range(wanted) or is_label(wanted) or re.fullmatch(r"[0-9a-f]{7,64}", wanted)):
        raise UsageError(
            f"`{wanted}` is no version and no range", hint=f"write it like `{name}@^1.2` or `{name}@1.2.0`"
        )
    return Spec(kind, text, name=name, wanted=wanted)


def _address(text: str, scheme: str) -> Spec:
    if scheme == "oci":
        raise UsageError(f"`{text}`: registries of containers are not read yet", hint="give the archive's address")
    if scheme in {"ssh", "git"}:
        raise UsageError(f"`{text}` is read by git alone", hint=f"write `git+{text}`")
    if scheme == "file":
        raise UsageError(f"`{text}` is a place on this machine", hint="give the path alone, or `git+file://…`")
    if scheme not in {"https", "http"}:
        raise UsageError(f"`{text}` has an unknown scheme", hint=_HINT)
    if text.lower().partition("?")[0].endswith(ARCHIVES):
        return Spec(SpecKind.ARCHIVE, text, location=text)
    if found := _TREE.fullmatch(text):
        return Spec(SpecKind.GIT, text, wanted=found[2], location=found[1], path=_below(found[3], text))
    if text.endswith(".git") or text.startswith(_FORGES):
        return _git(f"git+{text}", shown=text)
    return Spec(SpecKind.SITE, text, location=text)


def _git(text: str, *, shown: str = "") -> Spec:
    """Return what `git+URL[@REF][#FOLDER]` means."""
    url, _, path = text.removeprefix("git+").partition("#")
    scheme = _SCHEME.match(url)
    if scheme is None or scheme[1].lower() not in {"https", "http", "ssh", "file"}:
        raise UsageError(f"`{text}` is no address that git reads here", hint="use https, ssh or file")
    # An `@` before the first slash belongs to the host.
    host, slash, rest = url[scheme.end() :].partition("/")
    rest, _, wanted = rest.partition("@")
    if wanted.startswith("-") or not rest.strip("/"):
        raise UsageError(f"`{text}` names no repository", hint="write `git+https://HOST/OWNER/REPO@REF#FOLDER`")
    location = f"{scheme[0]}{host}{slash}{rest}".rstrip("/")
    return Spec(SpecKind.GIT, shown or text, wanted=wanted, location=location, path=_below(path, text))


def _repository(text: str) -> Spec:
    """Return what `owner/repo[/folder][@ref]` means."""
    found = _REPOSITORY.fullmatch(text)
    if found is None or (found[3] or "").startswith("-"):
        raise UsageError(f"`{text}` names nothing that can be installed", hint=_HINT)
    location = f"https://github.com/{found[1]}"
    return Spec(SpecKind.GIT, text, wanted=found[3] or "", location=location, path=_below(found[2], text))


def _below(path: str, text: str) -> str:
    """Return a folder below a repository's root."""
    kept = path.strip("/")
    if any(part in {"", ".", ".."} for part in kept.split("/")) and kept:
        raise UsageError(f"`{text}` names a folder outside of its repository")
    return kept
