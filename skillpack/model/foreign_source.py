"""What another installer wrote down of where a skill came from."""

from msgspec import Struct

from skillpack.model.installed import SourceKind


class ForeignSource(Struct, frozen=True):
    """What another installer says of one skill: nothing of it is believed before its source was asked.

    Attributes:
        by: Who says so: `skills-lock.json`, `gh skill`.
        kind: None where it names nothing that can be asked.
        location: As in a `Provenance`; never with credentials.
        path: Of the skill below it, or empty.
        wanted: Branch or tag, or empty.
        untouched: Digest that the installer took of the folder when it put it there, or empty.
        why_not: Why it names nothing that can be asked, a clause; empty where it does.
    """

    by: str
    kind: SourceKind | None
    location: str = ""
    path: str = ""
    wanted: str = ""
    untouched: str = ""
    why_not: str = ""
