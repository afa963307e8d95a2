"""Waiting for a catalog's sources to change."""

import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from skillpack.files.discover import discover
from skillpack.pipeline.inputs import CONFIGURATION, Located

_PAUSE = 0.5  # seconds between two looks, without watchfiles
_QUIET = 50  # milliseconds without a further change, so that a save of many files is one


def watched(located: Located) -> tuple[Path, ...]:
    """Return the files and folders whose changes matter to a catalog; only those that exist."""
    configuration, root = located.configuration, located.root
    names = [
        CONFIGURATION,
        configuration.theme,
        *configuration.pages,
        *(source.path for source in configuration.sources),
    ]
    paths = (root / name for name in names if name)
    return tuple(dict.fromkeys(path.resolve() for path in paths if path.exists()))


def changes(located: Located) -> Iterator[None]:
    """Yield whenever something changed; at once with the extra `serve`, else within half a second."""
    if find_spec("watchfiles") is not None:
        yield from _notified(watched(located))
    else:
        yield from _polled(located)


def _notified(paths: Sequence[Path]) -> Iterator[None]:
    # An extra, loaded where it is used; untyped here so that nothing depends on its presence.
    watch: Any = import_module("watchfiles").watch
    for _ in watch(*paths, debounce=400, step=_QUIET, raise_interrupt=True):
        yield


def _polled(located: Located) -> Iterator[None]:
    before = _look(located)
    while True:
        time.sleep(_PAUSE)
        now = _look(located)
        if now != before:
            before = now
            yield


def _look(located: Located) -> tuple[object, ...]:
    places = tuple(place.signature for place in discover(located.configuration.sources, located.root))
    files = tuple(path.stat().st_mtime_ns for path in watched(located) if path.is_file())
    return (places, files)
