"""What is said of a catalog before it is built: texts of the interface that are missing, dates that git lacks."""

from skillpack.builder.inputs.inputs import Inputs
from skillpack.cli.console import notify
from skillpack.parse.settings.interface import unused_forms


def report_language(inputs: Inputs) -> None:
    """Say which texts of the theme do nothing, and how pages could speak the catalog's language, where they do not."""
    wanted, theme = inputs.configuration.language, inputs.theme
    if unused := unused_forms(theme.strings):
        more = f" and {len(unused) - 1} more" if len(unused) > 1 else ""
        notify(f"warning: plural forms of the theme that are no longer used: `{unused[0]}`{more}")
        notify("hint: a text with a number has two forms, `one` for 1 and `other`")
    if theme.language == wanted:
        return
    known = ", ".join(f"`{language}`" for language in theme.languages)
    notify(f"note: there are no translations for `{wanted}`, so buttons and headings are in English")
    notify(f"hint: there are {known}; add `strings.{wanted.lower()}.toml` to the folder that `[theme] path` names")


def report_dates(inputs: Inputs) -> None:
    """Say that skills have no date yet, where the history of the checkout is to tell it and is empty."""
    if inputs.configuration.dates == "git" and not inputs.days:
        notify("note: dates come from git (`[catalog] dates`), but nothing here is committed yet")
