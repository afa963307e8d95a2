"""skillpack audit: a published site against what it says of itself."""

import click

from skillpack.audit.audit import Audited, audit_site
from skillpack.audit.problem import HINTS
from skillpack.cli.console import notify, paint_for, print_json
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.model.limits import Limits
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Style


@verb("audit")
@click.argument("site", metavar="SITE|URL")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, site: str, *, as_json: bool) -> None:
    """Check every digest, record, archive and link of a published site.

    SITE is a folder that `build` wrote, URL the address where it is published. Exit status 1 where a file is missing,
    cannot be read or is not what another one says of it; 3 where no site can be read there.

    \b
    Examples:
      skillpack audit dist
      skillpack audit https://skills.example.com/ --json
    """
    limits = Limits()
    with open_sources((), limits)[0] as sources:
        audited = audit_site(sources.catalog(site), limits)
    if as_json:
        print_json(
            {
                "site": site,
                "sound": not audited.problems,
                "skills": audited.skills,
                "files": audited.files,
                "bytes": audited.size,
                "problems": [
                    {"kind": str(each.kind), "path": each.path, "message": each.message, "hint": each.hint}
                    for each in audited.problems
                ],
            }
        )
    else:
        _show(site, audited)
    ctx.exit(1 if audited.problems else 0)


def _show(site: str, audited: Audited) -> None:
    paint, errors = paint_for(), paint_for(stderr=True)
    for each in audited.problems:
        place = paint.styled(Style.ERROR, str(each.kind))
        click.echo(f"{paint.show(each.path)}: {place}: {paint.show(each.message)}")
    for kind in HINTS:
        if any(each.kind is kind for each in audited.problems):
            notify(f"hint: {kind}: {HINTS[kind]}")
    found = quantity(len(audited.problems), "problem") if audited.problems else "every digest and link is right"
    notify(f"{errors.show(site)}: {quantity(audited.skills, 'skill')}, {audited.files:,} files, {found}")
