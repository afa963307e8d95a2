"""Who signed what is installed, and whether what comes is signed by the same: the first use decides, no name does."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, field
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.evidence.signature import verify_listed
from skillpack.files.read import read_file
from skillpack.install.root.root import Root
from skillpack.model.digest import sha256
from skillpack.model.evidence import SIGNED_WHOLE, SignatureFacts, SignatureState, Signer
from skillpack.model.installed import Pin, Provenance, Receipt, SignerKind, SourceKind
from skillpack.model.portable import printable
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE, read_signature
from skillpack.model.tree import Tree
from skillpack.report.terminal.signature import brief_signature_words
from skillpack.sources.http.address import is_url, parse_address, plain_path

SIGNER_HINT = "your settings require a signer that they name, by `[signers] require` or `require_signer` of a registry"

_NONE = frozenset({SignatureState.MALFORMED, SignatureState.INVALID})
_OF_A_SITE = frozenset({SourceKind.REGISTRY, SourceKind.SITE, SourceKind.ARCHIVE})


class FoundSignature(Struct, frozen=True):
    """What was found of a signature, and whom a receipt pins by it.

    Attributes:
        facts: By the signers that count; None where there is no signature.
        kind: By what it was made; None where there is none that can be read.
        pin: None where nobody signed, or nothing tells their signatures from others'.
    """

    facts: SignatureFacts | None = None
    kind: SignerKind | None = None
    pin: Pin | None = None

    @property
    def identities(self) -> frozenset[str]:
        """What tells the signer from others, by the signature alone and by the signers that count."""
        found = (self.facts, self.pin)
        return frozenset(each.identity for each in found if each is not None and each.identity)

    @property
    def is_none(self) -> bool:
        """Whether nobody signed, as far as it can be told."""
        return self.facts is None or self.facts.state in _NONE


class RegistrySigners(Struct, frozen=True):
    """Whose signatures count for the skills of one registry, beside those that count for every skill.

    Attributes:
        location: Of the registry, as `registry_location` writes it.
        require: Nothing of it is taken that none of them signed as it is.
    """

    location: str
    signers: tuple[Signer, ...]
    require: bool


class UserSigners(Struct, frozen=True):
    """Whose signatures count for a user.

    Attributes:
        everywhere: For every skill, wherever it comes from.
        require: Nothing is taken that none of them, or of its registry's, signed as it is.
        registries: For the skills of some registries alone.
    """

    everywhere: tuple[Signer, ...] = ()
    require: bool = False
    registries: tuple[RegistrySigners, ...] = ()

    def of(self, source: Provenance | None) -> tuple[Signer, ...]:
        """Return whose signatures count for a skill from a source; without one, those that count everywhere."""
        own = (signer for each in self._registries(source) for signer in each.signers)
        return tuple(dict.fromkeys((*self.everywhere, *own)))

    def required(self, source: Provenance) -> bool:
        """Return whether a skill from a source must be signed by one of them."""
        return self.require or any(each.require for each in self._registries(source))

    def verify(self, tree: Tree, source: Provenance) -> FoundSignature:
        """Return what is found of the signature of a skill from a source."""
        content = tree.files.get(SIGNATURE)
        if content is None:
            return FoundSignature()
        return _find(content, {path: sha256(each) for path, each in tree.files.items()}, self.of(source))

    def _registries(self, source: Provenance | None) -> Sequence[RegistrySigners]:
        if source is None or source.kind not in _OF_A_SITE:
            return ()
        return [each for each in self.registries if _location(source.location).startswith(each.location)]


def _find(content: bytes, digests: Mapping[str, str], signers: Sequence[Signer]) -> FoundSignature:
    facts, bundle = verify_listed(content, digests, signers), read_signature(content)
    if facts.state in _NONE or bundle is None:
        return FoundSignature(facts)
    kind = next((each for each in SignerKind if each in bundle.verification_material), None)
    # What tells a signer from others may be more where its root is named: all are to have the same receipts.
    plain = verify_listed(content, digests, ()) if signers else facts
    identity = plain.identity or facts.identity
    pin = Pin(kind, identity, facts.signer, facts.state in SIGNED_WHOLE) if identity and kind is not None else None
    return FoundSignature(facts, kind, pin)


NOBODY = UserSigners()


class SignerPolicy(Struct, frozen=True):
    """Whose signatures count for what comes, and who may come without the one that was there.

    Attributes:
        allow_change: Names of the skills that may come without the signature of who signed what is there.
        today: ISO day by which certificates are judged.
        allowing: Returns how a change is allowed, for a hint, by the name of the skill.
    """

    signers: UserSigners = NOBODY
    allow_change: Collection[str] = frozenset()
    today: str = ""
    allowing: Callable[[str], str] = field(default=lambda name: f"`--allow-signer-change {name}` installs it anyway")

    def refusal(self, root: Root, was: Receipt | None, now: FoundSignature, coming: Receipt) -> tuple[str, str] | None:
        """Return why a skill must not take the place of what is there, and what helps; None where it may.

        Args:
            root: In which it is.
            was: Of what is there; None for nothing of ours.
            now: What was found of the signature of what comes.
            coming: Of what comes.
        """
        if why := self._lacks_signer(now.facts, coming.provenance):
            return why, SIGNER_HINT
        if was is None or coming.name in self.allow_change:
            return None
        why = signer_change(pinned_signature(root, was, self.signers), now)
        return (why, self.allowing(coming.name)) if why else None

    def locked_refusal(
        self, root: Root, was: Receipt | None, now: FoundSignature, lock: Receipt
    ) -> tuple[str, str] | None:
        """Return why what was fetched must not be placed as what is locked, and what helps; None where it may.

        Its files are those that are locked, whoever signed them: where nothing here can tell who did, they are taken.
        What is there decides where the lock file is from before signers were pinned.

        Args:
            root: As in `refusal`, as the next two.
            was: The same.
            now: The same.
            lock: Of the lock file.
        """
        if why := self._lacks_signer(now.facts, lock.provenance):
            again = f"`skillpack install {lock.name}` takes a signature that was published since it was locked"
            return why, again if now.facts is None else SIGNER_HINT
        pin = lock.signer or (was.signer if was is not None else None)
        if lock.signer is not None and _may_be(lock.signer, now):
            return None
        why = signer_change(_expected(root, was, pin, self.signers), now)
        hint = f"`skillpack install SPEC --allow-signer-change {lock.name}` takes it, and writes the lock file anew"
        return (why, hint) if why else None

    def _lacks_signer(self, signature: SignatureFacts | None, source: Provenance) -> str:
        """Return why a signature is not the one that is required, a clause; empty where it is, or none is required.

        Nobody signed a lock file: what it names needs one as well.
        """
        if not self.signers.required(source):
            return ""
        if signature is None:
            return "it is not signed"
        if signature.state is SignatureState.VALID:
            return ""
        words = "; ".join(brief_signature_words(signature, self.today))
        return words if signature.state in _NONE else f"signed by {words}"


ANYBODY = SignerPolicy()
"""Nobody is named, and no signature is required; what was signed must stay so all the same."""


def _may_be(pin: Pin, now: FoundSignature) -> bool:
    """Return whether a signature is of the kind of a signer, and nothing here can tell whose it is."""
    if now.facts is None or now.is_none or now.identities or now.kind is not pin.kind:
        return False
    return pin.kind is not SignerKind.KEY or now.facts.signer in {"", pin.name}


def registry_location(url: str, here: Path, insecure: Collection[str]) -> str:
    """Return the address of a registry in the one spelling that it has, with a slash at its end, or its folder so.

    Raises:
        FetchError: It is neither.
    """
    return _location(str(parse_address(url, insecure=insecure)) if is_url(url) else str(here / url))


def _location(text: str) -> str:
    """Return where a skill came from, spelled as `registry_location` spells it; it was asked there, so it is safe.

    Of an address it is for comparing alone: servers may take several spellings for one file, and some know no case.
    """
    spelled = text
    if is_url(text):
        with suppress(FetchError, ValueError):  # nothing was ever fetched from there
            root = parse_address(text, insecure=(urlsplit(text).hostname or "",)).root
            spelled = f"{root}{plain_path(text)}".casefold()
    elif text:
        spelled = os.path.realpath(text)
    return spelled if spelled.endswith("/") else f"{spelled}/"


def with_pin(receipt: Receipt, found: FoundSignature) -> Receipt:
    """Return the receipt of what is to be placed, with who signed it; the same one where it says so already."""
    return receipt if receipt.signer == found.pin else replace(receipt, signer=found.pin)


def placed_signature(root: Root, receipt: Receipt, signers: UserSigners) -> SignatureFacts | None:
    """Return the signature with which a skill was placed; None where it had none.

    The receipt names the files as they were placed, and the digest of the signature: what somebody edited since does
    not count. A signature that is no longer there as it was placed could be anybody's.
    """
    return _placed(root, receipt, signers).facts


def _placed(root: Root, receipt: Receipt, signers: UserSigners) -> FoundSignature:
    if not receipt.placed_signature:
        return FoundSignature()
    try:
        content = read_file(Path(root.skill(receipt.name)) / SIGNATURE, LONGEST_SIGNATURE)
    except FetchError:
        content = b""
    if sha256(content) != receipt.placed_signature:
        named = printable(receipt.signer.name) if receipt.signer is not None else ""
        problem = "the signature is not as it was placed"
        return FoundSignature(SignatureFacts(SignatureState.UNCHECKED, signer=named, problem=problem))
    return _find(content, {each.path: each.sha256 for each in receipt.files}, signers.of(receipt.provenance))


def pinned_signature(root: Root, receipt: Receipt, signers: UserSigners) -> FoundSignature:
    """Return the signature that later versions of an installed skill are to have the signer of."""
    return _expected(root, receipt, receipt.signer, signers)


def _expected(root: Root, was: Receipt | None, pin: Pin | None, signers: UserSigners) -> FoundSignature:
    """Return the signature that what comes is to have the signer of.

    The pin says who that is, whatever became of the signature that was placed. That one counts where nothing was
    pinned; and where it is of the pinned signer, for it tells more where the root of its certificate is named.
    """
    placed = _placed(root, was, signers) if was is not None else FoundSignature()
    if pin is None or (placed.pin is not None and placed.pin.identity == pin.identity):
        return placed
    state = SignatureState.UNKNOWN if pin.whole else SignatureState.DRIFTED
    return FoundSignature(SignatureFacts(state, signer=printable(pin.name), identity=pin.identity), pin.kind, pin)


def signer_change(was: FoundSignature, now: FoundSignature) -> str:
    """Return why what comes is not signed as what is there is, a clause; empty where it is, or that is not signed.

    Args:
        was: With which the skill was placed.
        now: Of what would take its place.
    """
    if was.facts is None or was.is_none:
        return ""
    called = f" by {was.facts.signer}" if was.facts.signer else ""
    if now.facts is None:
        return f"it was signed{called}, and now is not"
    if now.is_none:
        return f"it was signed{called}, and now the signature is {now.facts.state}: {now.facts.problem}"
    if was.identities and not now.identities:
        why = now.facts.problem or "`[signers]` names no such key"
        return f"it was signed{called}, and who signed it now is not verified: {why}"
    is_same = was.facts.signer == now.facts.signer
    if not (was.identities & now.identities or (is_same and not was.identities | now.identities)):
        other = f" by another {now.facts.signer}" if is_same else f" by {now.facts.signer or 'somebody else'}"
        return f"it was signed{called}, and now is signed{other}"
    if was.facts.state in SIGNED_WHOLE and now.facts.state not in SIGNED_WHOLE:
        return f"it was signed{called} as a whole, and now has files that were not signed as they are"
    return ""
