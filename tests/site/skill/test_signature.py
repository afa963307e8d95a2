from msgspec.structs import replace

from skillpack.model.evidence import ChangedFile, SignatureFacts, SignatureState
from skillpack.model.settings import Configuration
from skillpack.site.frame import Frame
from skillpack.site.skill.signature import signature_view

VALID = SignatureFacts(SignatureState.VALID, "team.pem", "Example Team", "Root", valid_until="2035-01-01")


def frame(theme) -> Frame:
    return Frame(theme, Configuration())


def test_without_a_signature_there_is_nothing(theme) -> None:
    assert signature_view(frame(theme), None) is None


def test_a_known_signer_is_named_and_the_end_of_the_certificate_with_it(theme) -> None:
    view = signature_view(frame(theme), VALID)
    assert (view.title, view.head, view.level) == ("Signed by", "Example Team", "")
    assert view.below == "every file, as it is; with a certificate that ends on 2035-01-01"
    by_key = signature_view(frame(theme), replace(VALID, signer="key 12ab", valid_until=""))
    assert by_key.below == "every file, as it is"


def test_a_key_in_the_repository_is_named_as_that_whatever_the_state(theme) -> None:
    own = signature_view(frame(theme), replace(VALID, in_repository=True))
    assert own.below == "by a key that lies in this repository"
    drifted = replace(VALID, state=SignatureState.DRIFTED, missing=("a.md",), in_repository=True)
    view = signature_view(frame(theme), drifted)
    assert view.below == "by Example Team, whose key lies in this repository"
    assert "proves nothing to a stranger" in view.sentences


def test_a_key_that_nobody_named_is_the_word_of_the_signature(theme) -> None:
    made = signature_view(frame(theme), SignatureFacts(SignatureState.UNKNOWN, signer="key 0123456789ab"))
    assert made.below == "it says that key 0123456789ab made it"
    assert made.sentences.startswith("The signature says that key 0123456789ab made it. This catalog names no such key")
    assert "root" not in made.sentences


def test_an_identity_that_nobody_named_is_called_by_its_name(theme) -> None:
    facts = SignatureFacts(SignatureState.UNKNOWN, signer="me@x.test", root="https://x.test", signed_on="2026-11-20")
    made = signature_view(frame(theme), facts)
    assert made.below == "by me@x.test"


def test_nobody_is_named_where_the_signature_names_nobody(theme) -> None:
    for state in (SignatureState.INVALID, SignatureState.MALFORMED, SignatureState.UNCHECKED, SignatureState.DRIFTED):
        assert signature_view(frame(theme), SignatureFacts(state)).below == ""


def test_some_files_are_named_and_the_others_counted(theme) -> None:
    changed = tuple(ChangedFile(f"{number}.md", "a" * 64, "b" * 64) for number in range(15))
    facts = replace(VALID, state=SignatureState.DRIFTED, changed=changed, missing=("m.md",) * 4, unsigned=("u.md",) * 4)
    view = signature_view(frame(theme), facts)
    assert (len(view.files), view.more) == (20, 3)
    assert view.files[0].words == "signed aaaaaaaaaaaa…, found bbbbbbbbbbbb…"
    assert (view.files[15].words, view.files[19].words) == ("signed, and missing", "not named by the signature")


def test_paths_that_a_signature_names_hide_nothing(theme) -> None:
    """Nobody made a file of that name: it is the word of whoever signed."""
    path = "a\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\x1b[31m.md"
    view = signature_view(frame(theme), replace(VALID, state=SignatureState.DRIFTED, missing=(path,), unsigned=(path,)))
    assert all(each.path.isprintable() for each in view.files)
    assert view.sentences.isprintable()
