"""The rule that somebody meant who wrote something else."""

from difflib import get_close_matches
from importlib import import_module


def near_rule(word: str) -> str:
    """Return the code of the rule that has this name, or the nearest name or code; empty where none is near."""
    pages = import_module("skillpack.check.run").rule_pages()  # loaded for a mistake alone
    codes = {known: page.code for page in pages for known in (page.name, page.code)}
    if word.upper() in codes:
        return word.upper()
    tries = (get_close_matches(each, codes, 1, 0.6) for each in (word.lower().replace("_", "-"), word.upper()))
    return next((codes[near[0]] for near in tries if near), "")
