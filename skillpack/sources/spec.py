"""SPEC as typed -> what it means (pure)."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import UsageError
from skillpack.model.install_settings import Registry
from skillpack.model.installed import Receipt, SourceKind
from skillpack.model.portable import installable_name, printable
from skillpack.model.version import is_label, is_range
from skillpack.sources.forges import forge_page, is_repository, names_repository, repository_address
from skillpack.sources.refs import usable_ref

ARCHIVES = (".zip", ".skill", ".tar.gz", ".tgz")
"""How the names of archives end."""

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_PROMISE = re.compile(r"sha256=([0-9a-f]{64})")
_LOGIN = re.compile(r"https?://[^/?#]*@([^/?#]*)", re.IGNORECASE)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_REPOSITORY = re.compile(r"(?:gh:)?([A-Za-z0-9][\w-]*/[\w.-]+?)(?:\.git)?((?:/[^@]+)?)(?:@(.+))?", re.ASCII | re.DOTALL)
_SSH = re.compile(r"([\w.-]+@[\w.-]+):(?!/)([^@#\s]+)((?:@[^@#]+)?(?:#.+)?)", re.ASCII)
_GIT_HOST = re.compile(r"(?:[A-Za-z0-9_][\w.+-]*@)?(?:[A-Za-z0-9][\w.-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)
_GIT_PATH = re.compile(r"(?P<path>.*[^/])@(?P<ref>[^@]*)", re.DOTALL)
_UNFIT = re.compile(r"[\x00-\x20\x7f\\?]")
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


class Spec(Struct, frozen=True):
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


def parse_spec(text: str, *, is_there: Callable[[str], bool], registries: Sequence[Registry] = ()) -> Spec:
    """Return the meaning of a SPEC.

    Args:
        text: As typed.
        is_there: Tells whether a path is there: what lies here comes before a repository of that name.
        registries: Those of the settings, for `REGISTRY/NAME`. One of a project is meant only by `registry:`, so that
            nobody else's file turns a repository into something else.

    Raises:
        UsageError: It means nothing.
    """
    if found := _DIGEST.fullmatch(text):
        return Spec(SpecKind.DIGEST, text, wanted=found[1])
    if text.startswith("bundle:"):
        return _named(SpecKind.BUNDLE, text, text.removeprefix("bundle:"))
    if text.startswith("registry:"):
        return _pinned(text, text.removeprefix("registry:"), {each.name: each for each in registries})
    own = {each.name: each for each in registries if each.personal}
    if text.count("/") == 1 and text.partition("/")[0] in own:
        return _pinned(text, text, own)
    if text.startswith("git+"):
        return _git(text)
    if scheme := _SCHEME.match(text):
        return _address(text, scheme[1].lower())
    if text.startswith("gh:"):
        return _repository(text)
    if (found := _SSH.fullmatch(text)) and not is_there(text):
        return _git(f"git+ssh://{found[1]}/{found[2]}{found[3]}", shown=text)
    is_archive = text.lower().endswith(ARCHIVES)
    is_path = is_archive or text.startswith((".", "/", "~")) or "\\" in text
    if text and (is_path or is_there(text)):
        return Spec(SpecKind.ARCHIVE if is_archive else SpecKind.FOLDER, text, location=text)
    if text.count("/") == 1 and any(text.partition("/")[0] == each.name for each in registries):
        raise UsageError(
            f"`{text}` could be a repository or a skill in this project's registry",
            hint=f"write `gh:{text}` or `registry:{text}`",
        )
    return _repository(text) if "/" in text.partition("@")[0] else _named(SpecKind.NAME, text, text)


def pinned_form(name: str, location: str, registries: Sequence[Registry]) -> str:
    """Return the text to type to have a skill of one registry and no other."""
    for each in registries:
        if each.url == location and each.name:
            return f"{'' if each.personal else 'registry:'}{each.name}/{name}"
    return f"{name} --registry {location}"


def git_location(url: str, shown: str = "") -> str:
    """Return the address of a repository, in the one spelling that it has.

    Args:
        url: Without ref and folder.
        shown: What was typed, for messages.

    Raises:
        UsageError: It is none that git is let read, or holds a password.
    """
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    user, at, _ = host.rpartition("@")
    if at and (":" in user or scheme != "ssh"):
        # Not shown whole: it may hold a password.
        message = f"the address of the repository at `{host.rpartition('@')[2]}` contains a user name or password"
        raise UsageError(message, hint="remove it; use a git credential helper")
    is_host = (not host and scheme == "file") or (scheme in {"https", "http", "ssh"} and _GIT_HOST.fullmatch(host))
    location = repository_address(url)
    if not path.strip("/") or not is_host or _UNFIT.search(location) or not names_repository(location):
        hint = "write `git+https://HOST/OWNER/REPO@REF#FOLDER`"
        raise UsageError(f"`{printable(shown or url)}` is not a repository", hint=hint)
    return location


def spec_of(receipt: Receipt) -> Spec:
    """Return the SPEC that asks an installed skill's source again; a name is asked of its registry."""
    source = receipt.provenance
    if source.location.startswith("sha256:"):
        return Spec(SpecKind.DIGEST, source.location, wanted=source.location.removeprefix("sha256:"))
    return Spec(
        kind=_SPEC_KINDS[source.kind],
        text=source.location,
        name=receipt.name,
        wanted=source.wanted,
        location=source.location,
        path=source.path,
    )


_SPEC_KINDS = {
    SourceKind.REGISTRY: SpecKind.NAME,
    SourceKind.SITE: SpecKind.SITE,
    SourceKind.FOLDER: SpecKind.FOLDER,
    SourceKind.ARCHIVE: SpecKind.ARCHIVE,
    SourceKind.GIT: SpecKind.GIT,
}


def _pinned(text: str, rest: str, registries: Mapping[str, Registry]) -> Spec:
    """Return the meaning of `REGISTRY/NAME[@RANGE]`."""
    registry, _, named = rest.partition("/")
    if registry not in registries:
        known = ", ".join(f"`{each}`" for each in registries if each)
        raise UsageError(
            f"no registry is named `{printable(registry)}`",
            hint=f"there is {known}" if known else "`[[registry]]` in your settings names one",
        )
    return replace(_named(SpecKind.NAME, text, named), location=registries[registry].url)


def _named(kind: SpecKind, text: str, rest: str) -> Spec:
    name, at, wanted = rest.partition("@")
    if not installable_name(name):
        why = ": a skill name cannot start with `-`" if name.startswith("-") else ""
        raise UsageError(f"`{text}` is not something skillpack can install{why}", hint=_HINT)
    if at and not (is_range(wanted) or is_label(wanted) or re.fullmatch(r"[0-9a-f]{7,64}", wanted)):
        raise UsageError(
            f"`{wanted}` is neither a version nor a range", hint=f"write it like `{name}@^1.2` or `{name}@1.2.0`"
        )
    return Spec(kind, text, name=name, wanted=wanted)


def _address(text: str, scheme: str) -> Spec:
    if scheme == "oci":
        raise UsageError(f"`{text}`: container registries are not supported yet", hint="give the archive's address")
    if scheme in {"ssh", "git"}:
        raise UsageError(f"`{text}` can only be read by git", hint=f"write `git+{text}`")
    if scheme == "file":
        raise UsageError(f"`{text}` is a path on this machine", hint="give only the path, or `git+file://…`")
    if scheme not in {"https", "http"}:
        raise UsageError(f"`{text}` has an unknown scheme", hint=_HINT)
    if found := _LOGIN.match(text):
        raise UsageError(
            f"the address of `{found[1]}` contains a user name or password",
            hint="remove it: a netrc file or `[[http.header]]` in your settings says who you are",
        )
    if re.split("[?#]", text.lower(), maxsplit=1)[0].endswith(ARCHIVES):
        return _archive(text)
    if page := forge_page(text):
        ref, path = _ref(page.ref, text), _below(page.path, text)
        return Spec(SpecKind.GIT, text, wanted=ref, location=git_location(page.repository, text), path=path)
    if is_repository(text.partition("@")[0]):
        return _git(f"git+{text}", shown=text)
    return Spec(SpecKind.SITE, text, location=text)


def _archive(text: str) -> Spec:
    """Return the meaning of `https://…/x.zip[#sha256=DIGEST]`."""
    location, _, promise = text.partition("#")
    found = _PROMISE.fullmatch(promise)
    if promise and found is None:
        raise UsageError(f"`{text}` has no digest that can be checked", hint="write `#sha256=` and 64 hex digits")
    if "?" in location:
        raise UsageError(
            f"`{location.partition('?')[0]}?…` has a `?`: a query may contain a secret, and receipts would store it",
            hint="download it, and give the file",
        )
    return Spec(SpecKind.ARCHIVE, text, wanted=found[1] if found else "", location=location)


def _git(text: str, *, shown: str = "") -> Spec:
    """Return the meaning of `git+URL[@REF][#FOLDER]`."""
    shown = shown or text
    url, _, path = text.removeprefix("git+").partition("#")
    scheme = _SCHEME.match(url)
    if scheme is None or scheme[1].lower() not in {"https", "http", "ssh", "file"}:
        raise UsageError(f"`{shown}` is not a supported git address", hint="use https, ssh or file")
    # An `@` before the first slash belongs to the host.
    host, slash, rest = url[scheme.end() :].partition("/")
    found = _GIT_PATH.fullmatch(rest)
    rest, wanted = (found["path"], _ref(found["ref"], shown)) if found else (rest, "")
    location = git_location(f"{scheme[1].lower()}://{host}{slash}{rest}", shown)
    return Spec(
        SpecKind.GIT, shown, wanted=wanted, location=location, path=_below(path.removeprefix("subdirectory="), shown)
    )


def _repository(text: str) -> Spec:
    """Return the meaning of `owner/repo[/folder][@ref]`."""
    found = _REPOSITORY.fullmatch(text)
    if found is None or found[1].endswith(("/.", "/..")):
        raise UsageError(f"`{text}` is not something skillpack can install", hint=_HINT)
    location, wanted = f"https://github.com/{found[1]}", _ref(found[3] or "", text) if "@" in text else ""
    return Spec(SpecKind.GIT, text, wanted=wanted, location=location, path=_below(found[2], text))


def _ref(text: str, shown: str) -> str:
    """Return the name of a branch, a tag or a commit."""
    if not usable_ref(text):
        raise UsageError(
            f"`{shown}` has no branch, tag or commit after `@`", hint="write `@main`, `@v1.2` or `@` and a commit"
        )
    return text


def _below(path: str, text: str) -> str:
    """Return a folder below a repository's root."""
    kept = path.strip("/")
    if any(part in {"", ".", ".."} for part in kept.split("/")) and kept:
        raise UsageError(f"`{text}` names a folder outside its repository")
    return kept
