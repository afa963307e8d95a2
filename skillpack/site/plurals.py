"""Which form of a text goes with a number: the rules of CLDR for whole numbers, as a table."""

from collections.abc import Callable

Rule = Callable[[int], str]


def plural_rule(language: str) -> Rule:
    """Return what chooses among the plural forms for a number that is not negative.

    A language that is not in the table counts as English.
    """
    return _chosen(language)[0]


def plural_forms(language: str) -> tuple[str, ...]:
    """Return the forms that the rule of a language can choose, in the order of CLDR."""
    return tuple(_chosen(language)[1].split())


def known_languages() -> tuple[str, ...]:
    """Return the languages of the table, sorted: what is not in it counts as English."""
    return tuple(sorted(_RULES))


def _chosen(language: str) -> tuple[Rule, str]:
    tag = language.lower()
    return _RULES.get(tag) or _RULES.get(tag.split("-")[0]) or _RULES["en"]


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _up_to_one(n: int) -> str:
    return "one" if n <= 1 else "other"


def _never(n: int) -> str:  # noqa: ARG001 these languages have one form
    return "other"


def _one_or_millions(n: int) -> str:
    return "one" if n == 1 else _millions(n)


def _up_to_one_or_millions(n: int) -> str:
    return "one" if n <= 1 else _millions(n)


def _millions(n: int) -> str:
    return "many" if n and n % 1_000_000 == 0 else "other"


def _last_digit_one(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != _ELEVEN else "other"


def _east_slavic(n: int) -> str:
    return "one" if _last_digit_one(n) == "one" else "few" if _ends_few(n) else "many"


def _south_slavic(n: int) -> str:
    return "one" if _last_digit_one(n) == "one" else "few" if _ends_few(n) else "other"


def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if _ends_few(n) else "many"


def _ends_few(n: int) -> bool:
    return n % 10 in {2, 3, 4} and n % 100 not in {12, 13, 14}


def _czech(n: int) -> str:
    return {1: "one", 2: "few", 3: "few", 4: "few"}.get(n, "other")


def _slovenian(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


def _lithuanian(n: int) -> str:
    if n % 100 in range(11, 20) or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> str:
    if n % 100 in range(11, 20) or n % 10 == 0:
        return "zero"
    return "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> str:
    return "one" if n == 1 else "few" if n == 0 or n % 100 in range(1, 20) else "other"


def _arabic(n: int) -> str:
    small = {0: "zero", 1: "one", 2: "two"}
    rest = n % 100
    return small.get(n) or ("many" if rest >= _ELEVEN else "few" if rest > max(small) else "other")


def _hebrew(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


def _irish(n: int) -> str:
    return {1: "one", 2: "two"}.get(n) or ("few" if n in range(3, 7) else "many" if n in range(7, 11) else "other")


def _welsh(n: int) -> str:
    return {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(n, "other")


_ELEVEN = 11
_ONE_ALONE = (
    "af az bg da de el en et eu fi gl hu ka kk ky ml mn mr nb ne nl nn no or sq sv sw ta te tr ur uz yi"
)  # fmt: skip
_ROWS: tuple[tuple[str, Rule, str], ...] = (
    (_ONE_ALONE, _one, "one other"),
    ("am as bn fa gu hi hy kn pa si zu", _up_to_one, "one other"),
    ("id ja km ko lo ms my th vi zh", _never, "other"),
    ("ca es it pt-pt", _one_or_millions, "one many other"),
    ("fr pt", _up_to_one_or_millions, "one many other"),
    ("is mk", _last_digit_one, "one other"),
    ("be ru uk", _east_slavic, "one few many"),
    ("bs hr sr", _south_slavic, "one few other"),
    ("pl", _polish, "one few many"),
    ("cs sk", _czech, "one few other"),
    ("sl", _slovenian, "one two few other"),
    ("lt", _lithuanian, "one few other"),
    ("lv", _latvian, "zero one other"),
    ("ro", _romanian, "one few other"),
    ("ar", _arabic, "zero one two few many other"),
    ("he", _hebrew, "one two other"),
    ("ga", _irish, "one two few many other"),
    ("cy", _welsh, "zero one two few many other"),
)
_RULES = {language: (rule, forms) for languages, rule, forms in _ROWS for language in languages.split()}
