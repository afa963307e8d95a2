"""Signatures of reviews, in `reviews/NAME.signatures.json`: signed in-toto statements, each of which says one review.

Each is a sigstore bundle, as the signature of a skill is. Its subject is the content that was looked at, under the name
of the skill; its predicate is the review. It counts for a review that says the same, and for no other (pure).
"""

import json
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from skillpack.evidence.bundle import verify_bundle
from skillpack.model.evidence import SignatureState, Signer
from skillpack.model.portable import printable
from skillpack.model.review import Review, ReviewFile, ReviewProblem
from skillpack.model.signature import LONGEST_SIGNATURE, SignatureBundle, read_bundle

LARGEST_SIGNATURES = 2**20
"""Bytes of one file that are read."""

_TYPE = "https://in-toto.io/Statement/v1"
_PREDICATE = "urn:skillpack:review:v1"
_BROKEN = frozenset({SignatureState.INVALID, SignatureState.MALFORMED})
_MOST_PROBLEMS = 10
_DELETE = "delete it, or have the review signed anew"


def review_statement(name: str, review: Review) -> bytes:
    """Return the statement that is to be signed.

    Args:
        name: Of the skill.
        review: Of this catalog, as its file has it.
    """
    return msgspec.json.encode(_statement(name, review))


def with_signature(content: bytes, bundle: bytes) -> bytes:
    """Return a file of signatures with one more at its end.

    Args:
        content: Of the file; empty where there is none yet.
        bundle: The signature.

    Raises:
        ValueError: The file holds something else, or would be too large; the message is a clause.
    """
    there = list(_rows(content))
    for each in there:
        _bundle(each)
    rows = [json.dumps(each, separators=(",", ":")) for each in there]
    lines = ",\n".join([*rows, bundle.decode()])
    whole = f"[\n{lines}\n]\n".encode()
    if len(whole) > LARGEST_SIGNATURES:
        raise ValueError(f"it would be larger than {LARGEST_SIGNATURES:,} bytes")
    return whole


def says(content: bytes, name: str, review: Review) -> bool:
    """Return whether a signature in a file says a review, whoever made it.

    Raises:
        ValueError: The file holds something else; the message is a clause.
    """
    wanted = _statement(name, review)
    return any(_said(_bundle(row)) == wanted for row in _rows(content))


def with_signers(name: str, found: ReviewFile, content: bytes, signers: Sequence[Signer]) -> ReviewFile:
    """Return reviews, those with a signer that one of the signers signed as they are.

    A signature by somebody whom nobody named, or that nothing here can verify, makes no difference.

    Args:
        name: Of the skill.
        found: Its reviews, as they were read.
        content: Of the file of signatures; empty where there is none.
        signers: Whose signatures count.
    """
    if not content:
        return found
    try:
        bundles = [_bundle(row) for row in _rows(content)]
    except ValueError as error:
        problem = ReviewProblem(0, f"the file of its signatures cannot be read: {error}", "restore it, or delete it")
        return replace(found, problems=(problem, *found.problems))
    signed: dict[int, str] = {}
    problems: list[ReviewProblem] = []
    statements = [_statement(name, each) for each in found.reviews]
    for bundle in bundles:
        said = _said(bundle)
        number = next((number for number, each in enumerate(statements) if each == said), None)
        if number is None:
            problems.append(ReviewProblem(0, "a signature is of no review that is there", _DELETE))
            continue
        maker, review = verify_bundle(bundle, signers), found.reviews[number]
        if maker.state in _BROKEN:
            clause = f"the signature of the review by {printable(review.by)} does not match: {maker.problem}"
            problems.append(ReviewProblem(review.line, clause, _DELETE))
        elif maker.state is SignatureState.VALID:
            signed.setdefault(number, maker.known_as)
    reviews = tuple(replace(each, signer=signed.get(number, "")) for number, each in enumerate(found.reviews))
    return replace(found, reviews=reviews, problems=(*problems[:_MOST_PROBLEMS], *found.problems))


def _statement(name: str, review: Review) -> Mapping[str, object]:
    predicate = {
        "version": review.version,
        "since": review.since,
        "by": review.by,
        "kind": str(review.kind),
        "date": review.day,
        "verdict": str(review.verdict),
        "note": review.note,
    }
    subject = [{"name": name, "digest": {"sha256": review.digest}}]
    return {"_type": _TYPE, "subject": subject, "predicateType": _PREDICATE, "predicate": predicate}


def _said(bundle: SignatureBundle) -> object:
    """Return what a bundle's statement says; None where that is not JSON."""
    try:
        return json.loads(bundle.dsse_envelope.payload.decode(), object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        return None


def _rows(content: bytes) -> Iterator[object]:
    """Yield the bundles of a file, of which nothing is known yet.

    Raises:
        ValueError: It is no list, or larger than what is read.
    """
    if not content:
        return
    if len(content) > LARGEST_SIGNATURES:
        raise ValueError(f"it is larger than {LARGEST_SIGNATURES:,} bytes")
    try:
        found = json.loads(content.decode(), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is not JSON, or has a key twice") from error
    if not isinstance(found, list):
        raise ValueError("it is not a list")  # noqa: TRY004 a file, not an argument
    yield from found


def _bundle(row: object) -> SignatureBundle:
    try:
        bundle = read_bundle(json.dumps(row).encode(), longest=LONGEST_SIGNATURE)
    except (ValueError, RecursionError) as error:
        raise ValueError("it holds what is no signed sigstore bundle") from error
    if bundle is None:
        raise ValueError("it holds what is no signed sigstore bundle")
    return bundle


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice")
    return made
