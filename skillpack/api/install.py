"""Skills of a source -> a folder of skills, verified, each whole or not at all."""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from skillpack import machine
from skillpack.errors import SkillpackError
from skillpack.install.download import fetch_available
from skillpack.install.install import DONE, InstallOutcome, PlacingRules, Proposal, install_downloads
from skillpack.install.plan import Action
from skillpack.install.root.root import find_root
from skillpack.install.settings import install_settings, read_signers
from skillpack.install.signers import SignerPolicy
from skillpack.install.trusted_lists import lists_of
from skillpack.model.limits import Limits
from skillpack.sources.access import Access
from skillpack.sources.sources import Fetching, Sources
from skillpack.sources.spec import parse_spec

_log = logging.getLogger("skillpack.install")


class InstalledSkill(Struct, frozen=True):
    """What became of one skill.

    Attributes:
        version: The label that people see.
        digest: Of its files, 64 hex digits.
        path: Where it lies.
        changed: True where it was placed, False where it was there already, or is not.
        problem: Why it is not there; empty where it is.
    """

    name: str
    version: str
    digest: str
    path: Path
    changed: bool
    problem: str = ""


def install_skills(
    specs: str | Iterable[str],
    root: Path | str,
    *,
    registries: Iterable[str] = (),
    force: bool = False,
    accept: Callable[[Proposal], bool] = lambda _: True,
    allow_signer_change: Iterable[str] = (),
) -> tuple[InstalledSkill, ...]:
    """Install skills into a folder, by name; each was verified against its published digest.

    One that cannot be placed stops no other one. Whose signatures count is in the user's own settings, as for the
    command: what lacks a required one, or that of who signed what is there, is not placed. So are those of the signed
    lists of registries: what these do not name is not fetched.

    Args:
        specs: What to install, as the command takes it: a site, a folder, an archive, `owner/repo`, a name.
        root: The folder of skills: `default_skills_dir()`, `.claude/skills`.
        registries: Where plain names are looked for, first wins.
        force: Replace what was edited since it was installed; the edits are kept as the previous version.
        accept: Says of each proposal, with what it changes, whether it is carried out.
        allow_signer_change: Names of the skills that may come without the signature of who signed what is there.

    Raises:
        UsageError: A SPEC means nothing, or the settings are refused.
        FetchError: A source cannot be read.
        ListRefusedError: The signed list of a registry is refused, or a file that differs from it.
        IntegrityError: Bytes are not those that were published.
        ArchiveError: An archive is refused.
        LockedError: Another installer holds the folder.
        OutputError: The disk refuses.
    """
    env, limits, here, home = machine.environment(), Limits(), Path.cwd(), Path.home()
    settings = install_settings(here, home, env)
    signers = read_signers(settings, here, home, env)
    policy = SignerPolicy(signers, frozenset(allow_signer_change), machine.today(env), _allowing)
    lists = lists_of(settings, here, home, env, _log.info)
    access = Access(env, machine.cache_folder(env) / "downloads", lists=lists)
    fetching = Fetching(limits, tuple(registries), access, here, home)
    asked = [specs] if isinstance(specs, str) else list(specs)
    parsed = [parse_spec(spec, is_there=lambda path: (here / Path(path).expanduser()).exists()) for spec in asked]
    with Sources(fetching) as sources:
        downloads = [fetch_available(release, limits) for spec in parsed for release in sources.available(spec)]
    target = find_root(Path(root).expanduser())
    done = install_downloads(downloads, target, limits, PlacingRules(force=force, signers=policy), accept=accept)
    return tuple(_installed(each, Path(target.skill(each.step.name))) for each in done)


def _allowing(name: str) -> str:
    return f"`allow_signer_change=[{name!r}]` installs it anyway"


def _installed(outcome: InstallOutcome, path: Path) -> InstalledSkill:
    receipt = outcome.download.receipt
    return InstalledSkill(
        outcome.step.name,
        receipt.label,
        receipt.digest,
        path,
        changed=outcome.accepted and outcome.step.action in DONE,
        problem=_problem(outcome, outcome.error),
    )


def _problem(outcome: InstallOutcome, error: SkillpackError | None) -> str:
    if error is not None:
        return str(error)
    if outcome.step.action is Action.REFUSE:
        return outcome.step.reason
    return "" if outcome.accepted or outcome.step.action is Action.KEEP else "not accepted"
