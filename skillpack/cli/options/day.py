"""The day on which suppressions are judged."""

from collections.abc import Mapping
from datetime import date

from skillpack import machine
from skillpack.cli.options.advanced import advanced_option
from skillpack.errors import UsageError

today_option = advanced_option(
    "--today",
    default="",
    metavar="DATE",
    help="Judge suppressions as of this day, such as 2027-01-31; today by default.",
)


def chosen_day(text: str, env: Mapping[str, str]) -> str:
    """Return the ISO day on which suppressions are judged: the one that was asked for, else the machine's.

    Raises:
        UsageError: It is not a day.
    """
    if not text:
        return machine.today(env)
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise UsageError(f"`{text}` is not a day", hint="write it as `2027-01-31`") from error
