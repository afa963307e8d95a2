"""Every file that differs between two versions, whole, the riskiest first: for people who review it (pure)."""

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from skillpack.model.digest import file_mode, sha256
from skillpack.model.tree import Tree, path_order
from skillpack.parse.document import SKILL_FILE
from skillpack.versions.lines import line_diff

Masked = Callable[[str, bytes], bytes]
"""Path and content of a file -> the content as it may be shown."""

_EXECUTABLE = 0o755


class WholeText(Struct, frozen=True):
    """What there is to read of one file.

    Attributes:
        kind: `added`, `removed` or `changed` since the older version; `whole` where there is none.
        size: Bytes that it has, or had where it was removed.
        lines: Of a unified diff, or of the text where the kind is `whole`; none of what is no text.
        remark: Why there are no lines, or what they do not show; a clause, or empty.
        runs: Whether it can be run.
    """

    kind: str
    path: str
    size: int
    lines: tuple[str, ...] = ()
    remark: str = ""
    runs: bool = False


def whole_texts(
    new: Tree,
    old: Tree | None,
    masked: Masked,
    *,
    alarms: Sequence[str] = (),
    scripts: Collection[str] = (),
) -> tuple[WholeText, ...]:
    """Return what there is to read: first where alarms are, then what can be run, then the instructions.

    Nothing is cut, neither a long line nor a long file: who reviews it has to see all of it.

    Args:
        new: The published files of a version.
        old: Of the one that was read before; None to read all.
        masked: Path and content of a file -> the content as it may be shown.
        alarms: Paths where alarms are, the gravest first.
        scripts: Paths of files that can be run, beside those that show it by their content.
    """
    trees = (new,) if old is None else (new, old)
    found = (path for tree in trees for path, content in tree.files.items() if file_mode(content) == _EXECUTABLE)
    runs = {*found, *scripts}
    ranks = {path: rank for rank, path in reversed(list(enumerate(alarms)))}
    paths = sorted(
        {path for tree in trees for path in tree.files},
        key=lambda path: (ranks.get(path, len(ranks)), path not in runs, path != SKILL_FILE, path_order(path)),
    )
    files = ((path, None if old is None else old.files.get(path), new.files.get(path)) for path in paths)
    return tuple(
        _reading(path, had, has, masked, is_whole=old is None, runs=path in runs)
        for path, had, has in files
        if had != has
    )


def _reading(
    path: str,
    had: bytes | None,
    has: bytes | None,
    masked: Masked,
    *,
    is_whole: bool,
    runs: bool,
) -> WholeText:
    """Return what there is to read of a file that is there in one of two versions, or differs between them."""
    kind = "whole" if is_whole else "added" if had is None else "removed" if has is None else "changed"
    content = (had or b"") if has is None else has
    shown = [each and masked(path, each) for each in (had, has)]
    before, after = map(_text, shown)
    if before is None or after is None:
        remark = f"not a text, so it is not shown; SHA-256 {sha256(content)}"
        return WholeText(kind, path, len(content), (), remark, runs)
    lines, remark = _lines(kind, before, after)
    if shown != [had, has]:
        remark = "; ".join(filter(None, (remark, "a credential or private file in it is masked")))
    elif not content:
        remark = "empty"
    elif not lines:
        remark = "only the ends of its lines differ"
    return WholeText(kind, path, len(content), lines, remark, runs)


def _lines(kind: str, before: str, after: str) -> tuple[tuple[str, ...], str]:
    """Return the lines to read, and what they are where they are no diff; a clause, or empty."""
    if kind == "whole":
        return tuple(after.splitlines()), ""
    found = line_diff(before, after, whole=True)
    if len(found) == 1 and found[0].startswith("\\"):
        return tuple(f"+{line}" for line in after.splitlines()), f"{found[0][2:]}; this is all of the new text"
    return found, ""


def _text(content: bytes | None) -> str | None:
    """Return the text of a file, empty for one that is not there; None for what is no text."""
    if content is None:
        return ""
    if b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
