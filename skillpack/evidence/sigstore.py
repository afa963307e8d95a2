"""Identities of sigstore -> who made a signature, and when; loaded where the extra `sigstore` is, and one is met.

Everything is verified by the library of sigstore, from the root that was named and from the bundle: nobody is asked.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from cryptography.hazmat import asn1
from cryptography.utils import CryptographyDeprecationWarning
from cryptography.x509 import (
    Certificate,
    ExtensionNotFound,
    ObjectIdentifier,
    RFC822Name,
    SubjectAlternativeName,
    UniformResourceIdentifier,
    UnrecognizedExtension,
)
from msgspec import Struct
from sigstore.errors import CertValidationError, VerificationError
from sigstore.models import Bundle, ClientTrustConfig
from sigstore.verify import Verifier
from sigstore.verify.policy import (
    AllOf,
    Identity,
    OIDCIssuer,
    OIDCIssuerV2,
    OIDCSourceRepositoryURI,
    VerificationPolicy,
)

from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureState, SignedBundle, Signer, SigstoreIdentity
from skillpack.model.portable import printable
from skillpack.model.signature import SignatureBundle

_KEPT = 16  # roots, read once
_LONGEST_NAME = 200  # characters: addresses of workflows are long
_LONGEST_REASON = 100  # characters

_ROOT = "application/vnd.dev.sigstore.trustedroot"
_CONFIG = "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json"
_STAMPS = "rfc3161Timestamps"
_NO_SERVERS = {"mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json"}

_BEST = (SignatureState.VALID, SignatureState.UNKNOWN, SignatureState.INVALID)


class _Root(Struct, frozen=True):
    """A root, read.

    Attributes:
        logs: Id of each log, as bundles name it, and its host.
        authority: Host of the timestamp authority; a word for it where there are several, or it has no address.
    """

    verifier: Verifier
    logs: dict[str, str]
    authority: str


class _Whose:
    """A policy that notes whose identity a certificate has; it refuses nobody, for a stranger is said to be one."""

    def __init__(self, signers: Sequence[Signer]) -> None:
        self.known: Signer | None = None
        self._signers = signers

    def verify(self, cert: Certificate) -> None:
        for signer in self._signers:
            if signer.identity is None:
                continue
            try:
                _policy(signer.identity, cert).verify(cert)
            except VerificationError:
                continue
            self.known = signer
            return


def verify_by_identity(bundle: SignatureBundle, signers: Sequence[Signer]) -> SignedBundle:
    """Return the maker of a signature with an identity.

    Its certificate, the promise of the log of certificates in it, the entry of the log of signatures, the time and the
    signature itself must hold, or nobody is named.

    Args:
        bundle: Whose material is a `certificate`.
        signers: Those with an identity.
    """
    try:
        with _strict():
            read = Bundle.from_json(msgspec.json.encode(bundle))
    except Exception:  # noqa: BLE001 whatever the library raises for the bytes of a stranger: it cannot read them
        return SignedBundle(SignatureState.MALFORMED, problem="it is not a whole bundle of sigstore")
    roots = dict.fromkeys(each.sigstore_root for each in signers)
    found = [_found(read, root, [each for each in signers if each.sigstore_root == root]) for root in roots]
    return min(found, key=lambda each: _BEST.index(each.state))


def is_root(content: bytes) -> bool:
    """Return whether a file names the certificates and logs of a sigstore."""
    try:
        _root(content)
    except Exception:  # noqa: BLE001 as above
        return False
    return True


def _found(read: Bundle, content: bytes, signers: Sequence[Signer]) -> SignedBundle:
    whose = _Whose(signers)
    try:
        with _strict():
            root = _root(content)
            root.verifier.verify_dsse(read, whose)
            subject, issuer = _certified_identity(read.signing_certificate)
            day, recorder = _signed(read, root)
    except Exception as error:  # noqa: BLE001 whatever the library raises for the bytes of a stranger: it proves nothing
        return SignedBundle(SignatureState.INVALID, problem=_reason(error))
    known = whose.known
    repository = known.identity.repository if known is not None and known.identity is not None else ""
    return SignedBundle(
        SignatureState.UNKNOWN if known is None else SignatureState.VALID,
        known_as=known.name if known is not None else "",
        signer=printable(subject, longest=_LONGEST_NAME),
        root=printable(issuer, longest=_LONGEST_NAME),
        identity=sha256(msgspec.json.encode((issuer, "repository", repository) if repository else (issuer, subject))),
        signed_on=day,
        recorded_by=recorder,
    )


def _policy(identity: SigstoreIdentity, certificate: Certificate) -> VerificationPolicy:
    """Return what a certificate must satisfy; its older word for the issuer counts only where it has no newer one."""
    newer = _extension(certificate, OIDCIssuerV2.oid) is not None
    issuer = OIDCIssuerV2(identity.issuer) if newer else OIDCIssuer(identity.issuer)
    if identity.repository:
        return AllOf([issuer, OIDCSourceRepositoryURI(identity.repository)])
    return AllOf([issuer, Identity(identity=identity.subject)])


def _certified_identity(certificate: Certificate) -> tuple[str, str]:
    """Return whom a certificate names, and who says so.

    Raises:
        VerificationError: It names several, or nobody.
    """
    names = certificate.extensions.get_extension_for_class(SubjectAlternativeName).value
    subjects = (*names.get_values_for_type(RFC822Name), *names.get_values_for_type(UniformResourceIdentifier))
    if len(subjects) != 1 or len(names) != 1:
        raise VerificationError("its certificate does not name one e-mail address or one URI")
    issuer = _extension(certificate, OIDCIssuerV2.oid)
    if issuer is not None:
        return subjects[0], asn1.decode_der(str, issuer)
    return subjects[0], (_extension(certificate, OIDCIssuer.oid) or b"").decode()


def _extension(certificate: Certificate, oid: ObjectIdentifier) -> bytes | None:
    try:
        value = certificate.extensions.get_extension_for_oid(oid).value
    except ExtensionNotFound:
        return None
    return value.value if isinstance(value, UnrecognizedExtension) else None


def _signed(read: Bundle, root: _Root) -> tuple[str, str]:
    """Return the first day on which a verified signature was recorded, and who recorded it.

    The library compares the time of an entry that its log promised, and else asks that one of the timestamps is right,
    without saying which: of several each is tried alone.
    """
    whole: dict[str, Any] = msgspec.json.decode(read.to_json())
    material = whole["verificationMaterial"]
    entry = material["tlogEntries"][0]
    seconds = int(entry.get("integratedTime", 0))
    if seconds and "inclusionPromise" in entry:
        log = root.logs.get(entry["logId"]["keyId"], "a log of signatures")
        return datetime.fromtimestamp(seconds, UTC).date().isoformat(), log
    rows = material["timestampVerificationData"][_STAMPS]
    stamps = _stamps(read) if len(rows) == 1 else []
    for row in rows if len(rows) > 1 else ():
        alone = {**whole, "verificationMaterial": {**material, "timestampVerificationData": {_STAMPS: [row]}}}
        one = Bundle.from_json(msgspec.json.encode(alone))
        with suppress(VerificationError):
            root.verifier.verify_dsse(one, _Whose(()))
            stamps += _stamps(one)
    return min(each.tst_info.gen_time for each in stamps).astimezone(UTC).date().isoformat(), root.authority


def _stamps(read: Bundle) -> list[Any]:
    found = read.verification_material.timestamp_verification_data
    return list(found.rfc3161_timestamps) if found is not None else []


@lru_cache(maxsize=_KEPT)
def _root(content: bytes) -> _Root:
    """Return a root, read.

    Raises:
        Exception: It is none, as the library or what is asked of it says.
    """
    found: dict[str, Any] = msgspec.json.decode(content)
    if str(found["mediaType"]).startswith(_ROOT):
        # The library reads a root from a file or as a part of this; servers are for who signs.
        found = {"mediaType": _CONFIG, "trustedRoot": found, "signingConfig": _NO_SERVERS}
    trusted = ClientTrustConfig.from_json(msgspec.json.encode(found).decode()).trusted_root
    inner = found["trustedRoot"]
    authorities = {_host(each.get("uri", "")) for each in inner.get("timestampAuthorities", ())} - {""}
    return _Root(
        Verifier(trusted_root=trusted),
        {each["logId"]["keyId"]: _host(each["baseUrl"]) for each in inner["tlogs"]},
        authorities.pop() if len(authorities) == 1 else "a timestamp authority",
    )


def _host(url: str) -> str:
    return printable(url.partition("://")[2].partition("/")[0], longest=_LONGEST_NAME)


def _reason(error: Exception) -> str:
    """Return in a clause why a bundle proves nothing, in the library's words where it has some."""
    if isinstance(error, CertValidationError):
        return "its certificate does not lead to the root of sigstore that `[signers]` names, or was not valid then"
    if not isinstance(error, VerificationError) or not error.args:
        return "its certificate or its log entry cannot be read"
    why = re.split(r", got |: expected |: keyring: ", str(error.args[0]), maxsplit=1)[0]
    return printable(f"sigstore does not verify it: {why}", longest=_LONGEST_REASON)


@contextmanager
def _strict() -> Iterator[None]:
    """Raise what the next release of cryptography refuses, instead of warning whoever reads the terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", CryptographyDeprecationWarning)
        yield
