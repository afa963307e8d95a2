"""Forms of credentials: how each is written, and what is plainly made up (pure)."""

import binascii
import hashlib
import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from itertools import pairwise

from msgspec import Struct

from skillpack.parse.patterns import late

_Real = Callable[[bytes], bool]
"""Value -> whether it is a credential, and not made up."""


class CredentialKind(Struct, frozen=True):
    """A form of credential; the value is the group `v` of the pattern, without such a group all of it."""

    what: str
    pattern: Callable[[], re.Pattern[bytes]]
    real: _Real

    def is_real(self, value: bytes) -> bool:
        """Return whether a value of this form is a credential: neither made up nor documented."""
        return self.real(value) and not is_sample(value)


_MADE_UP = late(
    rb"example|x{4}|0{5}|1{5}|\*{3}|\.{3}|12345|abcdef|qwert|your|dummy|fake|sample|placeholder|redact|changeme|insert|"
    rb"replace|secret|token|testtest|foobar|deadbeef|here|abc123def456|abc123xyz789|abcd1234efgh|a1b2c3d4e5|1a2b3c4d5e",
    re.IGNORECASE,
)


def distinct(least: int) -> _Real:
    """Return a judge that wants so many different characters: what has fewer was made up."""
    return lambda value: len(set(value)) >= least and _MADE_UP().search(value[:200]) is None


def _kind(what: str, pattern: bytes, least: int = 10, real: _Real | None = None) -> CredentialKind:
    return CredentialKind(what, late(pattern), real or distinct(least))


def _web_token(value: bytes) -> bool:
    """Return whether a JSON Web Token still opens something.

    Documents show one about John Doe or one that expired long ago, tests name their users, clients carry public ones.
    """
    claims = _unpacked(value.split(b".")[1])
    expires = _EXPIRES().search(claims)
    expired = (
        expires is not None and int(expires[1][:10]) < _LONG_AGO
    )  # the first ten digits of milliseconds are seconds
    return not expired and distinct(16)(value) and _SAMPLE_CLAIMS().search(claims) is None


def _bot(value: bytes) -> bool:
    """Return whether a Discord token begins with the number of a bot."""
    return distinct(16)(value) and _unpacked(value.split(b".")[0]).isdigit()


def _aws_secret(value: bytes) -> bool:
    """Return whether 40 characters are no digest, and were not made up."""
    return distinct(20)(value) and _HEX.fullmatch(value) is None


def _password(value: bytes) -> bool:
    """Return whether somebody chose a password: words that every document uses are none, nor are words alone."""
    plain = value.lower().translate(_DIGITS_AS_LETTERS)
    mixed = any(char in _CLASSES[0] for char in value) and not value.isdigit()
    if not mixed or len(set(value)) < _LEAST_DISTINCT or _PLACEHOLDER().search(plain):
        return False
    rest, end = b"", 0
    for word in _ORDINARY_WORDS().finditer(plain):
        rest, end = rest + value[end : word.start()], word.end()
    # What is left of `admin-Xk92Lq7Zp` was chosen by chance, what is left of `admin2024` was not.
    return not end or _is_random(rest + value[end:], _LEAST_REST, classes=3)


def _local_password(value: bytes) -> bool:
    """Return whether a password for one's own machine is as long and as mixed as only chance makes it."""
    groups = sum(any(char in group for char in value) for group in _CLASSES)
    return _password(value) and len(value) >= _LONG and groups == len(_CLASSES)


def _is_random(value: bytes, least: int, *, classes: int = 2) -> bool:
    """Return whether chance alone writes so: digits, small and capital letters change all the time, as in no words."""
    kinds = [next((number for number, group in enumerate(_CLASSES) if char in group), -1) for char in value]
    letters = [kind for kind in kinds if kind >= 0]
    there = len(set(letters))
    if len(value) < least or len(letters) * 2 < len(value) or letters.count(0) < 2 or there < classes:
        return False
    if there == 2:  # a digest, or small letters and digits
        return sum(one != other for one, other in pairwise(letters)) >= len(letters) * _CHANGES_OF_TWO
    changes = sum(one != other for one, other in pairwise(letters))
    in_words = sum(map(len, _SMALL_LETTERS().findall(value)))
    return changes >= len(letters) * _CHANGES_OF_THREE and in_words <= len(letters) * _MOST_IN_WORDS


def _long_value(value: bytes) -> bool:
    """Return whether a value that somebody calls a password is one: long, by chance, and no address or digest."""
    return (
        distinct(10)(value)
        and _is_random(value, _LONGEST)
        and _PUBLIC().match(value) is None
        and _MADE_UP_VALUE().search(value) is None
    )


def _basic(value: bytes) -> bool:
    """Return whether the value of a `Basic` header holds a password that opens something."""
    user, colon, password = _unpacked(value.translate(_STANDARD)).partition(b":")
    if (
        not colon
        or user in _SAMPLE_USERS
        or not (user + password).isascii()
        or not (user + password).decode().isprintable()
    ):
        return False
    return (len(password) >= _SHORTEST_PASSWORD and _password(password)) or (not password and _long_value(user))


def _unpacked(part: bytes) -> bytes:
    try:
        return urlsafe_b64decode(part + b"=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        return b""


_LONG_AGO = 1_767_225_600  # 2026-01-01
_EXPIRES = late(rb'"exp"\s*:\s*(\d{10,13})(?!\d)')
_SAMPLE_CLAIMS = late(
    rb'"(?:sub|name|iss|role|ref|user|email|user_?name)"\s*:\s*"'
    rb'(?:1234567890|j(?:ohn|ane) ?doe|supabase-demo|anon|user-?\d{0,4}|[^"]{0,60}(?:test|example|demo|sample|dummy))',
    re.IGNORECASE,
)
_HEX = re.compile(rb"[0-9a-fA-F]+")
_DIGITS_AS_LETTERS = bytes.maketrans(b"013457@$!", b"oieastasi")
_LEAST_DISTINCT, _LONG = 6, 12  # characters of a password
_CLASSES = (b"0123456789", b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_PLACEHOLDER = late(
    rb"example|sample|dummy|fake|your|change|here|some|xxx|\*\*|\.\.|[<>{}$%\[\]()]|redact|placeholder|foo|bar|hunter|abc|qwer"
    rb"|oizea"
)
_ORDINARY_WORDS = late(
    rb"password|passwd|pass|pwd|word|secret|token|key|user|admin|root|test|demo|local|dev|guest|mysql|postgres|mongo|redis|rabbit"
)
_SAMPLE_USERS = frozenset({b"s6BhdRkqt3", b"Aladdin"})  # of RFC 6749 and RFC 7617
_LEAST_REST, _LONGEST, _SHORTEST_PASSWORD = 8, 32, 8  # characters
# Of the letters, those of another kind than the one before: chance makes 0.4 of two kinds and 0.6 of three.
_CHANGES_OF_TWO, _CHANGES_OF_THREE = 0.2, 0.4
_MOST_IN_WORDS = 0.55  # of the letters, those in a row of three small ones or more: chance makes 0.2
_SMALL_LETTERS = late(rb"[a-z]{3,}")
_STANDARD = bytes.maketrans(b"+/", b"-_")
_PUBLIC = late(rb"[sp]k_test_|pk[._]|phc_|eyJ|sha\d{1,3}[-:]|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-", re.IGNORECASE)
_MADE_UP_VALUE = late(rb"://|\*\*|\.\.\.|<|>|\$\{|process\.|environ")

TOKENS = (
    _kind("an AWS access key", rb"A(?:KIA|SIA)[0-9A-Z]{16}(?![0-9A-Za-z])", 8),
    _kind("a GitHub token", rb"gh[pousr]_[0-9A-Za-z]{36,255}", 16),
    _kind("a GitHub token", rb"github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}", 16),
    _kind("a GitLab token", rb"gl(?:pat|rt|dt|cbt|ptt|soat)-[\w-]{20,128}", 12),
    _kind("a Slack token", rb"xox[abeoprs]-(?:\d{8,}-){1,3}[0-9A-Za-z]{20,64}", 14),
    _kind("a Slack token", rb"xapp-\d-[0-9A-Z]{8,16}-\d{8,16}-[0-9a-f]{40,80}", 14),
    _kind("a Stripe key", rb"[sr]k_live_[0-9A-Za-z]{20,247}", 14),
    _kind("a Stripe webhook secret", rb"whsec_[0-9A-Za-z+/=]{32,64}", 14),
    _kind("an npm token", rb"npm_[0-9A-Za-z]{36}(?![0-9A-Za-z])", 16),
    _kind("a Hugging Face token", rb"hf_[0-9A-Za-z]{34}(?![0-9A-Za-z])", 16),
    _kind("a DigitalOcean token", rb"do[opr]_v1_[0-9a-f]{64}", 10),
    _kind("a Shopify token", rb"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", 10),
    _kind("a Databricks token", rb"dapi[0-9a-f]{32}(?![0-9a-f])", 10),
    _kind("a Google API key", rb"AIza[\w-]{35}(?![\w-])", 16),
    _kind("a Google client secret", rb"GOCSPX-[\w-]{28}(?![\w-])", 14),
    _kind("a Google access token", rb"ya29\.[\w-]{40,400}", 16),
    _kind("an Anthropic key", rb"sk-ant-[a-z]{3,6}\d\d-[\w-]{80,120}", 16),
    _kind("an OpenAI key", rb"sk-[\w-]{20,200}T3BlbkFJ[\w-]{20,200}", 16),
    _kind("an OpenRouter key", rb"sk-or-v1-[0-9a-f]{64}", 10),
    _kind("a PyPI token", rb"pypi-AgE[\w-]{60,400}", 16),
    _kind("a Groq key", rb"gsk_[0-9A-Za-z]{52}(?![0-9A-Za-z])", 16),
    _kind("an xAI key", rb"xai-[0-9A-Za-z]{80}(?![0-9A-Za-z])", 16),
    _kind("a Replicate token", rb"r8_[0-9A-Za-z]{37}(?![0-9A-Za-z])", 16),
    _kind("a Perplexity key", rb"pplx-[0-9A-Za-z]{48}(?![0-9A-Za-z])", 16),
    _kind("a Tavily key", rb"tvly-(?:dev-|prod-)?[0-9A-Za-z]{32}(?![0-9A-Za-z])", 14),
    _kind("a Linear key", rb"lin_api_[0-9A-Za-z]{40}(?![0-9A-Za-z])", 16),
    _kind("a Notion token", rb"(?:ntn_[0-9A-Za-z]{46}|secret_(?P<v>[0-9A-Za-z]{43}))(?![0-9A-Za-z])", 16),
    _kind("a Figma token", rb"figd_[\w-]{40}(?![\w-])", 16),
    _kind("a Supabase token", rb"sbp_[0-9a-f]{40}(?![0-9a-f])", 10),
    _kind("a PlanetScale token", rb"pscale_(?:tkn|pw|oauth)_[\w-]{32,64}", 14),
    _kind("a Grafana token", rb"glsa_[0-9A-Za-z]{32}_[0-9a-f]{8}", 14),
    _kind("a Sentry token", rb"sntry[su]_[0-9A-Za-z+/=_-]{64,300}", 16),
    _kind("a Docker Hub token", rb"dckr_pat_[\w-]{27}(?![\w-])", 14),
    _kind("an Atlassian token", rb"ATATT3[\w=-]{60,300}", 16),
    _kind("a Square token", rb"(?:EAAA[\w-]{60}|sq0(?:atp|csp)-[\w-]{22,43})(?![\w-])", 12),
    _kind("a New Relic key", rb"NRAK-[0-9A-Z]{27}(?![0-9A-Z])", 10),
    _kind("a Postman key", rb"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", 10),
    _kind("a RubyGems key", rb"rubygems_[0-9a-f]{48}(?![0-9a-f])", 10),
    _kind("a crates.io token", rb"cio[0-9A-Za-z]{32}(?![0-9A-Za-z])", 20),
    _kind("an age key", rb"AGE-SECRET-KEY-1(?P<v>[0-9A-Z]{58})", 14),
    _kind("a Brevo key", rb"xkeysib-[0-9a-f]{64}-[0-9A-Za-z]{16}", 14),
    _kind("a Doppler token", rb"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{2,40}\.)?[0-9A-Za-z]{40,44}", 16),
    _kind("a Fly.io token", rb"fo1_[\w-]{43}(?![\w-])", 16),
    _kind("a Vault token", rb"hv[sbr]\.[\w-]{24,300}", 14),
    _kind("a SendGrid key", rb"SG\.[\w-]{22}\.[\w-]{43}(?![\w-])", 16),
    _kind("a Discord token", rb"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])", real=_bot),
    _kind("a Telegram token", rb"[0-9]{8,10}:AA[\w-]{33}(?![\w-])", 14),
    _kind("a Twilio key", rb"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    _kind("a Twilio token", rb"AC[0-9a-f]{32}[\"']?\s{0,3}[:,]\s{0,3}[\"']?(?P<v>[0-9a-f]{32})(?![0-9A-Za-z])"),
    _kind("a Mailgun key", rb"(?<![\w-])key-[0-9a-f]{32}(?![\w-])"),
    _kind("a Mailgun key", rb"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])"),
    _kind("a JSON Web Token", rb"eyJ[\w-]{10,2000}+\.eyJ[\w-]{10,8000}+\.[\w-]{20,1000}+", real=_web_token),
)

_URL = rb"://[^\s/?#@:\"'<>`]{0,64}:(?P<v>[^\s/?#@\"'<>`]{8,200})@"
_LOCAL = (
    rb"(?:localhost|127\.\d|0\.0\.0\.0|\[::1?\]|host\.docker|[\w.-]{0,60}example\."
    rb"|[\w-]{1,60}(?:\.(?:test|invalid|local))?(?:[:/\"'`\s]|\Z))"
)
_ASSIGNED = rb"[\w. -]{0,30}[\"']?\s{0,3}(?:=>|[:=,])\s{0,3}[\"']?"

_BEARER = rb"earer[ \t:]{1,3}(?P<v>[\w.~+/-]{32,1000}={0,2})(?![\w.~+/=(\[{$<-])"
_BASIC = rb"asic[ \t]{1,3}(?P<v>[\w+/-]{12,600}={0,2})(?![\w+/=-])"
# What pages of a list and forms call a token is none that opens anything.
_VALUE = (
    rb"(?<!next_token)(?<!NEXT_TOKEN)(?<!page_token)(?<!PAGE_TOKEN)(?<!csrf_token)(?<!CSRF_TOKEN)(?<!xsrf_token)"
    rb"(?<!XSRF_TOKEN)(?<!sync_token)(?<!continuation_token)"
    rb"[\"'`]?[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}[\"'`]?(?P<v>[^\s\"'`<>{}$()\[\]\\,;\x00-\x1f\x7f-\xff]{32,200})"
    rb"(?=[^!-~]|[\"'`<,;\\}\])]|\Z)"
)


def _aws(word: bytes) -> CredentialKind:
    value = word + _ASSIGNED + rb"(?P<v>[0-9A-Za-z/+]{40})(?![0-9A-Za-z/+=])"
    return _kind("an AWS secret key", value, real=_aws_secret)


def _named(what: str, name: bytes) -> CredentialKind:
    """Return the kind of a long value by chance that is given to a name."""
    return _kind(what, name + _VALUE, real=_long_value)


# By a word which few files hold, and before which they begin.
AFTER_WORDS: Mapping[bytes, tuple[CredentialKind, ...]] = {
    b"hooks.slack.com/": (
        _kind(
            "a Slack webhook",
            rb"hooks\.slack\.com/(?:services|workflows)/(?P<v>T[0-9A-Z]{8,16}/[0-9A-Z]{8,16}/[0-9A-Za-z]{20,64})",
            16,
        ),
    ),
    b"discord": (_kind("a Discord webhook", rb"discord(?:app)?\.com/api/webhooks/(?P<v>\d{17,20}/[\w-]{60,80})", 16),),
    b"AccountKey=": (_kind("an Azure storage key", rb"AccountKey=(?P<v>[0-9A-Za-z+/]{86}==)", 24),),
    b"://": (
        _kind("a password in a URL", _URL + rb"(?!" + _LOCAL + rb")[\w.\[-]", real=_password),
        _kind("a password in a URL", _URL + _LOCAL, real=_local_password),
    ),
    b"ecret": (_aws(b"ecret"), _named("a secret", b"_secret")),
    b"ECRET": (_aws(b"ECRET"), _named("a secret", b"_SECRET")),
    b"_token": (_named("a token", b"_token"),),
    b"_TOKEN": (_named("a token", b"_TOKEN"),),
    b"_passw": (_named("a password", b"_passw(?:ord|d)"),),
    b"_PASSW": (_named("a password", b"_PASSW(?:ORD|D)"),),
    b"earer": (_kind("a token after `Bearer`", _BEARER, real=_long_value),),
    b"asic ": (_kind("a password after `Basic`", _BASIC, real=_basic),),
}

_DIGITS = 32  # hex digits of SHA-256
_SAMPLES = frozenset(
    {
        # GitHub, on OAuth apps and on refreshing user access tokens; the last is the same as a personal token
        "bc3ae723f57c6b9e3fd80b699fcc420f",
        "82e74299544e00738f9c0acb69b1eb34",
        "6d7fa4e64d4b1f3ea31962e258b684de",
        "3543c50b0cb9cea8e55eb1f529b79f04",
        # Slack, on the method oauth.v2.access
        "2ddc147f3a3b5a1722b8ed6be3c45c49",
        # Google Cloud, on API keys
        "ac9265e56c79b234607ec72c53753cfe",
        # SendGrid, on authentication
        "02091175c1ae3023fb1e92ff16e1a5ca",
        # Discord, on authentication
        "02f7ce3c263f85c019eeeeea4b08f1b7",
        # Azure, the keys of the emulators of storage and of Cosmos DB
        "0011cc25eb4320717494d2703e8cba85",
        "aa6547439583c3a275d4542a0df6c1ad",
        # MinIO, the public playground
        "df452eef23e8cf2c74af54c0c7419c05",
    }
)
"""Values that vendors print in their documentation, or give to everybody for local tests.

Only these are no credentials: whatever stands beside another value, it is one. They are kept as digests, so that no
scanner of this repository takes them for credentials.
"""


def is_sample(value: bytes) -> bool:
    """Return whether a value is a documented one."""
    return hashlib.sha256(value).hexdigest()[:_DIGITS] in _SAMPLES
