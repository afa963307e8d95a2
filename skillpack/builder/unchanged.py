"""A build in which nothing changed, known by stats alone: what the last one said is said again.

A whole build leaves an answer beside its cache: what was asked for, what it said, and traces of all it depends on: the
sources, the configuration, pages, theme, our own files, and the output; libraries are known by their versions. While
everything is as it was, the next build of this output has nothing to do; it needs none of the modules that make a site
to know that.

The answer goes before a build changes anything, and is left when both output and cache are committed: a build that is
killed leaves none. It names the output by its list of files, so that it says nothing of a site that another build
wrote. Of the cache it only wants to be beside the same one: what that holds changes no site.

What is not noticed: a file of the output that was changed and has the size and the times that it had; a library that
was changed and has the version that it had; a change on a file system that sets no times of folders.
`build --verify-output` reads the whole output, and `build --check` sees everything.
"""

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field, to_builtins

from skillpack.check.credentials import find_credentials
from skillpack.files.trace import SameGroups, StoredTrace, Trace, TraceGroup, holds, same_answers, same_groups

_HEX = 32  # digits of the digest in front

Value = str | int | bool | list[str]


class UnchangedAnswer(Struct, frozen=True):
    """What a whole build left.

    Attributes:
        question: What it was asked for, and by whom; only the same question has this answer.
        days: ISO days from the first to the last on which it holds: suppressions end.
        cache: Path, device and inode of the cache's file.
        beside: Names of this build's lock and staging folders start so: while one lies there, something goes on.
        outcome: What it said.
    """

    question: Mapping[str, Value]
    days: tuple[str, str]
    cache: tuple[str, int, int]
    beside: tuple[str, ...]
    outcome: Mapping[str, object]


def answer_file(caches: Path, source: Path, output: Path) -> Path:
    """Return where the answer of builds from this folder to that one is kept."""
    both = f"{os.path.realpath(source)}\0{os.path.realpath(output)}"
    digest = hashlib.blake2b(both.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return caches / f"{digest}.unchanged"


class LastBuild(Struct, frozen=True):
    """The last build of an output.

    Attributes:
        outcome: What it said.
        is_answer: Nothing has changed since, so a build would say the same.
        left: The trace of the output, where that is as the build left it; None where it is not.
        texts: The names in all its traces: those of no file hold a credential.
        same: What it asked, but of the output, and is as it was.
    """

    outcome: Mapping[str, object]
    is_answer: bool
    left: StoredTrace | None
    texts: frozenset[bytes] = frozenset()
    same: SameGroups = field(default_factory=dict)


def last_build(file: Path, question: Mapping[str, Value], today: str) -> LastBuild | None:
    """Return the last build; None where nothing is known of it, or another one goes on.

    Args:
        file: Where its answer is kept.
        question: What is asked for now.
        today: ISO day.
    """
    try:
        answer, (*asked, left) = _decoded(file.read_bytes())
        if any(map(_goes_on, answer.beside)):
            return None
        same = answer.question == {**question, **_surroundings()} and answer.days[0] <= today <= answer.days[1]
        same = same and answer.cache == cache_identity(Path(answer.cache[0])) and all(map(same_answers, asked))
        alike = [same_groups(trace) for trace in asked]
        same = same and all(len(groups) == len(trace.groups) for groups, trace in zip(alike, asked, strict=True))
        untouched = holds(left)
        if same and untouched:
            return LastBuild(answer.outcome, is_answer=True, left=left)  # which is all that anybody asks for
        texts = frozenset(group.paths for trace in (*asked, left) for group in trace.groups)
        named: dict[str, dict[str, TraceGroup]] = {}
        for groups, trace in zip(alike, asked, strict=True):
            named.setdefault(trace.base, {}).update((group.name, group) for group in groups if group.name)
        return LastBuild(answer.outcome, is_answer=False, left=left if untouched else None, texts=texts, same=named)
    # Not there, or damaged: as good as none. A deep nest of brackets is a RecursionError.
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def forget_outcome(file: Path) -> None:
    """Forget what the last build said: another one begins.

    Raises:
        OSError: It cannot be removed, so that it would say too much if this build were killed.
    """
    file.unlink(missing_ok=True)


def remember_outcome(
    file: Path, answer: UnchangedAnswer, traces: Sequence[Trace], last: LastBuild | None = None
) -> None:
    """Keep what a build said, once everything else of it is kept; where it may not be kept, nothing is remembered.

    Args:
        file: Where it is kept.
        answer: What it said, and to which question.
        traces: Of all that it asked, that of its output last.
        last: The build before, whose names need no second look.
    """
    if not all(trace.believed for trace in traces):
        return
    answered, groups, *texts = _encoded(answer, [trace.stored() for trace in traces])
    unseen = set(texts) - (last.texts if last is not None else frozenset())
    # In the name of a file: what it says next time is found out anew.
    if find_credentials(answered) or find_credentials(b"".join(unseen)):
        return
    new = file.with_name(f"{file.name}.new")
    with suppress(OSError):
        try:
            with new.open("wb") as kept:
                kept.writelines((f"{_digest([answered, groups, *texts])}\n".encode(), answered, groups, *texts))
            new.replace(file)
        except OSError:
            new.unlink(missing_ok=True)


def cache_identity(file: Path) -> tuple[str, int, int]:
    """Return the identity of a cache, which is another once it was made anew.

    Raises:
        OSError: It is not there.
    """
    found = file.stat()
    return str(file.absolute()), found.st_dev, found.st_ino


def _surroundings() -> Mapping[str, Value]:
    """Return the surroundings that shape every build: the interpreter, and where paths start."""
    return {"python": sys.version, "folder": str(Path.cwd())}


def _goes_on(start: str) -> bool:
    """Return whether the lock or the staging folder of a build lies there."""
    folder, name = os.path.split(start)
    with os.scandir(folder) as entries:
        return any(entry.name.startswith(name) for entry in entries)


def _encoded(answer: UnchangedAnswer, traces: Sequence[StoredTrace]) -> Sequence[bytes]:
    """Return an answer as it is kept, in pieces: all but the groups of its traces, these, and the paths of each."""
    asked = [(trace.base, trace.asked) for trace in traces]
    question = {**answer.question, **_surroundings()}
    answered = json.dumps({**to_builtins(answer), "question": question, "traces": asked}).encode()
    groups = [[(len(each.paths), each.numbers, each.name, each.outcome) for each in trace.groups] for trace in traces]
    paths = (group.paths for trace in traces for group in trace.groups)
    return [answered + b"\n", json.dumps(groups).encode() + b"\n", *paths]


def _decoded(kept: bytes) -> tuple[UnchangedAnswer, list[StoredTrace]]:
    """Return an answer and its traces.

    Raises:
        ValueError: It is not what was written; other exceptions where somebody made it up.
    """
    start = _HEX + 1
    if kept[:_HEX] != _digest([kept[start:]]).encode():
        raise ValueError("damaged")
    middle = kept.index(b"\n", start) + 1
    end = kept.index(b"\n", middle) + 1
    head = json.loads(kept[start:middle])
    traces = []
    for (base, asked), rows in zip(head.pop("traces"), json.loads(kept[middle:end]), strict=True):
        groups = []
        for size, numbers, name, outcome in rows:
            groups.append(TraceGroup(kept[end : end + size], numbers, name, outcome))
            end += size
        traces.append(StoredTrace(base, tuple(groups), tuple(map(tuple, asked))))
    question, outcome = head["question"], head["outcome"]
    days, cache, beside = (tuple(head[key]) for key in ("days", "cache", "beside"))
    return UnchangedAnswer(question, days, cache, beside, outcome), traces


def _digest(pieces: Sequence[bytes]) -> str:
    digest = hashlib.blake2b(digest_size=_HEX // 2)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()
