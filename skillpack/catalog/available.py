"""What can be installed: the one answer that every index gives."""

from skillpack.model.entry import Entry, EntryState


def is_available(entry: Entry) -> bool:
    """Return whether indexes offer an entry's release: published, with an archive, not yanked."""
    return entry.state is EntryState.PUBLISHED and bool(entry.release.archive) and not entry.release.yanked
