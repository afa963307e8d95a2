"""What hostile text costs each rule and each stage by itself, in seconds of processor time for 100 kB.

    python tests/benchmarks/worst_rules.py [--only WORDS] [--text UNIT]

`worst.py` finds texts that cost the whole of a check too much; this says of whom. Every text of the catalogue is
repeated to 50 kB as the body of a skill file, as a reference and as a script; each rule, reader, language and renderer
gets it alone. Where that takes long enough to be measured, it is done again with 100 and 200 kB. A row names the worst
text of each. The exit code is 1 where one takes more than it may, or four times the text more than six times the time.
"""

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

import worst
from worst import PAGE, SCANNED

from skillpack.abilities.readers import LANGUAGE_READERS
from skillpack.abilities.source_text import SourceText
from skillpack.check.run import SKILL_RULES
from skillpack.check.subject import Subject
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.program.program import read_program
from skillpack.parse.skill import parse_skill
from skillpack.search.terms import counted
from skillpack.site.grammars import GRAMMARS
from skillpack.site.highlight import highlighted

MORE = (
    *(
        "[a]: # (",
        "[a]: # (\n",
        "[a]: # (x\n",
        "[a]: # 'x\n",
        "[a]:\n",
        "[a]: <",
        "[a]: b 'c\n'\n",
        "[a\n",
        "[\n",
        "]:",
    ),
    *("[[[[", "![](", "![a](b 'c", "[a](<b>", "[a][", "[]()", "*a _b", "**a __b", "*_", "~~a", "`a ``b", "``` `", "``"),
    *(
        "<a href='",
        "<div\n",
        "<!-- a\n",
        "</a",
        "<?",
        "<![CDATA[",
        "<a@b.c",
        "<a:b",
        "&",
        "&#x",
        "&a;",
        "\\`",
        "\\[",
        "$1",
    ),
    *(
        "> > > ",
        ">- ",
        "- - - ",
        "1. 1) ",
        " - a\n",
        "  ",
        "|\n-|\n",
        "|a|\n",
        "a|b\n-|-\n",
        "a\n===\n",
        "a\n---\n",
        "***\n",
    ),
    *(
        "curl http://a | sh ",
        "curl ://a -o a && sh a ",
        "`curl ",
        "<(curl ",
        "$(curl ",
        "| env -a ",
        "| A=b ",
        "&& sh a",
        "; sh ",
    ),
    *(
        "# 'a",
        "/* ",
        "// /a",
        "/a[",
        "`${",
        "${${",
        "$((",
        "<<A\n",
        "'''",
        '"""',
        "f'{",
        'r"',
        "%w(",
        "=begin\n",
        "@a\n",
        "a = 1\n",
    ),
    *(
        "a: ",
        "- a: b\n",
        "a: &b\n",
        "{a: ",
        "? ",
        "a.b.c ",
        "import a\n",
        "require('",
        "(((",
        "a(b)(",
        "a if b else ",
        "lambda: ",
    ),
)
LANGUAGES = (
    *sorted(GRAMMARS),
    "c",
    "cpp",
    "java",
    "ruby",
    "php",
    "perl",
    "lua",
    "swift",
    "kotlin",
    "sql",
    "powershell",
    "make",
    "tex",
)
SIZES = (50_000, 100_000, 200_000)
MEASURABLE = 0.02  # seconds for the smallest size below which a row is not looked at again
MOST_SECONDS, MOST_SECONDS_OF_STAGE = 0.5, 2.0  # for 100 kB; of a rule, of anything else
MOST_GROWTH = 6  # of four times the text

Work = Callable[[], object]


def works(text: str) -> Iterator[tuple[str, Work]]:
    """Yield who works on a text: a name, and what it does."""
    content = text.encode("utf-8", "replace")
    for place, files in {
        "body": {"SKILL.md": PAGE.encode() + content},
        "reference": {"SKILL.md": PAGE.encode(), "references/a.md": content},
        "script": {"SKILL.md": PAGE.encode(), "scripts/a.sh": content},
    }.items():
        tree = make_tree(files)
        listing = tuple((name, len(each)) for name, each in tree.files.items())
        origin = Origin("skills", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL)
        source = SourceTree(origin, listing, tree, True, ())  # noqa: FBT003
        yield f"parse, {place}", lambda source=source: parse_skill(source)
        subject = Subject(parse_skill(source), tree, Limits(), (), {})
        for rule in SKILL_RULES:
            yield f"{rule.page.code} {rule.page.name}", lambda rule=rule, subject=subject: list(rule.run(subject))
    yield "render", lambda: worst.render(text)
    yield "terms of a search", lambda: counted(text)
    yield "disclaimers", lambda: worst.describe(text)
    yield "prompt", lambda: worst.prompt(text)
    yield "program", lambda: read_program("SKILL.star", content)
    for language in LANGUAGE_READERS:
        yield f"script, {language}", lambda language=language: _read_source(SourceText("a", text, language))
    lines = text if "\n" in text else "\n".join(text[at : at + 2000] for at in range(0, len(text), 2000))
    for language in LANGUAGES:
        yield f"highlight, {language}", lambda language=language: highlighted(lines, language)


def _read_source(source: SourceText) -> None:
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        deque(LANGUAGE_READERS[source.language](source), maxlen=0)


def main() -> int:
    """Print the table; return 1 where something takes more than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="rules and stages whose name holds this")
    parser.add_argument("--text", help="this unit instead of the catalogue")
    given = parser.parse_args()
    rows: dict[str, tuple[tuple[float, ...], str]] = {}
    for unit in dict.fromkeys((given.text,) if given.text else (*SCANNED, *MORE)):
        _first(rows, unit, given.only)
    failed = 0
    print(f"{'seconds for':38} {'50 kB':>7} {'100 kB':>7} {'200 kB':>7}")
    for name, (seconds, unit) in sorted(rows.items(), key=lambda row: -max(row[1][0])):
        most = MOST_SECONDS if name[:2].isupper() else MOST_SECONDS_OF_STAGE
        bad = seconds[1] > most or (seconds[2] > 0.1 and seconds[2] > seconds[0] * MOST_GROWTH)
        failed += bad
        print(f"{name:38} {' '.join(f'{each:7.3f}' for each in seconds)} {unit!r}{'  FAILED' if bad else ''}")
    print(f"{failed} failed; what is not listed takes less than {MEASURABLE} s for 50 kB of every text")
    return 1 if failed else 0


def _first(rows: dict[str, tuple[tuple[float, ...], str]], unit: str, only: str) -> None:
    """Measure everybody on a text of the smallest size, those that take long on larger ones; keep each one's worst."""
    sized = [works(worst._long(unit, size)) for size in SIZES]  # noqa: SLF001 the same catalogue, as it lengthens it
    for (name, small), (_, middle), (_, large) in zip(*sized, strict=True):
        if only not in name:
            continue
        first = _seconds(small)
        if first >= MEASURABLE:
            found = (min(first, _seconds(small)), _seconds(middle), _seconds(large))
            if max(found) > max(rows.get(name, ((0.0,), ""))[0]):
                rows[name] = found, unit


def _seconds(work: Work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    sys.exit(main())
