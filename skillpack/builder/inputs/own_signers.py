"""Which signers of a catalog lie in the repository of the skills that they sign: these prove nothing to a stranger."""

from collections.abc import Mapping
from pathlib import Path

from skillpack.model.settings import Configuration, Source
from skillpack.model.tree import Trust


def own_signers(configuration: Configuration, root: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return pairs of a source, as origins name it, and the configured files of signers that lie in its repository.

    A repository is a git checkout; where there is none, all that lies in no checkout. Of what others wrote, and lies in
    the catalog's own checkout as a copy, the repository is the folder of the source.

    Args:
        configuration: Of the catalog.
        root: Its folder.
    """
    if not configuration.signers.files:
        return ()
    files = {file: (root / file).resolve() for file in configuration.signers.files}
    found = ((_named(source), _own(source, files, root)) for source in configuration.sources)
    return tuple((name, own) for name, own in found if own)


def _own(source: Source, files: Mapping[str, Path], root: Path) -> tuple[str, ...]:
    folder = (root / source.path).resolve()
    checkout = _checkout(folder)
    if source.trust is Trust.EXTERNAL and checkout == _checkout(root.resolve()):
        return tuple(name for name, file in files.items() if file.is_relative_to(folder))
    return tuple(name for name, file in files.items() if _checkout(file.parent) == checkout)


def _named(source: Source) -> str:
    return source.path.rstrip("/") or source.path


def _checkout(folder: Path) -> Path | None:
    """Return the top of the git checkout that a folder is in; None where it is in none."""
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)
