"""Messages about the texts of the interface: a language without any, plural forms that do nothing."""

from skillpack.build.inputs.inputs import Inputs
from skillpack.cli.console import say
from skillpack.parse.interface import unused_forms


def tell_language(inputs: Inputs) -> None:
    """Say which texts of the theme do nothing, and how pages could speak the catalog's language, where they do not."""
    wanted, theme = inputs.configuration.language, inputs.theme
    if unused := unused_forms(theme.strings):
        more = f" and {len(unused) - 1} more" if len(unused) > 1 else ""
        say(f"warning: plural forms of the theme that nothing uses any more: `{unused[0]}`{more}")
        say("hint: a text with a number has two forms, `one` for 1 and `other`")
    if theme.language == wanted:
        return
    known = ", ".join(f"`{language}`" for language in theme.languages)
    say(f"note: pages have no texts in `{wanted}`, so buttons and headings are in English")
    say(f"hint: there are {known}; add `strings.{wanted.lower()}.toml` to the folder that `[theme] path` names")
