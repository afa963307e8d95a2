"""Of the many skills of a repository, those that are meant: named, all, or asked for; of registries too."""

import sys
from collections import Counter
from collections.abc import Sequence

import click

from skillpack.cli.console import notify, notify_lines
from skillpack.cli.terminal import paint_for
from skillpack.errors import AmbiguousError, UsageError
from skillpack.model.installed import SourceKind
from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.table import Column, table
from skillpack.sources.available import AvailableSkill

EVERY = "*"
"""Stands for all of them where a name is asked for."""

_COLUMNS = (Column("name"), Column("folder"), Column("what it does", shrinks=True))


def choose(text: str, releases: Sequence[AvailableSkill], names: Sequence[str]) -> Sequence[AvailableSkill]:
    """Return the skills that are meant of all that one SPEC names.

    A repository is seldom made to be installed whole: where it has many skills and none is named, they are shown. On a
    terminal it is asked which.

    Args:
        text: The SPEC.
        releases: What it names.
        names: That were given; `EVERY` for all. Where none of them is there, all is returned, for others to say so.

    Raises:
        UsageError: Nobody says which, or a name stands for two.
    """
    if len(releases) < 2 or any(each.provenance.kind is not SourceKind.GIT for each in releases):
        return releases
    paint = paint_for(stderr=True)
    if not names:
        notify_lines(_shown(text, releases, paint))
        names = _requested(releases)
    kept = [each for each in releases if EVERY in names or each.name in names]
    twice = next((name for name, count in Counter(each.name for each in kept).items() if count > 1), "")
    if twice:
        places = [f"`{each.provenance.path}`" for each in kept if each.name == twice]
        raise UsageError(f"`{twice}` exists {len(places)} times: {', '.join(places)}", hint=_folder_hint(text))
    return kept or releases


def choose_registry(error: AmbiguousError) -> str:
    """Return the registry that is meant of several that have a name.

    Raises:
        AmbiguousError: The same, where stdin is not a terminal.
    """
    if not sys.stdin.isatty():
        raise error
    paint = paint_for(stderr=True)
    notify(paint.show(str(error)))
    for number, place in enumerate(error.places, 1):
        notify(f"  {number} {paint.show(place)}")
    answer = click.prompt("Which one?", type=click.IntRange(1, len(error.places)), err=True)
    return error.places[answer - 1]


def _shown(text: str, releases: Sequence[AvailableSkill], paint: Paint) -> Sequence[str]:
    rows = sorted((each.name, each.provenance.path, each.description) for each in releases)
    return [f"{paint.show(text)} has {len(releases):,} skills", *table(_COLUMNS, rows, paint)]


def _requested(releases: Sequence[AvailableSkill]) -> Sequence[str]:
    if not sys.stdin.isatty():
        raise UsageError(
            f"there are {len(releases):,} skills, and stdin is not a terminal, so skillpack cannot ask which",
            hint="`--skill NAME` installs one, `--all` installs all",
        )
    known = {each.name for each in releases}
    answer = click.prompt("Which? Names, or * for all", default="", show_default=False, err=True)
    names = answer.replace(",", " ").split()
    missing = [name for name in names if name not in known | {EVERY}]
    if missing or not names:
        what = f"no skill is named `{missing[0]}`" if missing else "no skill chosen"
        raise UsageError(what, hint="`--skill NAME` installs one, `--all` installs all")
    return names


def _folder_hint(text: str) -> str:
    if text.startswith("git+"):
        return f"choose one: `{text.partition('#')[0]}#FOLDER`"
    return "say which folder: `OWNER/REPO/FOLDER`"
