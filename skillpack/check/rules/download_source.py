"""Where a command downloads from: an address that anybody may hold, or one that somebody answers for."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

from skillpack.check.patterns import late

_ADDRESS = late(
    rb"(?P<scheme>https?|ftp)://(?:[^\s/@\"'`<>]*@)?(?P<host>\[[0-9a-f:.]+\]|[\w.-]+)"
    rb"|(?<![\w./@-])(?P<bare>\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]+\.)+[a-z]{2,})(?=[:/])",
    re.IGNORECASE,
)
_SHORTENERS = frozenset(
    [
        "bit.ly",
        "tinyurl.com",
        "t.co",
        "goo.gl",
        "is.gd",
        "v.gd",
        "ow.ly",
        "cutt.ly",
        "rebrand.ly",
        "rb.gy",
        "shorturl.at",
        "t.ly",
        "tiny.cc",
        "bit.do",
        "buff.ly",
        "s.id",
        "lnkd.in",
        "shrtco.de",
        "clck.ru",
        "urlz.fr",
        "qr.ae",
    ]
)
_PASTES = frozenset(
    [
        "pastebin.com",
        "paste.ee",
        "hastebin.com",
        "dpaste.com",
        "dpaste.org",
        "ghostbin.com",
        "rentry.co",
        "rentry.org",
        "termbin.com",
        "ix.io",
        "0x0.st",
        "transfer.sh",
        "file.io",
        "controlc.com",
        "paste.rs",
        "privatebin.net",
        "justpaste.it",
        "pastes.dev",
        "bpa.st",
        "paste.debian.net",
        "cdn.discordapp.com",
        "files.catbox.moe",
        "litterbox.catbox.moe",
        "webhook.site",
        "pipedream.net",
        "requestbin.com",
        "ngrok.io",
        "ngrok.app",
        "ngrok-free.app",
        "trycloudflare.com",
        "serveo.net",
        "loca.lt",
    ]
)
_LOCAL = frozenset(("localhost", "host.docker.internal"))


def download_source(command: bytes) -> str:
    """Return in words why nobody answers for what a command downloads; empty where somebody may.

    Args:
        command: From the program that downloads on; its first address counts.
    """
    found = _ADDRESS().search(command)
    if not found:
        return ""
    host = (found["host"] or found["bare"]).decode("ascii", "replace").lower().strip("[]")
    if host in _LOCAL or host.endswith(".localhost"):
        return ""
    address = _ip(host)
    if address is not None:
        return "" if address.is_loopback else "from a bare address"
    if _is_of(host, _SHORTENERS):
        return "from behind a shortened address"
    if _is_of(host, _PASTES):
        return "from a site where anybody may put files"
    return "over plain http" if (found["scheme"] or b"").lower() in {b"http", b"ftp"} else ""


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(int(host) if host.isdigit() and int(host) < 2**32 else host)
    except ValueError:
        return None


def _is_of(host: str, names: frozenset[str]) -> bool:
    return host in names or any(host.endswith(f".{name}") for name in names)
