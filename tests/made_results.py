"""A catalog with a skill in each state that results can be in, each named for it."""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

from skillpack.model.digest import tree_digest
from skillpack.model.tree import make_tree

CONFIGURATION = """\
[catalog]
name = "measured"
title = "Measured skills"
[signers]
files = ["keys/team.pem"]
[[source]]
path = "skills"
"""
OLDER = """\
# Evaluation

- Skill: `{name}`
- Evaluation date: 2026-04-02
- Dataset: 5 evaluation tasks

| Dimension | Num | Claude Code (`opus-5`) | Codex (`gpt-6`) |
|---|---:|---:|---:|
| Security | 5 | 100% (+0%) | 100% (+0%) |
| Correctness | 5 | 92% (+48%) | 84% (+21%) |
| Efficiency | 3 | 60% (-4%) | 71% (+9%) |
"""
NEWER = """\
# Skill benchmark

- Skill: `{name}`
- Evaluation date: 2026-08-11
- Agents: Claude Code (`lab/opus-5`), Codex (`lab/gpt-6`)
- Tasks: 6 evaluation tasks (6 positive)

## Results at a Glance

| Measure | Claude Code (Baseline → Skill Uplift) | Codex (Baseline → Skill Uplift) |
|---|---:|---:|
| Overall | 49% → 95% (+46 points) | 59% → 78% (+19 points) |
| Correctness | 69% → 92% (+23 points) | 40% → 94% (+53 points) |
"""
NONE = "# Evaluation\n\n- Skill: `{name}`\n\n## Results\n\nNo agent was run for this report.\n"


def make_results(folder: Path, made: ModuleType) -> None:
    """Write the catalog; `older` is in its first version, which `raise_version` changes."""
    team, other = made.make_signer(), made.make_signer("Somebody")
    (folder / "keys").mkdir(parents=True)
    (folder / "keys" / "team.pem").write_bytes(team.root)
    (folder / "skillpack.toml").write_text(CONFIGURATION)
    for name in ("plain", "better", "same", "worse", "mixed", "alone", "older", "elsewhere", "costly", "compared"):
        write_skill(folder, name)
    write_tasks(write_skill(folder, "waiting"))
    for name in ("broken", "of-another", "odd-texts", "no-digest"):
        write_skill(folder, name)
    write_result(folder, "better", "claude-code", 1.0, 0.27, tasks=3)
    write_result(folder, "better", "codex", 1.0, 0.67, tasks=3)
    write_result(folder, "same", "claude-code", 0.8, 0.8, tasks=5)
    write_result(folder, "worse", "claude-code", 0.6, 0.72, tasks=5)
    write_result(folder, "mixed", "claude-code", 0.87, 0.8, tasks=6)
    write_result(folder, "mixed", "codex", 0.6, 0.9, tasks=6)
    write_result(folder, "alone", "claude-code", 0.91, None, tasks=4)
    write_result(folder, "older", "claude-code", 0.91, 0.53, tasks=6)
    write_result(folder, "elsewhere", "claude-code", 0.91, 0.53, digest="c" * 64)
    write_result(folder, "no-digest", "claude-code", 0.91, 0.53, digest="")
    write_result(folder, "costly", "claude-code", 0.9, 0.5, tasks=2, seconds=(81.5, 40.2), tokens=(12480, 9600))
    write_result(folder, "compared", "claude-code", 0.9, 0.85, baseline="d" * 64)
    write_result(folder, "odd-texts", "<b>bold</b>\x1b[31m", 0.9, 0.5, model="m\u202eodel|`x`")
    write_result(folder, "of-another", "claude-code", 0.9, 0.5, name="better")
    place = folder / "results" / "broken" / "old" / "benchmark.json"
    place.parent.mkdir(parents=True)
    place.write_text('{"run_summary": {"with_skill": {"pass_rate": {"mean": NaN}}}}')
    for name, text in (("reported", OLDER), ("signed", OLDER), ("signed-elsewhere", OLDER), ("changed", OLDER)):
        (write_skill(folder, name) / "BENCHMARK.md").write_text(text.format(name=name))
    for name, text in (("newer-form", NEWER), ("none-reported", NONE), ("both", NEWER)):
        (write_skill(folder, name) / "BENCHMARK.md").write_text(text.format(name=name))
    for name, signer in (("signed", team), ("changed", team), ("both", team), ("signed-elsewhere", other)):
        signer.sign_folder(folder / "skills" / name)
    file = folder / "skills" / "changed" / "SKILL.md"
    file.write_text(f"{file.read_text()}\nMore than was signed.\n")
    write_result(folder, "both", "Gemini", 0.8, 0.6, tasks=4)


def write_skill(folder: Path, name: str, version: str = "1.0.0") -> Path:
    """Write a skill and return its folder."""
    skill = folder / "skills" / name
    skill.mkdir(parents=True, exist_ok=True)
    (skill / "SKILL.md").write_text(
        f"---\nname: {name}\ndescription: Shows results that are {name}. Use it to see them.\nlicense: MIT\n"
        f"metadata:\n  version: {version}\n---\n\n# Rows\n\nCount the rows of version {version}.\n"
    )
    return skill


def write_tasks(skill: Path) -> None:
    """Let a skill bring two tasks to be measured with."""
    (skill / "evals").mkdir()
    tasks = [
        {"id": "rows", "prompt": "How long is this table?", "assertions": ["Says 4"]},
        {"id": "chart", "prompt": "Draw a chart", "should_trigger": False},
    ]
    (skill / "evals" / "evals.json").write_text(json.dumps({"skill_name": skill.name, "evals": tasks}))


def digest_of(skill: Path) -> str:
    """Return the content digest of a skill without a signature."""
    files = (each for each in skill.rglob("*") if each.is_file() and each.name != "skill.oms.sig")
    return tree_digest(make_tree({each.relative_to(skill).as_posix(): each.read_bytes() for each in files}))


def write_result(
    folder: Path,
    skill: str,
    agent: str,
    share: float,
    without: float | None,
    *,
    tasks: int = 0,
    digest: str | None = None,
    baseline: str = "none",
    name: str = "",
    model: str = "opus-5",
    seconds: tuple[float, float] | None = None,
    tokens: tuple[int, int] | None = None,
) -> Path:
    """Write a `benchmark.json` as `skillpack eval` does, and return it."""
    found = digest_of(folder / "skills" / skill) if digest is None else digest
    metadata: dict[str, Any] = {
        "skill_name": name or skill,
        "agent": agent,
        "executor_model": model,
        "timestamp": "2026-03-01T09:00:00Z",
        "baseline": f"sha256:{baseline}" if baseline != "none" else "none",
        "evals_run": list(range(tasks)),
    }
    if found:
        metadata["content_digest"] = f"sha256:{found}"
    sides: dict[str, dict[str, Any]] = {"with_skill": {"pass_rate": {"mean": share, "stddev": 0.1}}}
    if without is not None:
        sides["without_skill"] = {"pass_rate": {"mean": without, "stddev": 0.1}}
        sides["delta"] = {"pass_rate": f"{share - without:+.2f}"}
    for key, pair in (("time_seconds", seconds), ("tokens", tokens)):
        for side, amount in zip(("with_skill", "without_skill"), pair or (), strict=False):
            sides[side][key] = {"mean": amount, "stddev": 1}
    place = folder / "results" / skill / (found or "unnamed")[:12] / agent.strip("</>\x1b[31m") / "benchmark.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps({"metadata": metadata, "run_summary": sides}))
    return place
