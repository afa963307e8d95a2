"""Grade an answer to a task of `evals.json`: the task and the answer on standard input, the grades on standard output.

It starts in a folder of the files that the agent changed. Every assertion is decided by looking; no model is asked.
"""

import json
import re
import sys
from pathlib import Path

FRAME = Path("draft-minutes/SKILL.md")
BODY = 104  # tokens of the body of the draft


def main() -> None:
    """Grade one answer."""
    asked = json.load(sys.stdin)
    grades = {"measure-a-draft": measure_a_draft, "start-a-skill": start_a_skill, "count-lines": count_lines}
    found = grades[asked["id"]](asked["output"], asked["changed"])
    pairs = zip(asked["assertions"], found, strict=True)
    expectations = [{"text": text, "passed": bool(why), "evidence": str(why or "not found")} for text, why in pairs]
    print(json.dumps({"expectations": expectations}))


def measure_a_draft(answer: str, changed: list[str]) -> list[str]:
    """Return the evidence for each assertion; empty where it does not hold."""
    numbers = [number for number in re.findall(r"\d+", answer) if abs(int(number) - BODY) <= 1]
    sizes = {title: int(size) for size, title in re.findall(r"(\d+) +(When to use|Steps|Example)\b", answer)}
    longest = max(sizes, key=sizes.__getitem__, default="")
    named = re.search(r"\bSteps\b[^.\n]*\b(?:most|longest|largest)|(?:most|longest|largest)[^.\n]*\bSteps\b", answer)
    steps = "the measure of `Steps` is the largest" if longest == "Steps" else named[0] if named else ""
    edited = any(path.endswith("tidy-inbox.md") for path in changed)
    return [f"it says {numbers[0]}" if numbers else "", steps, "" if edited else "it is not among what changed"]


def start_a_skill(_: str, changed: list[str]) -> list[str]:
    """Return the evidence for each assertion; empty where it does not hold."""
    text = FRAME.read_text(encoding="utf-8", errors="replace") if str(FRAME) in changed else ""
    fields = re.match(r"---\n.*?^name: draft-minutes$.*?^---$", text, re.DOTALL | re.MULTILINE)
    described = fields and re.search(r"^description: \S.*$", fields[0], re.MULTILINE)
    both = re.search(r"^## When to use$.*^## When not to use$", text, re.DOTALL | re.MULTILINE)
    steps = re.search(r"^1\. \S.*$", text, re.MULTILINE)
    return [described[0] if described else "", "both sections are there" if both else "", steps[0] if steps else ""]


def count_lines(answer: str, changed: list[str]) -> list[str]:
    """Return the evidence for each assertion; empty where it does not hold."""
    return ["it says 4" if answer.strip().rstrip(".") == "4" else "", "" if changed else "nothing changed"]


if __name__ == "__main__":
    main()
