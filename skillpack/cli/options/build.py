"""What `skillpack build` was asked for."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct


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


def site_address(env: Mapping[str, str]) -> str:
    """Return the address that a deployment says the site will have, for a catalog that names none; else empty."""
    return env.get("SKILLPACK_SITE_URL", "")
