import json

import pytest

from skillpack.errors import UsageError
from skillpack.search.live import LiveRun, read_results

RUN = {"model": "some-model-4", "date": "2026-11-02", "results": [{"skill": "pdf", "right": 18, "asked": 20}]}


def read(value: object) -> tuple[LiveRun, ...]:
    return read_results(value if isinstance(value, str) else json.dumps(value), "`r.json`")


def test_one_run_or_several() -> None:
    run = LiveRun("some-model-4", "2026-11-02", "", (("pdf", 18, 20),))
    assert read(RUN) == (run,)
    assert read([RUN, {**RUN, "tool": "trials"}]) == (run, LiveRun("some-model-4", "2026-11-02", "trials", run.results))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{", "`r.json` is not readable as JSON"),
        ("[" * 100_000, "`r.json` is not readable as JSON"),
        ([1], "`r.json`, run 1 is no mapping"),
        ({**RUN, "model": " "}, "`r.json`, run 1 does not say which `model`"),
        ([RUN, {**RUN, "date": "yesterday"}], "`r.json`, run 2 has no `date` such as `2026-01-31`"),
        ({**RUN, "results": None}, "`r.json`, run 1 has no list `results`"),
        ({**RUN, "results": ["pdf"]}, "`r.json`, run 1, result 1 names no `skill`"),
        (
            {**RUN, "results": [{"skill": "pdf", "right": 3, "asked": 2}]},
            "`r.json`, run 1, result 1: `right` and `asked`",
        ),
        ({**RUN, "results": [{"skill": "pdf", "right": True, "asked": 2}]}, "`r.json`, run 1, result 1: `right`"),
    ],
)
def test_mistakes_are_told(value, message) -> None:
    with pytest.raises(UsageError) as error:
        read(value)
    assert str(error.value).startswith(message)
