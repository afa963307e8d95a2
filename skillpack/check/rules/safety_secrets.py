"""SF003 and PB018: credentials that somebody left in a file, and files that nobody means to publish."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice

from skillpack.abilities.packed import unpacked
from skillpack.abilities.places import MOST, span_of
from skillpack.check.credentials import Credential, find_credentials
from skillpack.check.fingerprints import of_credential, of_file, of_name
from skillpack.check.masking import masked_text
from skillpack.check.private_files import private_reason
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.scanned import NOT_ALL_CHECKED
from skillpack.check.secrecy import credentials_in
from skillpack.check.subject import Subject
from skillpack.model.portable import printable

_HINT = "withdraw it where it was issued, and read it from the environment"


@rule("SF003", "secret", source="skillpack, safety; CWE-798")
def secret(subject: Subject) -> Iterator[Hit]:
    """A file contains a credential, so the skill is not published.

    Why: what is published can be read and copied by everybody, forever; a credential in it works for
    whoever finds it first. The rule reports only unmistakable forms, never made-up values or documented
    samples, and shows at most four characters. It reads escapes, hidden characters, base64 and joined
    literals as programs do, and opens archives. Names of files and targets of links count too. It is an
    error under every profile, even with `withhold = false`.

    Fix: revoke the credential where it was issued, then remove it from the file and from the history of
    the repository; read it from the environment instead. To accept a value that is not a credential,
    paste the `[[suppress]]` that `skillpack check` prints: it names the file and the fingerprint of the
    text, and ends when the text changes. `exclude` leaves a file out.
    """
    own, name = subject.skill.document.path, subject.skill.name
    plain: set[str] = set()
    for path, content in subject.tree.files.items():
        text, found = credentials_in(content)
        if found:
            plain.add(path)
        for each in islice(found, MOST):
            yield Hit(
                _words(each),
                at=span_of(text, each.start, each.end),
                path="" if path == own else path,
                hint=_HINT,
                secret=of_credential(name, path, text, each),
            )
        if len(found) > MOST:
            rest = Counter(each.what for each in found[MOST:])
            more = ", ".join(f"{count} times {what}" for what, count in rest.items())
            yield Hit(
                f"{len(found) - MOST} more: {more}",
                path="" if path == own else path,
                hint=_HINT,
                secret=of_credential(name, path, text, found[MOST], until=found[-1].end),
            )
    yield from _packed(subject, plain)
    told: set[str] = set()
    for what, place in _names(subject):
        if masked_text(place) == place:
            continue
        for each in find_credentials(encoded := place.encode("utf-8", "surrogatepass")):
            until = f"{what} {encoded[: each.end]!r}"  # of a folder with many files once
            if until not in told and len(told) < MOST:
                told.add(until)
                yield Hit(f"in {what}, {_words(each)}", hint=_HINT, secret=of_name(name, place, each))


@rule("PB018", "private-file", source="skillpack, privacy; CWE-538")
def private_file(subject: Subject) -> Iterator[Hit]:
    """A file is private by its name, so the skill is not published.

    Why: programs keep keys, passwords and tokens in such files; they end up in a skill by accident, and
    everybody who reads the site has them. It is an error under every profile, even with `withhold =
    false`. Files for others to copy, such as `.env.example`, do not count.

    Fix: remove the file from the skill, or leave it out with `exclude` of its source; replace the
    credentials if it was already published. To accept a harmless file, paste the `[[suppress]]` that
    `skillpack check` prints: it names the file and the fingerprint of its bytes.
    """
    for path, content in subject.tree.files.items():
        why = private_reason(path, content)
        if why:
            yield Hit(
                f"`{printable(path)}` is private: {why}",
                path=path,
                hint="remove it, or leave it out with `exclude`",
                secret=of_file(subject.skill.name, path, content),
            )


def _packed(subject: Subject, told: Collection[str]) -> Iterator[Hit]:
    """Yield the credentials in archives and compressed files, and which of these were not looked into.

    Args:
        subject: The skill.
        told: Files that hold a credential as they are, such as archives that are not compressed.
    """
    count: Counter[str] = Counter()
    for each in unpacked(subject.tree.files, subject.limits):
        own = each.archive == subject.skill.document.path
        where = printable(masked_text(each.path)) if each.path else "what is compressed"
        if each.unread:
            inner = f"`{where}` in it: " if each.path else ""
            message = f"nobody looked for secrets in this archive: {inner}{each.unread}"
            hint = "pack it as a plain zip, or leave it out: what is in it is published unread"
            yield Hit(message, path="" if own else each.archive, hint=hint, rule=NOT_ALL_CHECKED)
            continue
        if each.archive in told:
            continue
        name = subject.skill.name
        encoded = each.path.encode("utf-8", "surrogatepass")
        text, inside = credentials_in(each.content)
        known = [(found, of_name(name, each.path, found)) for found in find_credentials(encoded)]
        known += [(found, of_credential(name, each.archive, text, found)) for found in inside]
        for found, identity in known:
            count[each.archive] += 1
            if count[each.archive] <= MOST:
                path = "" if own else each.archive
                yield Hit(f"packed, in `{where}`: {_words(found)}", path=path, hint=_HINT, secret=identity)


def _names(subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield the texts of names and links, which pages and findings repeat: of every file, read or not."""
    origin = subject.skill.origin
    yield "the path of the skill", f"{origin.source}/{origin.path}"
    for path in dict.fromkeys((*subject.listing, *subject.tree.files)):
        yield "the path of a file", path
    for odd in subject.skill.skipped:
        yield "the path of a file", odd.path
        yield "the target of a link", odd.detail


def _words(found: Credential) -> str:
    shown = f": `{found.shown}…`" if found.shown else ""
    how = f" {found.how}" if found.how else ""
    return f"{found.what}{how}{shown}, {found.length} characters"
