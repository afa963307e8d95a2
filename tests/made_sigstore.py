"""A sigstore of our own, made on the spot: an authority, a log of certificates and a log of signatures."""

import base64
import datetime as dt
import hashlib
import json
import struct
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

ISSUER = "https://accounts.example.test"
IDENTITY = "release@example.test"
AT = dt.datetime(2026, 11, 20, 12, 0, 0, tzinfo=dt.UTC)
LOG = "log.example.test"
CLOCK = "clock.example.test"

_TYPE = "application/vnd.in-toto+json"
_SCTS = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2")
_FULCIO = "1.3.6.1.4.1.57264.1"
_SHA256 = ec.ECDSA(hashes.SHA256())
_SINCE = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass(frozen=True)
class Instance:
    """The keys of a sigstore; another instance has others."""

    authority: ec.EllipticCurvePrivateKey = field(default_factory=_key)
    clock: ec.EllipticCurvePrivateKey = field(default_factory=_key)
    intermediate: ec.EllipticCurvePrivateKey = field(default_factory=_key)
    certificate_log: ec.EllipticCurvePrivateKey = field(default_factory=_key)
    log: ec.EllipticCurvePrivateKey = field(default_factory=_key)
    chain: list[x509.Certificate] = field(default_factory=list)
    clocks: list[x509.Certificate] = field(default_factory=list)

    def __post_init__(self) -> None:
        root = _authority("Example Root", self.authority, "Example Root", self.authority)
        self.chain.extend([_authority("Example CA", self.intermediate, "Example Root", self.authority), root])
        self.clocks.extend([_authority("Example Clock", self.clock, "Example Root", self.authority, clock=True), root])

    def trusted_root(self, **changed: Any) -> bytes:
        """Return the file by which others know this sigstore, with parts that are others than they should be."""
        return json.dumps(self._trusted_root() | changed).encode()

    def trust_config(self, url: str = "http://127.0.0.1:9") -> bytes:
        """Return what a client needs to sign: where the servers are, and how they are known."""
        service = {"url": url, "majorApiVersion": 1, "operator": "example.test", "validFor": {"start": _iso(_SINCE)}}
        signing = {
            "mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json",
            "caUrls": [service],
            "oidcUrls": [service],
            "rekorTlogUrls": [service],
            "rekorTlogConfig": {"selector": "ANY"},
            "tsaUrls": [],
            "tsaConfig": {"selector": "ANY"},
        }
        whole = {
            "mediaType": "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json",
            "trustedRoot": self._trusted_root(),
            "signingConfig": signing,
        }
        return json.dumps(whole).encode()

    def _trusted_root(self) -> dict[str, Any]:
        return {
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
            "tlogs": [_known_log(f"https://{LOG}", self.log)],
            "certificateAuthorities": [_known_authority("https://ca.example.test", self.chain)],
            "ctlogs": [_known_log("https://ct.example.test", self.certificate_log)],
            "timestampAuthorities": [_known_authority(f"https://{CLOCK}/api/v1/timestamp", self.clocks)],
        }

    def certify(
        self,
        key: ec.EllipticCurvePublicKey,
        *,
        identity: x509.GeneralName | None = None,
        issuer: str = ISSUER,
        at: dt.datetime = AT,
        repository: str = "",
        by: ec.EllipticCurvePrivateKey | None = None,
    ) -> x509.Certificate:
        """Return a certificate of ten minutes for a key, with the promise of the log of certificates in it.

        Args:
            key: Whose holder proved the identity.
            identity: Who that is.
            issuer: Who says so.
            at: When it becomes valid.
            repository: Address of the repository; empty for none.
            by: Key that promises in the place of that of the log.
        """
        usage = x509.KeyUsage(
            digital_signature=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            key_cert_sign=False,
            crl_sign=False,
            encipher_only=False,
            decipher_only=False,
        )
        names = x509.SubjectAlternativeName([identity or x509.RFC822Name(IDENTITY)])
        above = x509.SubjectKeyIdentifier.from_public_key(self.intermediate.public_key())
        builder = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([]))
            .issuer_name(self.chain[0].subject)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(at)
            .not_valid_after(at + dt.timedelta(minutes=10))
            .add_extension(usage, critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(above), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(names, critical=True)
            .add_extension(_said("1", issuer.encode()), critical=False)
            .add_extension(_said("8", _der(0x0C, issuer.encode())), critical=False)
        )
        if repository:
            builder = builder.add_extension(_said("12", _der(0x0C, repository.encode())), critical=False)
        before = builder.sign(self.intermediate, hashes.SHA256())
        promise = self._promise(before.tbs_certificate_bytes, at, by or self.certificate_log)
        builder = builder.add_extension(x509.UnrecognizedExtension(_SCTS, _der(0x04, promise)), critical=False)
        return builder.sign(self.intermediate, hashes.SHA256())

    def _promise(self, body: bytes, at: dt.datetime, by: ec.EllipticCurvePrivateKey) -> bytes:
        """Return the list of one signed certificate timestamp (RFC 6962, 3.2 and 3.3)."""
        milliseconds = int(at.timestamp() * 1000)
        above = hashlib.sha256(_public(self.intermediate)).digest()
        signed = struct.pack("!BBQH", 0, 0, milliseconds, 1) + above + len(body).to_bytes(3, "big") + body + b"\0\0"
        signature = by.sign(signed, _SHA256)
        stamp = struct.pack("!B32sQHBBH", 0, _log_id(self.certificate_log), milliseconds, 0, 4, 3, len(signature))
        stamp += signature
        return struct.pack("!HH", len(stamp) + 2, len(stamp)) + stamp

    def record(self, body: bytes, at: dt.datetime = AT) -> dict[str, Any]:
        """Return the entry of a log of two, the second of which it is, with its proof and its promise."""
        first = hashlib.sha256(b"\0first").digest()
        root = hashlib.sha256(b"\1" + first + hashlib.sha256(b"\0" + body).digest()).digest()
        note = f"{LOG} - 1\n2\n{_text(root)}\n"
        signed = _text(_log_id(self.log)[:4] + self.log.sign(note.encode(), _SHA256))
        seconds = int(at.timestamp())
        promised = {
            "body": _text(body),
            "integratedTime": seconds,
            "logID": _log_id(self.log).hex(),
            "logIndex": 1,
        }
        promise = self.log.sign(json.dumps(promised, separators=(",", ":"), sort_keys=True).encode(), _SHA256)
        return {
            "logIndex": "1",
            "logId": {"keyId": _text(_log_id(self.log))},
            "kindVersion": {"kind": "dsse", "version": "0.0.1"},
            "integratedTime": str(seconds),
            "inclusionPromise": {"signedEntryTimestamp": _text(promise)},
            "inclusionProof": {
                "logIndex": "1",
                "rootHash": _text(root),
                "treeSize": "2",
                "hashes": [_text(first)],
                "checkpoint": {"envelope": f"{note}\n— {LOG} {signed}\n"},
            },
            "canonicalizedBody": _text(body),
        }

    def stamp(self, signature: bytes, folder: Path) -> bytes:
        """Return the timestamp (RFC 3161) of a signature, of this moment: `openssl ts` makes it in a folder."""
        (folder / "key.pem").write_bytes(self.clock.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        (folder / "clock.pem").write_bytes(self.clocks[0].public_bytes(Encoding.PEM))
        (folder / "signature").write_bytes(signature)
        (folder / "serial").write_text("01\n")
        (folder / "ts.conf").write_text(_CLOCK_SETTINGS)
        asking = ["-query", "-data", "signature", "-sha256", "-cert", "-out", "query"]
        answering = ["-reply", "-config", "ts.conf", "-queryfile", "query", "-out", "reply"]
        for words in (asking, answering):
            subprocess.run(["openssl", "ts", *words], cwd=folder, check=True, capture_output=True)
        return (folder / "reply").read_bytes()

    def stamped(self, payload: bytes, folder: Path, *, stamps: int = 1, **certified: Any) -> dict[str, Any]:
        """Return the bundle of a statement as the second version of the log has it, which promises no time."""
        made = self.bundle(payload, at=dt.datetime.now(dt.UTC).replace(microsecond=0), **certified)
        material, envelope = made["verificationMaterial"], made["dsseEnvelope"]
        signature = base64.b64decode(envelope["signatures"][0]["sig"])
        verifier = {"keyDetails": "PKIX_ECDSA_P256_SHA_256", "x509Certificate": material["certificate"]}
        pae = b"DSSEv1 %d %s %d %s" % (len(_TYPE), _TYPE.encode(), len(payload), payload)
        spec = {
            "data": {"algorithm": "SHA2_256", "digest": _text(hashlib.sha256(pae).digest())},
            "signature": {"content": _text(signature), "verifier": verifier},
        }
        body = {"apiVersion": "0.0.2", "kind": "hashedrekord", "spec": {"hashedRekordV002": spec}}
        entry = self.record(json.dumps(body, separators=(",", ":"), sort_keys=True).encode())
        for key in ("integratedTime", "inclusionPromise"):
            del entry[key]
        entry["kindVersion"] = {"kind": "hashedrekord", "version": "0.0.2"}
        material["tlogEntries"] = [entry]
        rows = [{"signedTimestamp": _text(self.stamp(signature, folder))} for _ in range(stamps)]
        material["timestampVerificationData"] = {"rfc3161Timestamps": rows}
        return made

    def bundle(self, payload: bytes, *, logged: dt.datetime = AT, **certified: Any) -> dict[str, Any]:
        """Return the bundle of a statement.

        Args:
            payload: The statement.
            logged: When the log took it.
            certified: As `certify` takes it.
        """
        key = _key()
        certificate = self.certify(key.public_key(), **certified)
        pae = b"DSSEv1 %d %s %d %s" % (len(_TYPE), _TYPE.encode(), len(payload), payload)
        signature = key.sign(pae, _SHA256)
        envelope = {"payload": _text(payload), "payloadType": _TYPE, "signatures": [{"sig": _text(signature)}]}
        body = entry_body(payload, signature, certificate, json.dumps(envelope).encode())
        return {
            "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
            "verificationMaterial": {
                "certificate": {"rawBytes": _text(certificate.public_bytes(Encoding.DER))},
                "tlogEntries": [self.record(body, logged)],
            },
            "dsseEnvelope": envelope,
        }


def token(*, seconds: int = 600, audience: str = "sigstore") -> str:
    """Return a token that says who signs, good for so many seconds; servers of ours do not look at who signed it."""
    now = int(dt.datetime.now(dt.UTC).timestamp())
    claims = {"iss": ISSUER, "sub": IDENTITY, "aud": audience, "iat": now - 120, "exp": now + seconds}
    parts = (json.dumps(each).encode() for each in ({"alg": "HS256", "typ": "JWT"}, claims, {}))
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


@contextmanager
def serving(instance: Instance) -> Iterator[tuple[str, list[str]]]:
    """Run the servers of an instance, and yield their address and the list of what they are asked for."""
    asked: list[str] = []

    class Server(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(self.path)
            self.answer(_ANSWERS[self.path](instance, said), 201)

        def do_GET(self) -> None:
            """Answer where a browser would go; nobody does."""
            asked.append(self.path)
            self.answer({"authorization_endpoint": f"{url}/authorize", "token_endpoint": f"{url}/token"}, 200)

        def answer(self, said: dict[str, Any], status: int) -> None:
            answer = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield url, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _certificates(instance: Instance, said: dict[str, Any]) -> dict[str, Any]:
    request = x509.load_pem_x509_csr(base64.b64decode(said["certificateSigningRequest"]))
    key = request.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    chain = [instance.certify(key, at=dt.datetime.now(dt.UTC).replace(microsecond=0)), *instance.chain]
    texts = [each.public_bytes(Encoding.PEM).decode() for each in chain]
    return {"signedCertificateEmbeddedSct": {"chain": {"certificates": texts}}}


def _entries(instance: Instance, said: dict[str, Any]) -> dict[str, Any]:
    proposed = said["spec"]["proposedContent"]
    envelope = json.loads(proposed["envelope"])
    certificate = x509.load_pem_x509_certificate(base64.b64decode(proposed["verifiers"][0]))
    payload, signature = (base64.b64decode(each) for each in (envelope["payload"], envelope["signatures"][0]["sig"]))
    body = entry_body(payload, signature, certificate, proposed["envelope"].encode())
    made = instance.record(body, dt.datetime.now(dt.UTC))
    proof = made["inclusionProof"]
    entry = {
        "body": made["canonicalizedBody"],
        "integratedTime": int(made["integratedTime"]),
        "logID": base64.b64decode(made["logId"]["keyId"]).hex(),
        "logIndex": 1,
        "verification": {
            "signedEntryTimestamp": made["inclusionPromise"]["signedEntryTimestamp"],
            "inclusionProof": {
                "logIndex": 1,
                "rootHash": base64.b64decode(proof["rootHash"]).hex(),
                "treeSize": 2,
                "hashes": [base64.b64decode(each).hex() for each in proof["hashes"]],
                "checkpoint": proof["checkpoint"]["envelope"],
            },
        },
    }
    return {"0": entry}


_ANSWERS = {"/api/v2/signingCert": _certificates, "/api/v1/log/entries": _entries}


def entry_body(payload: bytes, signature: bytes, certificate: x509.Certificate, envelope: bytes) -> bytes:
    """Return what the log of signatures keeps of an envelope."""
    spec = {
        "envelopeHash": {"algorithm": "sha256", "value": hashlib.sha256(envelope).hexdigest()},
        "payloadHash": {"algorithm": "sha256", "value": hashlib.sha256(payload).hexdigest()},
        "signatures": [{"signature": _text(signature), "verifier": _text(certificate.public_bytes(Encoding.PEM))}],
    }
    whole: Mapping[str, Any] = {"apiVersion": "0.0.1", "kind": "dsse", "spec": spec}
    return json.dumps(whole, separators=(",", ":"), sort_keys=True).encode()


_CLOCK_SETTINGS = """\
[tsa]
default_tsa = clock
[clock]
dir = .
serial = $dir/serial
signer_cert = $dir/clock.pem
signer_key = $dir/key.pem
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
"""


def _authority(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    by: ec.EllipticCurvePrivateKey,
    *,
    clock: bool = False,
) -> x509.Certificate:
    """Return the certificate of an authority, or of one that only says what time it is."""
    usage = x509.KeyUsage(
        digital_signature=clock,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=not clock,
        crl_sign=not clock,
        encipher_only=False,
        decipher_only=False,
    )
    above = x509.SubjectKeyIdentifier.from_public_key(by.public_key())
    times = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_SINCE)
        .not_valid_after(dt.datetime(2045, 1, 1, tzinfo=dt.UTC))
        .add_extension(x509.BasicConstraints(ca=not clock, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(above), critical=False)
    )
    return (builder.add_extension(times, critical=True) if clock else builder).sign(by, hashes.SHA256())


def _known_authority(url: str, chain: list[x509.Certificate]) -> dict[str, Any]:
    return {
        "subject": {"organization": "example.test", "commonName": "Example Root"},
        "uri": url,
        "certChain": {"certificates": [{"rawBytes": _text(each.public_bytes(Encoding.DER))} for each in chain]},
        "validFor": {"start": _iso(_SINCE)},
    }


def _known_log(url: str, key: ec.EllipticCurvePrivateKey) -> dict[str, Any]:
    return {
        "baseUrl": url,
        "hashAlgorithm": "SHA2_256",
        "publicKey": {
            "rawBytes": _text(_public(key)),
            "keyDetails": "PKIX_ECDSA_P256_SHA_256",
            "validFor": {"start": _iso(_SINCE)},
        },
        "logId": {"keyId": _text(_log_id(key))},
    }


def _said(number: str, value: bytes) -> x509.UnrecognizedExtension:
    return x509.UnrecognizedExtension(x509.ObjectIdentifier(f"{_FULCIO}.{number}"), value)


def _der(tag: int, value: bytes) -> bytes:
    size = len(value)
    head = bytes([size]) if size < 0x80 else bytes([0x82]) + size.to_bytes(2, "big")
    if 0x80 <= size < 0x100:
        head = bytes([0x81, size])
    return bytes([tag]) + head + value


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _log_id(key: ec.EllipticCurvePrivateKey) -> bytes:
    return hashlib.sha256(_public(key)).digest()


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _iso(moment: dt.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
