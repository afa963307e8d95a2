"""Version, digest and mode: pure functions of content."""

import hashlib
from collections.abc import Iterable, Iterator

from skillpack.model.signature import SIGNATURE, read_signature
from skillpack.model.tree import Tree, path_order

RECEIPT = ".skillpack.json"
CHECKSUMS = "SHA256SUMS"

_EXECUTABLE_MAGIC = (
    b"#!",
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
)


def sha256(content: bytes) -> str:
    """Return the SHA-256 of some bytes, 64 hex digits."""
    return hashlib.sha256(content).hexdigest()


def signature_of(tree: Tree) -> bytes:
    """Return the signature of a tree, as a file; empty where there is none, or its file is not well-formed."""
    content = tree.files.get(SIGNATURE, b"")
    return content if content and read_signature(content) is not None else b""


def checksums(tree: Tree) -> str:
    """Return the SHA256SUMS text of a tree, which `sha256sum -c` reads.

    The receipt, a SHA256SUMS file at the root and the signature are no part of it: a signature is not content.
    """
    return checksums_of(_pairs(tree, signature_too=not signature_of(tree)))


def checksums_of(digests: Iterable[tuple[str, str]]) -> str:
    """Return the SHA256SUMS text of (path, sha256) pairs, sorted by the paths' bytes."""
    kept = sorted(
        (pair for pair in digests if pair[0] not in {RECEIPT, CHECKSUMS}), key=lambda pair: path_order(pair[0])
    )
    return "".join(f"{digest}  {path}\n" for path, digest in kept)


def tree_digest(tree: Tree) -> str:
    """Return the content digest of a tree: SHA-256 of its SHA256SUMS text, 64 hex digits."""
    return _digest(checksums(tree))


def published_checksums(tree: Tree, digest: str) -> str | None:
    """Return the SHA256SUMS text of a tree that has a digest; None where the tree has another one.

    What was published while a signature was content keeps its digest, which is over the signature too.
    """
    for signature_too in (not signature_of(tree), True):
        sums = checksums_of(_pairs(tree, signature_too=signature_too))
        if _digest(sums) == digest:
            return sums
    return None


def has_digest(tree: Tree, digest: str) -> bool:
    """Return whether a tree has a digest, as it is now or as it was published while a signature was content."""
    return published_checksums(tree, digest) is not None


def listed_digests(pairs: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Return the digests that files may have by their (path, sha256) pairs: without a signature, and with it.

    Whether a file of that name is well-formed, and so left out, only its bytes tell.
    """
    known = tuple(pairs)
    without = checksums_of(pair for pair in known if pair[0] != SIGNATURE)
    return _digest(without), _digest(checksums_of(known))


def _pairs(tree: Tree, *, signature_too: bool) -> Iterator[tuple[str, str]]:
    return ((path, sha256(content)) for path, content in tree.files.items() if signature_too or path != SIGNATURE)


def _digest(sums: str) -> str:
    return sha256(sums.encode("utf-8", "surrogateescape"))


def body_version(body: str) -> str:
    """Return the Metis version of a body, 16 hex digits (its section 5: sha256(body)[:16])."""
    return sha256(body.encode())[:16]


def file_mode(content: bytes) -> int:
    """Return 0o755 for a script or a program, else 0o644 (the mode is a function of content)."""
    return 0o755 if content.startswith(_EXECUTABLE_MAGIC) else 0o644
