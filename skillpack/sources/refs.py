"""What a repository calls its commits -> the commit that was asked for (pure)."""

import re
from collections.abc import Mapping

from msgspec import Struct

from skillpack.errors import MissingError, UsageError
from skillpack.model.portable import printable

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = re.compile(r"[0-9a-f]{7,63}")
# What `git check-ref-format` refuses, and what would be an option.
_NO_REF = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|/\.|\.lock(?:/|\Z)|\A[-/.]|[/.]\Z|\A@\Z")
_ROW = re.compile(r"([0-9a-f]{40}|[0-9a-f]{64})\t([^\t]+)")
_PEELED = "^{}"


class NamedCommit(Struct, frozen=True):
    """A commit, and by what name it was found.

    Attributes:
        commit: 40 or 64 hex digits; empty where the repository has to be asked for a short one.
        wanted: The branch, tag or commit.
        path: What is left of the folder that was asked for.
        ref: The full name that the repository has for it; empty for a commit.
    """

    commit: str
    wanted: str
    path: str
    ref: str = ""


def is_commit(text: str) -> bool:
    """Return whether a text is a whole name of a commit."""
    return _COMMIT.fullmatch(text) is not None


def is_short_commit(text: str) -> bool:
    """Return whether a text may be the start of a commit's name."""
    return _SHORT.fullmatch(text) is not None


def usable_ref(text: str) -> bool:
    """Return whether a text can name a branch, a tag or a commit."""
    return bool(text) and _NO_REF.search(text) is None and text.isprintable()


def parse_refs(listed: bytes) -> Mapping[str, str]:
    """Return each name with its commit, from `git ls-remote`; of an annotated tag what it points to."""
    found: dict[str, str] = {}
    for line in listed.decode("utf-8", "replace").split("\n"):
        row = _ROW.fullmatch(line)
        if row is not None and (row[2].endswith(_PEELED) or row[2] not in found):
            found[row[2].removesuffix(_PEELED)] = row[1]
    return found


def find_commit(refs: Mapping[str, str], wanted: str, path: str, *, where: str) -> NamedCommit:
    """Return the commit that a name means.

    Of `tree/feature/x/skills/pdf` nobody can tell where the branch ends, so that what follows the name is tried as a
    part of it where there is no such name.

    Args:
        refs: Of `parse_refs`.
        wanted: Empty for the default branch.
        path: Of the folder that is asked for.
        where: The repository, for messages.

    Raises:
        MissingError: There is no such name.
        UsageError: A branch and a tag of that name are two commits.
    """
    if not wanted:
        if "HEAD" not in refs:
            raise MissingError(f"`{where}` is empty: it has no commit")
        return NamedCommit(refs["HEAD"], "", path, "HEAD")
    if is_commit(wanted):
        return NamedCommit(wanted, wanted, path)
    parts = path.split("/") if path else []
    for count in range(len(parts) + 1):
        name = "/".join([wanted, *parts[:count]])
        ref = _full_name(refs, name, where)
        if ref:
            return NamedCommit(refs[ref], name, "/".join(parts[count:]), ref)
    if is_short_commit(wanted):
        starting = {commit for commit in refs.values() if commit.startswith(wanted)}
        return NamedCommit(starting.pop() if len(starting) == 1 else "", wanted, path)
    names = sorted(name.split("/", 2)[2] for name in refs if name.startswith(("refs/heads/", "refs/tags/")))
    some = ", ".join(printable(name, longest=40) for name in names[:6])
    raise MissingError(
        f"`{where}` has no branch, tag or commit `{printable(wanted)}`", hint=f"there are {some}" if some else ""
    )


def _full_name(refs: Mapping[str, str], name: str, where: str) -> str:
    """Return the full name of a branch or a tag; empty for none."""
    if name.startswith("refs/"):
        return name if name in refs else ""
    branch, tag = f"refs/heads/{name}", f"refs/tags/{name}"
    if branch in refs and tag in refs and refs[branch] != refs[tag]:
        message = f"`{where}` has both a branch and a tag `{printable(name)}`"
        raise UsageError(message, hint=f"choose one: `@{branch}` or `@{tag}`")
    return branch if branch in refs else tag if tag in refs else ""
