"""The settings that installing commands go by: the user's, and those of the workspace."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from skillpack import machine
from skillpack.errors import within_file
from skillpack.evidence.signers import LARGEST_SIGNER, load_signers
from skillpack.files.read import read_file
from skillpack.install.signers import RegistrySigners, UserSigners, registry_location
from skillpack.install.targets import find_workspace
from skillpack.model.evidence import Signer
from skillpack.model.install_settings import InstallSettings, Registry
from skillpack.parse.settings.install import merged, parse_install_settings

_MOST = 2**20  # bytes
WORKSPACE_FILE = ".metis/skillpack.toml"


def install_settings(here: Path, home: Path, env: Mapping[str, str]) -> InstallSettings:
    """Return the install settings that hold here: the user's, and as far as they may the workspace's.

    Raises:
        UsageError: A file is not TOML, or a setting is unknown or cannot be.
        FetchError: A file cannot be read.
    """
    user = _settings(user_file(home, env), personal=True)
    workspace = find_workspace(here, home)
    return merged(user, _settings(workspace / WORKSPACE_FILE, personal=False)) if workspace is not None else user


def read_signers(
    settings: InstallSettings, here: Path, home: Path, env: Mapping[str, str], *, placing: bool = True
) -> UserSigners:
    """Return whose signatures count for the user; paths are relative to the user's own file.

    Args:
        settings: Of the user; those of a workspace name no signers.
        here: What the folder of a registry is relative to.
        home: What `~` stands for.
        env: Where the user's file may be set.
        placing: Whether skills are placed by them: then what verifies required signatures must be there. Who only
            looks is told that they are unchecked.

    Raises:
        UsageError: A file is no certificate, no public key and no root of sigstore, or signatures are required for
            placing and nothing verifies them.
        FetchError: A file cannot be read, or the address of a registry with signers is none.
    """
    contents = partial(read_signer, home=home, env=env)

    def known(each: InstallSettings | Registry) -> tuple[Signer, ...]:
        return load_signers(
            each.signers,
            contents,
            machine.installed_from,
            require=each.require_signer and placing,
            identities=each.identities,
            sigstore_root=each.sigstore_root,
        )

    return UserSigners(
        known(settings),
        settings.require_signer,
        tuple(
            RegistrySigners(
                registry_location(each.url, here, settings.insecure),
                known(each),
                each.require_signer,
            )
            for each in settings.registries
            if each.personal and (each.signers or each.identities or each.require_signer)
        ),
    )


def read_signer(path: str, home: Path, env: Mapping[str, str]) -> bytes:
    """Return what a file of signers holds: its path is relative to the user's own file, `~` is the home.

    Raises:
        FetchError: It cannot be read, or is too large.
    """
    return read_file(user_file(home, env).parent / (home / path[2:] if path.startswith("~/") else path), LARGEST_SIGNER)


def user_file(home: Path, env: Mapping[str, str]) -> Path:
    """Return the user's own file: `$XDG_CONFIG_HOME/skillpack/config.toml`."""
    return Path(env.get("XDG_CONFIG_HOME") or home / ".config") / "skillpack" / "config.toml"


def _settings(path: Path, *, personal: bool) -> InstallSettings:
    if not path.is_file():
        return InstallSettings()
    text = read_file(path, _MOST).decode("utf-8", "replace")
    with within_file(path):
        return parse_install_settings(text, personal=personal)
