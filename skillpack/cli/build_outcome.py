"""What a build is asked for and what it comes to, in plain values that need nothing of what makes a site."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

Differences = Mapping[str, Sequence[str]]
"""`differs`, `missing` and `obsolete` -> paths of the output."""


class BuildOptions(Struct, frozen=True):
    """The command line of a build, as typed.

    Attributes:
        allow_downgrade: Names of the skills whose version may step back.
        allow_withdrawn: How many names may go at once.
        baseline: File of accepted findings; None for the catalog's.
        cache: Folder of the cache; None for the user's.
        check: Compare only.
        jobs: Processes; 0 for one per processor.
        today: ISO day; empty for the machine's.
        verify_output: Read the whole output, whatever sizes and times say.
        open_site: Show the home page in a browser.
    """

    source: Path
    output: Path
    site_url: str
    previous: str
    allow_downgrade: tuple[str, ...]
    allow_withdrawn: int
    config: Path | None
    no_config: bool
    baseline: Path | None
    check: bool
    dry_run: bool
    verify_output: bool
    jobs: int
    executor: str
    cache: Path | None
    no_cache: bool
    today: str
    open_site: bool
    as_json: bool

    @property
    def writes(self) -> bool:
        """Whether the site is to be written, not only compared."""
        return not self.check and not self.dry_run


class BuildOutcome(Struct, frozen=True):
    """What a build came to, in plain values: a build with nothing to do says it again.

    Attributes:
        numbers: What JSON says of it, without the paths.
        ascii: Lines about what is wrong, and which commands fix most of it, in colours that `notify` drops where there
            are none.
        unicode: The same lines for a terminal that shows all characters.
        parts: How many skills were built, and what became of the others.
        where: Lines on the folders that skills were found in, and on those not looked into.
        let_through: What suppressions let through: skill, path, line, code, reason and last day of each.
        unlisted: What lies among the skills and archives of the output and was not written by a build.
        withdrawn: Names that the previous site offers and this one does not.
        lost_list: The signed list of the output was removed, for the site is no longer what it names.
    """

    numbers: Mapping[str, int | bool]
    ascii: Sequence[str]
    unicode: Sequence[str]
    parts: Sequence[str]
    where: Sequence[str] = ()
    unlisted: Sequence[str] = ()
    let_through: Sequence[Mapping[str, str | int | None]] = ()
    withdrawn: Sequence[str] = ()
    lost_list: bool = False

    @property
    def failed(self) -> bool:
        """Whether a finding reaches the policy's limit."""
        return bool(self.numbers["failed"])


def site_address(env: Mapping[str, str]) -> str:
    """Return the address that a deployment says the site will have, for a catalog that names none; else empty."""
    return env.get("SKILLPACK_SITE_URL", "")


def as_before(remembered: Mapping[str, Any]) -> BuildOutcome:
    """Return the outcome of a build that had nothing to do after one that came to this."""
    numbers = {**remembered["numbers"], "prepared": 0}
    return BuildOutcome(**{**remembered, "numbers": numbers, "withdrawn": (), "lost_list": False})
