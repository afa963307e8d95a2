"""The signature of a tree as a catalog judges it: the facts, and what the rules say of them."""

from collections.abc import Iterable

from msgspec.structs import replace

from skillpack.check.run import check_signature
from skillpack.check.subject import SignedSubject
from skillpack.evidence.signature import verify_signature
from skillpack.files.membership import EVALS
from skillpack.model.entry import FileRecord
from skillpack.model.evidence import SignatureFacts, SignatureState
from skillpack.model.finding import Finding, finding_order
from skillpack.model.settings import Settings
from skillpack.model.signature import SIGNATURE
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import SourceTree, Tree
from skillpack.parse.compose import published_tree


def signature_of_published(tree: Tree, source: str, settings: Settings) -> SignatureFacts | None:
    """Return the facts about the signature of a tree as it is published; None where it has none.

    Args:
        tree: Its files.
        source: From which it comes, as in its origin.
        settings: Of the catalog.
    """
    return verify_signature(tree, settings.signers, settings.own_signers.get(source, ()))


def signature_of_source(candidate: SourceTree, settings: Settings) -> SignatureFacts | None:
    """Return the facts about the signature of a tree as it was read; None where it has none.

    A signature is over the files that are published: how these are made is not asked where nothing is signed.
    """
    if SIGNATURE not in candidate.tree.files:
        return None
    return signature_of_published(published_tree(candidate), candidate.origin.source, settings)


def signature_of_retained(facts: SignatureFacts, files: Iterable[FileRecord]) -> SignatureFacts:
    """Return the facts about a signature that came after the archive, which lacks the evaluations that it names.

    Args:
        facts: About the files as they are now.
        files: These.
    """
    lacking = {file.path for file in files if file.path.startswith(f"{EVALS}/")}
    return replace(
        facts,
        state=SignatureState.DRIFTED,
        changed=tuple(each for each in facts.changed if each.path not in lacking),
        missing=tuple(sorted({*facts.missing, *(lacking - set(facts.unsigned))})),
        unsigned=tuple(path for path in facts.unsigned if path not in lacking),
    )


def signature_findings(skill: ParsedSkill, facts: SignatureFacts | None, settings: Settings) -> tuple[Finding, ...]:
    """Return the findings about a signature, or about the lack of one, whatever the day."""
    if facts is None and not settings.require_signer:
        return ()
    return check_signature(skill, SignedSubject(facts, settings.signers, settings.require_signer))


def with_findings(findings: tuple[Finding, ...], more: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return all findings in their order."""
    return tuple(sorted((*findings, *more), key=finding_order)) if more else findings
