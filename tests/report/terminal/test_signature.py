from msgspec.structs import replace

from skillpack.model.evidence import ChangedFile, SignatureFacts, SignatureState
from skillpack.report.terminal.signature import (
    brief_signature_words,
    first_use_words,
    shared_signature_words,
    signature_words,
)

VALID = SignatureFacts(
    SignatureState.VALID,
    known_as="root.pem",
    signer="Example Team",
    root="Example Root",
    valid_from="2025-01-01",
    valid_until="2027-01-01",
)
DAY = "2026-11-26"
NOT_RECORDED = "when it was signed is not recorded"


def test_a_valid_one_says_who_and_until_when() -> None:
    days = "certificate valid from 2025-01-01 until 2027-01-01"
    assert signature_words(VALID, DAY) == ("Example Team, known by `root.pem`", days, NOT_RECORDED)
    assert signature_words(VALID, "2027-01-02")[1] == f"{days}; it has expired"
    assert signature_words(VALID, "2024-12-31")[1] == f"{days}; it is not valid yet"


def test_a_line_of_many_leaves_out_what_holds_of_all() -> None:
    assert brief_signature_words(VALID, DAY) == signature_words(VALID, DAY)[:-1]
    recorded = replace(VALID, signed_on="2026-11-20", recorded_by="log.example.test")
    assert brief_signature_words(recorded, DAY) == signature_words(recorded, DAY)


def test_an_unknown_signer_is_its_own_word() -> None:
    found = replace(VALID, state=SignatureState.UNKNOWN, known_as="")
    assert signature_words(found, DAY)[0] == (
        "somebody who calls themselves Example Team under the root Example Root; your `[signers]` names no such signer"
    )


def test_a_key_that_nobody_named_has_proved_nothing() -> None:
    found = SignatureFacts(SignatureState.UNKNOWN, signer="key 0123456789ab")
    who = "key 0123456789ab by its own word alone; your `[signers]` names no such key"
    assert signature_words(found, DAY)[0] == who
    later = "nothing here can tell whose signature it is; later versions must be signed, no matter by whom"
    assert shared_signature_words([found, found]) == (f"2 skills signed by {who}; {later}",)


def test_drift_names_the_files() -> None:
    found = replace(
        VALID,
        state=SignatureState.DRIFTED,
        changed=tuple(ChangedFile(f"{number}.md", "", "") for number in range(8)),
        missing=("a.md",),
        unsigned=("b.md",),
    )
    words = signature_words(found, DAY)
    assert "files differ from those that were signed" in words
    assert "changed: 0.md, 1.md, 2.md, 3.md, 4.md, 5.md and 2 more" in words
    assert "missing: a.md" in words
    assert "not signed: b.md" in words


def test_a_part_is_said_to_be_one() -> None:
    found = replace(VALID, state=SignatureState.PARTIAL, unsigned=("b.md",))
    assert signature_words(found, DAY)[1:3] == ("not all of it is signed", "not signed: b.md")


def test_what_proves_nothing_says_why() -> None:
    malformed = SignatureFacts(SignatureState.MALFORMED, problem="it is no bundle")
    assert signature_words(malformed, DAY) == ("`skill.oms.sig` cannot be read: it is no bundle",)
    invalid = replace(VALID, state=SignatureState.INVALID, known_as="", problem="it was changed")
    assert signature_words(invalid, DAY) == ("the signature that names Example Team is not valid: it was changed",)
    nobody = SignatureFacts(SignatureState.INVALID, problem="it was changed")
    assert shared_signature_words([nobody, None]) == (
        "1 skill of which the signature is not valid: it was changed",
        "1 skill not signed",
    )
    unchecked = SignatureFacts(SignatureState.UNCHECKED, problem="the extra is missing")
    assert signature_words(unchecked, DAY) == ("somebody, not verified: the extra is missing",)


def test_a_first_use_says_what_it_means_later() -> None:
    known = SignatureFacts(SignatureState.VALID, known_as="root.pem", signer="Example Team", identity="a" * 64)
    unknown = replace(known, state=SignatureState.UNKNOWN, known_as="")
    assert first_use_words(known) == ("later versions must be signed by the same",)
    assert first_use_words(unknown) == ("nobody here vouches for them; later versions must be signed by the same",)


def test_a_first_use_claims_nothing_where_nothing_is_known() -> None:
    unchecked = SignatureFacts(SignatureState.UNCHECKED, problem="the extra `signatures` is not installed")
    assert first_use_words(unchecked) == (
        "nothing here can tell whose signature it is; later versions must be signed, no matter by whom",
    )
    for state in (SignatureState.MALFORMED, SignatureState.INVALID):
        assert first_use_words(SignatureFacts(state)) == ()
    assert first_use_words(None) == ()


def test_an_identity_is_said_with_its_issuer_and_its_day() -> None:
    found = SignatureFacts(
        SignatureState.VALID,
        known_as="release@example.test",
        signer="release@example.test",
        root="https://accounts.example.test",
        signed_on="2026-11-20",
        recorded_by="log.example.test",
    )
    who = "release@example.test, by the word of https://accounts.example.test, which your `[signers]`"
    day = "signed on 2026-11-20, as log.example.test records"
    assert signature_words(found, DAY) == (f"{who} names", day)
    stranger = replace(found, state=SignatureState.UNKNOWN, known_as="")
    assert signature_words(stranger, DAY) == (f"{who} does not name", day)


def test_of_several_skills_each_signer_is_said_once() -> None:
    known = replace(VALID, identity="a" * 64)
    drifted = replace(known, state=SignatureState.DRIFTED)
    broken = SignatureFacts(SignatureState.MALFORMED, problem="it is no bundle")
    team = "3 skills signed by Example Team, known by `root.pem`; later versions must be signed by the same"
    assert shared_signature_words([known, drifted, None, broken, known]) == (
        f"{team}; 1 of them not as signed",
        "1 skill of which `skill.oms.sig` cannot be read: it is no bundle",
        "1 skill not signed",
    )
    assert shared_signature_words([None, None]) == ()
