"""Which files of a skill, or of a catalog, hold results, and what each of them says."""

from collections.abc import Iterator, Mapping

from skillpack.evidence.results.benchmark_json import read_benchmark_json
from skillpack.evidence.results.benchmark_markdown import read_benchmark_markdown
from skillpack.model.evaluation import ReadResult

LARGEST_RESULT = 4 * 2**20
"""Bytes of a file of results; a larger one is not read."""

RESULT_FILES = ("benchmark.json", "BENCHMARK.md")
"""Names of files of results."""

_READERS = {"benchmark.json": read_benchmark_json, "BENCHMARK.md": read_benchmark_markdown}
_OF_PUBLISHER = tuple(f"{folder}{name}" for folder in ("", "evals/") for name in RESULT_FILES)


def holds_results(path: str) -> bool:
    """Return whether a file of a skill may hold results: by its path, relative to the skill's folder."""
    return path in _OF_PUBLISHER


def read_result(content: bytes, file: str, skill: str, *, by_catalog: bool) -> ReadResult:
    """Return what a file of results says.

    Args:
        content: Of the file.
        file: As in `Result`; its last part is one of `RESULT_FILES`.
        skill: Name of the skill whose result it should be.
        by_catalog: As in `Result`.
    """
    if len(content) > LARGEST_RESULT:
        return ReadResult(file, None, (f"it is larger than {LARGEST_RESULT:,} bytes",))
    return _READERS[file.rpartition("/")[2]](content, file, skill, by_catalog=by_catalog)


def read_reported(files: Mapping[str, bytes], skill: str) -> Iterator[ReadResult]:
    """Yield what the files of a skill say of it; nothing for one that says nothing.

    Args:
        files: Path relative to the skill's folder -> bytes.
        skill: Its name.
    """
    for path in _OF_PUBLISHER:
        if path in files:
            found = read_result(files[path], path, skill, by_catalog=False)
            if found.result is not None or found.problems:
                yield found
