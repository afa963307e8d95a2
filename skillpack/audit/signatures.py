"""The signatures of a site's versions, each over the files of its archive, and what the records say of them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.audit.problem import Problem, ProblemKind
from skillpack.catalog import paths
from skillpack.evidence.signature import verify_listed
from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer
from skillpack.model.release import Release
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import Tree
from skillpack.registry.skill_json import PublishedSkill

_EVALUATIONS = "evals/"


class AuditedSignature(Struct, frozen=True):
    """The signature of one version, as it was found."""

    name: str
    label: str
    facts: SignatureFacts


class SignatureAudit:
    """Collects the archives of signed versions and their signatures, in whatever order a site gives them."""

    def __init__(self) -> None:
        self._digests: dict[str, dict[str, str]] = {}
        self._contents: dict[str, bytes] = {}
        self._beside: dict[str, str] = {}

    def expect(self, release: Release) -> None:
        """Note where the signature of a version lies, if one lies beside its archive."""
        if release.signature:
            self._beside[paths.signature(release.archive, release.signature)] = release.archive

    def add_signature(self, path: str, content: bytes) -> None:
        """Keep a file that was read, if it is the signature of a version."""
        if path in self._beside:
            self._contents[self._beside[path]] = content

    def add_archive(self, release: Release, tree: Tree) -> None:
        """Keep the digests of a version that is signed, beside its archive or within it."""
        if release.signature or SIGNATURE in tree.files:
            self._digests[release.archive] = {path: sha256(content) for path, content in tree.files.items()}
        if not release.signature and SIGNATURE in tree.files:
            self._contents[release.archive] = tree.files[SIGNATURE]

    def verified(self, records: Sequence[PublishedSkill], signers: Sequence[Signer]) -> Iterator[AuditedSignature]:
        """Yield the signature of each version of which the archive and a signature were read, by name, newest first.

        Args:
            records: Of the skills.
            signers: Whose signatures count for who asks.
        """
        for record in sorted(records, key=lambda each: each.name):
            for each in record.versions:
                archive = each.release.archive
                if archive in self._digests and archive in self._contents:
                    facts = verify_listed(self._contents[archive], self._digests[archive], signers)
                    yield AuditedSignature(record.name, each.release.label, facts)


def signature_problems(record: PublishedSkill, release: Release, found: SignatureFacts) -> Iterator[Problem]:
    """Yield where a record says other things of a signature than signature and archive do, whoever is trusted."""
    said, path = record.signature, paths.skill_record(record.name)
    if said is None or record.state != "published":
        return
    unreadable = {SignatureState.MALFORMED, SignatureState.INVALID}
    states = {said.state, found.state}
    if states & unreadable and SignatureState.UNCHECKED not in states and len(states) > 1:
        yield Problem(path, ProblemKind.DISAGREES, f"calls the signature {said.state}, and it is {found.state}")
    elif not states & unreadable and _differences(said) != _differences(found):
        yield Problem(
            path, ProblemKind.DISAGREES, f"names other files than those of `{release.archive}` that are not as signed"
        )


def _differences(facts: SignatureFacts) -> tuple[object, ...]:
    """Return which files are not as they were signed, without the missing evaluations.

    A version that was published before its signature keeps an archive without them, and the record is of the folder.
    """
    missing = tuple(each for each in facts.missing if not each.startswith(_EVALUATIONS))
    return facts.changed, missing, facts.unsigned
