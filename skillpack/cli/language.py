"""What is said when a catalog's language has no texts of the interface."""

from skillpack.cli.console import say
from skillpack.pipeline.inputs import Inputs


def tell_language(inputs: Inputs) -> None:
    """Say that pages speak English, and how they could speak the catalog's language, where they do not."""
    wanted, theme = inputs.configuration.language, inputs.theme
    if theme.language == wanted:
        return
    known = ", ".join(f"`{language}`" for language in theme.languages)
    say(f"note: pages have no texts in `{wanted}`, so buttons and headings are in English")
    say(f"hint: there are {known}; add `strings.{wanted.lower()}.toml` to the folder that `[theme] path` names")
