"""Which changes of the code no test notices: `python tests/benchmarks/mutation.py [--sample N] [--seed S] [MODULE...]`.

mutmut makes the mutants: the code with one change each, such as `<=` for `<`. A MODULE is a file or a folder of
skillpack; without one, those of `TESTS` below. Everything happens in a copy of this checkout, which is deleted at the
end. The tests of `TESTS` run once, to learn which of them run which lines. Then a forked process for each mutant runs
those that run the changed lines, the fast ones first, until one fails. A mutant lies in the copy while it is tried, so
programs that tests start run it too; which lines those run is not known, so tests of nothing else are not tried.

mutmut's own `run` goes through the tests in any order and without a bound: a mutant that survives in `install/root`
costs all tests that install anything. So its mutants are used, and its runner is not.

The output is a table, and the survivors as differences. `survivors.txt` has a word for each one that somebody read: why
no test can notice it, or none should. It goes by the changed lines, not by their place. A survivor that is not in it is
named as such, and so is a row of it whose line is no longer in the code. The exit code is 1 where one was not read.
"""

import argparse
import ast
import contextlib
import gc
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, takewhile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import coverage
import libcst
import pytest

PROJECT = Path(__file__).parents[2]
READ = Path(__file__).with_name("survivors.txt")

TESTS: dict[str, tuple[str, ...]] = {
    "skillpack/archive": ("tests/archive", "tests/check/test_packed.py"),
    "skillpack/install/root": ("tests/install/root", "tests/install/test_adopt.py", "tests/install/test_uninstall.py"),
    "skillpack/versions": ("tests/versions", "tests/builder/history"),
    "skillpack/catalog": ("tests/catalog",),
    "skillpack/runtime/budget.py": ("tests/runtime/test_budget.py", "tests/runtime/test_session.py"),
    "skillpack/builder/publication.py": ("tests/builder/test_publication.py", "tests/builder/test_resolve.py"),
    "skillpack/metaskill/command.py": ("tests/metaskill/test_command.py", "tests/runtime/test_shell.py"),
}
"""Part of the code -> tests that may notice a change of it."""

WARM = ("click", "hypothesis", "jinja2", "markdown_it", "msgspec", "nh3", "pygments", "syrupy", "urllib3", "yaml")
"""What each test process would load again: all that takes long and is not skillpack."""

LONGEST = 10.0  # seconds of a test that runs for a mutant
TOGETHER = 60.0  # seconds of all of them: the fast ones run first, and the rest is left out
LIMIT = 60.0  # seconds, and five times what the tests take on the code as it is
GRACE = 5.0  # seconds
CRASHED = 70  # exit code of a process that did not come as far as the tests
MEMORY = 8 * 2**30  # bytes of address space


class Mutant(NamedTuple):
    """The code of a module with one change.

    Attributes:
        lines: Of the statement that is changed, from 1.
        change: The lines of the difference, with `-` and `+` before them.
        functions: Whether the change lies in bodies of functions, so that the module is loaded as before.
    """

    module: str
    code: str
    lines: range
    change: tuple[str, ...]
    functions: bool


class Runs(NamedTuple):
    """What the tests did on the code as it is.

    Attributes:
        seconds: Of each test that passed.
        seen: Module -> line -> tests that ran it.
    """

    seconds: Mapping[str, float]
    seen: Mapping[str, Mapping[int, Collection[str]]]


class Verdict(NamedTuple):
    """What became of a mutant: `killed`, `survived` or `timed out`."""

    mutant: Mutant
    outcome: str
    tests: int


def main() -> int:
    """Print the table and the survivors, and return 1 where one was not read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="files or folders of skillpack")
    parser.add_argument("--sample", type=int, metavar="N", help="mutants to try, of all; without it all of them")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which sample (default: 0)")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the copy is deleted then, too
    if lost := [path for path in (*TESTS, *chain(*TESTS.values())) if not (PROJECT / path).exists()]:
        parser.error(f"`TESTS` names what is no longer there: {', '.join(lost)}")
    parts = [os.path.relpath(part, PROJECT) for part in given.modules] or list(TESTS)
    if unknown := [part for part in parts if not _among(TESTS, [part])]:
        parser.error(f"`TESTS` names no tests of {', '.join(unknown)}")
    start = time.monotonic()
    with copied() as copy:
        modules = [str(path) for part in parts for path in modules_of(Path(part))]
        mutants = sampled(modules, given.sample, given.seed)
        print(f"{len(mutants)} mutants of {len(modules)} modules; the tests run once on the code as it is", flush=True)
        runs = run_once(copy, modules)
        sys.dont_write_bytecode = True  # two mutants may have one size, and be written in one second
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        verdicts = judged(copy, mutants, runs)
    show(verdicts)
    print(f"{time.monotonic() - start:.0f} seconds")
    return show_survivors(verdicts)


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """Copy the checkout, and work in the copy: all that tests and mutants write is in it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=PROJECT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder).resolve() / "checkout"
        for name in filter(None, listed.stdout.split("\0")):
            if os.path.lexists(PROJECT / name):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(PROJECT / name, copy / name, follow_symlinks=False)
        with (copy / "pyproject.toml").open("a") as settings:
            settings.write('\n[tool.mutmut]\nsource_paths = ["skillpack"]\n')
        (copy.parent / "tmp").mkdir()
        os.environ |= {"PYTHONPATH": str(copy), "TMPDIR": str(copy.parent / "tmp")}
        tempfile.tempdir = None
        sys.path[:] = [str(copy), *(path for path in sys.path if Path(path) != Path(__file__).parent)]
        for name in WARM:
            importlib.import_module(name)
        with contextlib.chdir(copy):
            yield copy


def modules_of(part: Path) -> Iterable[Path]:
    """Return the modules of a part of the code, by path."""
    return sorted(part.rglob("*.py")) if part.is_dir() else (part,)


def sampled(modules: Sequence[str], number: int | None, seed: int) -> list[Mutant]:
    """Return mutants of the modules: all of them, or as many of all."""
    from mutmut.mutation.file_mutation import create_mutations  # reads the settings of the folder that we work in

    made = []
    for module in modules:
        tree, mutations, *_ = create_mutations(module, Path(module).read_text("utf-8"))
        made += [(module, tree, each) for each in mutations]
    chosen = list(range(len(made)))
    random.Random(seed).shuffle(chosen)  # noqa: S311
    found = filter(None, (_mutant(*made[place]) for place in chosen))
    return sorted((each for _, each in zip(range(number or len(made)), found, strict=False)), key=lambda each: each[0])


def _mutant(module: str, tree: libcst.Module, mutation: Any) -> Mutant | None:
    """Return a mutant; None where the code says the same."""
    changed = tree.deep_replace(mutation.original_node, mutation.mutated_node)
    before, after = tree.code, changed.code if isinstance(changed, libcst.Module) else tree.code
    if ast.dump(ast.parse(before)) == ast.dump(ast.parse(after)):
        return None
    old, new = before.splitlines(), after.splitlines()
    first = _shared(old, new)
    last = min(_shared(old[::-1], new[::-1]), min(len(old), len(new)) - first)
    change = [f"- {line}" for line in old[first : len(old) - last]] + [
        f"+ {line}" for line in new[first : len(new) - last]
    ]
    lines = _statement(ast.parse(before), first + 1)
    return Mutant(module, after, lines, tuple(change), _outside(before) == _outside(after))


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines two texts begin with together."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _outside(code: str) -> str:
    """Return what a module does when it is loaded."""

    class Emptied(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
            node.body = []
            return node

    return ast.dump(Emptied().visit(ast.parse(code)))


def _statement(tree: ast.AST, line: int) -> range:
    """Return the lines of the statement at a line; of one that holds others, those before them."""
    found = range(line, line + 1)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body and body[0].lineno > line else node.end_lineno or line
            found = range(node.lineno, last + 1)
    return found


def run_once(copy: Path, modules: Sequence[str]) -> Runs:
    """Return what the tests of the modules do on the code as it is."""
    result = copy.parent / "runs.json"

    def run() -> int:
        recorder = Recorder(modules)
        pytest.main(["-q", *_options(copy), *_among(TESTS, modules)], plugins=[recorder])
        result.write_text(json.dumps(recorder.recorded()))
        return 0

    if _forked(run, None, copy.parent / "last.txt") != 0:
        raise SystemExit(f"the tests cannot be run: {(copy.parent / 'last.txt').read_text()}")
    recorded = json.loads(result.read_text())
    if recorded["failed"]:
        print(f"left out, for they fail on the code as it is: {', '.join(recorded['failed'])}")
    seen = {module: {int(line): tests for line, tests in lines.items()} for module, lines in recorded["seen"].items()}
    return Runs(recorded["seconds"], seen)


class Recorder:
    """A plugin of pytest that records which test runs which lines."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._modules = modules
        self._coverage = coverage.Coverage(data_file=None, include=list(modules))
        self._coverage.start()
        self._seconds: dict[str, float] = defaultdict(float)
        self._failed: set[str] = set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._coverage.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration
        if not report.passed:
            self._failed.add(report.nodeid)

    def recorded(self) -> dict[str, Any]:
        """Return all of it, as JSON has it."""
        self._coverage.stop()
        data = self._coverage.get_data()
        lines = {module: data.contexts_by_lineno(os.path.realpath(module)) for module in self._modules}
        passed = {test: seconds for test, seconds in self._seconds.items() if test not in self._failed}
        seen = {
            module: {line: [test for test in tests if test in passed] for line, tests in each.items()}
            for module, each in lines.items()
        }
        return {"seconds": passed, "seen": seen, "failed": sorted(self._failed)}


def judged(copy: Path, mutants: Sequence[Mutant], runs: Runs) -> list[Verdict]:
    """Return what becomes of the mutants; those of functions share a process that has loaded the tests.

    Those that survive there are tried once more with all code loaded anew: tables of tests are made when that happens.
    """
    warm: list[Verdict] = []
    functions = [each for each in mutants if each.functions]
    loaded = Loaded(lambda items: warm.extend(
        _verdict(copy, each, _warm(copy, each, runs, items), runs) for each in functions
    ))  # fmt: skip
    wanted = {test.partition("::")[0] for each in functions for test in visible_tests(each, runs)}
    status = pytest.main(["-q", *_options(copy), *sorted(wanted)], plugins=[loaded]) if wanted else pytest.ExitCode.OK
    if status in {pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR}:
        raise SystemExit("stopped")
    killed = {each.mutant: each for each in warm if each.outcome != "survived"}
    return [killed.get(each) or _verdict(copy, each, _cold(copy, each, runs), runs) for each in mutants]


class Loaded:
    """A plugin of pytest that hands over the tests, by their names, instead of running them."""

    def __init__(self, use: Callable[[Mapping[str, pytest.Item]], None]) -> None:
        self._use = use

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        self._use({item.nodeid: item for item in session.items})
        return True


def _cold(copy: Path, mutant: Mutant, runs: Runs) -> Callable[[], int]:
    """Return what loads all of the code anew and runs the tests that see a mutant."""
    tests = visible_tests(mutant, runs)

    class Chosen:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            known = {item.nodeid: item for item in items}
            items[:] = [known[test] for test in tests if test in known]

    def run() -> int:
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", "")).startswith(str(copy)):
                del sys.modules[name]
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        return int(pytest.main(["-x", "-q", *_options(copy), *files], plugins=[Chosen()])) if files else 0

    return run


def _warm(copy: Path, mutant: Mutant, runs: Runs, items: Mapping[str, pytest.Item]) -> Callable[[], int]:
    """Return what puts a mutant into the functions, whoever holds them, and runs the tests that see it."""
    chosen = [items[test] for test in visible_tests(mutant, runs) if test in items]

    def run() -> int:
        path = str(copy / mutant.module)
        codes = {(each.co_qualname, each.co_firstlineno): each for each in _codes(compile(mutant.code, path, "exec"))}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename == path and "<" not in each.__qualname__:
                code = each.__code__
                each.__code__ = codes.get((code.co_qualname, code.co_firstlineno), code)
        try:
            for item, following in zip(chosen, (*chosen[1:], None), strict=False):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if item.session.testsfailed:
                    return 1
        except BaseException:  # noqa: BLE001 an interrupt that got out of a test
            return 1
        return 0

    return run


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _verdict(copy: Path, mutant: Mutant, run: Callable[[], int], runs: Runs) -> Verdict:
    """Return what became of a mutant, which lies on the disk meanwhile: processes that tests start load it there."""
    tests, module = visible_tests(mutant, runs), Path(mutant.module)
    before, known = module.read_bytes(), module.stat()
    module.write_text(mutant.code, "utf-8")
    try:
        status = _forked(run, LIMIT + 5 * sum(runs.seconds[test] for test in tests), copy.parent / "last.txt")
    finally:
        module.write_bytes(before)
        os.utime(module, ns=(known.st_atime_ns, known.st_mtime_ns))
    if status == CRASHED:
        raise RuntimeError((copy.parent / "last.txt").read_text())
    passed = status in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
    outcome = "timed out" if status is None else "survived" if passed else "killed"
    shutil.rmtree(copy.parent / "tmp", ignore_errors=True)
    (copy.parent / "tmp").mkdir(exist_ok=True)
    print(f"{outcome:10} {mutant.module}: {mutant.change[0]}", file=sys.__stdout__, flush=True)
    return Verdict(mutant, outcome, len(tests))


def visible_tests(mutant: Mutant, runs: Runs) -> list[str]:
    """Return the tests that run what is changed, the fast ones first; those of the module itself before all others.

    What runs when a module is loaded is run by no test: any that uses the module may notice.
    """
    lines = runs.seen.get(mutant.module, {})
    found = {test for line in mutant.lines for test in lines.get(line, ())}
    found = found or {test for tests in lines.values() for test in tests}
    own = f"test_{Path(mutant.module).stem}.py"
    known = sorted(
        (test for test in found if runs.seconds[test] <= LONGEST),
        key=lambda test: (f"/{own}::" not in test, runs.seconds[test], test),
    )
    return [
        test
        for test, before in zip(known, accumulate(map(runs.seconds.__getitem__, known)), strict=True)
        if before <= TOGETHER
    ]


def _options(copy: Path) -> tuple[str, ...]:
    return (
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        f"--rootdir={copy}",
        f"--basetemp={copy.parent / 'tmp' / 'pytest'}",
    )


def _among(table: Mapping[str, tuple[str, ...]], modules: Iterable[str]) -> list[str]:
    """Return the tests that a table names for modules."""
    wanted = list(modules)
    return list(dict.fromkeys(
        test for part, tests in table.items() if any(f"{each}/".startswith(f"{part}/") for each in wanted)
        for test in tests
    ))  # fmt: skip


def _forked(run: Callable[[], int], limit: float | None, output: Path) -> int | None:
    """Return the exit code of a function in a process of its own, None where its time was up; all it started ends."""
    sys.stdout.flush()
    process = os.fork()
    if not process:
        code = CRASHED
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(written, 1)
            os.dup2(written, 2)
            code = run()
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    end = None if limit is None else time.monotonic() + limit
    try:
        while True:
            done, status = os.waitpid(process, os.WNOHANG if end is not None else 0)
            if done:
                return abs(os.waitstatus_to_exitcode(status))
            if end is not None and time.monotonic() > end:
                os.kill(process, signal.SIGINT)  # so that it deletes what it made elsewhere
                time.sleep(GRACE)
                return None
            time.sleep(0.02)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(process, 0)


def show(verdicts: Sequence[Verdict]) -> None:
    """Print the table: a row for each module, and one for all of them."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for each in verdicts:
        for row in (each.mutant.module, "all"):
            rows[row].update([each.outcome, "mutants"])
    columns = ("mutants", "killed", "survived", "timed out")
    print(f"\n{'module':46}" + "".join(f"{column:>10}" for column in columns))
    for name in sorted(rows, key=lambda each: (each == "all", each)):
        print(f"{name:46}" + "".join(f"{rows[name][column]:10}" for column in columns))
    noticed = rows["all"]["killed"] + rows["all"]["timed out"]
    print(f"noticed: {noticed / max(len(verdicts), 1):.1%}")


def show_survivors(verdicts: Sequence[Verdict]) -> int:
    """Print the survivors, each with the word that somebody gave it, and return 1 where one has none."""
    words = read_words()
    counts: Counter[str] = Counter()
    for mutant, outcome, tests in verdicts:
        if outcome == "survived":
            word = words.get(_key(mutant.change), "NOT READ")
            counts[word.partition(":")[0]] += 1
            print(f"\n{word}  ({mutant.module}, seen by {tests} tests)")
            print("\n".join(mutant.change))
    print("\n" + ", ".join(f"{word}: {count}" for word, count in counts.most_common()))
    code = {
        line.strip() for part in TESTS for path in modules_of(PROJECT / part) for line in path.read_text().split("\n")
    }
    for key in words:
        if any(line[0] == "-" and line[1:] not in code for line in key):
            print(f"no longer in the code, delete it from {READ.name}: {key[0]}")
    return int("NOT READ" in counts)


def read_words() -> dict[tuple[str, ...], str]:
    """Return the word for each survivor that was read, by its changed lines."""
    words = {}
    for block in READ.read_text("utf-8").split("\n\n"):
        word, *change = [line for line in block.splitlines() if line and not line.startswith("#")] or [""]
        if change:
            words[_key(change)] = word
    return words


def _key(change: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{line[0]}{line[1:].strip()}" for line in change)


if __name__ == "__main__":
    sys.exit(main())
