"""Commands and orders that send credentials or the environment away, by what stands beside them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, telling
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

_CREDENTIAL_SIGNS = telling("ssh", "aws", "credentials")
_SENDER_SIGNS = telling("pipe")
_CREDENTIALS = (
    late(rb"\.ssh/(?:id_[a-z0-9]+\b(?!\.pub)|\*)"),
    late(rb"\.aws/credentials"),
    late(rb"\.git-credentials"),
    late(
        rb"(?<!file )(?<!file ~/)\.netrc\b|~/\.gnupg/|\.kube/config\b|\.docker/config\.json|\.pypirc\b|wallet\.dat"
        rb"|\bLogin Data\b|\bcookies\.sqlite|\.(?:bash|zsh)_history\b|/etc/shadow\b"
    ),
    # The whole environment, as opposed to one variable of it.
    late(rb"(?:dict\(|json=|data=|dumps\(|stringify\()\s*+(?:os\.environ|process\.env)\b(?![.\[])"),
    late(rb"(?:open\(|read_text\(|Path\(|cat |@|readFile(?:Sync)?\()\s*+[\"']?[^\s\"']{0,40}(?<!\w)\.env\b(?![.\w])"),
)
_SENDS = (
    # Words of which one stands in a program, the program, and what behind it on the same line makes it send.
    (
        (b"curl",),
        late(rb"\bcurl\b"),
        late(rb"[ \t](?:-d|-F|-T|--data|--form|--upload-file|--json|-X[ \t]?POST|-X[ \t]?PUT)"),
    ),
    ((b"wget",), late(rb"\bwget\b"), late(rb"--post-(?:file|data)")),
    ((b"urlopen(",), late(rb"\burlopen\("), late(rb"data=")),
    ((b"fetch(",), late(rb"\bfetch\("), late(rb"POST")),
    ((b"Invoke-",), late(rb"\bInvoke-(?:WebRequest|RestMethod)"), late(rb"-(?:Body|InFile)")),
    ((b".post(", b".put("), late(rb"\b(?:requests|httpx|session|client)\.(?:post|put)\(|\baxios\.post\("), late(rb"")),
    (
        (b"nc", b"netcat"),
        late(rb"(?<!-)\b(?:nc|ncat|netcat)[ \t]++(?=(?:-\w++[ \t]++)*[\w.$-]++[ \t]++\d)"),
        late(rb""),
    ),
)
_SENDER = late(rb"curl[ \t]")
_ENVIRONMENT = late(rb"(?:^|[\s;&`(])(?P<start>env|printenv)[ \t]*+\Z")
_PRINTS = late(rb"\bcat[ \t]")
_SECRET_FILE = late(rb"\.env\b|/etc/(?:passwd|shadow)")
_NEAR = 400  # bytes to both sides within which a script's reading and sending belong together

_PRIVATE_SIGNS = telling("private", "key or history", "shadow")
_PRIVATE_WORDS = (b"private key", b"rowser cookies", b"eychain", b"seed phrase", b"Login Data")
_PRIVATE = late(
    rb"(?:~/)?\.ssh\b|\bid_(?:rsa|ed25519)\b(?!\.pub)|\.aws/credentials|(?<![\w.])\.env\b(?!\.)|\bprivate keys?\b"
    rb"|\b[Bb]rowser cookies\b|\b[Kk]eychain\b|\bseed phrases?\b|~/\.gnupg\b|~/\.netrc\b"
)
_SENDS_IT = late(
    rb"\b(?:send|upload|post|forward|transmit|exfiltrate|e-?mail|submit|copy|push)\b[^.\n]{0,120}\Z", re.IGNORECASE
)
_TO_ADDRESS = late(
    rb"[^.\n]{0,60}?(?:\.\w{1,8}\b[^.\n]{0,60}?)?\b(?:to|at|via|into)\b[^.\n]{0,40}?[`<\"']?"
    rb"(?:https?://[^\s`>\"')]++|[\w.+-]++@[\w-]++\.[\w.-]*\w)",
    re.IGNORECASE,
)


def secrets_sent(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield reads of credentials, or of the environment, beside sending; quoted attacks are none."""
    signs = _CREDENTIAL_SIGNS | _SENDER_SIGNS
    told = (file for file in texts if not signs.isdisjoint(file.signs) or _may_be_private(file))
    kind = ConcernKind.SENDS_PRIVATE
    return scanned(told, _sends_credentials, kind, "credentials-sent", shows=100, quoted=True)


def _sends_credentials(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    reads = _may_be_private(file) or not _CREDENTIAL_SIGNS.isdisjoint(file.signs)
    senders = sorted(_senders(content)) if reads else ()
    for pattern in _CREDENTIALS if senders else ():
        for found in pattern().finditer(content):
            if _is_sent(senders, found.start(), by_line=file.markdown) and not is_quoted(file, found.start()):
                yield found.span()
    for found in scan.matches(_SENDER()) if "pipe" in file.signs else ():
        reading = _reading(scan.before(found.start()))
        if reading and not is_quoted(file, found.start()):
            yield found.start() - reading, found.end()
    yield from _orders_to_send(file, scan)


def _may_be_private(file: TextFile) -> bool:
    """Tell whether a text names something that nobody gives away."""
    return not _PRIVATE_SIGNS.isdisjoint(file.signs) or any(word in file.content for word in _PRIVATE_WORDS)


def _orders_to_send(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    """Yield the sentences of prose that order private files to be sent to an address."""
    if file.markdown and _may_be_private(file):
        for found in scan.matches(_PRIVATE()):
            before, after = scan.before(found.start()), scan.after(found.end())
            order = _SENDS_IT().search(before.rpartition(b". ")[2])
            address = _TO_ADDRESS().match(after)
            if order and address and not is_quoted(file, found.start()):
                yield found.start() - len(order.group()), found.end() + address.end()


def _senders(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield where a program sends something over the network, with the start and the end of its line."""
    joined = content.replace(b"\\\n", b"  ").replace(b"\\\r\n", b"   ")
    for words, program, option in _SENDS:
        if not any(word in joined for word in words):
            continue
        end = -1
        for found in program().finditer(joined):
            if found.start() > end:  # a line is read once
                end = joined.find(b"\n", found.end())
                end = len(joined) if end < 0 else end
                if option().search(joined, found.end(), end):
                    yield found.start(), joined.rfind(b"\n", 0, found.start()) + 1, end


def _is_sent(senders: Sequence[tuple[int, int, int]], position: int, *, by_line: bool) -> bool:
    """Tell whether something is sent where a credential is read: on its line, in a script some lines apart."""
    following = bisect_left(senders, (position, 0, 0))
    if by_line:
        return any(start <= position <= end for _, start, end in senders[max(0, following - 1) : following + 1])
    return any(abs(at - position) <= _NEAR for at, _, _ in senders[max(0, following - 1) : following + 1])


def _reading(before: bytes) -> int:
    """Return the bytes from what reads the environment or credentials to its pipe, 0 where nothing does."""
    *commands, last = before.split(b"|")
    if last.strip(b" \t"):
        return 0
    length = len(last) + 1
    for number, command in enumerate(reversed(commands)):
        length += len(command) + 1
        environment = _ENVIRONMENT().search(command) if number <= 1 else None
        prints = _PRINTS().search(command)
        if environment:
            return length - 1 - environment.start("start")
        if prints and _SECRET_FILE().search(command, prints.end()):
            return length - 1 - prints.start()
    return 0
