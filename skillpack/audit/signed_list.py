"""The signed list of a site: who made it, whether it holds, and which files it names."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack.audit.problem import Problem, ProblemKind, Reference
from skillpack.catalog import paths
from skillpack.evidence.bundle import verify_bundle
from skillpack.model.evidence import SignatureState, SignedBundle, Signer
from skillpack.model.portable import printable
from skillpack.registry.signed_list import SignedList, part_of, read_list, read_part


class ListWanted(Struct, frozen=True):
    """What whoever audits wants of a list.

    Attributes:
        signers: Who may have made it; none where nobody was named.
        today: ISO day by which it may have expired.
    """

    signers: tuple[Signer, ...] = ()
    today: str = ""


class AuditedList(Struct, frozen=True):
    """A signed list that was found.

    Attributes:
        maker: Who made it, as far as something here can tell.
    """

    said: SignedList
    maker: SignedBundle


def take_list(content: bytes, own_name: str, wanted: ListWanted) -> tuple[AuditedList | None, Sequence[Problem]]:
    """Return a list, None where it cannot be read, and what is wrong with it.

    Args:
        content: Of the file.
        own_name: What the catalog calls itself.
        wanted: Of the list.
    """
    try:
        bundle, said = read_list(content)
    except ValueError as error:
        return None, [_problem(f"is refused: {error}")]
    maker = verify_bundle(bundle, wanted.signers)
    return AuditedList(said, maker), list(_problems(said, maker, own_name, wanted))


def no_list(wanted: ListWanted) -> Iterator[Problem]:
    """Yield that there is no list, where somebody was named who makes it."""
    if wanted.signers:
        message = "is not on the site, and your settings name signers for it"
        yield Problem(paths.SIGNED_LIST, ProblemKind.MISSING, message)


def listed_references(audited: AuditedList) -> Iterator[Reference]:
    """Yield the files that a list itself names: indexes and its parts."""
    return (Reference(path, paths.SIGNED_LIST, digest) for path, digest in audited.said.files.items())


def part_references(path: str, content: bytes) -> Iterator[Reference | Problem]:
    """Yield the files that a part names, or that it is refused."""
    try:
        found = read_part(content)
    except ValueError as error:
        yield Problem(path, ProblemKind.LIST, f"is refused: {error}")
        return
    yield from (Reference(each, path, digest) for each, digest in found.items())


def is_part(path: str) -> bool:
    """Return whether a published path is that of a part of the list."""
    return path.startswith(f"{paths.SIGNED_PARTS}/")


def unnamed(files: Mapping[str, tuple[str, int]], audited: AuditedList, named: frozenset[str]) -> Iterator[Problem]:
    """Yield the files that installers read and the list does not name: whoever trusts it takes them for absent.

    Those whose part is not there, or is another one, are left out: that is a problem of the part.

    Args:
        files: Path -> SHA-256 and size of each file of the site.
        audited: The list.
        named: Paths that it and its parts name.
    """
    said = audited.said
    parts = (paths.signed_part(number) for number in range(said.parts))
    whole = {path for path in parts if files.get(path, ("", 0))[0] == said.files[path]}
    for path in files:
        part = paths.signed_part(part_of(path, said.parts))
        if path not in named and paths.is_installed_from(path) and (paths.is_index(path) or part in whole):
            yield Problem(path, ProblemKind.LIST, f"`{paths.SIGNED_LIST}` does not name it")


def _problems(said: SignedList, maker: SignedBundle, own_name: str, wanted: ListWanted) -> Iterator[Problem]:
    if maker.state in {SignatureState.INVALID, SignatureState.MALFORMED}:
        yield _problem(f"is refused: {maker.problem}")
    elif wanted.signers and maker.state is not SignatureState.VALID:
        by = printable(maker.signer) or "nobody who can be told"
        yield _problem(f"was made by `{by}`, whom your settings do not name for it")
    if own_name and said.catalog.rstrip("/") != own_name.rstrip("/"):
        yield _problem(f"is that of `{printable(said.catalog)}`, and the catalog is `{printable(own_name)}`")
    if wanted.today and said.expires[:10] < wanted.today:
        yield _problem(f"expired on {said.expires[:10]}, and today is {wanted.today}")


def _problem(message: str) -> Problem:
    return Problem(paths.SIGNED_LIST, ProblemKind.LIST, message)
