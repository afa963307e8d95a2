"""Which suppression covers which finding; of a secret only one that names it (pure)."""

from collections.abc import Iterable

from skillpack.check.secrecy import SECRET_RULES
from skillpack.model.finding import Finding, Suppression


def covers(suppression: Suppression, finding: Finding) -> bool:
    """Return whether a suppression covers a finding, whatever its date.

    One of a secret names file and fingerprint and has a reason: a secret that comes later is another one. One of
    anything else that names them covers nothing: it would accept more than it says.
    """
    if suppression.rule != finding.rule or suppression.skill not in {"", finding.subject}:
        return False
    if finding.rule not in SECRET_RULES:
        return not suppression.file and not suppression.fingerprint
    known = finding.secret
    return (
        known is not None
        and (suppression.file, suppression.fingerprint) == (known.file, known.fingerprint)
        and bool(suppression.reason.strip())
    )


def flaw(suppression: Suppression) -> tuple[str, str]:
    """Return why a suppression covers nothing, as a clause, and what to do; empty texts for most."""
    if suppression.rule not in SECRET_RULES:
        if suppression.file or suppression.fingerprint:
            secrets = " and ".join(f"`{code}`" for code in sorted(SECRET_RULES))
            return (
                f"names a file or a fingerprint, so it accepts nothing: only those of {secrets} have them",
                "remove both, or correct the code",
            )
        return "", ""
    missing = [f"`{key}`" for key in ("file", "fingerprint") if not getattr(suppression, key)]
    if missing:
        return (
            f"names no {' and no '.join(missing)}, so it accepts no secret",
            "replace it with what `skillpack check` prints below the finding, where that is no secret",
        )
    if not suppression.reason.strip():
        return "gives no reason, so it accepts no secret", "say in `reason` why it is no secret"
    return "", ""


def outdated(finding: Finding, suppressions: Iterable[Suppression]) -> Suppression | None:
    """Return the suppression that covered a secret while it needed no file and no fingerprint; None for most."""
    if finding.rule not in SECRET_RULES:
        return None
    unnamed = (each for each in suppressions if each.rule == finding.rule and not each.fingerprint)
    return next((each for each in unnamed if each.skill in {"", finding.subject}), None)


def binding(suppressions: Iterable[Suppression], *, today: str) -> tuple[Suppression, ...]:
    """Return the suppressions without those of secrets that have expired on that ISO day: a secret waits for nobody."""
    return tuple(
        each for each in suppressions if each.rule not in SECRET_RULES or not (each.expires and today > each.expires)
    )


def accepted_secrets(suppressions: Iterable[Suppression]) -> tuple[Suppression, ...]:
    """Return the suppressions that are of secrets."""
    return tuple(each for each in suppressions if each.rule in SECRET_RULES)


def holds_secret(findings: Iterable[Finding], accepted: Iterable[Suppression] = ()) -> bool:
    """Return whether a skill holds what must not leave, beyond what was accepted of it."""
    accepted = tuple(accepted)
    return any(
        each.rule in SECRET_RULES and not any(covers(suppression, each) for suppression in accepted)
        for each in findings
    )
