"""Trits, roles, colours and the balance of a set (boxxy's formal guide, part 11)."""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

_TRIAD = 3


class Role(Struct, frozen=True):
    """One of the three roles.

    Attributes:
        trit: 0, 1 or 2: an element of the field of three.
        sign: The balanced form people read: `0`, `+1`, `-1`.
        colour: Of the name, as boxxy paints it; `accent` of headings, `code` of code.
    """

    trit: int
    name: str
    sign: str
    colour: str
    accent: str
    code: str

    @property
    def label(self) -> str:
        """The words of a summary: `Generator (+1)`."""
        return f"{self.name} ({self.sign})"


ROLES = (
    Role(0, "Coordinator", "0", "#F59E0B", "#D97706", "#92400E"),
    Role(1, "Generator", "+1", "#A855F7", "#7C3AED", "#581C87"),
    Role(2, "Verifier", "-1", "#2E5FA3", "#1D4ED8", "#1E3A5F"),
)


class Balance(Struct, frozen=True):
    """Whether a set holds the three roles in balance.

    Attributes:
        total: Sum of the trits, as elements 0, 1, 2.
        even: True when the sum is 0 modulo 3.
        needs: The role that one more skill would need; Coordinator where the sum is even already.
    """

    count: int
    total: int
    even: bool
    needs: Role

    @property
    def triads(self) -> bool:
        """True when the set also splits into threes, as the summary demands."""
        return self.even and self.count % _TRIAD == 0


def trit(name: str) -> int:
    """Return 0, 1 or 2: the first eight bytes of the name's SHA-256, little endian, modulo 3."""
    digest = sha256(name.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "little") % _TRIAD


def role_of(name: str) -> Role:
    """Return the role that follows from a name."""
    return ROLES[trit(name)]


def declared_role(text: str) -> Role | None:
    """Return the role that `metadata.role` names, whatever its case, or None."""
    wanted = text.strip().casefold()
    return next((role for role in ROLES if role.name.casefold() == wanted), None)


def balance(names: Iterable[str]) -> Balance:
    """Return the balance of a set of skills by their names."""
    trits = [trit(name) for name in names]
    total = sum(trits)
    return Balance(len(trits), total, total % _TRIAD == 0, ROLES[-total % _TRIAD])


def balance_line(measured: Balance) -> str:
    """Return the last line of a summary, in boxxy's words."""
    if measured.triads:
        return "✓ ∑ trits ≡ 0 (mod 3) — balanced"
    return f"✗ needs {measured.needs.name} to balance"
