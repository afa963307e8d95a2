"""What is installed in a root, and where it came from."""

from enum import StrEnum

from msgspec import Struct

from skillpack.model.signature import SIGNATURE


class SourceKind(StrEnum):
    """What a skill was taken from."""

    REGISTRY = "registry"
    SITE = "site"
    FOLDER = "folder"
    ARCHIVE = "archive"
    GIT = "git"
    ADOPTED = "adopted"


class Assurance(StrEnum):
    """How sure it is that an archive is what its publisher offers."""

    NONE = "none"
    DIGEST = "digest"


class Provenance(Struct, frozen=True):
    """Where a skill came from: all that `update` needs to ask there again. It never holds a credential.

    Attributes:
        location: Address of the registry or site, absolute path of the folder or archive, URL of the git repository.
        path: Of the skill below the location: a folder of a repository; empty where the location is the skill.
        wanted: What was asked for: a range of versions, a branch or tag; empty for the newest.
        revision: The commit that a branch or tag named then, 40 or 64 hex digits; empty for all but git.
        assurance: Of the bytes that were placed.
    """

    kind: SourceKind
    location: str
    path: str = ""
    wanted: str = ""
    revision: str = ""
    assurance: Assurance = Assurance.NONE

    @property
    def is_local(self) -> bool:
        """Whether it is a folder or an archive on this machine."""
        return self.kind in {SourceKind.FOLDER, SourceKind.ARCHIVE} and "://" not in self.location


class ForeignSource(Struct, frozen=True):
    """What another installer says of one skill: nothing of it is believed before its source was asked.

    Attributes:
        by: Who says so: `skills-lock.json`, `gh skill`.
        kind: None where it names nothing that can be asked.
        location: As in a `Provenance`; never with credentials.
        path: Of the skill below it, or empty.
        wanted: Branch or tag, or empty.
        untouched: Digest that the installer took of the folder when it put it there, or empty.
        why_not: Why it names nothing that can be asked, a clause; empty where it does.
    """

    by: str
    kind: SourceKind | None
    location: str = ""
    path: str = ""
    wanted: str = ""
    untouched: str = ""
    why_not: str = ""


class PlacedFile(Struct, frozen=True):
    """One file as it was placed; `size` in bytes."""

    path: str
    sha256: str
    size: int


class SignerKind(StrEnum):
    """By what a signer signs, in the words of the signature's file."""

    CERTIFICATES = "x509CertificateChain"
    KEY = "publicKey"
    IDENTITY = "certificate"


class Pin(Struct, frozen=True):
    """Who signed what was installed first: later versions are taken where the same signed them.

    It does not say whether the signer is known to who installs: all have the same receipts.

    Attributes:
        kind: By what it signs.
        identity: SHA-256 that tells the signer from any other, whatever it calls itself; as far as the signature alone
            tells, else as the signers tell by which it was verified.
        name: As the certificate or key is called.
        whole: Every file was as it was signed.
    """

    kind: SignerKind
    identity: str
    name: str
    whole: bool


class Receipt(Struct, frozen=True):
    """What was placed under a name: a function of the skill and its source, without time or machine.

    So that one lock file gives the same root everywhere, byte for byte.

    Attributes:
        label: What people see as its version.
        digest: Of the tree, 64 hex digits.
        archive_sha256: Of the archive that it came in; empty where there was none.
        url: Of that archive; empty where there was none.
        date: When the version was published, an ISO date; empty where unknown.
        signature_sha256: Of the signature that lay beside the archive; empty where none was taken from there.
        signer: None where nobody signed it, or nothing could verify who did.
        files: By path.
    """

    name: str
    label: str
    digest: str
    provenance: Provenance
    files: tuple[PlacedFile, ...]
    archive_sha256: str = ""
    url: str = ""
    date: str = ""
    signature_sha256: str = ""
    signer: Pin | None = None

    @property
    def placed_signature(self) -> str:
        """SHA-256 of the signature that was placed with the skill, 64 hex digits; empty for none."""
        return next((each.sha256 for each in self.files if each.path == SIGNATURE), "")


class Difference(Struct, frozen=True):
    """One file that is not as it was placed.

    Attributes:
        kind: `changed`, `added`, `removed`, `special` for a link or pipe in the place of a file, or `unreadable` for a
            file that may not be read.
    """

    kind: str
    path: str


class Installed(Struct, frozen=True):
    """One entry of a root.

    Attributes:
        name: Of its folder.
        receipt: None for what we did not place, and where the receipt cannot be read.
        fault: Why a receipt that is there cannot be taken; empty where it can, or where there is none.
    """

    name: str
    receipt: Receipt | None
    fault: str = ""
