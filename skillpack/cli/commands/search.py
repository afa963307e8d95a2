"""skillpack search: which skill is meant."""

from pathlib import Path

import click

from skillpack.cli.console import print_json, say
from skillpack.cli.reporting import paint_for
from skillpack.pipeline.inspection import Inspected
from skillpack.pipeline.lookup import find_catalog
from skillpack.search.rank import gather, rank, rank_as_metis
from skillpack.search.terms import terms


@click.command("search", short_help="Search the skills of a catalog")
@click.argument("query", default="")
@click.option("--catalog", type=click.Path(path_type=Path), help="Folder of a catalog; this one by default.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 50), help="Most results.")
@click.option("--metis", is_flag=True, help="Rank as Metis does: by the whole query as a part of name or description.")
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
    ranked = _metis(query, skills, limit) if metis else _bodies(query, skills, limit)
    if as_json:
        print_json([{"name": name, "description": skills[name].skill.description} for name in ranked])
        return
    if not ranked:
        click.echo(f"No skills matched {query!r}.")
        return
    paint = paint_for()
    dash = "—" if paint.unicode else "-"
    click.echo(f"Skills matching {query!r} ({len(ranked)}):")
    for name in ranked:
        click.echo(f"- {paint.show(name)} {dash} {paint.show(skills[name].skill.description)}")


def _metis(query: str, skills: dict[str, Inspected], limit: int) -> tuple[str, ...]:
    return rank_as_metis(query, ((name, each.skill.description) for name, each in skills.items()), limit=limit)


def _bodies(query: str, skills: dict[str, Inspected], limit: int) -> tuple[str, ...]:
    if not query.strip():
        return tuple(sorted(skills))[:limit]
    weighted = {
        name: terms(name, each.skill.description, each.skill.about.tags, each.skill.document.body.text)
        for name, each in skills.items()
    }
    return rank(query, gather(weighted.items()), limit=limit)
