"""How the work grows with the worst texts for every pattern: ten times the text may take fifteen times the work.

    python tests/benchmarks/worst.py [--only WORDS] [--verbose]

Each text is made from a pattern of the package (`alphabets`) or written here for the scanners; it is checked as the
body of a skill file, as a reference and as a script, rendered, and highlighted. Texts that seem to grow too fast, or
to take long, are measured again with 100 kB and 1 MB. The exit code is 1 where one takes more than it may.
"""

import argparse
import functools
import gc
import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping

from alphabets import worst_texts
from msgspec import Struct
from msgspec.structs import fields

from skillpack.check.run import check_skill
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.program.program import read_program
from skillpack.parse.skill import parse_skill
from skillpack.prompt.escape import never_closing, one_line
from skillpack.prompt.metaskill import without_comments
from skillpack.search.terms import counted
from skillpack.search.trim import denials, disclaimers
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.render import render_body

ROOMS = ("check", "parse", "site")
SCANNED = (
    *(
        "[a](",
        "[a](b)\n",
        "[",
        "![",
        "]",
        "[a]",
        "[a]: b\n",
        "`",
        "<a ",
        "<a b='",
        "<!--",
        "<!-- -->",
        "[a](b(",
        "[a](<b",
    ),
    *(
        '[a](b "',
        "> ",
        "- ",
        "- a\n",
        "|a",
        "|a|b|\n|-|-|\n",
        "\\",
        " ",
        "```\n",
        "~~~\n```\n",
        "#",
        "a\n=\n",
        "[a][b]",
    ),
    *(
        "1. ",
        "<div>\n",
        "\t",
        "$ARGUMENTS[",
        "!`a",
        "*a",
        "<b hidden>",
        '[a](b "c")',
        "![a](b)",
        "a\n",
        "(",
        "ask(",
        '"',
    ),
    *("<a@", "<http:", "x = (", "{", "\x1b[", "\u200b", "a\u202e", "\r", "\0", "A" * 20 + " ", "**a", "_a_", "&amp;"),
    *(
        "curl ",
        "| sh ",
        "curl |",
        "eval ",
        "rm -a ",
        "sh -a ",
        "/dev/sda ",
        "dd ",
        "; ",
        "x64 -d ",
        "~/.ssh/id_a ",
        "nc ",
    ),
    *("e.g. A", "use when ", " - ", ", ", "or and ", "not for ", "a", "<  ", "\n"),
)
PAGE = "---\nname: pdf\ndescription: Reads PDF files. Use when somebody has one.\n---\n# A\n\n"
SMALL, LARGE, VERY_LARGE = 10_000, 100_000, 1_000_000
MOST_GROWTH = 15
MOST_SECONDS = 0.5  # for 100 kB
UNMEASURABLE = 0.05  # seconds below which growth is noise


def check(text: str) -> None:
    """Check a skill that holds the text as its body, as a reference and as a script."""
    content = text.encode("utf-8", "replace")
    tree = make_tree({"SKILL.md": PAGE.encode() + content})
    _check(tree)


def check_reference(text: str) -> None:
    """Check a skill with the text as a reference."""
    _check(make_tree({"SKILL.md": PAGE.encode(), "references/a.md": text.encode("utf-8", "replace")}))


def check_script(text: str) -> None:
    """Check a skill with the text as a script."""
    _check(make_tree({"SKILL.md": PAGE.encode(), "scripts/a.sh": text.encode("utf-8", "replace")}))


def _check(tree) -> None:
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    candidate = SourceTree(Origin("skills", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL), listing, tree, True, ())  # noqa: FBT003
    check_skill(parse_skill(candidate), tree, Limits())


def render(text: str) -> None:
    """Render the text as a body."""
    render_body(text, link=lambda *_: None, highlight=highlighted, limits=Limits(), shift=2)


def program(text: str) -> None:
    """Read the text as a program."""
    read_program("SKILL.star", text.encode("utf-8", "replace"))


def highlight(text: str) -> None:
    """Highlight the text in some languages."""
    for language in ("starlark", "bash", "json"):
        highlighted(text, language)


def describe(text: str) -> None:
    """Read the text as a description."""
    list(disclaimers(text))
    list(denials(text))


def count(text: str) -> None:
    """Count the terms of the text."""
    counted(text)


def prompt(text: str) -> None:
    """Put the text into a prompt."""
    one_line(text)
    never_closing(f"<{text}", "skill")
    without_comments(text)


WORK: Mapping[str, Callable[[str], None]] = {
    each.__name__: each
    for each in (check, check_reference, check_script, render, program, highlight, describe, count, prompt)
}
OF_SCANNERS = frozenset({"describe", "count", "prompt"})
"""Work that the patterns of the rooms have no part in."""


def patterns() -> Iterator[tuple[str, re.Pattern[str] | re.Pattern[bytes]]]:
    """Yield every pattern that a module of the rooms holds, with its name."""
    for room in ROOMS:
        package = importlib.import_module(f"skillpack.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(importlib.import_module(module.name)).items():
                yield from ((f"{module.name.removeprefix('skillpack.')}.{name}", each) for each in _held(value))


def _held(value: object) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from _held(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _held(each)
    elif isinstance(value, functools._lru_cache_wrapper) and "late." in value.__wrapped__.__qualname__:  # noqa: SLF001
        yield value()
    elif isinstance(value, Struct):
        for each in fields(value):
            yield from _held(getattr(value, each.name, None))


def _long(unit: str, size: int) -> str:
    once, marker, repeated = unit.rpartition("\0") if unit != "\0" else ("", "", "\0")
    del marker
    return once + (repeated * (size // max(len(repeated), 1) + 1))[: size - len(once)]


def _seconds(work: Callable[[str], None], text: str, times: int = 1) -> float:
    best = float("inf")
    for _ in range(times):
        gc.collect()  # what the last text has left is not this one's work
        start = time.process_time()
        work(text)
        best = min(best, time.process_time() - start)
    return best


def _judged(name: str, unit: str, kind: str, *, verbose: bool) -> bool:
    """Measure a text; print and return True where it takes more than it may."""
    work = WORK[kind]
    small, large = _seconds(work, _long(unit, SMALL)), _seconds(work, _long(unit, LARGE))
    limit = MOST_SECONDS if kind.startswith("check") else 2.0
    if large < limit / 2 and (large < UNMEASURABLE or large < small * 12):
        return False
    large = _seconds(work, _long(unit, LARGE), 3)
    very_large = _seconds(work, _long(unit, VERY_LARGE), 1)
    if very_large > large * MOST_GROWTH:
        very_large = min(very_large, _seconds(work, _long(unit, VERY_LARGE), 2))
    failed = large > limit or (very_large > UNMEASURABLE and very_large > large * MOST_GROWTH)
    if failed or verbose:
        word = "FAILED" if failed else "passed"
        print(f"{word} {kind:15} {large:6.2f} s {very_large / large:5.1f} times {unit[:60]!r} of {name}", flush=True)
    return failed


def main() -> int:
    """Measure everything; return 1 where something takes more than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="patterns whose name holds this")
    parser.add_argument("--verbose", action="store_true", help="also print what was measured twice and passed")
    given = parser.parse_args()
    units: dict[str, str] = dict.fromkeys(SCANNED, "the scanners")
    held = list(patterns())
    for name, pattern in held:
        for unit in worst_texts(pattern):
            units.setdefault(unit, name)
    wanted = {unit: name for unit, name in units.items() if unit.strip("\0") and given.only in name}
    print(f"{len(wanted):,} texts of {len(held)} patterns, {len(WORK)} kinds of work", flush=True)
    failed = 0
    for unit, name in wanted.items():
        for kind in WORK:
            if name == "the scanners" or (kind not in OF_SCANNERS and (kind != "program" or name.startswith("parse."))):
                failed += _judged(name, unit, kind, verbose=given.verbose)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
