"""What a name of the site stands for: what every index is held against."""

from collections.abc import Iterator
from dataclasses import dataclass

from skillpack.model.release import Release

ZIP = "zip"
"""How the path of a canonical archive ends."""

_STATES = frozenset({"published", "withheld"})  # in which a name can be installed


@dataclass(frozen=True, slots=True)
class Known:
    """What a name stands for.

    Attributes:
        state: As in the catalog; empty where the site has no record of the name.
        releases: All of them, newest first.
        private: True where only people may start what is offered.
        not_loaded_by: Names of the profiles whose hosts do not load what is offered.
        mute: True where the skill has no description: clients would drop it, so that no index for them lists it.
        unfit: A file of what is offered that readers of the old discovery index could not ask for, or empty.
    """

    state: str = ""
    releases: tuple[Release, ...] = ()
    private: bool = False
    not_loaded_by: frozenset[str] = frozenset()
    mute: bool = False
    unfit: str = ""

    @property
    def offered(self) -> Release | None:
        """The release that can be installed: the newest that is not yanked (decisions 1, 32)."""
        return next((each for each in self.releases if self.state in _STATES and not each.yanked), None)


def artifacts(release: Release) -> Iterator[tuple[str, str, str]]:
    """Yield format, path and SHA-256 of everything that was published of a release (decisions 10)."""
    stem = release.archive.removesuffix(ZIP)
    yield ZIP, release.archive, release.archive_sha256
    if release.markdown_sha256:
        yield "md", f"{stem}md", release.markdown_sha256
    for suffix, digest in release.also:
        yield suffix, f"{stem}{suffix}", digest
