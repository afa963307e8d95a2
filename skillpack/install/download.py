"""Available skills, or those that a lock file names, fetched, verified and checked."""

from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from skillpack import resources
from skillpack.check.judge import judge
from skillpack.check.run import check_skill
from skillpack.errors import IntegrityError, SkillpackError, UsageError
from skillpack.install.comparison import skill_abilities
from skillpack.install.root.lockfile import Locked
from skillpack.install.root.receipt import placed_files
from skillpack.model.ability import Abilities
from skillpack.model.digest import has_digest, sha256, signature_of, tree_digest
from skillpack.model.finding import Finding, Severity
from skillpack.model.installed import Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import installable_name, path_problem, printable, usable_name
from skillpack.model.release import Artifact
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.sources.available import AvailableSkill, FetchedSkill, from_archive
from skillpack.sources.registries import signed_later
from skillpack.sources.sources import Sources
from skillpack.sources.spec import Spec, SpecKind, spec_of

PROFILE = "publish"
"""Whose errors keep a skill from being installed."""


class Download(Struct, frozen=True):
    """A skill that was fetched and verified, before anything of it is placed.

    Attributes:
        tree: As published.
        findings: What the rules say of it.
        receipt: What would be placed with it.
        damaged: Why no host would load it, a clause: what keeps a skill from being published keeps it from being
            installed; empty where it is fit to be used.
        abilities: What it can do, as seen by reading its files.
    """

    available: AvailableSkill
    skill: ParsedSkill
    tree: Tree
    findings: tuple[Finding, ...]
    receipt: Receipt
    damaged: str = ""
    abilities: Abilities = Abilities()


def fetch_available(available: AvailableSkill, limits: Limits) -> Download:
    """Fetch an available skill, verify and check it.

    Raises:
        IntegrityError: It is not what was promised, or cannot be installed under its name.
        FetchError: It cannot be fetched.
    """
    found = available.get()
    skill, tree = found.skill, published_tree(found.tree)
    if not usable_name(skill.name):
        raise IntegrityError(f"`{available.name or available.provenance.location}` has no usable name")
    if not installable_name(skill.name):
        raise IntegrityError(
            f"`{skill.name}` starts with `-`: commands would read it as an option",
            hint="ask its publisher to rename it",
        )
    if not found.tree.whole:
        raise IntegrityError(
            f"`{skill.name}` is incomplete: a file is unreadable or too large",
            hint="`skillpack check` names the files",
        )
    for path in tree.files:
        problem = path_problem(path, limits)
        if problem is not None:
            raise IntegrityError(
                f"`{skill.name}` cannot be installed: `{printable(path, longest=80)}`: {problem}",
                hint="`skillpack check` lists all such files",
            )
    digest = available.digest if available.digest and has_digest(tree, available.digest) else tree_digest(tree)
    receipt = Receipt(
        name=skill.name,
        label=skill.identity.label if skill.identity.digest == digest else available.label,
        digest=digest,
        provenance=available.provenance,
        files=placed_files(tree),
        archive_sha256=available.archive_sha256,
        url=available.url,
        date=available.date,
        signature_sha256=_signature_beside(available, tree),
    )
    abilities = skill_abilities(skill, tree, limits)
    findings = check_skill(skill, tree, limits, host_fields=resources.host_fields(), abilities=abilities)
    return Download(available, skill, tree, findings, receipt, _damaged(findings), abilities)


def _signature_beside(available: AvailableSkill, tree: Tree) -> str:
    """Return the digest of the signature of a tree where it lies beside the archive too; else empty."""
    beside = available.signature_sha256
    return beside if beside and sha256(signature_of(tree)) == beside else ""


def _damaged(findings: Sequence[Finding]) -> str:
    judged = judge(findings, resources.chosen_profiles([PROFILE]))
    errors = [each.finding for each in judged if each.severity is Severity.ERROR]
    if not errors:
        return ""
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"it cannot be used: {errors[0].rule} {errors[0].message}{more}"


def fetch_locked(locked: Locked, sources: Sources, limits: Limits) -> Download:
    """Return a skill exactly as it is locked; what was locked was accepted, so that nothing of it is held back.

    Raises:
        IntegrityError: Its source has other bytes than those that are locked.
        FetchError: It cannot be fetched.
    """
    failure: SkillpackError | None = None
    for available in _available(locked, sources, limits):
        try:
            download = fetch_available(available, limits)
        except SkillpackError as error:
            failure = failure or error
            continue
        if has_digest(download.tree, locked.digest) and download.skill.name == locked.name:
            beside = download.receipt.signature_sha256
            receipt = replace(locked, files=download.receipt.files, signature_sha256=beside)
            return replace(download, receipt=receipt, damaged="")
    if isinstance(failure, UsageError):  # nobody typed it: the lock file is wrong, and the other skills are not
        raise IntegrityError(f"`{locked.name}` is locked to an unknown source: {failure}", hint=failure.hint)
    if failure is not None:
        raise failure
    if locked.provenance.kind is SourceKind.ADOPTED:
        raise IntegrityError(
            f"`{locked.name}` was adopted, and its source is unknown",
            hint=f"`skillpack adopt {locked.name}` in its folder, or install it from its source",
        )
    raise IntegrityError(
        f"`{locked.provenance.location}` no longer has `{locked.name}` {locked.label} from the lock file",
        hint="`skillpack update` installs the current version and updates the lock file",
    )


def _available(locked: Locked, sources: Sources, limits: Limits) -> Iterator[AvailableSkill]:
    """Yield the candidates for the locked version, the surest first; of a source that fails, one that raises."""
    direct = _archive(locked, sources, limits)
    if direct is not None:
        yield direct
    spec = _spec(locked)
    if spec is None:
        return
    try:
        yield from (each for each in sources.available(spec) if each.name == locked.name)
    except SkillpackError as error:
        yield AvailableSkill(locked.name, locked.provenance, _raising(error))


def _archive(locked: Locked, sources: Sources, limits: Limits) -> AvailableSkill | None:
    """Return the locked archive of a registry or site, from the cache, else from its address; no index is read."""
    if not (locked.url and locked.archive_sha256):
        return None
    if locked.provenance.kind is SourceKind.SITE:
        return sources.site_skill(locked.name, locked.provenance, locked.url, locked.archive_sha256)
    if locked.provenance.kind is not SourceKind.REGISTRY:
        return None
    catalog = sources.catalog(locked.provenance.location)
    base = catalog.where("")
    if not locked.url.startswith(base):
        return None
    path = unquote(locked.url[len(base) :]) if "://" in base else locked.url[len(base) :]

    def get() -> FetchedSkill:
        content = catalog.promised(Artifact(path, locked.archive_sha256))
        found = from_archive(content, limits, named=locked.name, where=locked.url, sha256_wanted=locked.archive_sha256)
        return signed_later(catalog, found, path, locked.digest, locked.signature_sha256)

    return AvailableSkill(locked.name, locked.provenance, get, signature_sha256=locked.signature_sha256)


def _spec(locked: Locked) -> Spec | None:
    """Return the SPEC that asks the source: the digest of a registry, the commit of a repository, else all of it."""
    source = locked.provenance
    if source.kind is SourceKind.ADOPTED:
        return None
    spec = spec_of(locked)
    if spec.kind is SpecKind.NAME:
        return replace(spec, wanted=locked.digest)
    return replace(spec, wanted=source.revision) if spec.kind is SpecKind.GIT and source.revision else spec


def _raising(error: SkillpackError) -> Callable[[], FetchedSkill]:
    def get() -> FetchedSkill:
        raise error

    return get
