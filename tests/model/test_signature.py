import base64
import json

import pytest

from skillpack.model.digest import checksums, has_digest, listed_digests, sha256, signature_of, tree_digest
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE, read_bundle, read_signature
from skillpack.model.tree import make_tree

FILES = {"SKILL.md": b"text"}


@pytest.fixture(scope="module")
def content(made_signatures) -> bytes:
    return made_signatures.make_signer().sign(FILES)


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def edited(content: bytes, path: str, value: object) -> bytes:
    """Return a bundle with another value at a path: keys and numbers between slashes."""
    whole = json.loads(content)
    *parts, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    at = whole
    for part in parts:
        at = at[part]
    at[last] = value
    return json.dumps(whole).encode()


def restated(content: bytes, path: str, value: object) -> bytes:
    """Return a bundle whose statement has another value at a path; its signature is then wrong, and nobody looks."""
    statement = base64.b64decode(json.loads(content)["dsseEnvelope"]["payload"])
    return edited(content, "dsseEnvelope/payload", encoded(edited(statement, path, value)))


NOTE = f"log.example - 12\n25590\n{encoded(b'r' * 32)}\nTimestamp: 17\n\n— log.example {encoded(b's' * 72)}\n"

ENTRY = {
    "logIndex": "25579",
    "logId": {"keyId": encoded(b"k" * 32)},
    "kindVersion": {"kind": "dsse", "version": "0.0.1"},
    "integratedTime": "1700000000",
    "inclusionPromise": {"signedEntryTimestamp": encoded(b"t" * 70)},
    "inclusionProof": {
        "logIndex": "25578",
        "rootHash": encoded(b"r" * 32),
        "treeSize": "25590",
        "hashes": [encoded(b"h" * 32)] * 9,
        "checkpoint": {"envelope": NOTE},
    },
    "canonicalizedBody": encoded(b"{}"),
}


def logged(content: bytes, path: str = "logIndex", value: object = "25579") -> bytes:
    """Return a bundle with an entry of a log, as sigstore writes it, with another value at a path."""
    return edited(
        content, "verificationMaterial/tlogEntries", [json.loads(edited(json.dumps(ENTRY).encode(), path, value))]
    )


def test_a_signature_is_read(content: bytes) -> None:
    bundle = read_signature(content)
    assert bundle is not None
    assert b"SKILL.md" in bundle.dsse_envelope.payload


def test_so_are_optional_parts(content: bytes, made_signatures) -> None:
    by_key = made_signatures.make_signer().bundle(made_signatures.statement(FILES), by_key=True)
    timestamps = {"rfc3161Timestamps": [{"signedTimestamp": encoded(b"t" * 900)}]}
    certificate = json.loads(content)["verificationMaterial"]["x509CertificateChain"]["certificates"][0]
    for kept in (
        by_key,
        logged(content),
        edited(content, "dsseEnvelope/signatures/0/keyid", "SHA256:ab12"),
        edited(content, "verificationMaterial/timestampVerificationData", timestamps),
        edited(content, "verificationMaterial", {"certificate": certificate, "tlogEntries": [ENTRY]}),
        edited(content, "mediaType", "application/vnd.dev.sigstore.bundle+json;version=0.2"),
        restated(content, "predicate/serialization/ignore_paths", [".git", "skill.oms.sig"]),
        restated(content, "predicate/resources/0/name", "references/an example.md"),
    ):
        assert read_signature(kept) is not None


def test_anything_else_of_that_name_is_no_signature(content: bytes) -> None:
    assert read_signature(b"") is None
    assert read_signature(b"[" * 20_000) is None
    assert read_signature(b'{"a":' * 10_000) is None
    assert read_signature(b"\xff\xfe") is None
    assert read_signature(content + b" " * LONGEST_SIGNATURE) is None
    assert read_signature(content.decode().encode("utf-16")) is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("note", "Nothing else may lie in it."),
        ("mediaType", "text/plain"),
        ("mediaType", "application/vnd.dev.sigstore.bundle.v0.3+json; a note"),
        ("verificationMaterial/note", "a"),
        ("verificationMaterial/tlogEntries", [{"note": "a"}]),
        ("verificationMaterial/tlogEntries", [{}] * 5),
        ("verificationMaterial/publicKey", {"hint": "read this instead"}),
        ("verificationMaterial/publicKey", {"hint": "a" * 129}),
        ("verificationMaterial/publicKey", {"note": ""}),
        ("verificationMaterial/x509CertificateChain/note", ""),
        ("verificationMaterial/x509CertificateChain/certificates/0/note", ""),
        ("verificationMaterial/x509CertificateChain/certificates/0/rawBytes", encoded(b"plain text")),
        ("verificationMaterial/x509CertificateChain/certificates/0/rawBytes", encoded(b"\x30\x82\x01\x00plain text")),
        ("verificationMaterial/certificate", {"rawBytes": encoded(b"plain text")}),
        ("verificationMaterial/timestampVerificationData", {"rfc3161Timestamps": [{"note": ""}]}),
        ("dsseEnvelope/note", "a"),
        ("dsseEnvelope/payload", "not base64!"),
        ("dsseEnvelope/payload", encoded(b"plain text")),
        ("dsseEnvelope/payloadType", "text/plain"),
        ("dsseEnvelope/signatures", []),
        ("dsseEnvelope/signatures", [1]),
        ("dsseEnvelope/signatures/0/note", "a"),
        ("dsseEnvelope/signatures/0/keyid", "read this instead"),
        ("dsseEnvelope/signatures/0/sig", encoded(b"s" * 1027)),
        ("dsseEnvelope/signatures/0/sig", "QQ"),
        ("dsseEnvelope/signatures/0/sig", "QR=="),
        ("dsseEnvelope/signatures/0/sig", "QQ=="[:2] + "\n=="),
        ("dsseEnvelope/signatures/0/sig", "QUJ_"),
    ],
)
def test_neither_is_one_with_more_or_other_parts(content: bytes, path: str, value: object) -> None:
    assert read_signature(edited(content, path, value)) is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("note", "a"),
        ("logIndex", "one"),
        ("logIndex", -1),
        ("logId/note", "a"),
        ("logId/keyId", encoded(b"k" * 67)),
        ("kindVersion/kind", "read this instead"),
        ("inclusionPromise/note", "a"),
        ("inclusionPromise/signedEntryTimestamp", encoded(b"t" * 600)),
        ("inclusionProof/note", "a"),
        ("inclusionProof/hashes", [encoded(b"h" * 32)] * 65),
        ("inclusionProof/checkpoint", {"note": "a"}),
        ("inclusionProof/checkpoint/envelope", "read this instead"),
        ("inclusionProof/checkpoint/envelope", "a\nb\nc\n\n— d e\nand then this\n"),
        ("canonicalizedBody", encoded(b"b" * (2**15 + 3))),
    ],
)
def test_neither_is_one_with_another_entry_of_a_log(content: bytes, path: str, value: object) -> None:
    assert read_signature(logged(content, path, value)) is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("note", "a"),
        ("_type", "read this instead"),
        ("subject", []),
        ("subject/0/note", "a"),
        ("subject/0/name", "a\nb"),
        ("subject/0/digest/note", "a"),
        ("predicateType", "https://example.com/ and more"),
        ("predicate/note", "a"),
        ("predicate/serialization/note", "a"),
        ("predicate/serialization/method", "read this instead"),
        ("predicate/serialization/ignore_paths", ["a"] * 65),
        ("predicate/resources/0/note", "a"),
        ("predicate/resources/0/name", "a\nb"),
        ("predicate/resources/0/name", "a" * 401),
        ("predicate/resources/0/algorithm", "read this instead"),
        ("predicate/resources/0/digest", "read this instead"),
    ],
)
def test_neither_is_one_with_another_statement(content: bytes, path: str, value: object) -> None:
    assert read_signature(restated(content, path, value)) is None


def test_another_statement_is_a_bundle_all_the_same(content: bytes) -> None:
    of_a_list = edited(content, "dsseEnvelope/payload", encoded(b'{"of": "a list"}'))
    assert read_bundle(of_a_list) is not None
    assert read_bundle(of_a_list, longest=100) is None
    assert read_signature(of_a_list) is None


@pytest.mark.parametrize("key", ["mediaType", "payload", "sig", "rawBytes"])
def test_a_key_that_occurs_twice_hides_nothing(content: bytes, key: str) -> None:
    twice = content.replace(f'"{key}":'.encode(), f'"{key}": "read this instead", "{key}":'.encode(), 1)
    assert json.loads(twice) == json.loads(content), "most readers take the last one"
    assert read_signature(twice) is None


class TestDigests:
    def test_a_signature_is_not_content(self, content: bytes) -> None:
        tree, signed = make_tree(FILES), make_tree({**FILES, SIGNATURE: content})
        assert tree_digest(signed) == tree_digest(tree)
        assert checksums(signed) == checksums(tree)
        assert signature_of(signed) == content
        assert signature_of(tree) == b""

    def test_what_is_not_well_formed_is(self) -> None:
        tree, signed = make_tree(FILES), make_tree({**FILES, SIGNATURE: b"{}"})
        assert tree_digest(signed) != tree_digest(tree)
        assert signature_of(signed) == b""

    def test_below_a_folder_it_is_a_file_like_any_other(self, content: bytes) -> None:
        assert tree_digest(make_tree({**FILES, f"a/{SIGNATURE}": content})) != tree_digest(make_tree(FILES))

    def test_a_tree_has_the_digest_that_was_over_its_signature(self, content: bytes) -> None:
        signed = make_tree({**FILES, SIGNATURE: content})
        without, whole = listed_digests((path, sha256(each)) for path, each in signed.files.items())
        assert without == tree_digest(signed) != whole
        assert has_digest(signed, without)
        assert has_digest(signed, whole)
        assert not has_digest(signed, "0" * 64)
        assert not has_digest(make_tree(FILES), whole)
