"""What a source has: a skill in one version, and how to get it."""

from collections.abc import Callable

from msgspec import Struct

from skillpack.model.installed import Provenance
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import SourceTree


class FetchedSkill(Struct, frozen=True):
    """A skill as its source gave it, parsed once for all who look at it.

    Attributes:
        tree: What was read.
        skill: What that says.
    """

    tree: SourceTree
    skill: ParsedSkill


class AvailableSkill(Struct, frozen=True):
    """One skill in one version; nothing of it is downloaded until `get` is called.

    Attributes:
        label: What people see as its version; empty where only its bytes tell.
        digest: Of the tree, 64 hex digits; empty where only its bytes tell.
        date: When it was published, an ISO date; empty where unknown.
        yanked: Why this version is no longer offered; empty where it is.
        deprecated: The advice where it is deprecated; empty where it is not.
        successor: The name to use instead, of a deprecated or renamed skill.
        url: Of the archive, or empty.
        archive_sha256: Of the archive, 64 hex digits, or empty.
        yanks: Digest of each version that is no longer offered, with the reason, as far as the source tells.
        history: Digest of each version that its source published under the name, newest first; empty where the source
            keeps no record.
        depends: Pairs of name and range that it depends on; None where only its bytes tell.
        get: Returns the skill, every byte of it as the source says; raises as `fetch` does.
    """

    name: str
    provenance: Provenance
    get: Callable[[], FetchedSkill]
    description: str = ""
    label: str = ""
    digest: str = ""
    date: str = ""
    yanked: str = ""
    deprecated: str = ""
    successor: str = ""
    url: str = ""
    archive_sha256: str = ""
    yanks: tuple[tuple[str, str], ...] = ()
    history: tuple[str, ...] = ()
    depends: tuple[tuple[str, str], ...] | None = None

    @property
    def is_download(self) -> bool:
        """Whether `get` fetches one file from the web, which several threads may do at once."""
        return bool(self.archive_sha256) and "://" in self.url

    def instead_of(self, digest: str) -> str:
        """Return why another version, by the digest of its tree, is no longer offered; empty where it is."""
        return dict(self.yanks).get(digest, "")
