"""`benchmark.json` as agentskills.io and skill-creator write it -> a result.

Both have `run_summary` with a mean of what passed, of seconds and of tokens, with and without the skill. The second has
`metadata` and `runs` as well; of a file without a summary the runs are summed up.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from skillpack.evidence.results.quantities import (
    quoted,
    read_amount,
    read_day,
    read_difference,
    read_name,
    read_share,
)
from skillpack.model.evaluation import Cost, Measured, ReadResult, Result

SHARE_PASSED = "pass_rate"
"""The dimension of such a file: the share of assertions that held."""

_WITH, _WITHOUT = "with_skill", "without_skill"
_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{64})")
_MOST_RUNS = 1_000_000

Row = Mapping[str, object]


def read_benchmark_json(content: bytes, file: str, skill: str, *, by_catalog: bool) -> ReadResult:
    """Return what a file holds.

    Args:
        content: Of the file, no longer than is read.
        file: As in `Result`.
        skill: Name of the skill whose result it should be.
        by_catalog: As in `Result`.
    """
    try:
        row = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        return ReadResult(file, None, (f"it is not JSON: {_why(error)}",))
    if not isinstance(row, dict):
        return ReadResult(file, None, ("it is no JSON object",))
    problems: list[str] = []
    result = _result(row, file, skill, problems, by_catalog=by_catalog)
    return ReadResult(file, result, tuple(problems))


def _result(row: Row, file: str, skill: str, problems: list[str], *, by_catalog: bool) -> Result | None:
    """Return the result; None where what matters is missing or wrong, and then a problem says what."""
    metadata = _row(row.get("metadata"))
    named = metadata.get("skill_name", row.get("skill_name"))
    if named is not None and named != skill:
        problems.append(f"`skill_name` is {quoted(named)}, another skill than `{skill}`")
        return None
    runs = _runs(row, problems)
    summary = row.get("run_summary")
    found = _of_summary(_row(summary), problems) if summary is not None else _of_runs(runs, problems)
    if found is None:
        return None
    with_skill, without_skill, of_with, of_without = found
    agent = read_name(metadata.get("agent"))
    model = read_name(metadata.get("executor_model", metadata.get("model")))
    cost = Cost(
        agent,
        model,
        *(_mean(each, key, problems) for key in ("time_seconds", "tokens") for each in (of_with, of_without)),
    )
    day = read_day(metadata.get("timestamp"))
    if day is None:
        problems.append(f"`metadata.timestamp` is {quoted(metadata.get('timestamp'))}, not a day such as `2026-03-01`")
    measured = Measured(SHARE_PASSED, agent, model, with_skill, without_skill, _tasks(metadata, runs))
    return Result(
        file,
        by_catalog,
        (measured,),
        (cost,) if any(each is not None for each in (cost.seconds, cost.tokens)) else (),
        day or "",
        _digest(metadata, "content_digest", problems),
        _digest(metadata, "baseline", problems),
    )


def _of_summary(summary: Row, problems: list[str]) -> tuple[float, float | None, Row, Row] | None:
    """Return the share with and without the skill, and the rows in which these and the costs stand."""
    of_with, of_without = _row(summary.get(_WITH)), _row(summary.get(_WITHOUT))
    with_skill = _share(of_with, f"run_summary.{_WITH}", problems, needed=True)
    if with_skill is None:
        return None
    without_skill = _share(of_without, f"run_summary.{_WITHOUT}", problems, needed=False)
    delta = _row(summary.get("delta")).get("pass_rate")
    if without_skill is None and delta is not None:
        difference = read_difference(delta)
        if difference is None or not -1e-9 <= with_skill - difference <= 1 + 1e-9:
            problems.append(f"`run_summary.delta.pass_rate` is {quoted(delta)}, not a difference such as `+0.50`")
        else:
            without_skill = min(1.0, max(0.0, with_skill - difference))
    return with_skill, without_skill, of_with, of_without


def _share(row: Row, where: str, problems: list[str], *, needed: bool) -> float | None:
    """Return the share that passed."""
    given = row.get("pass_rate")
    mean = given.get("mean") if isinstance(given, dict) else given
    if mean is None:
        if needed:
            problems.append(f"`{where}.pass_rate` is missing")
        return None
    share = read_share(mean)
    if share is None:
        problems.append(f"`{where}.pass_rate` is {quoted(mean)}, not a share from 0 to 1")
    return share


def _of_runs(runs: Sequence[Row], problems: list[str]) -> tuple[float, float | None, Row, Row] | None:
    """Return the same of single runs."""
    sides = {side: [run for run in runs if run.get("configuration") == side] for side in (_WITH, _WITHOUT)}
    means: dict[str, float | None] = {}
    for side, own in sides.items():
        shares = [read_share(_row(run.get("result")).get("pass_rate")) for run in own]
        known = [share for share in shares if share is not None]
        if len(known) < len(shares):
            left_out = len(shares) - len(known)
            problems.append(f"{left_out:,} of {len(shares):,} runs `{side}` have no `pass_rate` from 0 to 1")
        means[side] = fmean(known) if known else None
    with_skill = means[_WITH]
    if with_skill is None:
        if not problems:
            problems.append(f"it has neither `run_summary.{_WITH}.pass_rate` nor `runs` that do")
        return None
    of_with, of_without = (_averaged(own) for own in sides.values())
    return with_skill, means[_WITHOUT], of_with, of_without


def _amounts(runs: Sequence[Row], key: str) -> Iterator[float]:
    for run in runs:
        amount = read_amount(_row(run.get("result")).get(key))
        if amount is not None:
            yield amount


def _averaged(runs: Sequence[Row]) -> Row:
    """Return the mean of each cost of some runs, where one of them has it."""
    amounts = {key: list(_amounts(runs, key)) for key in ("time_seconds", "tokens")}
    return {key: fmean(each) for key, each in amounts.items() if each}


def _mean(row: Row, key: str, problems: list[str]) -> float | None:
    """Return the mean of a cost; None where it is not given."""
    given = row.get(key)
    mean = given.get("mean") if isinstance(given, dict) else given
    amount = read_amount(mean)
    if amount is None and mean is not None:
        problems.append(f"`{key}` is {quoted(mean)}, not an amount from 0 on")
    return amount


def _tasks(metadata: Row, runs: Sequence[Row]) -> int:
    """Return how many tasks were run; 0 where the file does not say."""
    ran = metadata.get("evals_run")
    if isinstance(ran, list):
        return min(len(ran), _MOST_RUNS)
    if isinstance(ran, int) and not isinstance(ran, bool) and 0 <= ran <= _MOST_RUNS:
        return ran
    return len({str(run.get("eval_id"))[:100] for run in runs if run.get("eval_id") is not None})


def _digest(metadata: Row, key: str, problems: list[str]) -> str:
    """Return a digest of a content; empty where none is named."""
    given = metadata.get(key)
    if given is None or given in ("", "none"):
        return ""
    found = _DIGEST.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        problems.append(f"`metadata.{key}` is {quoted(given)}, not `sha256:` with 64 hex digits")
        return ""
    return found[1]


def _runs(row: Row, problems: list[str]) -> Sequence[Row]:
    given = row.get("runs")
    if not isinstance(given, list):
        return ()
    if len(given) > _MOST_RUNS:
        problems.append(f"it has more than {_MOST_RUNS:,} runs; the others are not read")
    return [each for each in given[:_MOST_RUNS] if isinstance(each, dict)]


def _row(value: object) -> Row:
    return value if isinstance(value, dict) else {}


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice in one object")
    return made


def _why(error: Exception) -> str:
    """Return why a text is no JSON, a clause without what it holds."""
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)[:80]
