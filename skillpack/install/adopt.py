"""Skills that somebody else put into a root, compared with their sources and adopted; their bytes stay."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import FetchError, IndexRefusedError, IntegrityError, SkillpackError
from skillpack.files.disk import reported
from skillpack.files.membership import belongs
from skillpack.files.read import read_file
from skillpack.install.download import fetch_available
from skillpack.install.root.contents import Contents, compare_trees, read_contents
from skillpack.install.root.lockfile import Locked
from skillpack.install.root.receipt import placed_files
from skillpack.install.root.root import Root, entry_at, read_lock
from skillpack.install.root.transaction import working
from skillpack.install.signers import NOBODY, UserSigners, with_pin
from skillpack.model.digest import has_digest, sha256, signature_of, tree_digest
from skillpack.model.installed import Assurance, Difference, ForeignSource, Installed, Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.model.version import label_of
from skillpack.parse.document import SKILL_FILE
from skillpack.registry.foreign_sources import read_gh_metadata, without_gh_keys
from skillpack.registry.skills_lock import MOST, PERSONAL, PROJECT, folder_digest, git_tree, read_skills_lock
from skillpack.sources.available import AvailableSkill, from_tree
from skillpack.sources.sources import Sources
from skillpack.sources.spec import Spec, SpecKind

_SPECS = {SourceKind.GIT: SpecKind.GIT, SourceKind.SITE: SpecKind.SITE, SourceKind.FOLDER: SpecKind.FOLDER}
_GIT_NAME = 40  # hex digits of what git calls a folder


class Match(StrEnum):
    """How a folder stands to the source that it is said to be from."""

    SAME = "same"  # byte for byte
    MARKED = "marked"  # but for what another installer wrote into it
    MOVED_ON = "moved-on"  # as another installer put it; the source has another version now
    DIFFERS = "differs"  # and nobody knows since when
    NOT_ASKED = "not-asked"
    UNKNOWN = "unknown"  # no source is known
    OURS = "ours"  # nothing is to be done
    REFUSED = "refused"
    NO_SKILL = "no-skill"  # a folder without a SKILL.md


_KNOWN = frozenset({Match.SAME, Match.MARKED, Match.MOVED_ON})


class Adoption(Struct, frozen=True):
    """What is known of a folder, and what would be written down of it.

    Attributes:
        receipt: Of the source's version where the folder differs, else of what lies there; None where none can be.
        claim: What another installer says; None where none says anything.
        differs: How the folder differs from what its source has now.
        reason: Why it is refused or was not asked, a clause.
        hint: What helps, or empty.
    """

    name: str
    match: Match
    receipt: Receipt | None = None
    claim: ForeignSource | None = None
    differs: tuple[Difference, ...] = ()
    reason: str = ""
    hint: str = ""


def adoptions(
    found: Sequence[Installed],
    root: Root,
    claims: Mapping[str, ForeignSource],
    sources: Sources,
    limits: Limits,
    signers: UserSigners = NOBODY,
    *,
    force: bool = False,
) -> Iterator[Adoption]:
    """Yield an adoption for each folder of a root, in the order given; nothing is written.

    What was adopted before without a source is asked for again; a source that was not asked is never written down.

    Args:
        found: The folders.
        root: In which they lie.
        claims: By name, of the lock files of other installers.
        sources: That are asked.
        limits: What we are willing to read.
        signers: Whose signatures count; who signed a skill is written down, as when it is installed.
        force: Also folders with a receipt that cannot be taken.

    Raises:
        OutputError: A folder cannot be read.
    """
    locked: Mapping[str, Locked] = {}
    with suppress(FetchError, IntegrityError):
        locked = {each.name: each for each in read_lock(root)}
    for each in found:
        if each.receipt is not None and each.receipt.provenance.kind is not SourceKind.ADOPTED:
            yield Adoption(each.name, Match.OURS, each.receipt)
        elif each.fault and not force:
            hint = "`--force` puts the receipt aside, and adopts what is here"
            yield Adoption(each.name, Match.REFUSED, reason=each.fault, hint=hint)
        elif not usable_name(each.name):
            yield Adoption(each.name, Match.REFUSED, reason="not a usable skill name", hint="rename the folder")
        else:
            with reported(root.skill(each.name)):
                contents = read_contents(root.skill(each.name), limits)
            as_locked = _as_locked(contents, locked.get(each.name), signers) if each.receipt is None else None
            adoption = as_locked or _adoption(each.name, contents, claims.get(each.name), sources, limits, signers)
            known = each.receipt is None or adoption.match in _KNOWN
            yield _still_pinned(adoption, each.receipt) if known else Adoption(each.name, Match.OURS, each.receipt)


def _still_pinned(adoption: Adoption, before: Receipt | None) -> Adoption:
    """Return an adoption; who signed what was adopted before is not forgotten."""
    if before is None or before.signer is None or adoption.receipt is None:
        return adoption
    return replace(adoption, receipt=replace(adoption.receipt, signer=before.signer))


def adopt(accepted: Sequence[Adoption], root: Root, limits: Limits) -> tuple[str, ...]:
    """Write down that folders are installed, each by one rename, and in the lock file; no byte of them changes.

    Returns:
        Where receipts lie now that were there and could not be read.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses; those before it are adopted.
        IntegrityError: The lock file is refused, before anything is done.
    """
    receipts = [each.receipt for each in accepted if each.receipt is not None]
    if not receipts:
        return ()
    with working(root, limits) as transaction:
        read_lock(root)
        saved = [transaction.adopt(each) for each in receipts if entry_at(root, each.name, limits).receipt != each]
        transaction.relock({each.name for each in accepted})
    return tuple(filter(None, saved))


def foreign_sources_of(
    workspace: Path | None, home: Path, env: Mapping[str, str]
) -> tuple[Mapping[str, ForeignSource], tuple[str, ...]]:
    """Return the entries of lock files for the skills of a project, or of the user, and why one cannot be taken.

    Args:
        workspace: The project's folder; None for the user's own.
        home: The user's.
        env: Where the user's lock file may be set.
    """
    if workspace is not None:
        return _read_foreign_lock(workspace / PROJECT, PROJECT)
    state = env.get("XDG_STATE_HOME", "")
    return _read_foreign_lock(Path(state, "skills", PERSONAL) if state else home / ".agents" / PERSONAL, PERSONAL)


def _read_foreign_lock(path: Path, name: str) -> tuple[Mapping[str, ForeignSource], tuple[str, ...]]:
    if not path.is_file():
        return {}, ()
    try:
        return read_skills_lock(read_file(path, MOST), name), ()
    except (FetchError, IndexRefusedError) as error:
        return {}, (str(error),)


def _as_locked(contents: Contents, locked: Locked | None, signers: UserSigners) -> Adoption | None:
    """Return a folder that holds what its lock file says, byte for byte: its receipt is known without its source."""
    known = locked is not None and locked.provenance.kind is not SourceKind.ADOPTED and not contents.in_the_way
    if locked is None or not known or not has_digest(contents.tree, locked.digest):
        return None
    here, beside = contents.tree, locked.signature_sha256
    receipt = replace(
        locked, files=placed_files(here), signature_sha256=beside if sha256(signature_of(here)) == beside else ""
    )
    if locked.signer is None:
        receipt = with_pin(receipt, signers.verify(here, locked.provenance))
    return Adoption(locked.name, Match.SAME, receipt)


class _Folder(Struct, frozen=True):
    """A folder without a receipt of ours.

    Attributes:
        contents: Its files.
        skill: What they say.
        claim: What another installer says; None where none says anything.
        signers: Whose signatures count.
    """

    name: str
    contents: Contents
    skill: ParsedSkill
    claim: ForeignSource | None
    signers: UserSigners

    def as_it_is(self, provenance: Provenance | None = None) -> Adoption:
        """Return it as it lies there; without a source that has it under this name, of none."""
        digest = tree_digest(self.contents.tree)
        receipt = Receipt(
            name=self.name,
            label=label_of(self.skill.identity.declared, digest),
            digest=digest,
            provenance=provenance or Provenance(SourceKind.ADOPTED, ""),
            files=placed_files(self.contents.tree),
        )
        return Adoption(self.name, Match.UNKNOWN, self._pinned(receipt, self.contents.tree), self.claim)

    def compared(self, available: AvailableSkill, limits: Limits) -> Adoption:
        """Return it compared with the version that its source has."""
        download, here = fetch_available(available, limits), self.contents.tree
        differs = compare_trees(here, download.tree)
        if not differs:
            return Adoption(self.name, Match.SAME, self._pinned(download.receipt, download.tree), self.claim)
        as_it_is = self.as_it_is(replace(download.receipt.provenance, revision="", assurance=Assurance.NONE))
        if _only_installer_keys(here, download.tree, differs):
            return replace(as_it_is, match=Match.MARKED, differs=differs)
        if self.claim is not None and _is_untouched(self.contents, self.claim):
            return replace(as_it_is, match=Match.MOVED_ON, differs=differs)
        return Adoption(self.name, Match.DIFFERS, self._pinned(download.receipt, download.tree), self.claim, differs)

    def _pinned(self, receipt: Receipt, tree: Tree) -> Receipt:
        """Return a receipt with who signed a tree."""
        return with_pin(receipt, self.signers.verify(tree, receipt.provenance))


def _adoption(
    name: str,
    contents: Contents,
    claim: ForeignSource | None,
    sources: Sources,
    limits: Limits,
    signers: UserSigners,
) -> Adoption:
    if contents.in_the_way:
        return Adoption(name, Match.REFUSED, claim=claim, reason=contents.in_the_way, hint="fix it, then adopt it")
    skill = from_tree(contents.tree, name).skill
    if not skill.document.path:
        return Adoption(name, Match.NO_SKILL, claim=claim, reason="not a skill: it has no `SKILL.md`")
    claim = claim or read_gh_metadata(dict(skill.metadata))
    folder = _Folder(name, contents, skill, claim, signers)
    if skill.name != name:
        reason = f"its folder is named `{name}` and the skill `{skill.name}`"
        return replace(folder.as_it_is(), reason=reason)
    if claim is None or claim.kind is None:
        return _of_registries(folder, sources, limits)
    try:
        spec = Spec(_SPECS[claim.kind], claim.location, name, claim.wanted, claim.location, claim.path)
        # What a skill or a project says of itself may be anybody's.
        asked = sources if claim.by == PERSONAL else sources.foreign
        found = [each for each in asked.available(spec) if each.name == name]
        if found:
            return folder.compared(found[0], limits)
        reason = "its source no longer has it"
    except SkillpackError as error:
        reason = str(error)
    return replace(folder.as_it_is(), match=Match.NOT_ASKED, reason=reason)


def _of_registries(folder: _Folder, sources: Sources, limits: Limits) -> Adoption:
    """Return a skill whose source nobody wrote down: a version of a registry, if one has the same bytes."""
    here = folder.contents.tree
    for location in sources.fetching.registries:
        with suppress(SkillpackError):
            same = next(
                (each for each in sources.versions(folder.name, location) if has_digest(here, each.digest)), None
            )
            if same is not None:
                return folder.compared(same, limits)
    return replace(folder.as_it_is(), reason=folder.claim.why_not if folder.claim else "")


def _is_untouched(contents: Contents, claim: ForeignSource) -> bool:
    """Return whether a folder is as another installer put it."""
    is_git = len(claim.untouched) == _GIT_NAME
    digest = git_tree(contents.tree, contents.programs) if is_git else folder_digest(contents.tree)
    return bool(claim.untouched) and digest == claim.untouched


def _only_installer_keys(here: Tree, source: Tree, differs: Sequence[Difference]) -> bool:
    """Return whether all that differs is what `gh skill` writes, or what no source ships."""
    others = [each for each in differs if each.kind != "added" or belongs(each.path)]
    is_skill_file = all(each.kind == "changed" and each.path == SKILL_FILE for each in others)
    return not others or (is_skill_file and _says_the_same(here, source))


def _says_the_same(here: Tree, source: Tree) -> bool:
    """Return whether two skills say the same but for the keys of `gh skill`."""
    one, other = (from_tree(Tree({SKILL_FILE: tree.files[SKILL_FILE]}), "").skill for tree in (here, source))
    if one.document.body.text != other.document.body.text:
        return False
    fields = [
        {field.name: field.value.text for field in skill.document.fields if field.name != "metadata"}
        for skill in (one, other)
    ]
    return fields[0] == fields[1] and without_gh_keys(dict(one.metadata)) == without_gh_keys(dict(other.metadata))
