"""SF: credentials that somebody left in a file."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from skillpack.check.patterns import late
from skillpack.check.rule import Draft, Rule, rule
from skillpack.check.rules.places import MOST, matches, span_of
from skillpack.check.subject import Subject
from skillpack.check.texts import TextFile, telling


@dataclass(frozen=True, slots=True)
class _Kind:
    """A form of credential that is told by its own letters.

    Attributes:
        distinct: So many different characters has a real one at least; what has fewer was made up.
    """

    what: str
    pattern: Callable[[], re.Pattern[bytes]]
    distinct: int = 10


def _kind(what: str, pattern: bytes, distinct: int = 10) -> _Kind:
    return _Kind(what, late(pattern), distinct)


# Credentials whose letters and digits run on: a file without such a run holds none of them.
_STARTS = re.compile(
    rb"A[KS]IA|gh[pousr]_|github_pat_|xox[a-z]-|slack\.com/|[sr]k_live_|npm_|hf_|do[opr]_v1_|shp[a-z]{2}_|dapi"
)
_REACH = 80  # bytes before a run in which a credential may start
_UNBROKEN = (
    _kind("an AWS access key", rb"A(?:KIA|SIA)[0-9A-Z]{16}(?![0-9A-Za-z])", 8),
    _kind("a GitHub token", rb"gh[pousr]_[0-9A-Za-z]{36,255}", 16),
    _kind("a GitHub token", rb"github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}", 16),
    _kind("a Slack token", rb"xox[abeoprs]-(?:\d{8,}-){1,3}[0-9A-Za-z]{20,}", 14),
    _kind(
        "a Slack webhook", rb"hooks\.slack\.com/(?:services|workflows)/T[0-9A-Z]{8,}/[0-9A-Z]{8,}/[0-9A-Za-z]{20,}", 16
    ),
    _kind("a Stripe key", rb"sk_live_[0-9A-Za-z]{20,247}", 14),
    _kind("a Stripe key", rb"rk_live_[0-9A-Za-z]{20,247}", 14),
    _kind("an npm token", rb"npm_[0-9A-Za-z]{36}(?![0-9A-Za-z])", 16),
    _kind("a Hugging Face token", rb"hf_[0-9A-Za-z]{34}(?![0-9A-Za-z])", 16),
    _kind("a DigitalOcean token", rb"do[opr]_v1_[0-9a-f]{64}", 10),
    _kind("a Shopify token", rb"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", 10),
    _kind("a Databricks token", rb"dapi[0-9a-f]{32}(?![0-9a-f])", 10),
)
# Those with hyphens in between, each told by a sign.
_BROKEN_SIGNS = telling("google key", "key")
_BROKEN = (
    _kind("a Google API key", rb"AIza[\w-]{35}(?![\w-])", 16),
    _kind("a GitLab token", rb"glpat-[\w-]{20,}", 12),
    _kind("an Anthropic key", rb"sk-ant-[a-z]{3,6}\d\d-[\w-]{80,120}", 16),
    _kind("an OpenAI key", rb"sk-[\w-]{20,200}T3BlbkFJ[\w-]{20,200}", 16),
    _kind("a PyPI token", rb"pypi-AgE[\w-]{60,}", 16),
    _kind("a private key", rb"-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----\s*[0-9A-Za-z+/=\s]{100,}", 24),
)
_MADE_UP = late(
    rb"example|x{4}|0{5}|1{5}|\*{3}|\.{3}|12345|abcdef|qwert|your|dummy|fake|sample|placeholder|redact|changeme|insert|"
    rb"replace|secret|token|testtest|foobar|deadbeef|here",
    re.IGNORECASE,
)
_WORD = frozenset(b"0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


@rule("SF003", "secret", source="skillpack; CWE-798; decisions 27")
def secret(subject: Subject) -> Iterator[Draft]:
    """A file holds a credential.

    Why: what is published is read by everybody and copied for ever; a credential in it works for
    whoever finds it first. Only forms that can be told from anything else are reported, made-up
    ones are not, and never more than four characters are shown.

    Fix: withdraw the credential where it was issued, then remove it from the file and from the
    history of the repository; read it from the environment instead.
    """
    for file in subject.texts:
        for kind in _possible(file):
            for found in _credentials(kind, file.content):
                length = len(found.group())
                yield Draft(
                    f"{kind.what}: `{_four(found.group())}…`, {length} characters",
                    at=span_of(file.content, found.start(), found.end()),
                    path=file.path,
                    hint="withdraw it where it was issued, and read it from the environment",
                )


def _possible(file: TextFile) -> tuple[_Kind, ...]:
    """Return the kinds that the file may hold: for most files none."""
    broken = () if _BROKEN_SIGNS.isdisjoint(file.signs) else _BROKEN
    unbroken = any(_STARTS.search(file.content, max(0, at - _REACH), at + 4) for at in file.runs())
    return broken + _UNBROKEN if unbroken else broken


def _credentials(kind: _Kind, content: bytes) -> Iterator[re.Match[bytes]]:
    return islice((found for found in matches(kind.pattern(), content) if _real(kind, found)), MOST)


def _real(kind: _Kind, found: re.Match[bytes]) -> bool:
    before = found.string[max(0, found.start() - 1) : found.start()]
    return _WORD.isdisjoint(before) and not _made_up(found.group(), kind.distinct)


def _made_up(text: bytes, distinct: int) -> bool:
    return len(set(text)) < distinct or _MADE_UP().search(text[:200]) is not None


def _four(text: bytes) -> str:
    """Return the four characters that may be shown: the first, of a private key the first of its own."""
    return text.rpartition(b"-----")[2].split()[0][:4].decode() if text.startswith(b"-----") else text[:4].decode()


RULES: tuple[Rule[Subject], ...] = (secret,)
