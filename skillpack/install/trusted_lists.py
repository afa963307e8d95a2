"""The signed lists that the user's settings want of registries."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from skillpack import machine
from skillpack.errors import UsageError
from skillpack.evidence.bundle import can_verify
from skillpack.evidence.signers import load_signers
from skillpack.install.settings import install_settings, read_signer
from skillpack.model.install_settings import InstallSettings, ListTrust, Registry
from skillpack.parse.tool_source import install_extra
from skillpack.sources.http.address import is_url
from skillpack.sources.list_memory import ListMemory
from skillpack.sources.trusted_list import TrustedList

Report = Callable[[str], None]


def trusted_lists(report: Report) -> tuple[TrustedList, ...]:
    """Return the lists that the settings which hold here want, each to be read anew.

    Args:
        report: Takes what people should know, such as that a list was seen for the first time.

    Raises:
        UsageError: A settings file is not TOML, a setting is unknown or cannot be, or nothing verifies signatures.
        FetchError: A settings file, or a certificate or key that it names, cannot be read.
    """
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    return lists_of(install_settings(here, home, env), here, home, env, report)


def lists_of(
    settings: InstallSettings, here: Path, home: Path, env: Mapping[str, str], report: Report
) -> tuple[TrustedList, ...]:
    """Return the lists that some settings want, by the day of the clock or a later one; the state keeps what is seen.

    Args:
        settings: Of the user and the workspace.
        here: What the folder of a registry is relative to.
        home: What `~` stands for.
        env: Where the user's own file may be set, to which the paths of signers are relative.
        report: As above.

    Raises:
        UsageError: A file is no certificate and no public key, or nothing verifies signatures.
        FetchError: A file cannot be read.
    """
    wanted = [each for each in settings.registries if each.list_signers]
    if not wanted:
        return ()
    if not can_verify():
        raise UsageError(
            "`list_signers` of a registry needs the extra `signatures`, which is not installed",
            hint=install_extra(machine.installed_from(), "signatures"),
        )
    memory, today = ListMemory(machine.state_folder(env) / "lists"), machine.expiry_day(env)
    return tuple(TrustedList(_trust(each, here, home, env), memory, today, report) for each in wanted)


def _trust(registry: Registry, here: Path, home: Path, env: Mapping[str, str]) -> ListTrust:
    contents = partial(read_signer, home=home, env=env)
    signers = load_signers(registry.list_signers, contents, machine.installed_from, require=False)
    location = registry.url if is_url(registry.url) else str((here / registry.url).resolve())
    return ListTrust(location, signers, registry.list_catalog)
