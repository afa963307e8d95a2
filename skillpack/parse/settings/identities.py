"""Identities of sigstore in a table that names signers, the same for catalogs and for users -> values."""

import re

from skillpack.errors import UsageError
from skillpack.model.evidence import SigstoreIdentity
from skillpack.parse.settings.toml import Table

_ISSUER = re.compile(r"https?://[^\s]+")
_REPOSITORY = re.compile(r"https://[^\s/]+/[^\s]+")
_HOW = "the client of sigstore fetches that of its public instance: `python -m sigstore plumbing update-trust-root`"


def read_identities(signers: Table) -> tuple[tuple[SigstoreIdentity, ...], str]:
    """Return the identities that a table names, and the path of the root of sigstore that verifies them.

    Raises:
        UsageError: One of both is missing, or an identity is not one.
    """
    identities, root = signers.read_each("sigstore", _identity), signers.text("sigstore_root", "")
    if identities and not root:
        raise UsageError(
            f"`{signers.path}.sigstore` needs `{signers.path}.sigstore_root`",
            hint=f"name a `trusted_root.json`; {_HOW}",
        )
    if root and not identities:
        raise UsageError(
            f"`{signers.path}.sigstore_root` needs `{signers.path}.sigstore`",
            hint='name whose signatures count: `sigstore = [{ identity = "…", issuer = "…" }]`',
        )
    return identities, root


def _identity(table: Table) -> SigstoreIdentity:
    found = SigstoreIdentity(
        table.matching("issuer", None, _ISSUER, "an address such as `https://token.actions.githubusercontent.com`"),
        table.text("identity", ""),
        table.matching("repository", "", _REPOSITORY, "an address such as `https://github.com/ORG/REPOSITORY`"),
    )
    if bool(found.subject) == bool(found.repository):
        raise UsageError(
            f"`{table.path}` needs either `identity` or `repository`",
            hint="`identity` is an e-mail address or the URI of a workflow; `repository` takes each of its workflows",
        )
    return found
