"""The `[[suppress]]` that accepts a secret, as it is pasted into `skillpack.toml`."""

import json
from collections.abc import Iterable, Iterator

from skillpack.check.suppressions import outdated
from skillpack.model.finding import Finding, Suppression


def suppression_lines(finding: Finding, suppressions: Iterable[Suppression] = ()) -> Iterator[str]:
    """Yield the lines that accept a finding about a secret; none for any other.

    They hold once there is a reason; that of a suppression which names no file, and accepts nothing any more, is kept.

    Args:
        finding: Of a secret.
        suppressions: Of the catalog.
    """
    if finding.secret is None:
        return
    before = outdated(finding, suppressions)
    yield "[[suppress]]"
    yield f"rule = {_quoted(finding.rule)}"
    if finding.subject:
        yield f"skill = {_quoted(finding.subject)}"
    yield f"file = {_quoted(finding.secret.file)}"
    yield f"fingerprint = {_quoted(finding.secret.fingerprint)}"
    yield f"reason = {_quoted(before.reason if before else '')}"
    if before and before.expires:
        yield f"expires = {before.expires}"


def _quoted(text: str) -> str:
    """Return a basic string of TOML, which JSON's strings are but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
