"""The lock files of other installers, beside the folders that they speak of."""

from collections.abc import Mapping
from pathlib import Path

from skillpack.errors import FetchError, IndexRefusedError
from skillpack.files.read import read_file
from skillpack.model.foreign_source import ForeignSource
from skillpack.registry.skills_lock import MOST, PERSONAL, PROJECT, read_skills_lock


def foreign_sources_of(
    workspace: Path | None, home: Path, env: Mapping[str, str]
) -> tuple[Mapping[str, ForeignSource], tuple[str, ...]]:
    """Return the sources in lock files of a project, or of the user, and why one cannot be taken.

    Args:
        workspace: The project's folder; None for the user's own.
        home: The user's.
        env: Where the user's lock file may be set.
    """
    if workspace is not None:
        return _read(workspace / PROJECT, PROJECT)
    state = env.get("XDG_STATE_HOME", "")
    return _read(Path(state, "skills", PERSONAL) if state else home / ".agents" / PERSONAL, PERSONAL)


def _read(path: Path, name: str) -> tuple[Mapping[str, ForeignSource], tuple[str, ...]]:
    if not path.is_file():
        return {}, ()
    try:
        return read_skills_lock(read_file(path, MOST), name), ()
    except (FetchError, IndexRefusedError) as error:
        return {}, (str(error),)
