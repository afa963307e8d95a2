"""skillpack search: which skill is meant."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap

import click

from skillpack.cli.console import print_json, say
from skillpack.cli.painting import paint_for
from skillpack.model.skill import Skill
from skillpack.model.tree import Trust
from skillpack.pipeline.inspection import Inspected
from skillpack.pipeline.lookup import find_catalog
from skillpack.report.paint import Paint, Style
from skillpack.search.indexed import found_in, indexed
from skillpack.search.rank import gather, meant, rank, rank_as_metis

_MOST_LINES = 3  # of one skill on a terminal
_SOURCES: Mapping[Trust, str] = {Trust.LOCAL: "workspace", Trust.GLOBAL: "global", Trust.EXTERNAL: "external"}
"""Where a skill comes from, as Metis calls it (seed 000 §8)."""


@click.command("search", short_help="Search the skills of a catalog")
@click.argument("query", default="")
@click.option("--catalog", type=click.Path(path_type=Path), help="Folder of a catalog; this one by default.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 50), help="Most results.")
@click.option(
    "--metis", is_flag=True, help="Answer as Metis does: by the whole query as a part of name or description."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(query: str, catalog: Path | None, limit: int, *, metis: bool, as_json: bool) -> None:
    """Search the skills of a catalog by what they are called, what they say and what they do.

    An empty QUERY lists the first skills by name.

    \b
    Examples:
      skillpack search "release notes"
      skillpack search pdf --catalog ~/skills --limit 3
    """
    found = find_catalog(catalog)
    say(f"catalog: {found.located.root.resolve()}")
    skills = {each.skill.name: each for each in found.skills}
    postings = None if metis else gather((name, indexed(each.skill)) for name, each in skills.items())
    every = rank(query, postings, limit=len(skills)) if postings else _metis(query, skills)
    ranked = every[:limit]
    terms = meant(query, postings) if postings else frozenset()
    if as_json:
        print_json([_metis_row(skills[name].skill) if metis else _row(skills[name].skill, terms) for name in ranked])
        return
    if not ranked:
        click.echo(f"No skills matched {query!r}.")
        return
    paint = paint_for()
    # Metis tells how many it shows; who searches here also wants to know what a larger limit would bring.
    count = f"{len(ranked)}" if metis or len(every) == len(ranked) else f"{len(ranked)} of {len(every)}"
    click.echo(f"Skills matching {query!r} ({count}):")
    for name in ranked:
        each = skills[name].skill
        title = f"{paint.show(name)} [{_SOURCES[each.origin.trust]}]" if metis else paint.show(name)
        for line in _lines(title, paint.show(each.description), paint):
            click.echo(line)
        if terms and sys.stdout.isatty() and (unseen := _unseen(each, terms)):
            click.echo(f"  {paint.styled(Style.FAINT, unseen)}")


def _lines(title: str, description: str, paint: Paint) -> Iterator[str]:
    """Yield a skill on one line; on a terminal on a few, for a long description in one line is hard to read there."""
    start = f"- {title}"
    line = f"{start} {'—' if paint.unicode else '-'} {description}"
    if not sys.stdout.isatty():
        yield line
        return
    more = f" {paint.glyphs.ellipsis}"
    first, *others = wrap(
        line, paint.columns, subsequent_indent="  ", max_lines=_MOST_LINES, placeholder=more, break_on_hyphens=False
    )
    yield f"- {paint.styled(Style.STRONG, title)}{first[len(start) :]}" if first.startswith(start) else first
    yield from others


def _metis(query: str, skills: Mapping[str, Inspected]) -> Sequence[str]:
    entries = ((name, each.skill.description) for name, each in skills.items())
    return rank_as_metis(query, entries, limit=len(skills))


def _unseen(skill: Skill, terms: frozenset[str]) -> str:
    """Return where a skill has the words of a query, if neither its name nor its description says them."""
    parts = found_in(skill, terms)
    return "" if {"name", "description"} & set(parts) else f"in {', '.join(parts)}"


def _metis_row(skill: Skill) -> Mapping[str, object]:
    return {"name": skill.name, "description": skill.description}


def _row(skill: Skill, terms: frozenset[str]) -> Mapping[str, object]:
    """Return what JSON says of a skill; `in` names the parts of it that have a word of the query."""
    return {
        "name": skill.name,
        "description": skill.description,
        "path": skill.origin.locate("SKILL.md"),
        "tags": list(skill.about.tags),
        "in": list(found_in(skill, terms)),
    }
