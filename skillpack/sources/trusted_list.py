"""The signed list of a catalog, verified by signers that the user named: what installers read must be what it names."""

import hashlib
import io
import posixpath
import threading
from collections.abc import Callable, Mapping
from typing import BinaryIO
from urllib.parse import urlsplit

from skillpack.catalog import paths
from skillpack.errors import ListRefusedError
from skillpack.evidence.bundle import verify_bundle
from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureState, SignedBundle
from skillpack.model.install_settings import ListTrust
from skillpack.model.portable import printable
from skillpack.model.signature import SignatureBundle
from skillpack.registry.signed_list import LONGEST_LIST, SignedList, part_of, read_list, read_part
from skillpack.sources.http.address import plain_path
from skillpack.sources.list_memory import ListMemory, SeenList
from skillpack.sources.published_site import PublishedSite

_PIECE = 2**20  # bytes
_AGAIN = "the site may be changing: try again in a few minutes, else tell its publisher"
_NOT_TAKEN = "nothing of it was used; tell its publisher"

Get = Callable[[str, BinaryIO, int], bool]
"""Writes a file of a registry into another one, of so many bytes at most; returns False where it is not there."""


class TrustedList:
    """The list of one registry, read and verified when it is first needed; several threads may ask.

    Args:
        trust: The registry, and whose lists count.
        memory: Where the highest serial is remembered.
        today: ISO day by which it may have expired.
        report: Told in one line of a registry whose list is seen for the first time.

    Attributes:
        trust: As given.
    """

    def __init__(self, trust: ListTrust, memory: ListMemory, today: str, report: Callable[[str], None]) -> None:
        self.trust = trust
        self._memory, self._today, self._report = memory, today, report
        self._lock = threading.Lock()
        self._list: SignedList | None = None
        self._refused: ListRefusedError | None = None
        self._parts: dict[int, Mapping[str, str]] = {}

    def digest(self, path: str, get: Get) -> str:
        """Return the SHA-256 of a file, as the list has it; empty where it does not name one.

        Args:
            path: Below the registry.
            get: Asks the registry for the list and its parts.

        Raises:
            ListRefusedError: The list, or a part of it, is refused.
            FetchError: It cannot be read.
        """
        with self._lock:
            if self._refused is not None:
                raise self._refused
            try:
                return self._digest(path, get)
            except ListRefusedError as error:
                self._refused = error
                raise

    def _digest(self, path: str, get: Get) -> str:
        if self._list is None:
            self._list = self._verified(get)
        if path in self._list.files:
            return self._list.files[path]
        number = part_of(path, self._list.parts)
        if number not in self._parts:
            self._parts[number] = self._part(self._list, number, get)
        return self._parts[number].get(path, "")

    def _verified(self, get: Get) -> SignedList:
        """Return the list, once it is known to be one that counts; what is seen is remembered."""
        where = self.trust.registry
        content = _read(paths.SIGNED_LIST, get)
        if content is None:
            raise ListRefusedError(
                f"`{where}` has no signed list (`{paths.SIGNED_LIST}`), and your settings name signers for one",
                hint="its publisher signs it by `skillpack sign --site`; until then nothing of it is used",
            )
        try:
            bundle, said = read_list(content)
        except ValueError as error:
            raise ListRefusedError(f"the signed list of `{where}` is refused: {error}", hint=_NOT_TAKEN) from error
        why, hint = self._refusal(bundle, said)
        if why:
            raise ListRefusedError(f"the signed list of `{where}` {why}", hint=hint or _NOT_TAKEN)
        seen = self._memory.seen(where)
        self._memory.note(SeenList(where, said.catalog, said.serial))
        if seen is None:
            self._report(
                f"`{where}`: its signed list is seen for the first time, serial {said.serial} of "
                f"`{printable(said.catalog)}`; an older one will be refused"
            )
        return said

    def _refusal(self, bundle: SignatureBundle, said: SignedList) -> tuple[str, str]:
        """Return why a list does not count, a clause, with what to do about it; both empty where it does."""
        found = verify_bundle(bundle, self.trust.signers)
        if found.state is not SignatureState.VALID:
            return _foreign(found)
        if "x509CertificateChain" in bundle.verification_material:
            # One of sigstore is valid for minutes, and its log says when it was used.
            if found.valid_until < self._today:
                return f"was made by a certificate that expired on {found.valid_until}", ""
            if self._today < found.valid_from:
                return f"was made by a certificate that is not valid before {found.valid_from}", ""
        if said.expires[:10] < self._today:
            hint = "its publisher signs it anew by `skillpack sign --site`; an old list may hide newer versions"
            return f"expired on {said.expires[:10]}, and today is {self._today}", hint
        return self._other(said)

    def _other(self, said: SignedList) -> tuple[str, str]:
        """Return why a list is that of another catalog, or an older one; both empty where it is neither."""
        where, seen = self.trust.registry, self._memory.seen(self.trust.registry)
        begin_anew = f"remove `{self._memory.file(where)}`"
        same = said.catalog.rstrip("/") == where.rstrip("/")
        wanted = self.trust.catalog
        if not (wanted or same):
            # Without an address in the list, or of a folder, the first one says what the catalog is called.
            wanted = seen.catalog if seen else where if "://" in said.catalog and "://" in where else ""
        if wanted and wanted.rstrip("/") != said.catalog.rstrip("/"):
            hint = f'where this is a copy of it, set `list_catalog = "{printable(said.catalog)}"` for the registry'
            if seen and not self.trust.catalog:
                hint = f"where the catalog has another name now, {begin_anew}"
            return f"is that of `{printable(said.catalog)}`, not of `{printable(wanted)}`", hint
        # The user named another catalog since; with or without the slash at its end it is the same one.
        is_chosen = self.trust.catalog and seen and seen.catalog.rstrip("/") != said.catalog.rstrip("/")
        if seen is not None and said.serial < seen.serial and not is_chosen:
            hint = f"it may hide newer versions; where its publisher began anew, {begin_anew}"
            return f"has serial {said.serial}, and {seen.serial} was seen here before", hint
        return "", ""

    def _part(self, said: SignedList, number: int, get: Get) -> Mapping[str, str]:
        path, where = paths.signed_part(number), self.trust.registry
        content = _read(path, get)
        if content is None:
            raise ListRefusedError(f"the signed list of `{where}` is not whole: there is no `{path}`", hint=_AGAIN)
        if sha256(content) != said.files[path]:
            raise _mixed(where, path, sha256(content), said.files[path])
        try:
            return read_part(content)
        except ValueError as error:
            raise ListRefusedError(f"`{path}` of `{where}` is refused: {error}", hint=_NOT_TAKEN) from error


class ListedSite:
    """A site of which a catalog's files are only what its signed list names; others are as if they were not there.

    What lies beside that catalog is passed through.

    Args:
        site: Gives the files.
        trusted: The list.
        insider: Returns the path below the registry of what `site` gives for a path; None where it lies beside it.
        outward: Returns the path by which `site` gives a file of the registry.
        beside: Whether files beside the registry count where `site` was opened at an address below it: only those may
            of which a digest is known.
    """

    def __init__(
        self,
        site: PublishedSite,
        trusted: TrustedList,
        insider: Callable[[str], str | None],
        outward: Callable[[str], str],
        *,
        beside: bool = False,
    ) -> None:
        self.name = site.name
        self._site, self._list = site, trusted
        self._insider, self._outward = insider, outward
        self._is_inside = insider("") is not None
        self._beside = beside or not self._is_inside

    def where(self, path: str) -> str:
        """Return where a file lies, for messages."""
        return self._site.where(path)

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one; return False where it is not there, or the list does not name it.

        Raises:
            ListRefusedError: The list is refused, or the file is not the one that it names.
            FetchError: It cannot be read.
        """
        below = self._insider(path)
        if below is None:
            # The index of the origin would answer for an address below the registry that its list does not name.
            return self._beside and self._site.get(path, into, most=most)
        wanted = self._list.digest(below, self._listed)
        if not wanted:
            return False
        registry = self._list.trust.registry
        if not self._site.get(path, into, most=most):
            raise ListRefusedError(f"`{registry}` has no `{below}`, which its signed list names", hint=_AGAIN)
        found = _digest_of(into)
        if found != wanted:
            raise _mixed(registry, below, found, wanted)
        return True

    def judge(self, path: str, sha256: str) -> None:
        """Refuse a file that is not the one that the list names, also where its bytes are here already.

        Raises:
            ListRefusedError: It is not, or the list is refused.
            FetchError: The list cannot be read.
        """
        below = self._insider(path)
        if below is None and not self._is_inside:
            if isinstance(self._site, ListedSite):
                self._site.judge(path, sha256)
            return
        wanted = self._list.digest(below, self._listed) if below is not None else ""
        if wanted != sha256:
            registry = self._list.trust.registry
            message = f"the signed list of `{registry}` does not name `{self.where(path)}` with the SHA-256 {sha256}"
            raise ListRefusedError(message, hint="`skillpack install NAME` takes a version that it names")

    def close(self) -> None:
        """End everything that goes on."""
        self._site.close()

    def _listed(self, path: str, into: BinaryIO, most: int) -> bool:
        return self._site.get(self._outward(path), into, most=most)


def web_paths(site: PublishedSite, registry: str) -> tuple[Callable[[str], str | None], Callable[[str], str]]:
    """Return the two functions of a `ListedSite` for a site of the same origin as a registry."""
    home = plain_path(registry).rstrip("/") + "/"
    root = urlsplit(registry).path.rstrip("/")

    def insider(path: str) -> str | None:
        target = plain_path(site.where(path))
        is_below = f"{target}/"[: len(home)].casefold() == home.casefold()  # some servers know no case
        return target[len(home) :] if is_below else None

    return insider, lambda path: f"{root}/{path}"


def folder_paths() -> tuple[Callable[[str], str | None], Callable[[str], str]]:
    """Return the same for the registry's own folder."""
    return posixpath.normpath, str


def _foreign(found: SignedBundle) -> tuple[str, str]:
    """Return why nobody who was named has made a list, and what to do."""
    if found.state is SignatureState.UNKNOWN:
        hint = "`list_signers` in your settings names whose lists count; ask its publisher before you change it"
        return f"was made by `{printable(found.signer)}`, whom your settings do not name for it", hint
    return f"is refused: {found.problem}", ""


def _mixed(registry: str, path: str, found: str, wanted: str) -> ListRefusedError:
    message = f"`{path}` of `{registry}` is not what its signed list names: its SHA-256 is {found}, not {wanted}"
    return ListRefusedError(message, hint=_AGAIN)


def _read(path: str, get: Get) -> bytes | None:
    """Return the list or a part of it; None where it is not there."""
    into = io.BytesIO()
    return into.getvalue() if get(path, into, LONGEST_LIST) else None


def _digest_of(file: BinaryIO) -> str:
    """Return the SHA-256 of a whole file, of which only a piece is in memory."""
    digest = hashlib.sha256()
    file.seek(0)
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()
