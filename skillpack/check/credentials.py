"""Credentials in a text: where they are, what they are, and the text without them (pure).

Only forms that cannot be taken for anything else are looked for, and what was plainly made up for a document is none.
Every search is linear: it starts at a run of letters that is long enough for a token, or at a word that must be there.
What is escaped, hidden, split or encoded is read as whoever uses it reads it (`spellings`).
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from skillpack.check.credential_kinds import AFTER_WORDS, TOKENS, CredentialKind, distinct
from skillpack.check.spellings import Runs, long_runs, readings
from skillpack.parse.patterns import late

SHOWN = 4
"""Characters of a value that may be shown, where it has at least `SHORT`."""

SHORT = 16
"""Of a shorter value nothing is shown."""


class Credential(Struct, frozen=True):
    """One credential in a text.

    Attributes:
        what: Its kind, with an article: `a GitHub token`.
        start: Where its value begins, in bytes; `end` is behind it.
        shown: The characters of the value that may be shown; empty for a short one.
        length: Characters of the value.
        how: How it is spelled, in words that follow a noun; empty for one that stands there as it is.
    """

    what: str
    start: int
    end: int
    shown: str
    length: int
    how: str = ""


_REACH = 12  # bytes before a run in which a credential may start
_STARTS = late(
    rb"(?<![0-9A-Za-z_])(?=[0-9A-Za-z])(?:gl(?:rt|dt|cbt|ptt|soat)-|hf_|dapi|sk-|eyJ|SG\.|SK[0-9a-f]|AC[0-9a-f]|key-|xai-|r8_"
    rb"|secret_|EAAA|cio|dp\.|hv[sbr]\.|[MNO][\w-]{23}|[0-9]{8,10}:AA|[0-9a-f]{32}-)"
)
# Of these the beginning alone says what they are, whatever letter stands before it; each begins with a plain letter,
# so that the search leaps from one of those to the next.
_UNMISTAKABLE = late(
    rb"AKIA|ASIA|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|xox[a-z]-|xapp-|sk_live_|rk_live_|whsec_|npm_|do[opr]_v1_"
    rb"|shpat_|shpca_|shppa_|shpss_|AIza|GOCSPX-|ya29\.|sk-ant-|sk-or-v1-|sk-proj-|pypi-AgE|gsk_|pplx-|tvly-|lin_api_|ntn_"
    rb"|figd_|sbp_|pscale_|glsa_|sntrys_|sntryu_|dckr_pat_|ATATT3|sq0atp-|sq0csp-|NRAK-|PMAK-|rubygems_|AGE-SECRET-KEY-1"
    rb"|xkeysib-|fo1_"
)
_KEY_BEGINS = late(rb"-----BEGIN (?:[A-Z0-9]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_KEY_ENDS = (b"-----END", b"Private-MAC")
_LONGEST_KEY = 16_000  # bytes
_SHORTEST_KEY, _KEY_LETTERS = 60, 20  # of an Ed25519 key; different ones
_GAP = 40  # bytes between two lines of a key that has no end
_KEY_HEAD = re.compile(rb"[ \t]{0,20}[A-Za-z-]{2,20}:")
_BASE64 = re.compile(rb"(?<!\\)[0-9A-Za-z+/=]{16,}")


def find_credentials(content: bytes) -> tuple[Credential, ...]:
    """Return the credentials of a text in their order; none overlaps another, and none for most texts."""
    runs = long_runs(content)
    found = [*_plain(content, runs), *_spelled(content, runs)]
    if len(found) > 1:
        found.sort(key=lambda one: (one.start, one.how != "", -one.end))
    kept: list[Credential] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return tuple(kept)


def _plain(content: bytes, runs: Runs) -> Iterator[Credential]:
    """Yield the credentials that stand in a text as they are."""
    yield from _tokens(content, runs)
    yield from _after_words(content)
    yield from _private_keys(content)


def _spelled(content: bytes, runs: Runs) -> Iterator[Credential]:
    """Yield the credentials that another reading of a text has, and those of this one which it has too."""
    for reading in readings(content, runs):
        for each in _plain(reading.text, long_runs(reading.text)):
            start, end = reading.origin(each.start, each.end)
            yield Credential(each.what, start, end, each.shown, each.length, reading.how)


def mask(content: bytes, credentials: tuple[Credential, ...]) -> bytes:
    """Return a text of the same length and lines in which only what may be shown of each value is left."""
    masked = bytearray(content)
    for each in credentials:
        start = each.start if each.how else each.start + len(each.shown)
        masked[start : each.end] = blank(content[start : each.end])
    return bytes(masked)


def blank(content: bytes) -> bytes:
    """Return as many bytes in as many lines, of which nothing can be read."""
    return content.translate(_BLANKED)


_BLANKED = bytes(code if code in b"\r\n" else ord("x") for code in range(256))


def _tokens(content: bytes, runs: Runs) -> Iterator[Credential]:
    end = 0
    for at, stop in runs:
        low, end = max(end, at - _REACH), stop
        for starts in (_STARTS(), _UNMISTAKABLE()):
            for start in starts.finditer(content, low, end):
                yield from _at(content, start.start())


def _at(content: bytes, position: int) -> Iterator[Credential]:
    """Yield the credential that begins at a position."""
    for kind in TOKENS:
        found = kind.pattern().match(content, position)
        if found is not None and kind.is_real(found["v"] if _has_value(found) else found.group()):
            yield _credential(kind, found)
            return


def _after_words(content: bytes) -> Iterator[Credential]:
    for word, kinds in AFTER_WORDS.items():
        if word in content:
            for kind in kinds:
                for found in kind.pattern().finditer(content):
                    if kind.is_real(found["v"]):
                        yield _credential(kind, found)


def _private_keys(content: bytes) -> Iterator[Credential]:
    if b"PRIVATE KEY" not in content and b"PuTTY" not in content:
        return
    begins = list(_KEY_BEGINS().finditer(content))
    ends = [*(each.start() for each in begins[1:]), len(content)]
    for begin, following in zip(begins, ends, strict=False):  # of no beginning there is no end either
        value, letters = _key_value(content, begin.end(), following)
        if len(letters) >= _SHORTEST_KEY and distinct(_KEY_LETTERS)(letters):
            shown = content[value[0] : value[0] + SHOWN].decode("ascii")
            yield Credential("a private key", *value, shown, value[1] - value[0])


def _key_value(content: bytes, begin: int, following: int) -> tuple[tuple[int, int], bytes]:
    """Return where the value of a key lies that begins at a position, and its letters alone.

    Args:
        content: The text.
        begin: Behind the first line of the key.
        following: Where the next key begins.
    """
    limit = min(following, begin + _LONGEST_KEY)
    ends = [at for at in (content.find(word, begin, limit) for word in _KEY_ENDS) if at >= 0]
    stop = min(ends, default=limit)
    lines: list[re.Match[bytes]] = []
    for line in _BASE64.finditer(content, begin, stop):
        if lines and not ends and line.start() - lines[-1].end() > _GAP:
            break
        if not _is_head(content, begin, line.start()):
            lines.append(line)
    if not lines:
        return (begin, begin), b""
    # The last line of a key may be a short one.
    end = begin + len(_without_breaks(content[begin:stop])) if ends else lines[-1].end()
    return (lines[0].start(), end), b"".join(line.group() for line in lines)


def _without_breaks(value: bytes) -> bytes:
    """Return a value without white space at its end, also as strings of programs write it."""
    stripped = value.rstrip()
    while stripped.endswith((b"\\n", b"\\r")):
        stripped = stripped[:-2].rstrip()
    return stripped


def _is_head(content: bytes, begin: int, position: int) -> bool:
    """Return whether a position is on a line such as `DEK-Info: AES-128-CBC,…`."""
    line = content.rfind(b"\n", begin, position) + 1
    return line > 0 and _KEY_HEAD.match(content, line, position + 1) is not None


def _credential(kind: CredentialKind, found: re.Match[bytes]) -> Credential:
    start, end = found.span("v") if _has_value(found) else found.span()
    shown = found.string[start : start + SHOWN].decode("ascii", "replace") if end - start >= SHORT else ""
    return Credential(kind.what, start, end, shown, end - start)


def _has_value(found: re.Match[bytes]) -> bool:
    return found.re.groupindex.get("v") is not None and found["v"] is not None
