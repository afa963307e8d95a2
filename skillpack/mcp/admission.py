"""Which skills a server takes: every one that can be read, whatever the limits of the dialect's host."""

from msgspec import structs

from skillpack.model.finding import Severity
from skillpack.model.profile import UNREAD_RULES, Profile

_NEVER_READ = frozenset({"LY013", "LY015"})  # bytes that are no text
_UNREAD_FRONT_MATTER = frozenset({"FM001", "FM002", "FM003", "FM004", "FM015", "FM016"})


def admission(host: Profile) -> Profile:
    """Return a host's profile with all its demands left out but that a skill file can be read to its end.

    A name that is too long or differs from its folder, or a description over 1,024 characters, keeps no skill from an
    agent. Front matter that cannot be read does where the host refuses it too: it may say that only people start the
    skill. What is refused is refused in the host's words.
    """
    kept = _NEVER_READ | _UNREAD_FRONT_MATTER | UNREAD_RULES
    return structs.replace(
        host,
        severities={code: found for code, found in host.severities.items() if code in kept}
        | dict.fromkeys(_NEVER_READ, Severity.ERROR),
        kinds={kind: found for kind, found in host.kinds.items() if kind.partition(".")[0] in kept},
    )
