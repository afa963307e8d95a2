"""A skill that a source has: how to get it, and what its bytes hold, held against what was promised (pure)."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from skillpack.archive.read import read_archive
from skillpack.errors import IntegrityError
from skillpack.model.ability import Abilities
from skillpack.model.digest import RECEIPT, has_digest, sha256, signature_of, tree_digest
from skillpack.model.installed import Provenance
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.signature import SIGNATURE, read_signature
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust, make_tree
from skillpack.parse.document import SKILL_FILE, effective_name
from skillpack.parse.skill import parse_skill


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
        signature_sha256: Of the signature that lies beside the archive, 64 hex digits; empty where its source tells of
            none.
        yanks: Digest of each version that is no longer offered, with the reason, as far as the source tells.
        history: Digest of each version that its source published under the name, newest first; empty where the source
            keeps no record.
        recorded: Returns what a version can do, by the digest of its tree; None where its source does not tell.
        depends: Pairs of name and range that it depends on; None where only its bytes tell.
        signed: Returns the state of its signature and who made it, both empty for none, as its source says, which
            nobody verified; None where its source does not tell.
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
    recorded: Callable[[str], Abilities | None] = lambda _: None
    depends: tuple[tuple[str, str], ...] | None = None
    signature_sha256: str = ""
    signed: Callable[[], tuple[str, str] | None] = lambda: None

    @property
    def is_download(self) -> bool:
        """Whether `get` fetches one file from the web, which several threads may do at once."""
        return bool(self.archive_sha256) and "://" in self.url

    def instead_of(self, digest: str) -> str:
        """Return why another version, by the digest of its tree, is no longer offered; empty where it is."""
        return dict(self.yanks).get(digest, "")


def from_archive(content: bytes, limits: Limits, *, named: str, where: str, sha256_wanted: str = "") -> FetchedSkill:
    """Return the skill of an archive.

    Args:
        content: Of the archive.
        limits: What we are willing to read.
        named: What it is called where the skill itself has no name.
        where: It comes from, for messages.
        sha256_wanted: Of the archive, where it is known.

    Raises:
        IntegrityError: It has another digest.
        ArchiveError: It is refused.
    """
    check_digest(content, sha256_wanted, where)
    return from_tree(read_archive(content, limits), named)


def from_markdown(content: bytes, *, named: str, where: str, sha256_wanted: str = "") -> FetchedSkill:
    """Return the skill that is one `SKILL.md`.

    Raises:
        IntegrityError: It has another digest.
    """
    check_digest(content, sha256_wanted, where)
    return from_tree(make_tree({SKILL_FILE: content}), named)


def from_tree(tree: Tree, named: str) -> FetchedSkill:
    """Return the skill of a tree; its own name comes before the one it was given."""
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("", 0, named, named, Form.FOLDER, Trust.EXTERNAL)
    return self_named(SourceTree(origin, listing, tree, whole=True, skipped=()))


def self_named(tree: SourceTree) -> FetchedSkill:
    """Return the skill of what was read; its own name comes before that of its folder."""
    found = fetched_skill(tree)
    declared = found.skill.declared_name
    if not declared:
        return found
    origin = replace(found.tree.origin, path=declared, stem=declared)
    skill = replace(found.skill, origin=origin, name=effective_name(found.skill.document, origin))
    return FetchedSkill(replace(found.tree, origin=origin), skill)


def fetched_skill(tree: SourceTree) -> FetchedSkill:
    """Return the skill of what was read.

    A folder that an installer placed, here or in a repository, is a source like others: its receipt is not part of it.
    """
    if any(path == RECEIPT for path, _ in tree.listing):
        listing = tuple(each for each in tree.listing if each[0] != RECEIPT)
        kept = Tree({path: content for path, content in tree.tree.files.items() if path != RECEIPT})
        tree = replace(tree, listing=listing, tree=kept)
    return FetchedSkill(tree, parse_skill(tree))


def with_signature(found: FetchedSkill, digest: str, sha256_wanted: str, get: Callable[[], bytes]) -> FetchedSkill:
    """Return a skill with the signature that lies beside its archive.

    A version whose digest is over the signature in its archive keeps that one.

    Args:
        found: As its archive holds it, verified.
        digest: Of the version, as its source tells.
        sha256_wanted: Of the signature.
        get: Returns the signature, verified.

    Raises:
        IntegrityError: It is none.
        FetchError: It cannot be read.
    """
    tree = found.tree.tree
    if sha256(signature_of(tree)) == sha256_wanted or tree_digest(tree) != digest:
        return found
    content = get()
    if read_signature(content) is None:
        raise IntegrityError(
            f"the signature of `{found.skill.name}` is not well-formed",
            hint="nothing was installed; tell the publisher",
        )
    return from_tree(make_tree({**tree.files, SIGNATURE: content}), found.skill.name)


def check_digest(content: bytes, wanted: str, where: str) -> None:
    """Refuse bytes that are not those that were promised.

    Raises:
        IntegrityError: Their digest is another one.
    """
    if wanted and sha256(content) != wanted:
        raise IntegrityError(
            f"`{where}` does not match its digest: its SHA-256 is {sha256(content)}, not {wanted}",
            hint="nothing was installed; try again later, or tell the publisher",
        )


def check_tree(found: FetchedSkill, wanted: str, where: str) -> None:
    """Refuse a skill whose files are not those that were promised.

    Raises:
        IntegrityError: The digest of its tree is another one.
    """
    if wanted and not has_digest(found.tree.tree, wanted):
        raise IntegrityError(f"`{where}` does not match its digest", hint="nothing was installed; tell the publisher")


def check_name(found: FetchedSkill, wanted: str, where: str) -> None:
    """Refuse a skill that is not called as its source calls it: it would be placed over another one.

    Raises:
        IntegrityError: It has another name.
    """
    name = found.skill.name
    if name != wanted:
        raise IntegrityError(
            f"`{where}` is named `{printable(name, longest=80)}`, but its source calls it `{wanted}`",
            hint="nothing was installed; tell the publisher",
        )
