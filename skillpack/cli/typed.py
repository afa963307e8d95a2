"""The command as it was typed, for hints that say what to type instead."""

import shlex
from collections.abc import Sequence

import click

_KEY = "skillpack.typed"


def note_typed(context: click.Context, arguments: Sequence[str]) -> None:
    """Remember the verb that was typed and what follows it."""
    context.meta[_KEY] = tuple(arguments)


def typed_with(*options: str) -> str:
    """Return the command line that was typed, with options more, as a shell reads it."""
    context = click.get_current_context(silent=True)
    verb, *rest = context.meta.get(_KEY, ("install",)) if context is not None else ("install",)
    return shlex.join(["skillpack", verb, *options, *rest])
