"""First and last days of files -> those of the folders that hold them (pure)."""

from collections.abc import Mapping

from skillpack.model.release import History


def by_folder(files: Mapping[str, History]) -> Mapping[str, History]:
    """Return the days of every file and of every folder: from the first day of what it holds to the last."""
    days = dict(files)
    for path, history in files.items():
        folder = path
        while folder := folder.rpartition("/")[0]:
            known = days.get(folder, history)
            days[folder] = History(min(known.created, history.created), max(known.updated, history.updated))
    return days
