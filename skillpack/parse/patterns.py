"""Patterns that hardly any skill needs: compiled when one does, so that no start waits for them."""

import re
from collections.abc import Callable
from functools import cache
from typing import AnyStr


def late(pattern: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """Return a function that compiles a pattern once, when it is first called."""

    @cache
    def compiled() -> re.Pattern[AnyStr]:
        return re.compile(pattern, flags)

    return compiled
