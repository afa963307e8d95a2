"""Names in scripts: what looks like a credential, and what may be shown of a text that a stranger wrote."""

import re

from skillpack.parse.patterns import late

_CREDENTIAL = late(
    r"(?:^|_)(?:API_?KEYS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|SSH_AUTH_SOCK|DATABASE_URL|WEBHOOK_URL"
    r"|CONNECTION_STRING)(?:_|$)|(?:^|_)(?:TOKEN|PASS|PWD|AUTH|PAT|COOKIES?|DSN)(?:_(?:FILE|PATH|ID|\d+))?$"
    r"|_KEY(?:_(?:ID|FILE|PATH))?$",
    re.IGNORECASE,
)
_NO_CREDENTIAL = late(r"^(?:OLD)?PWD$|(?:PUBLIC|CACHE|PRIMARY|SORT|PARTITION)_KEY$", re.IGNORECASE)
_CREDENTIAL_FILE = late(
    r"(?:^|(?<!\*)[/~])(\.(?:aws(?:/credentials|/config)?|ssh(?:/id_\w{1,10})?|netrc|npmrc|pypirc|git-credentials|pgpass|gnupg"
    r"|kube/config|docker/config\.json|config/gcloud)|etc/shadow)(?:/|$)"
)
_HOST = late(
    r"(?:https?|wss?|ftps?|sftp|ssh|git)://(?:[^/?#\s\"'`]{0,200}@)?([A-Za-z0-9.-]{1,253})(?![\w.{$%-])", re.IGNORECASE
)
_BARE_HOST = late(r"(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3}", re.IGNORECASE)
_INSIDE = late(
    r"(?:.*\.)?local(?:host)?|127\..*|0\.0\.0\.0|0|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|-.*|\..*",
    re.IGNORECASE,
)
_LONG_LABEL = late(r"[^.]{25,}")
_PLAIN = late(r"[\w./~$+-]{1,60}", re.ASCII)
_LONG_RUN = late(r"[A-Za-z0-9]{18}")


def is_credential(name: str) -> bool:
    """Return whether a variable of this name would hold a credential."""
    return _CREDENTIAL().search(name) is not None and _NO_CREDENTIAL().search(name) is None


def plain(text: str) -> str:
    """Return a name or path as it may be shown; empty for what is none, or may hold a token."""
    return text if _PLAIN().fullmatch(text) and not _LONG_RUN().search(text) else ""


def credential_file(text: str) -> str:
    """Return the part of a path that says that credentials are kept there: `.aws/credentials`; empty for others."""
    found = _CREDENTIAL_FILE().search(text) if len(text) < 400 else None
    return found[1] if found else ""


def host_in(text: str, *, bare: bool = False) -> str:
    """Return the host of the first address in a text; empty for none, and for this machine and its own network.

    Args:
        text: A literal, or the begin of one.
        bare: True where a host may stand without a scheme: `api.example.com/v1`.
    """
    start = text[:2000]
    found = _HOST().search(start)
    host = found[1] if found else ""
    if bare and "//" not in start:
        host = start.split("/")[0].rpartition("@")[2].partition(":")[0]
        host = host if _BARE_HOST().fullmatch(host) else ""
    return "" if not host or _INSIDE().fullmatch(host) else _LONG_LABEL().sub("*", host.rstrip(".").lower())
