"""skillpack search: which skill is meant."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

import click

from skillpack.cli.console import print_json
from skillpack.cli.options.advanced import SectionedCommand, advanced_option
from skillpack.cli.options.network import network_options
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.skills.search import Searched, searched
from skillpack.cli.terminal import paint_for
from skillpack.model.tree import Trust
from skillpack.report.terminal.paint import Paint, Style
from skillpack.search.rank import gather, matched_terms, rank, rank_as_metis

_MOST_LINES = 3  # of one skill on a terminal
_SOURCES: Mapping[Trust, str] = {Trust.LOCAL: "workspace", Trust.GLOBAL: "global", Trust.EXTERNAL: "external"}
"""Where a skill comes from, as Metis calls it (seed 000 §8)."""


@click.command("search", cls=SectionedCommand, short_help="Search the skills of a catalog, or installed ones")
@click.argument("query", default="")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@network_options
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 50), help="Most results.")
@advanced_option(
    "--metis", is_flag=True, help="Answer as Metis does: by the whole query as a part of name or description."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    query: str,
    catalog: str,
    limit: int,
    *,
    flags: TargetFlags,
    metis: bool,
    as_json: bool,
) -> None:
    """Search skills by what they are called, what they say and what they do: those of a catalog, else installed ones.

    An empty QUERY lists the first skills by name. Of a published site, names, descriptions and tags are searched.

    \b
    Examples:
      skillpack search "release notes"
      skillpack search pdf --catalog ~/skills --limit 3
      skillpack search pdf --catalog https://skills.example.com/
      skillpack search pdf --agent claude-code
    """
    skills = searched(catalog, flags)
    postings = None if metis else gather((name, each.weights) for name, each in skills.items())
    every = rank(query, postings, limit=len(skills)) if postings else _metis(query, skills)
    ranked = every[:limit]
    terms = matched_terms(query, postings) if postings else frozenset()
    if as_json:
        print_json([_metis_row(skills[name]) if metis else _row(skills[name], terms) for name in ranked])
        return
    if not ranked:
        click.echo(f"No skills matched {query!r}.")
        return
    paint = paint_for()
    # Metis tells how many it shows; who searches here also wants to know what a larger limit would bring.
    count = f"{len(ranked)}" if metis or len(every) == len(ranked) else f"{len(ranked)} of {len(every)}"
    click.echo(f"Skills matching {query!r} ({count}):")
    for name in ranked:
        each = skills[name]
        title = f"{paint.show(name)} [{_SOURCES[each.trust]}]" if metis else paint.show(name)
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


def _metis(query: str, skills: Mapping[str, Searched]) -> Sequence[str]:
    entries = ((name, each.description) for name, each in skills.items())
    return rank_as_metis(query, entries, limit=len(skills))


def _unseen(skill: Searched, terms: frozenset[str]) -> str:
    """Return where a skill has the words of a query, if neither its name nor its description says them."""
    parts = skill.parts(terms)
    return "" if {"name", "description"} & set(parts) else f"in {', '.join(parts)}"


def _metis_row(skill: Searched) -> Mapping[str, object]:
    return {"name": skill.name, "description": skill.description}


def _row(skill: Searched, terms: frozenset[str]) -> Mapping[str, object]:
    """Return a skill as JSON; `in` names the parts of it that have a word of the query."""
    return {
        "name": skill.name,
        "description": skill.description,
        "path": skill.path,
        "tags": list(skill.tags),
        "in": list(skill.parts(terms)),
    }
