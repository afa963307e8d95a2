"""How much one conversation may load."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budgets:
    """The limits of a session; None switches one off (M41).

    Attributes:
        activations: Distinct skills that may be loaded.
        warn_tokens: Estimated tokens in all at which a warning is logged, once a session.
        most_tokens: Estimated tokens in all that no load may pass; as many are allowed.
        index_characters: Of the index of skills; beyond, it holds names alone.
    """

    activations: int | None = 3
    warn_tokens: int | None = 10_000
    most_tokens: int | None = 30_000
    index_characters: int | None = None


UNLIMITED = Budgets(None, None, None, None)


def refusal(budgets: Budgets, name: str, tokens: int, *, loaded: Collection[str], spent: int) -> str:
    """Return why a skill may not be loaded, in Metis's words; empty where it may.

    Args:
        tokens: Estimated, of this skill.
        loaded: Names of what was loaded before, in order.
        spent: Estimated tokens of all that.
    """
    names = list(loaded)
    if budgets.activations is not None and len(names) >= budgets.activations:
        return (
            f"activation budget exhausted: {len(names)} skills already activated this session "
            f"(limit {budgets.activations}). Already loaded: {names}. To free budget, start a fresh session or "
            "summarize and discard previously loaded skill bodies."
        )
    if budgets.most_tokens is not None and spent + tokens > budgets.most_tokens:
        return (
            f"activation token cap exhausted: loading '{name}' would bring cumulative activation tokens to "
            f"{spent + tokens} (cap {budgets.most_tokens}). Already loaded: {names}."
        )
    return ""
