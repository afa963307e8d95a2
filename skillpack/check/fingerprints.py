"""What a secret is known by, so that one sample can be accepted and no other (pure)."""

import hashlib

from skillpack.check.credentials import Credential
from skillpack.check.masking import masked_text
from skillpack.check.secrecy import PRIVATE, SECRET
from skillpack.model.finding import SecretIdentity
from skillpack.model.portable import printable

_DIGITS = 16  # hex digits: 64 bits, so that no other text of a catalog has the same by chance


def fingerprint(rule: str, skill: str, file: str, text: bytes) -> str:
    """Return the fingerprint of a secret text, 16 hex digits, the same on every machine.

    It covers rule, skill, file and the whole lines in which the secret stands, so it ends with what a person who
    accepted the text has not seen: another value, another secret on these lines, other words around it, another file
    or skill. It does not cover where the lines stand, how they are indented or how they end: moving them, or checking
    them out on another system, changes nothing that was judged.

    Of a weak password no hash keeps the secret: whoever knows the words around it can try passwords until one fits.
    The words around it make that dearer, and no table of hashes helps; still a fingerprint stands only where the text
    itself does, in the configuration of the repository and in what `check` and `build` tell its owner. No page, feed,
    record or report of a site has it.

    Args:
        rule: Code of the rule that finds it.
        skill: Name of the skill; empty for a file of the catalog.
        file: Its path, relative to the skill or to the catalog.
        text: The lines; of a private file all of it.
    """
    lines = (line.strip() for line in text.replace(b"\r\n", b"\n").split(b"\n"))
    parts = (*(part.encode("utf-8", "surrogatepass") for part in (rule, skill, file)), *lines)
    measured = b"\0".join(b"%d:%s" % (len(part), part) for part in parts)
    return hashlib.sha256(measured).hexdigest()[:_DIGITS]


def of_credential(skill: str, file: str, text: bytes, found: Credential, *, until: int = 0) -> SecretIdentity:
    """Return the identity of a credential in a text.

    Args:
        skill: As for `fingerprint`, like `file`.
        file: Of the text.
        text: In which it was found.
        found: The credential.
        until: Where the last of several ends that are one finding; 0 for one.
    """
    low = text.rfind(b"\n", 0, found.start) + 1
    high = text.find(b"\n", max(found.end, until))
    lines = text[low : high if high >= 0 else len(text)]
    # Two on one line are two, and each ends when the other changes.
    return _identity(SECRET, skill, file, lines + b"\n" + text[found.start : max(found.end, until)])


def of_name(skill: str, name: str, found: Credential) -> SecretIdentity:
    """Return the identity of a credential in the name of a file or folder, wherever that lies."""
    encoded = name.encode("utf-8", "surrogatepass")
    high = encoded.find(b"/", found.end)
    part = encoded[encoded.rfind(b"/", 0, found.start) + 1 : high if high >= 0 else len(encoded)]
    return _identity(SECRET, skill, part.decode("utf-8", "replace"), part + encoded[found.start : found.end])


def of_file(skill: str, file: str, content: bytes) -> SecretIdentity:
    """Return the identity of a private file."""
    return _identity(PRIVATE, skill, file, content)


def _identity(rule: str, skill: str, file: str, text: bytes) -> SecretIdentity:
    return SecretIdentity(printable(masked_text(file)), fingerprint(rule, skill, file, text))
