"""What a skill is made of, in one word or two: what readers weigh before they take it."""

from skillpack.model.entry import Entry


def kinds(entry: Entry) -> tuple[str, ...]:
    """Return `metaskill` and `scripts` as they apply, else `files` for other files, `text` for SKILL.md alone."""
    named = (("metaskill", entry.metaskill), ("scripts", entry.scripts))
    return tuple(kind for kind, applies in named if applies) or ("text" if entry.single else "files",)
