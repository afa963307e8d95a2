import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from skillpack.check.run import check_signature, check_skill
from skillpack.check.subject import SignedSubject
from skillpack.evidence.signature import verify_signature
from skillpack.model.evidence import ChangedFile, SignatureFacts, SignatureState, Signer
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import make_tree

FILES = {"SKILL.md": b"# CSV\n", "references/rows.md": b"# Rows\n"}

Found = Callable[..., tuple[Finding, ...]]


@pytest.fixture
def found(made_skill) -> Found:
    """Give the function that returns the findings about a signature of files."""

    def run(signature: bytes, files: dict[str, bytes], signers: Sequence[Signer] = (), **asked: Any) -> Any:
        facts = verify_signature(make_tree({**files, "skill.oms.sig": signature}), signers)
        return check_signature(made_skill, SignedSubject(facts, tuple(signers), **asked))

    return run


@pytest.fixture
def made_skill(skill) -> ParsedSkill:
    return skill("# CSV", stem="csv")


@pytest.fixture(scope="module")
def team(made_signatures) -> Any:
    return made_signatures.make_signer()


def test_a_signature_as_it_should_be_is_not_spoken_of(found, team) -> None:
    assert found(team.sign(FILES), FILES, [Signer("team.pem", team.root)], require=True) == ()
    assert found(team.sign(FILES), FILES) == ()


def test_drift_names_the_file_and_both_digests(found, team) -> None:
    changed = {"SKILL.md": b"# Other\n"}
    differs, missing = found(team.sign(FILES), changed)
    assert (differs.rule, missing.rule) == ("SG003", "SG003")
    assert differs.path == "skills/csv/skill.oms.sig"
    assert differs.message == (
        "`SKILL.md` differs from the file that was signed: signed 9812c8068817…, found b5b79e2b70a4…"
    )
    assert missing.message == "`references/rows.md` was signed, and is missing"


def test_a_file_that_was_added_is_named(found, team) -> None:
    (added,) = found(team.sign(FILES), {**FILES, "run.sh": b"ls\n"})
    assert (added.rule, added.message) == ("SG004", "`run.sh` is not named by the signature")


def test_drift_is_said_before_an_unknown_signer(found, team, made_signatures) -> None:
    other = Signer("other.pem", made_signatures.make_signer("Other").root)
    rules = [each.rule for each in found(team.sign(FILES), {"SKILL.md": b"# Other\n", "z.md": b""}, [other])]
    assert rules == ["SG003", "SG003", "SG004", "SG005"]


def test_an_unknown_signer_is_spoken_of_only_where_signers_are_named(found, team, made_signatures) -> None:
    other = Signer("other.pem", made_signatures.make_signer("Other").root)
    (unknown,) = found(team.sign(FILES), FILES, [other])
    assert unknown.rule == "SG005"
    assert unknown.message == (
        "signed by somebody who calls themselves Example Team under the root Example Team Root; "
        "`[signers]` names no such signer"
    )


def test_an_unknown_signer_is_called_by_what_proves_it(made_skill, team) -> None:
    def said(**facts: str) -> str:
        subject = SignedSubject(SignatureFacts(SignatureState.UNKNOWN, **facts), (Signer("team.pem", team.root),))
        (found,) = check_signature(made_skill, subject)
        return found.message

    unknown = "`[signers]` names no such signer"
    assert said(signer="key 0123456789ab") == f"the signature says that key 0123456789ab made it; {unknown}"
    of_sigstore = said(signer="release@example.test", root="https://accounts.example.test", signed_on="2026-11-20")
    assert of_sigstore == f"signed by release@example.test, by the word of https://accounts.example.test; {unknown}"


def test_what_nothing_verified_is_not_called_unknown(found, made_signatures) -> None:
    maker = made_signatures.make_signer(with_rsa=True)
    (unchecked,) = found(maker.sign(FILES), FILES, [Signer("team.pem", maker.root)])
    assert (unchecked.rule, unchecked.hint) == ("SG006", "")
    assert unchecked.message == "nothing here verifies who made the signature: its key is not on an elliptic curve"
    assert found(maker.sign(FILES), FILES) == ()


def test_of_a_signature_that_is_not_valid_nothing_else_is_said(found, team, made_signatures) -> None:
    forged = dataclasses.replace(made_signatures.make_signer(), chain=team.chain).sign(FILES)
    signers = [Signer("team.pem", team.root)]
    assert [each.rule for each in found(forged, {"SKILL.md": b"# Other\n"}, signers)] == ["SG002"]
    assert [each.rule for each in found(b"{}", {"SKILL.md": b"# Other\n"}, signers)] == ["SG001"]


def test_required_is_said_of_all_that_is_not_signed_as_it_is(found, team, made_skill) -> None:
    signers = (Signer("team.pem", team.root),)
    (none,) = check_signature(made_skill, SignedSubject(None, signers, require=True))
    assert (none.rule, none.path) == ("SG007", "skills/csv/SKILL.md")
    assert "the skill is not signed" in none.message
    drifted = found(
        team.sign(FILES), {"SKILL.md": b"# Other\n", "references/rows.md": b"# Rows\n"}, signers, require=True
    )
    assert [each.rule for each in drifted] == ["SG003", "SG007"]
    assert "`drifted`" in drifted[1].message
    assert check_signature(made_skill, SignedSubject(None, signers)) == ()


@pytest.mark.parametrize(
    ("today", "words"),
    [
        ("2024-12-31", "is valid from 2025-01-01 on"),
        ("2025-01-01", ""),
        ("2035-01-01", ""),
        ("2035-01-02", "expired on 2035-01-01"),
    ],
)
def test_a_certificate_is_judged_on_the_day_that_is_given(found, team, today: str, words: str) -> None:
    findings = found(team.sign(FILES), {"SKILL.md": b"# Other\n"}, today=today)
    assert [each.rule for each in findings] == (["SG008"] if words else [])
    assert all(words in each.message for each in findings)


def test_of_many_files_some_are_named_and_the_others_counted(found, team) -> None:
    added = {f"docs/{number}.md": b"x" for number in range(50)}
    findings = found(team.sign(FILES), {**FILES, **added})
    assert len(findings) == 21
    assert findings[-1].message == "30 more files are not named by the signature"


def test_names_of_strangers_are_printable(made_skill) -> None:
    """Whatever a signature names: of its files nobody made some, and its signers chose their names."""
    odd = "a\x1b[31m\u202e.md"
    facts = SignatureFacts(
        SignatureState.DRIFTED,
        signer=odd,
        root=odd,
        valid_until="2025-01-01",
        changed=(ChangedFile(odd, "a" * 64, "b" * 64),),
        missing=(odd,),
        unsigned=(odd,),
    )
    findings = [
        finding
        for subject in (
            SignedSubject(facts, (Signer("other.pem", b""),)),
            SignedSubject(facts, today="2026-01-01"),
            SignedSubject(replace(facts, state=SignatureState.INVALID)),
        )
        for finding in check_signature(made_skill, subject)
    ]
    assert [each.rule for each in findings] == ["SG003", "SG003", "SG004", "SG005", "SG008", "SG002"]
    assert all(each.message.isprintable() and "\\u202e" in each.message.lower() for each in findings)


def test_the_rules_of_a_skill_know_nothing_of_signatures(made_skill) -> None:
    """They are asked for their own: who verifies nothing gets no finding about it."""
    tree = make_tree({**FILES, "skill.oms.sig": b"{}"})
    assert not [each for each in check_skill(made_skill, tree, Limits()) if each.rule.startswith("SG")]
