"""The audit: catalog, records, indexes, and then every file that one of them leads to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from skillpack.audit.indexes import INDEXES, discovered
from skillpack.audit.links import is_path, links
from skillpack.audit.problem import Problem, ProblemKind, Reference, disagrees, unreadable
from skillpack.audit.records import archive_problems, available, checksum_references, record_references, row_problems
from skillpack.audit.signatures import AuditedSignature, SignatureAudit, signature_problems
from skillpack.audit.signed_list import (
    AuditedList,
    ListWanted,
    is_part,
    listed_references,
    no_list,
    part_references,
    take_list,
    unnamed,
)
from skillpack.catalog import paths
from skillpack.errors import FetchError, IndexRefusedError
from skillpack.model.digest import sha256
from skillpack.model.evidence import Signer
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.release import Release
from skillpack.registry import catalog_json, skill_json
from skillpack.registry.catalog_json import CatalogLine
from skillpack.registry.lines import parsed
from skillpack.registry.skill_json import PublishedSkill

MOST_FILES = 5_000_000
"""How many files of a site are asked for; hardly any site has so many, and a hostile one may never end."""

NOTHING_WANTED = ListWanted()
"""Of a signed list, where nobody was named who makes it."""

_ALWAYS = (paths.HOME, paths.LLMS, paths.ROBOTS, paths.VERSIONS, paths.DISCOVERY)
_OWN_TO_HOST = frozenset({paths.HEADERS, paths.REDIRECTS, paths.NO_JEKYLL, paths.NOT_FOUND})
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_RECORD = re.compile(r"skills/[^/]+/skill\.json")
_SUMS = re.compile(r"skills/([^/]+)/SHA256SUMS")


class AuditedSite(Protocol):
    """A published site that can be asked for files."""

    def answers(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | FetchError | None]]:
        """Yield each path with its bytes, with why they cannot be read, or with None where nothing is."""


class Audited(Struct, frozen=True):
    """What an audit came to.

    Attributes:
        problems: Sorted by path; none where the site is sound.
        skills: How many catalog.json lists.
        files: How many were read.
        size: Of these, in bytes.
        signed_list: The signed list of the site; None where there is none that can be read.
        signatures: Of every version that is signed, by name, newest first: what was found is no problem of the site.
    """

    problems: tuple[Problem, ...]
    skills: int
    files: int
    size: int
    signed_list: AuditedList | None = None
    signatures: tuple[AuditedSignature, ...] = ()


def audit_site(
    site: AuditedSite, limits: Limits, signers: Sequence[Signer] = (), wanted: ListWanted = NOTHING_WANTED
) -> Audited:
    """Hold a site against what it says of itself.

    Every digest of a record, an index or the list of files is compared, every archive is unpacked strictly, and every
    link of a page, feed or sitemap must lead to a file. Where there is a signed list, it must hold, and every file that
    installers read must be the one that it names.

    Args:
        site: That is asked.
        limits: What we are willing to read.
        signers: Whose signatures count for who asks.
        wanted: Of a signed list.

    Raises:
        FetchError: catalog.json is not there or cannot be read: this is not a site of ours.
        IndexRefusedError: catalog.json is refused.
    """
    audit = _Audit(site, limits, wanted)
    audit.run()
    signatures = audit.signatures(signers)
    found = (*audit.problems, *audit.compared(), *audit.wrongly_signed(signatures))
    files = audit.files.values()
    size = sum(size for _, size in files)
    return Audited(tuple(sorted(set(found))), len(audit.rows), len(files), size, audit.signed, signatures)


class _Audit:
    def __init__(self, site: AuditedSite, limits: Limits, wanted: ListWanted) -> None:
        self._site, self._limits, self._wanted = site, limits, wanted
        self._home = self._own_name = ""
        self._references: dict[str, dict[tuple[str, int], str]] = {}
        self._asked: set[str] = set()
        self._due: list[str] = []
        self._failed: set[str] = set()
        self._rows: dict[str, CatalogLine] = {}
        self._records: dict[str, PublishedSkill] = {}
        self._releases: dict[str, tuple[PublishedSkill, Release]] = {}
        self._signatures = SignatureAudit()
        self.problems: list[Problem] = []
        self.rows: list[CatalogLine] = []
        self.files: dict[str, tuple[str, int]] = {}
        self.signed: AuditedList | None = None
        self._named: set[str] = set()

    def run(self) -> None:
        """Read catalog.json, the records, the indexes, and all that these lead to."""
        known = self._read_catalog()
        self._rows = {row.record: row for row in self.rows if row.record}
        self._add(
            Reference(path, paths.CATALOG) for path in (*self._rows, *(row.page for row in self.rows if row.page))
        )
        for path, content in self._read(self._rows):
            self._take_record(path, content)
        for path, content in self._read(INDEXES if known else ()):
            self._add(self._tried(path, INDEXES[path](path, content, self._records, self._limits)))
        for path, content in self._read((paths.MANIFEST,)):
            self._add(_listed_files(path, content))
        self._read_list()
        self._add(Reference(path, "") for path in _ALWAYS)
        while self._due:
            due, self._due = self._due, []
            for path, content in self._read(due):
                self._take(path, content)

    def compared(self) -> Iterator[Problem]:
        """Yield which files are not there, or not what others say of them."""
        if self.signed is not None:
            yield from unnamed(self.files, self.signed, frozenset(self._named))
        for path, said in self._references.items():
            if path in self._failed:
                continue
            if path not in self.files:
                by = next(iter(said.values()))
                if path not in _OWN_TO_HOST:
                    why = f"`{printable(by)}` names it" if by else "every site has it"
                    yield Problem(path, ProblemKind.MISSING, f"is not on the site, and {why}")
                continue
            digest, size = self.files[path]
            for (wanted, length), by in said.items():
                if length not in {-1, size}:
                    yield Problem(path, ProblemKind.DIFFERS, f"has {size:,} bytes, `{by}` says {length:,}")
                if wanted not in {"", digest}:
                    yield Problem(path, ProblemKind.DIFFERS, f"has SHA-256 {digest}, `{by}` says {wanted}")

    def _read_list(self) -> None:
        """Read the signed list, where there is one."""
        found = list(self._read((paths.SIGNED_LIST,)))
        if not found and paths.SIGNED_LIST not in self._failed:
            self.problems += no_list(self._wanted)
        for _, content in found:
            self.signed, problems = take_list(content, self._own_name, self._wanted)
            self.problems += problems
            if self.signed is not None:
                self._add_named(listed_references(self.signed))

    def _add_named(self, said: Iterable[Problem | Reference]) -> None:
        """Add what a list, or a part of it, names."""
        told = list(said)
        self._named |= {each.path for each in told if isinstance(each, Reference)}
        self._add(told)

    def signatures(self, signers: Sequence[Signer]) -> tuple[AuditedSignature, ...]:
        """Return the signature of every version that has one."""
        return tuple(self._signatures.verified(tuple(self._records.values()), signers))

    def wrongly_signed(self, found: Iterable[AuditedSignature]) -> Iterator[Problem]:
        """Yield where records say other things of signatures than what was found."""
        for each in found:
            record = self._records[each.name]
            release = available(record)
            if release is not None and release.label == each.label:
                yield from signature_problems(record, release, each.facts)

    def _read_catalog(self) -> bool:
        """Read the skills that the site lists; return False where the list is refused.

        Raises:
            FetchError: It is not there, or cannot be read.
        """
        [(path, content)] = self._site.answers((paths.CATALOG,))
        if content is None:
            hint = "give the folder or the address of a site that skillpack built"
            raise FetchError(f"there is no `{path}`", hint=hint)
        if isinstance(content, FetchError):
            raise content
        self._note(path, content)
        lines = content.splitlines(keepends=True)
        try:
            self.rows += catalog_json.read(lines, url=path, limits=self._limits)
            home = parsed(lines[0] + b"]}", where=path).get("site_url")
            self._own_name = catalog_json.read_own_name(lines[0], url=path, limits=self._limits)
        except IndexRefusedError as error:
            self.problems.append(unreadable(path, error))
            return False
        self._home = home if isinstance(home, str) else ""
        return True

    def _read(self, wanted: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the files that are there and were not read before."""
        for path, content in self._site.answers([each for each in dict.fromkeys(wanted) if each not in self._asked]):
            if isinstance(content, bytes):
                self._note(path, content)
                yield path, content
            else:
                self._asked.add(path)
                if content is not None:
                    self._failed.add(path)
                    self.problems.append(unreadable(path, content))

    def _note(self, path: str, content: bytes) -> None:
        """Keep what is to be compared, and follow the links."""
        self._asked.add(path)
        self.files[path] = sha256(content), len(content)
        self._add(Reference(there, path) for there in links(path, content, self._home))

    def _take_record(self, path: str, content: bytes) -> None:
        try:
            record = skill_json.read(content, url=path, limits=self._limits)
        except IndexRefusedError as error:
            self.problems.append(unreadable(path, error))
            return
        row = self._rows.get(path)
        if row is None:
            self.problems.append(
                disagrees(path, record.name, f"has this record, and `{paths.CATALOG}` does not name it")
            )
            return
        if row.name != record.name:
            self.problems.append(disagrees(paths.CATALOG, row.name, f"has the record of `{record.name}`"))
            return
        self.problems += row_problems(row, record)
        self._records[record.name] = record
        self._releases |= {each.release.archive: (record, each.release) for each in record.versions}
        for each in record.versions:
            self._signatures.expect(each.release)
        self._add(record_references(record))

    def _take(self, path: str, content: bytes) -> None:
        """Look into a file that something leads to."""
        self._signatures.add_signature(path, content)
        record = _RECORD.fullmatch(path)
        sums = _SUMS.fullmatch(path)
        if record is not None:
            self._take_record(path, content)
        elif sums is not None and sums[1] in self._records:
            self._add(checksum_references(self._records[sums[1]], content))
        elif path in self._releases:
            self.problems += archive_problems(*self._releases[path], content, self._limits, self._signatures)
        elif is_part(path) and self.signed is not None:
            self._add_named(part_references(path, content))
        elif path.endswith(paths.DISCOVERY):
            self._add(self._tried(path, discovered(path, content, self._records, self._limits)))

    def _tried(self, path: str, said: Iterable[Problem | Reference]) -> Iterator[Problem | Reference]:
        """Yield the references and problems of an index, or that it is refused."""
        try:
            yield from said
        except IndexRefusedError as error:
            yield unreadable(path, error)

    def _add(self, said: Iterable[Problem | Reference]) -> None:
        for each in said:
            if isinstance(each, Problem):
                self.problems.append(each)
            elif not is_path(each.path):
                message = f"names `{printable(each.path)}`, which is not below the site"
                self.problems.append(Problem(each.by, ProblemKind.ADDRESS, message))
            elif len(self._references) < MOST_FILES or each.path in self._references:
                references = self._references.setdefault(each.path, {})
                if each.sha256 or each.size >= 0 or not references:
                    references.setdefault((each.sha256, each.size), each.by)
                if each.path not in self._asked:
                    self._due.append(each.path)


def _listed_files(path: str, content: bytes) -> Iterator[Problem | Reference]:
    """Yield the files that the list of a build names, with their digests."""
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
        found = _LINE.fullmatch(line)
        if found is None:
            yield unreadable(path, f"line {number} is not a digest and path")
            return
        yield Reference(found[2], path, found[1])
