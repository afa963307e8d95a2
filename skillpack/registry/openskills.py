"""`.openskills.json`, which `openskills` leaves in a skill."""

import json

from skillpack.model.claim import Claim
from skillpack.registry.claims import git_claim

NAME = ".openskills.json"
MOST = 2**16
"""Bytes of it that are read."""


def read_openskills(content: bytes) -> Claim:
    """Return what it says; whatever cannot be understood is told in the claim."""
    try:
        row = json.loads(content) if len(content) <= MOST else None
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        return Claim(NAME, None, why_not=f"`{NAME}` cannot be read")
    texts = {key: value for key, value in row.items() if isinstance(value, str)}
    if texts.get("sourceType") != "git":
        return Claim(NAME, None, why_not="its source is a place on a machine, maybe another one")
    return git_claim(NAME, texts.get("repoUrl", ""), path=texts.get("subpath", ""), wanted=texts.get("branch", ""))
