"""skillpack audit: a published site against what it says of itself."""

from collections.abc import Mapping
from pathlib import Path

import click
from msgspec.structs import replace

from skillpack import machine
from skillpack.audit.audit import Audited, audit_site
from skillpack.audit.problem import HINTS
from skillpack.audit.signed_list import AuditedList, ListWanted
from skillpack.cli.console import notify, paint_for, print_json
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.model.evidence import SignatureState
from skillpack.model.limits import Limits
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Style
from skillpack.sources.access import list_trust, open_catalog


@verb("audit")
@click.argument("site", metavar="SITE|URL")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, site: str, *, as_json: bool) -> None:
    """Check every digest, record, archive and link of a published site.

    SITE is a folder that `build` wrote, URL the address where it is published. A signed list is verified, by its
    signers where `list_signers` of a registry in your settings names them. Exit status 1 where a file is missing,
    cannot be read or is not what another one says of it; 3 where no site can be read there.

    \b
    Examples:
      skillpack audit dist
      skillpack audit https://skills.example.com/ --json
    """
    limits = Limits()
    here, env = Path.cwd(), machine.environment()
    access = open_sources((), limits)[0].fetching.access
    trust = list_trust(site, access, here)
    wanted = ListWanted(trust.signers if trust else (), machine.today(env))
    # A file that its list does not name is a problem to be told, not one that is not there.
    with open_catalog(site, limits, replace(access, lists=()), here) as catalog:
        audited = audit_site(catalog, limits, wanted)
    if as_json:
        print_json(
            {
                "site": site,
                "sound": not audited.problems,
                "skills": audited.skills,
                "files": audited.files,
                "bytes": audited.size,
                "signed_list": _described(audited.signed_list),
                "problems": [
                    {"kind": str(each.kind), "path": each.path, "message": each.message, "hint": each.hint}
                    for each in audited.problems
                ],
            }
        )
    else:
        _show(site, audited)
    ctx.exit(1 if audited.problems else 0)


def _described(found: AuditedList | None) -> Mapping[str, object] | None:
    if found is None:
        return None
    return {
        "state": str(found.maker.state),
        "signer": found.maker.signer,
        "known_as": found.maker.known_as,
        "catalog": found.said.catalog,
        "serial": found.said.serial,
        "made": found.said.made,
        "expires": found.said.expires,
    }


def _show(site: str, audited: Audited) -> None:
    paint, errors = paint_for(), paint_for(stderr=True)
    for each in audited.problems:
        place = paint.styled(Style.ERROR, str(each.kind))
        click.echo(f"{paint.show(each.path)}: {place}: {paint.show(each.message)}")
    for kind in HINTS:
        if any(each.kind is kind for each in audited.problems):
            notify(f"hint: {kind}: {HINTS[kind]}")
    if audited.signed_list is not None:
        notify(errors.show(_list_line(audited.signed_list)))
    found = quantity(len(audited.problems), "problem") if audited.problems else "every digest and link is right"
    notify(f"{errors.show(site)}: {quantity(audited.skills, 'skill')}, {audited.files:,} files, {found}")


def _list_line(found: AuditedList) -> str:
    """Return who made the signed list of a site, and until when it counts."""
    said, maker = found.said, found.maker
    by = {
        SignatureState.VALID: f"made by `{maker.signer}`, whom your settings name for it",
        SignatureState.UNKNOWN: f"made by `{maker.signer}`, whom nobody named: `list_signers` of a registry does",
    }.get(maker.state, f"{maker.state}: {maker.problem}")
    return f"signed list: serial {said.serial} of `{said.catalog}`, until {said.expires[:10]}, {by}"
