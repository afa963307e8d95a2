"""What is refused without anybody being asked: too young, a step back, of no use here."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from skillpack import machine
from skillpack.cli.command_line import typed_with
from skillpack.cli.console import notify, paint_for
from skillpack.cli.requirements import lacks_here
from skillpack.install.download import Download
from skillpack.install.plan import Action, PlanStep
from skillpack.install.settings import read_signers
from skillpack.install.signers import SignerPolicy
from skillpack.install.update import old_enough
from skillpack.install.version_policy import Direction, direction, step_back, too_young
from skillpack.model.install_settings import InstallSettings
from skillpack.model.installed import Receipt
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Sources


def signer_policy(settings: InstallSettings, allow_change: Sequence[str] = ()) -> SignerPolicy:
    """Return whose signatures count for the user, and which skills may come without that of who signed them first.

    Raises:
        UsageError: A signer that the settings name is none, or signatures are required and nothing verifies them.
        FetchError: The file of a signer cannot be read.
    """
    env = machine.environment()
    signers = read_signers(settings, Path.cwd(), Path.home(), env)
    return SignerPolicy(signers, frozenset(allow_change), machine.today(env), _allowing)


def _allowing(name: str) -> str:
    return f"`{typed_with('--allow-signer-change', name)}` installs it anyway"


class InstallPolicy(Struct, frozen=True):
    """What a user allows to be installed.

    Attributes:
        min_age: Days since a version was published before it is taken.
        locked: Digests that may be taken however young they are: a lock file names them, or what is there is worse.
        strict: Refuse what this machine lacks something for.
        allow_downgrade: Names of the skills whose version may step back.
        lock_decides: What comes is what a lock file names, which may well be older than what is there.
        env: Where needs and the day are looked for.
    """

    min_age: int = 0
    locked: frozenset[str] = frozenset()
    strict: bool = False
    allow_downgrade: frozenset[str] = frozenset()
    lock_decides: bool = False
    env: Mapping[str, str] = field(default_factory=machine.environment)

    def aged(self, release: AvailableSkill, sources: Sources) -> AvailableSkill:
        """Return an older version where one is too young and another fits and is not; else that one, to be refused."""
        if self.takes(release):
            return release
        today = machine.today(self.env)
        older = old_enough(release, sources, self.min_age, today)
        if older is None:
            return release
        paint = paint_for(stderr=True)
        young, taken = paint.show(f"{release.name} {release.label}"), paint.show(older.label)
        notify(f"{young} is newer than the minimum age allows: using {taken}")
        return older

    def takes(self, release: AvailableSkill) -> bool:
        """Return whether a version is old enough, or locked."""
        today = machine.today(self.env)
        return release.digest in self.locked or not too_young(release.provenance, release.date, self.min_age, today)

    def refusal(self, was: Receipt | None, download: Download) -> PlanStep | None:
        """Return why a skill must not be placed over what is there, as a step; None where it may."""
        name = download.skill.name
        why, hint = self._step_back(was, download)
        if not why:
            lacks = lacks_here(download.skill, self.env) if self.strict else ()
            if lacks:
                why = f"this machine lacks {', '.join(lacks)}"
                hint = "leave out `--strict` to install it anyway"
        if not why and download.receipt.digest not in self.locked:
            receipt = download.receipt
            why = too_young(receipt.provenance, receipt.date, self.min_age, machine.today(self.env))
            hint = "`--min-age 0` installs it anyway"
        return PlanStep(Action.REFUSE, name, why, hint) if why else None

    def is_unexplained(self, was: Receipt | None, download: Download) -> bool:
        """Return whether other files come under the label that is there, and no flag said that they may."""
        if was is None or download.skill.name in self.allow_downgrade or self.lock_decides:
            return False
        receipt = download.receipt
        return direction(was, receipt.label, receipt.digest) is Direction.REPUBLISHED

    def _step_back(self, was: Receipt | None, download: Download) -> tuple[str, str]:
        name = download.skill.name
        if was is None or self.lock_decides or name in self.allow_downgrade:
            return "", ""
        why = step_back(was, download.receipt, download.available.history)
        return why, f"`{typed_with('--allow-downgrade', name)}` installs it anyway" if why else ""
