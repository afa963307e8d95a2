"""What can be installed: the one answer that every index gives."""

from skillpack.model.entry import Entry, State


def is_offered(entry: Entry) -> bool:
    """Return whether indexes offer an entry's release: published, with an archive, not yanked."""
    return entry.state is State.PUBLISHED and bool(entry.release.archive) and not entry.release.yanked
