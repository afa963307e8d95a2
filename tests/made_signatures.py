"""Certificates and signatures made on the spot: no private key lies in the repository."""

import base64
import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

SIGNATURE = "skill.oms.sig"
_TYPE = "application/vnd.in-toto+json"


@dataclass(frozen=True)
class Signer:
    """A key with its certificates, the one of the key first, the root last.

    `issuer` is the key of the certificate above that of `key`.
    """

    key: ec.EllipticCurvePrivateKey
    chain: tuple[x509.Certificate, ...]
    issuer: ec.EllipticCurvePrivateKey

    @property
    def root(self) -> bytes:
        return self.chain[-1].public_bytes(Encoding.PEM)

    @property
    def public_key(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def rotated(self) -> "Signer":
        """Return the same signer with another key under the same root."""
        first, above = self.chain[:2]
        key = ec.generate_private_key(self.key.curve)
        builder = (
            x509.CertificateBuilder(extensions=list(first.extensions))
            .subject_name(first.subject)
            .issuer_name(above.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(first.not_valid_before_utc)
            .not_valid_after(first.not_valid_after_utc)
        )
        return Signer(key, (builder.sign(self.issuer, hash_of(self.issuer)), *self.chain[1:]), self.issuer)

    def write(self, folder: Path) -> tuple[Path, Path, Path]:
        """Write key, certificate and chain, as files that programs take."""
        folder.mkdir(parents=True, exist_ok=True)
        key, certificate, chain = (folder / name for name in ("key.pem", "certificate.pem", "chain.pem"))
        key.write_bytes(self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        certificate.write_bytes(self.chain[0].public_bytes(Encoding.PEM))
        chain.write_bytes(b"".join(each.public_bytes(Encoding.PEM) for each in self.chain[1:]))
        return key, certificate, chain

    def sign(self, files: Mapping[str, bytes], **changed: Any) -> bytes:
        """Return the signature of files.

        Args:
            files: Path -> content.
            changed: Parts of the statement that are others than they should be.
        """
        return self.bundle(statement(files, **changed))

    def sign_folder(self, folder: Path) -> None:
        """Write the signature of a folder into it."""
        paths = (path for path in folder.rglob("*") if path.is_file() and path.name != SIGNATURE)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        (folder / SIGNATURE).write_bytes(self.sign(files))

    def bundle(self, payload: bytes, *, by_key: bool = False) -> bytes:
        """Return the bundle of a statement."""
        pae = b"DSSEv1 %d %s %d %s" % (len(_TYPE), _TYPE.encode(), len(payload), payload)
        signature = self.key.sign(pae, ec.ECDSA(hash_of(self.key)))
        certificates = [{"rawBytes": _text(each.public_bytes(Encoding.DER))} for each in self.chain]
        hint = hashlib.sha256(self.public_key).hexdigest()
        material = {"publicKey": {"hint": hint}} if by_key else {"x509CertificateChain": {"certificates": certificates}}
        envelope = {"payload": _text(payload), "payloadType": _TYPE, "signatures": [{"sig": _text(signature)}]}
        return json.dumps(
            {
                "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
                "verificationMaterial": {**material, "tlogEntries": []},
                "dsseEnvelope": envelope,
            }
        ).encode()


def hash_of(key: ec.EllipticCurvePrivateKey) -> hashes.HashAlgorithm:
    return {256: hashes.SHA256(), 384: hashes.SHA384(), 521: hashes.SHA512()}[key.curve.key_size]


def statement(files: Mapping[str, bytes], **changed: Any) -> bytes:
    """Return the statement of files, as OpenSSF Model Signing writes it."""
    digests = {path: hashlib.sha256(files[path]).hexdigest() for path in sorted(files)}
    whole = hashlib.sha256(b"".join(map(bytes.fromhex, digests.values()))).hexdigest()
    resources = [{"name": path, "algorithm": "sha256", "digest": digest} for path, digest in digests.items()]
    serialization = {"method": "files", "hash_type": "sha256", "allow_symlinks": False, "ignore_paths": [".git"]}
    found = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": "skill", "digest": {"sha256": whole}}],
        "predicateType": "https://model_signing/signature/v1.0",
        "predicate": {"serialization": serialization, "resources": resources},
    }
    return json.dumps(found | changed).encode()


def make_signer(
    name: str = "Example Team",
    *,
    years: tuple[int, int] = (2025, 2035),
    curve: ec.EllipticCurve | None = None,
    between: Sequence[str] = ("Example Intermediate",),
    may_sign: bool = True,
    purposes: Sequence[x509.ObjectIdentifier] = (),
    with_rsa: bool = False,
) -> Signer:
    """Return a signer with a root of its own.

    Args:
        name: In the certificate of the key.
        years: Between whose first days it is valid.
        curve: Of all keys.
        between: Names of the certificates between it and the root.
        may_sign: Whether the certificate of the key allows signing.
        purposes: Which the certificate of the key names, as one of a web server names that; none where it is empty.
        with_rsa: Whether the certificate is of an RSA key, which did not make what this signer signs.
    """
    curve = curve or ec.SECP384R1()
    keys = [ec.generate_private_key(curve) for _ in range(len(between) + 2)]
    names = [name, *between, f"{name} Root"]
    chain = []
    for at, (mine, subject) in enumerate(zip(keys, names, strict=True)):
        above = min(at + 1, len(keys) - 1)
        days = years if at == 0 else (2020, 2045)
        certified = rsa.generate_private_key(65537, 2048) if with_rsa and at == 0 else mine
        builder = _builder(subject, certified, names[above], days, ca=at > 0, may_sign=may_sign)
        if at == 0 and purposes:
            builder = builder.add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
        chain.append(builder.sign(keys[above], hash_of(keys[above])))
    return Signer(keys[0], tuple(chain), keys[1])


def _builder(
    subject: str,
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey,
    issuer: str,
    years: tuple[int, int],
    *,
    ca: bool,
    may_sign: bool,
) -> x509.CertificateBuilder:
    usage = x509.KeyUsage(
        digital_signature=may_sign,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=not may_sign,
        key_cert_sign=ca,
        crl_sign=ca,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(dt.datetime(years[0], 1, 1, tzinfo=dt.UTC))
        .not_valid_after(dt.datetime(years[1], 1, 1, tzinfo=dt.UTC))
        .add_extension(x509.BasicConstraints(ca, None), critical=True)
        .add_extension(usage, critical=True)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
