"""Secrets in what a catalog publishes beside its skills: settings, pages, pictures, the files of a theme (pure).

There is no skill to withhold, so whoever builds refuses.
"""

from collections.abc import Iterable, Iterator

from skillpack.abilities.places import MOST, span_of
from skillpack.check.credentials import Credential, find_credentials
from skillpack.check.fingerprints import of_credential, of_file
from skillpack.check.masking import masked_text
from skillpack.check.private_files import private_reason
from skillpack.check.secrecy import PRIVATE, SECRET, credentials_in
from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Finding, SecretIdentity
from skillpack.model.portable import printable
from skillpack.parse.settings.toml import settings_of

_HINT = "withdraw it where it was issued, and remove it here"


def secrets_in_file(path: str, content: bytes) -> Iterator[Finding]:
    """Yield the findings about a file of the catalog that is published as it is.

    Args:
        path: Relative to the catalog's folder.
        content: As read.
    """
    why = private_reason(path, content)
    if why:
        message = f"`{printable(path)}` is private: {why}"
        yield _finding(PRIVATE, path, NOWHERE, message, of_file("", path, content), "remove it")
    text, found = credentials_in(content)
    for each in found[:MOST]:
        yield _finding(
            SECRET, path, span_of(text, each.start, each.end), _words(each), of_credential("", path, text, each)
        )
    if len(found) > MOST:
        identity = of_credential("", path, text, found[MOST], until=found[-1].end)
        yield _finding(SECRET, path, NOWHERE, f"{len(found) - MOST} more credentials", identity)


def secrets_in_settings(path: str, text: str) -> Iterator[Finding]:
    """Yield the findings about the keys and values of a TOML file: what stands in a comment is published nowhere.

    Args:
        path: Relative to the catalog's folder.
        text: Of the file; of one that is no TOML the whole text counts.
    """
    settings = settings_of(text)
    if settings is None:
        yield from secrets_in_file(path, text.encode("utf-8", "surrogateescape"))
        return
    raw, behind = text.encode("utf-8", "surrogateescape"), 0
    for key, line, secret, each in _credentials(settings):
        place = raw.find(secret, behind)
        place = place if place >= 0 else raw.find(secret)
        behind = max(behind, place + len(secret))
        # What is written with escapes stands nowhere as it is.
        yield _setting(path, key, span_of(raw, place, place + len(secret)) if place >= 0 else NOWHERE, line, each)


def secrets_in_values(values: Iterable[tuple[str, str]], text: str) -> Iterator[Finding]:
    """Yield the findings about settings that stand in no file: typed, of the environment, or out of a README.

    Args:
        values: All settings in force, by key.
        text: Of the file of the settings, whose secrets are found there; empty where there is none.
    """
    written = {secret for _, _, secret, _ in _credentials(settings_of(text) or ())}
    for key, line, secret, each in _credentials(values):
        if secret not in written:
            yield _setting("", key, NOWHERE, line, each)


def _credentials(settings: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes, bytes, Credential]]:
    """Yield key, text and value of each credential in settings; of one in a key once for all that the key holds."""
    told: set[bytes] = set()
    for key, value in settings:
        # The words before a value tell some credentials.
        line = f"{key} = {value}".encode("utf-8", "surrogatepass")
        for each in find_credentials(line):
            secret = line[each.start : each.end]
            if each.end > len(key.encode("utf-8", "surrogatepass")):
                yield key, line, secret, each
            elif secret not in told:
                told.add(secret)
                yield key, line, secret, each


def _setting(path: str, key: str, span: Span, line: bytes, found: Credential) -> Finding:
    message = f"`{printable(masked_text(key))}` holds {_words(found)}"
    # What stands in no file of the catalog is accepted by none: it is said in the configuration instead.
    return _finding(SECRET, path, span, message, of_credential("", path, line, found) if path else None)


def _words(found: Credential) -> str:
    shown = f": `{found.shown}…`" if found.shown else ""
    return f"{found.what}{shown}, {found.length} characters"


def _finding(
    rule: str, path: str, span: Span, message: str, identity: SecretIdentity | None, hint: str = _HINT
) -> Finding:
    return Finding(rule, "", masked_text(path), span, message, hint, secret=identity)
