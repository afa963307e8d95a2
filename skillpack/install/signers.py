"""Who signed what is installed, and whether what comes is signed by the same: the first use decides, no name does."""

import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.evidence.bundle import can_verify
from skillpack.evidence.signature import verify_listed, verify_signature
from skillpack.files.read import read_file
from skillpack.install.root.root import Root
from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer
from skillpack.model.installed import Pin, Provenance, Receipt, SourceKind
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE
from skillpack.model.tree import Tree
from skillpack.report.terminal.signature import signature_words
from skillpack.sources.http.address import is_url, parse_address

SIGNER_HINT = "your settings require a signer that they name, by `[signers] require` or `require_signer` of a registry"

_WHOLE = frozenset({SignatureState.VALID, SignatureState.UNKNOWN, SignatureState.UNCHECKED})
_NONE = frozenset({SignatureState.MALFORMED, SignatureState.INVALID})
_OF_A_SITE = frozenset({SourceKind.REGISTRY, SourceKind.SITE, SourceKind.ARCHIVE})


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

    def verify(self, tree: Tree, source: Provenance) -> SignatureFacts | None:
        """Return the facts about the signature of a skill from a source; None where it has none."""
        return verify_signature(tree, self.of(source))

    def _registries(self, source: Provenance | None) -> Sequence[RegistrySigners]:
        if source is None or source.kind not in _OF_A_SITE:
            return ()
        return [each for each in self.registries if _location(source.location).startswith(each.location)]


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

    def refusal(
        self, root: Root, was: Receipt | None, now: SignatureFacts | None, coming: Receipt
    ) -> tuple[str, str] | None:
        """Return why a skill must not take the place of what is there, and what helps; None where it may.

        Args:
            root: In which it is.
            was: Of what is there; None for nothing of ours.
            now: What was found of the signature of what comes.
            coming: Of what comes.
        """
        if why := self._lacks_signer(now, coming.provenance):
            return why, SIGNER_HINT
        return self._change(root, was, now, coming.name)

    def locked_refusal(
        self, root: Root, was: Receipt | None, now: SignatureFacts | None, lock: Receipt
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
        again = f"`skillpack install {lock.name}` takes a signature that was published since it was locked"
        if why := self._lacks_signer(now, lock.provenance):
            return why, again if now is None else SIGNER_HINT
        if lock.signer is None:
            return self._change(root, was, now, lock.name)
        if not can_verify() and now is not None and now.state not in _NONE:
            return None
        if why := signer_change(_as_facts(lock.signer), now):
            return why, f"the lock file names the signer; {self.allowing(lock.name)}, without `--frozen`"
        return None

    def _change(self, root: Root, was: Receipt | None, now: SignatureFacts | None, name: str) -> tuple[str, str] | None:
        if was is None or name in self.allow_change:
            return None
        why = signer_change(pinned_signature(root, was, self.signers), now)
        return (why, self.allowing(name)) if why else None

    def _lacks_signer(self, signature: SignatureFacts | None, source: Provenance) -> str:
        """Return why a signature is not the one that is required, a clause; empty where it is, or none is required.

        Nobody signed a lock file: what it names needs one as well.
        """
        if not self.signers.required(source):
            return ""
        if signature is None:
            return "it is not signed"
        return "" if signature.state is SignatureState.VALID else "; ".join(signature_words(signature, self.today))


ANYBODY = SignerPolicy()
"""Nobody is named, and no signature is required; what was signed must stay so all the same."""


def registry_location(url: str, here: Path, insecure: Collection[str]) -> str:
    """Return the address of a registry in the one spelling that it has, with a slash at its end, or its folder so.

    Raises:
        FetchError: It is neither.
    """
    return _location(str(parse_address(url, insecure=insecure)) if is_url(url) else os.path.abspath(here / url))


def _location(text: str) -> str:
    return text if text.endswith("/") else f"{text}/"


def pin_of(found: SignatureFacts | None) -> Pin | None:
    """Return whom a first use pins; None where nobody signed, or nothing tells their signatures from others'."""
    if found is None or found.state in _NONE or not found.identity:
        return None
    return Pin(found.identity, found.signer, found.state in _WHOLE)


def with_pin(receipt: Receipt, found: SignatureFacts | None) -> Receipt:
    """Return the receipt of what is to be placed, with who signed it; the same one where it says so already."""
    pin = pin_of(found)
    return receipt if receipt.signer == pin else replace(receipt, signer=pin)


def placed_signature(root: Root, receipt: Receipt, signers: UserSigners) -> SignatureFacts | None:
    """Return the signature with which a skill was placed; None where it had none.

    The receipt names the files as they were placed, and the digest of the signature: what somebody edited since does
    not count. A signature that is no longer there as it was placed could be anybody's.
    """
    return _placed(root, receipt, signers.of(receipt.provenance))


def _placed(root: Root, receipt: Receipt, signers: Sequence[Signer]) -> SignatureFacts | None:
    if not receipt.placed_signature:
        return None
    try:
        content = read_file(Path(root.skill(receipt.name)) / SIGNATURE, LONGEST_SIGNATURE)
    except FetchError:
        content = b""
    if sha256(content) != receipt.placed_signature:
        named = receipt.signer.name if receipt.signer is not None else ""
        return SignatureFacts(SignatureState.UNCHECKED, signer=named, problem="the signature is not as it was placed")
    return verify_listed(content, {each.path: each.sha256 for each in receipt.files}, signers)


def pinned_signature(root: Root, receipt: Receipt, signers: UserSigners) -> SignatureFacts | None:
    """Return whose signature later versions of a skill must have; None where anybody may sign them, or nobody.

    The receipt says who, whatever became of the signature that was placed. That one counts where the receipt is from
    before signers were pinned; and where the receipt says the same as it without any signers, for what tells a signer
    from others may be more where the root of its certificate is known.
    """
    if receipt.signer is None:
        return placed_signature(root, receipt, signers)
    plain = _placed(root, receipt, ())
    if plain is not None and plain.identity == receipt.signer.identity:
        return placed_signature(root, receipt, signers)
    return _as_facts(receipt.signer)


def _as_facts(pin: Pin) -> SignatureFacts:
    state = SignatureState.UNKNOWN if pin.whole else SignatureState.DRIFTED
    return SignatureFacts(state, signer=pin.name, identity=pin.identity)


def signer_change(was: SignatureFacts | None, now: SignatureFacts | None) -> str:
    """Return why what comes is not signed as what is there is, a clause; empty where it is, or that is not signed.

    Args:
        was: With which the skill was placed.
        now: Of what would take its place.
    """
    if was is None or was.state in _NONE:
        return ""
    called = f" by {was.signer}" if was.signer else ""
    if now is None:
        return f"it was signed{called}, and now is not"
    if now.state in _NONE:
        return f"it was signed{called}, and now the signature is {now.state}: {now.problem}"
    if was.identity and not now.identity and now.problem:
        return f"it was signed{called}, and who signed it now is not verified: {now.problem}"
    is_same = was.identity == now.identity and (was.identity or was.signer == now.signer)
    if not is_same:
        other = f" by another {now.signer}" if now.signer == was.signer else f" by {now.signer or 'somebody else'}"
        return f"it was signed{called}, and now is signed{other}"
    if was.state in _WHOLE and now.state not in _WHOLE:
        return f"it was signed{called} as a whole, and now has files that were not signed as they are"
    return ""
