"""skillpack audit: a published site against what it says of itself."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from skillpack import machine
from skillpack.audit.audit import Audited, audit_site
from skillpack.audit.problem import HINTS
from skillpack.audit.signatures import AuditedSignature
from skillpack.audit.signed_list import AuditedList, ListWanted
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.signers import user_signers
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.model.evidence import SignatureState
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.registry.skill_json import signature_row
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.signature import file_words
from skillpack.sources.access import list_trust, open_catalog


@verb("audit")
@click.argument("site", metavar="SITE|URL")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, site: str, *, as_json: bool) -> None:
    """Check every digest, record, archive and link of a published site.

    Signatures of all versions are verified by your own `[signers]`, and files that are not as they were signed are
    named. That is no problem of the site, unless its records say otherwise. A signed list is verified by its signers,
    where `list_signers` of a registry in your settings names them.

    SITE is a folder that `build` wrote, URL the address where it is published. Exit status 1 where a file is missing,
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
    wanted = ListWanted(trust.signers if trust else (), machine.expiry_day(env))
    # A file that its list does not name is a problem to be told, not one that is not there.
    with open_catalog(site, limits, replace(access, lists=()), here) as catalog:
        signers = user_signers().of(Provenance(SourceKind.REGISTRY, site))
        audited = audit_site(catalog, limits, signers, wanted)
    if as_json:
        print_json(
            {
                "site": site,
                "sound": not audited.problems,
                "skills": audited.skills,
                "files": audited.files,
                "bytes": audited.size,
                "signed_list": _described(audited.signed_list),
                "signatures": [
                    {"name": each.name, "label": each.label, **signature_row(each.facts)} for each in audited.signatures
                ],
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
    print_lines(_signature_lines(audited.signatures, paint))
    for kind in HINTS:
        if any(each.kind is kind for each in audited.problems):
            notify(f"hint: {kind}: {HINTS[kind]}")
    if audited.signed_list is not None:
        notify(errors.show(_list_line(audited.signed_list)))
    if states := Counter(each.facts.state for each in audited.signatures):
        counts = ", ".join(f"{states[state]:,} {state}" for state in SignatureState if states[state])
        notify(f"{errors.show(site)}: {quantity(states.total(), 'signature')}: {counts}")
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


def _signature_lines(found: Sequence[AuditedSignature], paint: Paint) -> Iterator[str]:
    """Yield the signatures that are not as they should be, then the signers that nobody named, each once."""
    unknown: Counter[str] = Counter()
    for each in found:
        facts = each.facts
        if not facts.known_as and not facts.problem:
            unknown[f"{facts.signer} under the root {facts.root}" if facts.root else facts.signer] += 1
        if facts.state not in {SignatureState.VALID, SignatureState.UNKNOWN}:
            words = "; ".join((*([facts.problem] if facts.problem else ()), *file_words(facts)))
            state = paint.styled(Style.WARNING, str(facts.state))
            yield f"{paint.show(f'{each.name} {each.label}')}: {state}: {paint.show(words)}"
    for who, count in unknown.items():
        yield f"{quantity(count, 'signature')} by {paint.show(who)}, whom your `[signers]` do not name"
