"""skillpack search: which skill is meant."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
from msgspec import Struct

from skillpack import machine
from skillpack.builder.inputs.catalog import has_catalog
from skillpack.builder.inspection.lookup import find_catalog
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.sources import network_options
from skillpack.cli.options.targets import TargetFlags, listed_roots, target_options
from skillpack.cli.skills.published import is_site, listed_of
from skillpack.install.scan import merged
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Trust
from skillpack.registry.catalog_json import CatalogLine
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.wrapped_text import clipped_lines
from skillpack.search.rank import Postings, corrections, gather, matched_terms, rank, rank_as_metis
from skillpack.search.terms import found_in, indexed, parts_with, stem, weighted, words

_MOST_LINES = 2  # of one skill on a terminal
_SOURCES: Mapping[Trust, str] = {Trust.LOCAL: "workspace", Trust.GLOBAL: "global", Trust.EXTERNAL: "external"}
"""Where a skill comes from, as Metis calls it (its section 8)."""


class Searched(Struct, frozen=True):
    """A skill that can be found.

    Attributes:
        path: Where it lies, or its page; as people write it.
        weights: Its stems.
        parts: Returns the parts of it that have one of some terms.
    """

    name: str
    description: str
    tags: tuple[str, ...]
    path: str
    trust: Trust
    weights: tuple[tuple[str, int], ...]
    parts: Callable[[frozenset[str]], tuple[str, ...]]


@verb("search")
@click.argument("query", default="")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@network_options
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 50), help="Maximum number of results.")
@advanced_option(
    "--metis", is_flag=True, help="Search as Metis does: the whole query as part of a name or description."
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
    if postings:
        every = rank(query, postings, limit=len(skills))
    else:
        descriptions = ((name, each.description) for name, each in skills.items())
        every = rank_as_metis(query, descriptions, limit=len(skills))
    ranked = every[:limit]
    terms = matched_terms(query, postings) if postings else frozenset()
    if as_json:
        found = [skills[name] for name in ranked]
        print_json(
            [{"name": each.name, "description": each.description} for each in found]
            if metis
            else [_row(each, terms) for each in found]
        )
        return
    if not ranked:
        click.echo(f"No skills matched {query!r}.")
        return
    paint = paint_for()
    # Metis tells how many it shows; who searches here also wants to know what a larger limit would bring.
    count = f"{len(ranked)}" if metis or len(every) == len(ranked) else f"{len(ranked)} of {len(every)}"
    click.echo(f"Skills matching {query!r} ({count}):")
    for line in _corrected(query, postings, [skills[name] for name in ranked]) if postings else ():
        notify(f"note: {paint.show(line)}")
    for name in ranked:
        each = skills[name]
        title = f"{paint.show(name)} [{_SOURCES[each.trust]}]" if metis else paint.show(name)
        unseen = _unseen(each, terms) if terms and sys.stdout.isatty() else ""
        print_lines(_lines(title, paint.show(each.description), unseen, paint))


def _corrected(query: str, postings: Postings, found: Sequence[Searched]) -> Iterator[str]:
    """Yield which word of a query was taken for which, as the first result that has it spells it."""
    for word, terms in corrections(query, postings).items():
        said = (each for skill in found for each in words(f"{skill.name} {skill.description}"))
        yield f"no skill contains `{word}`; showing `{next((each for each in said if stem(each) in terms), terms[0])}`"


def _lines(title: str, description: str, unseen: str, paint: Paint) -> Iterator[str]:
    """Yield a skill on one line; on a terminal on two, of which `unseen` takes one where it is not empty."""
    start = f"- {title}"
    line = f"{start} {'—' if paint.unicode else '-'} {description}"
    if not sys.stdout.isatty():
        yield line
        return
    most = _MOST_LINES - 1 if unseen else _MOST_LINES
    first, *others = clipped_lines(line, paint.columns, most, indent="  ", ellipsis=paint.glyphs.ellipsis)
    yield f"- {paint.styled(Style.STRONG, title)}{first[len(start) :]}" if first.startswith(start) else first
    yield from others
    if unseen:
        yield f"  {paint.styled(Style.FAINT, unseen)}"


def _unseen(skill: Searched, terms: frozenset[str]) -> str:
    """Return where a skill has the words of a query, if neither its name nor its description says them."""
    parts = skill.parts(terms)
    return "" if {"name", "description"} & set(parts) else f"in {', '.join(parts)}"


def _row(skill: Searched, terms: frozenset[str]) -> Mapping[str, object]:
    """Return a skill as JSON; `in` names the parts of it that have a word of the query."""
    return {
        "name": skill.name,
        "description": skill.description,
        "path": skill.path,
        "tags": list(skill.tags),
        "in": list(skill.parts(terms)),
    }


def searched(catalog: str, flags: TargetFlags) -> Mapping[str, Searched]:
    """Return the skills that can be found, by name: of the catalog that is named, else of the one here, else installed.

    Raises:
        UsageError: There is no such catalog.
        FetchError: A site or a root cannot be read.
        IndexRefusedError: The index of a site is refused.
    """
    if catalog and is_site(catalog):
        # The index of a site holds name, description and tags, no bodies.
        return {each.name: _listed(each, page) for each, page in listed_of(catalog) if each.user_invocable}
    if flags.any or not (catalog or has_catalog(Path())):
        return _installed(flags)
    found = find_catalog(Path(catalog) if catalog else None, today=machine.today(machine.environment()))
    notify(f"catalog: {found.located.root.resolve()}")
    return {each.skill.name: of_skill(each.skill, each.skill.origin.locate("SKILL.md")) for each in found.listed}


def of_skill(skill: ParsedSkill, path: str, trust: Trust | None = None) -> Searched:
    """Return a skill that was read as one that can be found."""
    return Searched(
        skill.name,
        skill.description,
        skill.about.tags,
        path,
        trust or skill.origin.trust,
        indexed(skill),
        lambda terms: found_in(skill, terms),
    )


def _listed(each: CatalogLine, page: str) -> Searched:
    return Searched(
        each.name,
        each.description,
        each.tags,
        page,
        Trust.EXTERNAL,
        weighted(each.name, each.description, each.tags, (), ""),
        lambda terms: parts_with(terms, each.name, each.description, each.tags),
    )


def _installed(flags: TargetFlags) -> Mapping[str, Searched]:
    """Return the installed skills; of a name in several roots the one that counts."""
    targets = listed_roots(flags)
    for target in targets:
        notify(f"installed: {paint_for(stderr=True).show(target.root.folder)}")
    found: dict[str, Searched] = {}
    for each in merged(targets, Limits()):
        if each.skill is not None:
            trust = Trust.GLOBAL if each.target.key.endswith("global") else Trust.LOCAL
            path = f"{each.target.root.skill(each.installed.name)}/SKILL.md"
            found.setdefault(each.installed.name, of_skill(each.skill, path, trust))
    return found
