"""Waiting for a catalog to change: its sources, configuration, pages, theme, reviews and results."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from skillpack.builder.inputs.catalog import Located
from skillpack.builder.inputs.reviews import FOLDER as REVIEWS
from skillpack.builder.inputs.scans import report_folders
from skillpack.errors import SkillpackError
from skillpack.files.discover import discover
from skillpack.files.membership import is_excluded
from skillpack.files.walk import scan_folder
from skillpack.model.evaluation import RESULTS
from skillpack.model.settings import Configuration

Find = Callable[[], Located]
"""Where the catalog is and what is configured there, asked anew at every scan."""

PAUSE = 0.5
"""Seconds between two scans, at most."""

_SHORT = 0.1  # seconds between two scans that are soon taken
_SHARE = 4  # looking takes so many times less than waiting, as long as that is no longer than the pause
_DEBOUNCE = 400  # milliseconds after which a change is told, even while more are coming
_QUIET = 25  # milliseconds without a further change, so that a save of many files is one


def changes(find: Find, *, notified: bool | None = None, pause: float = PAUSE) -> Iterator[None]:
    """Yield whenever something changed; never ends.

    A catalog that cannot be found, such as one whose configuration is half written, is a state like any other: coming
    into it and out of it is a change.

    Args:
        find: Where the catalog is.
        notified: Whether the system tells of changes in folders, which needs the extra `serve`; without it all is
            looked at again and again. None for what can be had.
        pause: Seconds between two scans at most, at least a thousandth.
    """
    with_help = find_spec("watchfiles") is not None if notified is None else notified
    # The first scan is taken here, not when the first change is asked for: a build may lie in between.
    return (_notified if with_help else _polled)(find, _scan(find), pause)


def _polled(find: Find, before: object, pause: float) -> Iterator[None]:
    took = 0.0
    while True:
        time.sleep(_rest(pause, took))
        started = time.monotonic()
        now = _scan(find)
        took = time.monotonic() - started
        if now != before:
            before = now
            yield


def _notified(find: Find, before: object, pause: float) -> Iterator[None]:
    # An extra, loaded where it is used; untyped here so that nothing depends on its presence.
    watch: Any = import_module("watchfiles").watch
    while True:
        started = time.monotonic()
        folders, configured = _folders(find), _configured(find)
        rest = _rest(pause, time.monotonic() - started)
        told: Iterable[object] = _ticks(rest)
        if folders:
            told = watch(
                *(path for path, _ in folders),
                watch_filter=lambda _, path, tops=folders: _matters(path, tops),
                debounce=_DEBOUNCE,
                step=_QUIET,
                rust_timeout=int(rest * 1000),
                yield_on_timeout=True,
            )
        untold = True  # nobody tells of what changed before somebody listened
        for found in told:
            now = _configured(find)
            if found or now != configured or (untold and _scan(find) != before):
                # No scan now, for the next build takes one. Who listens anew will not know it, and build once more.
                before, configured = None, now
                yield
            untold = False
            if _folders(find) != folders:
                break


def _rest(pause: float, took: float) -> float:
    """Return the seconds until the next look, of which one took some."""
    return min(pause, max(_SHORT, _SHARE * took))


def _ticks(pause: float) -> Iterator[None]:
    """Yield now and then: no folder is there that could be listened to."""
    while True:
        time.sleep(pause)
        yield None


def _matters(path: str, folders: Sequence[tuple[Path, int]]) -> bool:
    """Return whether a file that changed may be part of a skill or a theme."""
    file = Path(path)
    inside = next((file.relative_to(folder) for folder, _ in folders if file.is_relative_to(folder)), file)
    return not any(is_excluded(part) for part in inside.parts)


def _folders(find: Find) -> tuple[tuple[Path, int], ...]:
    """Return the folders that are looked into and exist, each with its inode: one made anew is another folder."""
    found = []
    with suppress(SkillpackError):
        located = find()
        configuration = located.configuration
        beside = (configuration.theme.path, *_of_reviews(configuration), RESULTS)
        names = [*(source.path for source in configuration.sources), *beside]
        for folder in dict.fromkeys((located.root / name).resolve() for name in names if name):
            with suppress(OSError):
                found.append((folder, folder.stat().st_ino))
    return tuple(found)


def _of_reviews(configuration: Configuration) -> tuple[str, ...]:
    """Return the folders that hold reviews and reports of scanners."""
    return REVIEWS, *report_folders(configuration.review.sarif)


def _configured(find: Find) -> object:
    """Return the configuration, and the state of each page and picture: equal ones mean that nothing changed."""
    try:
        located = find()
    except SkillpackError as error:
        return str(error)
    configuration = located.configuration
    files = (*configuration.pages, *configuration.theme.pictures)
    return configuration, tuple(_state(located.root / file) for file in files)


def _scan(find: Find) -> object:
    """Return the state of everything: equal ones mean that nothing changed."""
    try:
        located = find()
        locations = tuple(location.signature for location in discover(located.configuration.sources, located.root))
    except SkillpackError as error:
        return str(error)
    beside = (located.configuration.theme.path, *_of_reviews(located.configuration), RESULTS)
    folders = [located.root / name for name in beside if name]
    files = [sorted(scan_folder(str(folder), is_skill=False).files) for folder in folders if folder.is_dir()]
    return _configured(find), locations, files


def _state(file: Path) -> tuple[int, int, int] | None:
    """Return time, size and inode of a file; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
