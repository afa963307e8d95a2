"""Version, digest and mode: pure functions of content."""

import hashlib
from collections.abc import Iterable

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


def checksums(tree: Tree) -> str:
    """Return the SHA256SUMS text of a tree, which `sha256sum -c` reads.

    The receipt and a SHA256SUMS file at the root of the tree are no part of it.
    """
    return checksums_of((path, sha256(content)) for path, content in tree.files.items())


def checksums_of(digests: Iterable[tuple[str, str]]) -> str:
    """Return the SHA256SUMS text of (path, sha256) pairs, sorted by the paths' bytes."""
    kept = sorted(
        (pair for pair in digests if pair[0] not in {RECEIPT, CHECKSUMS}), key=lambda pair: path_order(pair[0])
    )
    return "".join(f"{digest}  {path}\n" for path, digest in kept)


def tree_digest(tree: Tree) -> str:
    """Return the identity of a tree: SHA-256 of its SHA256SUMS text, 64 hex digits."""
    return sha256(checksums(tree).encode("utf-8", "surrogateescape"))


def body_version(body: str) -> str:
    """Return the Metis version of a body, 16 hex digits (its section 5: sha256(body)[:16])."""
    return sha256(body.encode())[:16]


def file_mode(content: bytes) -> int:
    """Return 0o755 for a script or a program, else 0o644 (the mode is a function of content)."""
    return 0o755 if content.startswith(_EXECUTABLE_MAGIC) else 0o644
