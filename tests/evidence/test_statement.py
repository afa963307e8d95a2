import json

import pytest

from skillpack.evidence.statement import read_statement, signed_paths

FILES = {"SKILL.md": b"text", "evals/evals.json": b"[]"}


def test_the_files_are_named(made_signatures) -> None:
    found = read_statement(made_signatures.statement(FILES))
    assert found.folder == "skill"
    assert [path for path, _ in found.files] == ["SKILL.md", "evals/evals.json"]
    assert signed_paths(made_signatures.make_signer().sign(FILES)) == set(FILES)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"_type": "x"}, "unknown kind"),
        ({"predicateType": "https://example.invalid/"}, "unknown kind"),
        ({"subject": []}, "does not match"),
        ({"subject": [{"digest": {"sha256": "0" * 64}}]}, "does not match"),
        ({"subject": 5}, "not an in-toto statement"),
        ({"predicate": {"resources": [], "serialization": {"method": "shards"}}}, "whole files"),
        (
            {"predicate": {"serialization": {"method": "files"}, "resources": [
                {"name": "a", "algorithm": "md5", "digest": "0" * 64}]}},
            "other than SHA-256",
        ),
        (
            {"predicate": {"serialization": {"method": "files"}, "resources": [
                {"name": "a", "algorithm": "sha256", "digest": "0" * 64}] * 2}},
            "twice",
        ),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused(made_signatures, changed: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_statement(made_signatures.statement(FILES, **changed))
    assert signed_paths(made_signatures.make_signer().sign(FILES, **changed)) == frozenset()


@pytest.mark.parametrize("content", [b"", b"[" * 20_000, b"\xff", json.dumps([1]).encode()])
def test_what_is_no_statement_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="not an in-toto statement"):
        read_statement(content)
    assert signed_paths(content) == frozenset()
