"""Credentials that vendors print in their documentation, or give to everybody for local tests (pure).

Only these values are none: whatever stands beside another one, it is one. They are kept as digests, so that no scanner
of this repository takes them for credentials.
"""

import hashlib

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


def is_sample(value: bytes) -> bool:
    """Return whether a value is a documented one."""
    return hashlib.sha256(value).hexdigest()[:_DIGITS] in _SAMPLES
