"""`sign --site`: the signed list of a site, which says what its catalog published and until when that counts."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from skillpack import machine
from skillpack.catalog import paths
from skillpack.cli.console import notify, print_json
from skillpack.cli.options.advanced import advanced_option
from skillpack.errors import SkillpackError, UsageError
from skillpack.evidence.bundle import can_verify
from skillpack.files.read import read_file
from skillpack.files.signed_list import first_line, previous_serial, site_digests, write_list
from skillpack.model.limits import Limits
from skillpack.parse.tool_source import install_extra
from skillpack.registry import catalog_json
from skillpack.registry.signed_list import LONGEST_LIST, MOST_SERIAL, write_parts, write_statement
from skillpack.report.quantity import quantity

F = TypeVar("F", bound=Callable[..., Any])

_KEY = "skillpack.signed_list"
_LARGEST_CERTIFICATE = 2**16  # bytes
_MOST_DAYS = 3650
_VALID_DAYS = 90
_FAR_YEARS = 10
_FAR = _FAR_YEARS * 366 * 86400  # seconds


class ListOptions(Struct, frozen=True):
    """What was typed.

    Attributes:
        site: Folder that `build` wrote; None where skills are signed.
        serial: None for the next one.
        valid_days: Until the list expires; None for the default.
        today: ISO day; empty for the machine's.
    """

    site: Path | None = None
    serial: int | None = None
    valid_days: int | None = None
    today: str = ""


def list_options(command: F) -> F:
    """Add the options of a site's list to a command; they are no arguments of it: `typed_list` returns them."""
    more = partial(advanced_option, expose_value=False, callback=_note)
    for option in (
        more("--today", metavar="DATE", help="Sign the list of --site as of this day; today by default."),
        more(
            "--valid-days",
            type=click.IntRange(1, _MOST_DAYS),
            metavar="N",
            help=f"Days until the list of --site expires; {_VALID_DAYS} by default.",
        ),
        more(
            "--serial",
            type=click.IntRange(0, MOST_SERIAL),
            metavar="N",
            help="Serial of the list of --site; by default above the last one, and at least the time in seconds.",
        ),
        click.option(
            "--site",
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            metavar="DIST",
            expose_value=False,
            callback=_note,
            help="Sign the list of what a built site publishes, in place of skills.",
        ),
    ):
        command = option(command)
    return command


def typed_list() -> ListOptions:
    """Return what was typed of a site's list.

    Raises:
        UsageError: Something of it, without `--site`.
    """
    typed = click.get_current_context().meta.get(_KEY, {})
    options = ListOptions(**{name: value for name, value in typed.items() if value is not None})
    if options.site is None and (options.serial is not None or options.valid_days is not None or options.today):
        raise UsageError("`--serial`, `--valid-days` and `--today` need `--site`", hint="give the folder of the site")
    return options


def sign_list(
    options: ListOptions, key: bytes | None, certificates: Sequence[Path], *, dry_run: bool, as_json: bool
) -> None:
    """Sign the list of a site by a key, write it there, and say what was done.

    Args:
        options: What was typed of it.
        key: Private key on an elliptic curve, as PEM; None where another way of signing was asked for, which lists do
            not have.
        certificates: Of the key, and those above it; none for the key alone.
        dry_run: Write nothing.
        as_json: Print JSON.

    Raises:
        UsageError: The folder holds no site that was built, or the key cannot be used.
        SkillpackError: A file is not as it was built, or the disk refuses.
    """
    site = options.site or Path()
    if key is None:
        raise UsageError("the list of a site is signed by a key only", hint="give `--key FILE`")
    if not can_verify():
        hint = install_extra(machine.installed_from(), "sign")
        raise UsageError("`sign` needs the extra `sign`, which is not installed", hint=hint)
    digests = site_digests(site)
    if paths.CATALOG not in digests:
        raise UsageError(f"`{site}` holds no `{paths.CATALOG}`", hint="give the folder that `build` wrote")
    limits = Limits()
    name = catalog_json.read_own_name(
        first_line(site, paths.CATALOG, limits.index_line), url=paths.CATALOG, limits=limits
    )
    made = _moment(options.today)
    expires = made + timedelta(days=options.valid_days or _VALID_DAYS)
    before = previous_serial(site)
    serial = options.serial if options.serial is not None else _next_serial(site, before, made)
    if serial < before:
        hint = "whoever has seen the later one refuses it; without `--serial` it is the next one"
        raise UsageError(f"the serial {serial} is lower than {before}, that of the list in `{site}`", hint=hint)
    parts = write_parts(digests)
    statement = write_statement(digests, parts, catalog=name, serial=serial, made=_text(made), expires=_text(expires))
    content = _signed(statement, key, certificates)
    clock = machine.today({})  # whatever day was chosen
    if _text(expires)[:10] < clock:
        notify(f"warning: the list expires on {_text(expires)[:10]}, and today is {clock}: nobody will take it")
    if not dry_run:
        write_list(site, content, parts)
    if as_json:
        print_json(_described(site, name, serial, _text(expires), len(digests), written=not dry_run))
    else:
        state = "would be signed" if dry_run else "signed"
        files = quantity(len(digests), "file")
        click.echo(f"{site / paths.SIGNED_LIST}  {files}, serial {serial}, until {_text(expires)[:10]}  ({state})")


def _next_serial(site: Path, before: int, made: datetime) -> int:
    """Return the serial above the last one, and at least the time.

    Raises:
        UsageError: The last one is far above the time. Anybody may have made that list, and a signed one after it would
            leave no serials, or few.
    """
    latest = max(made, machine.now({}))
    if before > latest.timestamp() + _FAR:
        message = f"the list in `{site}` has serial {before}, which no list has before {latest.year + _FAR_YEARS}"
        raise UsageError(message, hint="remove it, where nobody signed it; else say the next one by `--serial`")
    return max(before + 1, int(made.timestamp()))


def _described(site: Path, name: str, serial: int, expires: str, files: int, *, written: bool) -> Mapping[str, object]:
    return {
        "list": str(site / paths.SIGNED_LIST),
        "catalog": name,
        "serial": serial,
        "expires": expires,
        "files": files,
        "written": written,
    }


def _signed(statement: bytes, key: bytes, certificates: Sequence[Path]) -> bytes:
    """Return the signed list.

    Raises:
        UsageError: The key or a certificate cannot be used.
        SkillpackError: The list is too large.
    """
    from skillpack.evidence.envelope import sign_statement

    held = [read_file(path, _LARGEST_CERTIFICATE) for path in certificates]
    try:
        content = sign_statement(statement, key, held)
    except ValueError as error:
        raise UsageError(f"the key or a certificate cannot be used: {error}", hint="give PEM files") from error
    if len(content) > LONGEST_LIST:
        raise SkillpackError(f"the signed list would be larger than {LONGEST_LIST:,} bytes")
    return content


def _moment(today: str) -> datetime:
    """Return the moment at which the list is made: the start of the day that was typed, else now.

    Raises:
        UsageError: It is not a day.
    """
    if not today:
        return machine.now(machine.environment())
    try:
        return datetime.combine(date.fromisoformat(today), datetime.min.time(), UTC)
    except ValueError as error:
        raise UsageError(f"`{today}` is not a day", hint="write it as `2027-01-31`") from error


def _text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _note(context: click.Context, parameter: click.Parameter, value: object) -> object:
    context.meta.setdefault(_KEY, {})[parameter.name] = value
    return value
