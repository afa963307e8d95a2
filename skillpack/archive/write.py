"""A tree -> the canonical archive: the same bytes on any machine, and never one that the reader refuses."""

from skillpack.archive.layout import check_contents, check_paths
from skillpack.archive.tar import tar_bytes
from skillpack.archive.zip import zip_bytes
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, path_order

_LIMITS = Limits()


def write_zip(tree: Tree, *, prefix: str = "", limits: Limits = _LIMITS) -> bytes:
    """Return a zip of a skill: stored, sorted, without dates or owners.

    The prefix is empty for a flat archive, and for a wrapped one (`.skill`) the skill's name, with or without a slash.

    Raises:
        ArchiveError: `read_archive` would refuse it.
    """
    return zip_bytes(_files(tree, prefix, limits))


def write_tar(tree: Tree, *, prefix: str = "", limits: Limits = _LIMITS) -> bytes:
    """Return a `.tar.gz` of a skill: USTAR within stored deflate blocks.

    The prefix is that of `write_zip`.

    Raises:
        ArchiveError: `read_archive` would refuse it, or a path does not fit USTAR.
    """
    return tar_bytes(_files(tree, prefix, limits))


def _files(tree: Tree, prefix: str, limits: Limits) -> list[tuple[str, bytes]]:
    """Return paths and contents in the order of the paths' bytes, checked as the reader checks them."""
    wrapper = prefix.removesuffix("/")
    before = f"{wrapper}/" if wrapper else ""
    paths = sorted(tree.files, key=path_order)
    check_paths(paths, (), limits, prefix=before)
    check_contents(tree, wrapper, limits)
    return [(before + path, tree.files[path]) for path in paths]
