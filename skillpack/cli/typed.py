"""What was typed, for hints that say what to type instead."""

import shlex
from collections.abc import Collection, Sequence
from importlib import import_module

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


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Return the hint at the nearest of the words that are known; empty where none is near."""
    near = import_module("difflib").get_close_matches(word, known, 1)  # loaded for a mistake alone
    return f"did you mean `{near[0]}`?" if near else ""
