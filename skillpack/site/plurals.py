"""Which form of a text goes with a number: the rules of CLDR for whole numbers, as a table."""

from collections.abc import Callable


def plural_rule(language: str) -> Callable[[int], str]:
    """Return what chooses among `zero`, `one`, `two`, `few`, `many` and `other` for a number that is not negative.

    A language that is not in the table counts as English.
    """
    return _RULES.get(language.lower().split("-")[0], _one)


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _up_to_one(n: int) -> str:
    return "one" if n <= 1 else "other"


def _never(n: int) -> str:  # noqa: ARG001 these languages have one form
    return "other"


def _east_slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != _ELEVEN:
        return "one"
    return _few_or_many(n)


def _polish(n: int) -> str:
    return "one" if n == 1 else _few_or_many(n)


def _few_or_many(n: int) -> str:
    return "few" if n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14} else "many"


def _czech(n: int) -> str:
    return {1: "one", 2: "few", 3: "few", 4: "few"}.get(n, "other")


def _arabic(n: int) -> str:
    small = {0: "zero", 1: "one", 2: "two"}
    rest = n % 100
    return small.get(n) or ("many" if rest >= _ELEVEN else "few" if rest > max(small) else "other")


def _hebrew(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


_ELEVEN = 11
_RULES: dict[str, Callable[[int], str]] = {
    **dict.fromkeys(("ja", "zh", "ko", "vi", "th", "id", "ms"), _never),
    **dict.fromkeys(("fr", "pt", "fa", "hi"), _up_to_one),
    **dict.fromkeys(("ru", "uk", "be"), _east_slavic),
    **dict.fromkeys(("cs", "sk"), _czech),
    "pl": _polish,
    "ar": _arabic,
    "he": _hebrew,
}
