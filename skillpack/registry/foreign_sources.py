"""Sources as other installers write them down -> claims; whatever may not be asked is told, never followed.

`npx skills` writes a file of its own, see `skills_lock`; `gh skill install` writes keys into the `metadata` of a skill.
"""

import re
from collections.abc import Mapping

from skillpack.model.installed import ForeignSource, SourceKind
from skillpack.model.portable import printable

_MOST = 2_000  # characters of an address
_REPOSITORY = re.compile(r"(?!\.)[\w.-]+/(?!\.)[\w.-]+")
_BY_SSH = re.compile(r"git@([\w.-]+):(?!/)([^@\s]+)")
_REF = re.compile(r"(?:refs/(?:heads|tags)/)?([\w.@][\w./@+-]{0,250})")
_ADDRESS = re.compile(
    r"(?P<scheme>[a-z+]+)://(?:(?P<user>[^/@]*)@)?(?P<host>(?!-)[\w.:\[\]-]*)(?P<path>/[^?#]*)?(?P<more>[?#].*)?"
)
_UNFIT = re.compile(r"[\x00-\x20\x7f-\x9f\\]")
_GITHUB = "https://github.com/"
_GH_PREFIX = "github-"  # of the keys of `gh skill`


def git_source(
    by: str, source: str, *, path: str = "", wanted: str = "", untouched: str = "", personal: bool = False
) -> ForeignSource:
    """Return the claim of a skill in a git repository: `owner/repo`, an address, or `git@HOST:PATH`.

    Args:
        by: Who says so.
        source: The repository.
        path: Of the skill's folder or its SKILL.md, as written.
        wanted: Branch, tag or commit, as written.
        untouched: See `ForeignSource`.
        personal: True where the user's own note says so, which may name repositories on this machine.
    """
    by_ssh = _BY_SSH.fullmatch(source)
    if _REPOSITORY.fullmatch(source):
        location = f"{_GITHUB}{source}"
    else:
        location = f"ssh://git@{by_ssh[1]}/{by_ssh[2]}" if by_ssh else source
    local = personal and location.startswith("file:///") and not _UNFIT.search(location)
    why = "" if local else _why_not(location, {"https", "http", "ssh"})
    why = why or _why_not_path(path)
    found = _REF.fullmatch(wanted)
    if not why and wanted and (found is None or ".." in wanted):
        why = f"its branch is `{printable(wanted, longest=40)}`, which is not a valid branch name"
    if why:
        return ForeignSource(by, None, untouched=untouched, why_not=why)
    if location.startswith(_GITHUB):
        location = location.removesuffix(".git")
    return ForeignSource(
        by, SourceKind.GIT, location.rstrip("/"), folder_of(path), found[1] if found else "", untouched
    )


def site_source(by: str, address: str, *, untouched: str = "") -> ForeignSource:
    """Return the claim of a skill that a site offers."""
    why = _why_not(address, {"https", "http"})
    return ForeignSource(by, None if why else SourceKind.SITE, "" if why else address, untouched=untouched, why_not=why)


def read_gh_metadata(metadata: Mapping[str, str]) -> ForeignSource | None:
    """Return the source that keys of `gh skill` name; None where there are none."""
    repository = metadata.get(f"{_GH_PREFIX}repo", "")
    if not repository:
        return None
    path, ref = (metadata.get(f"{_GH_PREFIX}{key}", "") for key in ("path", "ref"))
    return git_source("gh skill", repository, path=path, wanted=ref)


def without_gh_keys(metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the keys that are not of `gh skill`."""
    return {key: value for key, value in metadata.items() if not key.startswith(_GH_PREFIX)}


def folder_of(path: str) -> str:
    """Return the folder that `skills/pdf` and `skills/pdf/SKILL.md` name; empty for the whole."""
    folder = path.strip("/").removesuffix("SKILL.md").strip("/")
    return "" if folder == "." else folder


def _why_not(address: str, schemes: set[str]) -> str:
    """Return why an address is not asked, a clause; empty where it may be."""
    if len(address) > _MOST or _UNFIT.search(address):
        return "its source is not an address"
    found = _ADDRESS.fullmatch(address)
    if address.startswith(("file:", "/", ".")):
        return "its source is a path on some machine"
    if found is None or found["scheme"] not in schemes or not found["host"]:
        shown = re.sub(r"//[^/]*@", "//", address)  # without what may be credentials
        return f"its source is `{printable(shown, longest=60)}`, which cannot be fetched"
    if found["user"] is not None and (found["scheme"], found["user"]) != ("ssh", "git"):
        return f"the address of its source contains credentials for {printable(found['host'], longest=60)}"
    if found["more"] is not None:
        return "the address of its source has a query or fragment"
    return ""


def _why_not_path(path: str) -> str:
    kept = folder_of(path)
    if (
        len(path) > _MOST
        or path.startswith("-")
        or _UNFIT.search(path)
        or any(part in {"", ".", ".."} for part in kept.split("/") if kept)
    ):
        return "its folder is outside its source"
    return ""
