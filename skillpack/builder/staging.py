"""Files of a build that are not yet part of its output: written beside it, or still in memory."""

from skillpack.files.staging import WorkerFile
from skillpack.model.output import OutputFile

Files = WorkerFile | tuple[OutputFile, ...]
"""Files that lie in staging, or that are still to be written."""


def staged_content(files: Files, path: str) -> bytes:
    """Return the bytes of one of the files."""
    if isinstance(files, WorkerFile):
        return files.read(path)
    return b"".join(next(file for file in files if file.path == path).chunks)
