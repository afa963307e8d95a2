import json

import pytest

from skillpack.model.digest import checksums, has_digest, listed_digests, sha256, signature_of, tree_digest
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE, read_bundle
from skillpack.model.tree import make_tree

FILES = {"SKILL.md": b"text"}


@pytest.fixture(scope="module")
def content(made_signatures) -> bytes:
    return made_signatures.make_signer().sign(FILES)


def changed(content: bytes, **parts: object) -> bytes:
    return json.dumps({**json.loads(content), **parts}).encode()


def test_a_bundle_is_read(content: bytes) -> None:
    bundle = read_bundle(content)
    assert bundle is not None
    assert b"SKILL.md" in bundle.dsse_envelope.payload


def test_anything_else_of_that_name_is_no_signature(content: bytes) -> None:
    envelope = json.loads(content)["dsseEnvelope"]
    assert read_bundle(b"") is None
    assert read_bundle(b"[" * 20_000) is None
    assert read_bundle(b'{"a":' * 10_000) is None
    assert read_bundle(b"\xff\xfe") is None
    assert read_bundle(content + b" " * LONGEST_SIGNATURE) is None
    assert read_bundle(changed(content, mediaType="text/plain")) is None
    assert read_bundle(changed(content, note="Nothing else may lie in it.")) is None
    assert read_bundle(changed(content, dsseEnvelope={**envelope, "payload": "not base64!"})) is None
    assert read_bundle(changed(content, dsseEnvelope={**envelope, "payloadType": "text/plain"})) is None
    assert read_bundle(changed(content, dsseEnvelope={**envelope, "signatures": []})) is None
    assert read_bundle(changed(content, dsseEnvelope={**envelope, "signatures": [1]})) is None


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
