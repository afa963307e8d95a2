"""What the catalog knows of a skill and the skill does not say: `[skill."NAME"]`."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from skillpack.model.entry import Entry
from skillpack.model.settings import SkillNote


def notes_by_name(notes: Iterable[SkillNote]) -> Mapping[str, SkillNote]:
    """Return the notes by the name of their skill."""
    return {note.name: note for note in notes}


def with_note(entry: Entry, notes: Mapping[str, SkillNote]) -> Entry:
    """Return an entry with what the catalog adds: tags join its own, the rest takes their place."""
    note = notes.get(entry.name)
    if note is None:
        return entry
    return replace(
        entry,
        owner=note.owner or entry.owner,
        tags=(*entry.tags, *(tag for tag in dict.fromkeys(note.tags) if tag not in entry.tags)),
        status=note.status or entry.status,
        successor=note.successor or entry.successor,
    )


def is_hidden(name: str, notes: Mapping[str, SkillNote]) -> bool:
    """Return whether the catalog keeps a skill out of its lists and indexes."""
    note = notes.get(name)
    return note is not None and note.hidden
