"""Names for findings that stay when lines move."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

from skillpack.model.finding import Finding

_MEASURED = re.compile(r"`[^`]*`|\d[\d,._]*")


def identity(finding: Finding) -> str:
    """Return the identity of a finding, 32 hex digits: rule, skill, path and words, but no place in the file.

    Numbers outside of backticks and the `size` among the facts are measured, not named: a body that grows from 612 to
    615 lines has the same fault. Two findings of one file may have the same identity.
    """
    words = _MEASURED.sub(lambda found: found[0] if found[0].startswith("`") else "#", finding.message)
    for name, value in finding.facts:
        if name == "size" and value:
            words = words.replace(f"`{value}`", "#")
    return _digest(finding.rule, finding.subject, finding.path, words)


def fingerprints(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return a fingerprint for each finding, 32 hex digits, all different: equal ones are told apart by their order."""
    seen: Counter[str] = Counter()
    names = []
    for finding in findings:
        name = identity(finding)
        seen[name] += 1
        names.append(name if seen[name] == 1 else _digest(name, str(seen[name])))
    return tuple(names)


def _digest(*parts: str) -> str:
    text = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
