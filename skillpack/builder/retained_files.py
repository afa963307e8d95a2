"""What was published before and no tree of this build writes: its archives byte for byte, and what lies beside them."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from skillpack.builder.history.archives import PublishedArchives
from skillpack.builder.history.history import beside
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.outputs.output import SiteOutput, digest, single
from skillpack.builder.outputs.releases import NameReleases
from skillpack.builder.record.files import is_servable
from skillpack.catalog import paths
from skillpack.model.digest import checksums
from skillpack.model.output import OutputFile
from skillpack.model.release import Artifact
from skillpack.model.tree import Tree
from skillpack.parse.document import SKILL_FILE


class RetainedOutput(Struct, frozen=True):
    """Files of releases that stay.

    Attributes:
        wanted: The archives that must be at hand to write it.
    """

    output: SiteOutput
    wanted: tuple[Artifact, ...]


def retained_outputs(
    names: Sequence[NameReleases], archives: PublishedArchives, inputs: Inputs
) -> Iterator[RetainedOutput]:
    """Yield the published files that no tree of this build writes, name by name."""
    legacy = inputs.configuration.legacy_discovery
    for each in names:
        stands_in = (each.offered, legacy) if each.stands_in else None
        if each.files or stands_in:
            key = digest([files for _, files in each.files], stands_in)
            wanted = tuple(file for _, files in each.files for file in files)
            output = single(f"{each.name}/retained", key, partial(_retained, each, archives, legacy=legacy))
            yield RetainedOutput(output, wanted)


def _retained(each: NameReleases, archives: PublishedArchives, *, legacy: bool) -> Iterator[OutputFile]:
    for release, files in each.files:
        for file in files:
            yield OutputFile(file.path, (archives.content(file),))
        if files[0].path == release.archive:
            tree = archives.tree(release)
            yield OutputFile(beside(release, "SHA256SUMS"), (_sums(tree),))
            if len(tree.files) == 1:
                yield OutputFile(beside(release, "md"), (tree.files[SKILL_FILE],))
    if each.stands_in and each.offered is not None:
        yield from _served(each.name, archives.tree(each.offered), legacy=legacy)


def _served(name: str, tree: Tree, *, legacy: bool) -> Iterator[OutputFile]:
    """Yield the files that agents read of a release in place of the tree as it is now."""
    yield OutputFile(paths.skill_checksums(name), (_sums(tree),))
    yield OutputFile(paths.skill_markdown(name), (tree.files[SKILL_FILE],))
    if legacy:
        for path, content in tree.files.items():
            if is_servable(path):
                yield OutputFile(paths.legacy_file(name, path), (content,))


def _sums(tree: Tree) -> bytes:
    return checksums(tree).encode("utf-8", "surrogateescape")
