"""Applying fixes to a tree, and saying which of them to offer."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from skillpack.check.judge import severity
from skillpack.model.finding import SEVERITY_ORDER, Edit, Finding, Fix, Judged, Severity
from skillpack.model.profile import Profile
from skillpack.model.tree import Tree, make_tree

FOLDER = "."
"""How a rename calls the skill's own folder."""


def proposed(finding: Finding, profiles: Sequence[Profile], hosts: Sequence[Profile] = ()) -> Fix | None:
    """Return the fix to offer under the profiles that were asked, or None.

    A safe fix is offered where a profile minds the finding at all, an unsafe one where a profile calls it a warning
    or an error. A field that one of the profiles or hosts documents is never moved: the host would not see it any more.
    """
    fields = {value for name, value in finding.facts if name == "field"}
    if any(field in profile.fields for field in fields for profile in (*profiles, *hosts)):
        return None
    least = Severity.INFO if finding.fix is not None and finding.fix.safe else Severity.WARNING
    minded = any(SEVERITY_ORDER[severity(finding, profile)] <= SEVERITY_ORDER[least] for profile in profiles)
    return finding.fix if minded else None


def with_fixes(judged: Iterable[Judged], profiles: Sequence[Profile], hosts: Sequence[Profile]) -> Iterator[Judged]:
    """Yield findings with the fixes that are offered, and without the others."""
    for each in judged:
        finding = each.finding
        fix = proposed(finding, profiles, hosts) if finding.fix is not None else None
        yield each if fix is finding.fix else replace(each, finding=replace(finding, fix=fix))


def apply_fixes(tree: Tree, fixes: Iterable[Fix]) -> tuple[Tree, tuple[tuple[str, str], ...]]:
    """Return the fixed tree and the renames that were accepted, in order.

    A fix is applied whole or not at all: one whose edits overlap those of an earlier fix, or whose new name is taken,
    is left for the next run. An edit that several fixes share is applied once; texts that are inserted at one place
    follow each other.

    The tree is renamed already; a rename of the skill's own folder (`.`) is the caller's to do.
    """
    edits: dict[str, list[Edit]] = {}
    newlines: set[str] = set()
    renames: list[tuple[str, str]] = []
    for fix in fixes:
        new = [edit for edit in fix.edits if edit not in edits.get(edit.path, ())]
        moved = [pair for pair in fix.renames if pair not in renames]
        if all(_fits(tree, edit, edits.get(edit.path, ())) for edit in new) and all(
            _is_free(tree, pair, renames) for pair in moved
        ):
            for edit in new:
                edits.setdefault(edit.path, []).append(edit)
            renames += moved
            newlines.update(fix.newlines)
    names = dict(renames)
    files = {path: _edited(content, edits.get(path, ())) for path, content in tree.files.items()}
    files |= {path: files[path].replace(b"\r\n", b"\n") for path in newlines & files.keys()}
    files = {names.get(path, path): content for path, content in files.items()}
    return make_tree(files), tuple(renames)


def _fits(tree: Tree, edit: Edit, others: Sequence[Edit]) -> bool:
    """Return True when an edit lies in its file and touches nothing that another one replaces."""
    size = len(tree.files.get(edit.path, b""))
    inside = edit.path in tree.files and 0 <= edit.start <= edit.end <= size
    return inside and not any(edit.start < other.end and other.start < edit.end for other in others)


def _is_free(tree: Tree, pair: tuple[str, str], renames: Sequence[tuple[str, str]]) -> bool:
    old, new = pair
    if any(old == taken_old or new == taken_new for taken_old, taken_new in renames):
        return False
    return old == FOLDER or (old in tree.files and new not in tree.files)


def _edited(content: bytes, edits: Sequence[Edit]) -> bytes:
    pieces, end = [], 0
    # Insertions stand before what is replaced at the same place; sorting keeps their order.
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += [content[end : edit.start], edit.text.encode("utf-8", "surrogateescape")]
        end = edit.end
    return b"".join((*pieces, content[end:]))
