"""Whose signatures count for who types a command here that places nothing."""

from pathlib import Path

from skillpack import machine
from skillpack.install.settings import install_settings, read_signers
from skillpack.install.signers import UserSigners


def user_signers() -> UserSigners:
    """Return whose signatures count for a user who looks and places nothing; the errors are those of `read_signers`."""
    here, home, env = Path.cwd(), Path.home(), machine.environment()
    return read_signers(install_settings(here, home, env), here, home, env, placing=False)
