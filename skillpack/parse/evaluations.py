"""Tasks that a skill brings to be measured with: the forms of the field, from a stranger's JSON."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from skillpack.model.evaluation import EvaluationSet, Task
from skillpack.model.portable import printable
from skillpack.model.tree import EvaluationFiles, SourceTree
from skillpack.parse.json_walk import JsonWalk, Number, Repeated

SET_OF_TASKS: Final = "evals/evals.json"
"""The file that everybody reads, relative to the skill; further ones lie beside it."""

LARGEST: Final = 4 * 2**20
"""Bytes of a file of tasks that is read."""

MOST_TASKS: Final = 2000
"""Tasks of one file that are read."""

_LONGEST = 16_384  # characters of a prompt, or of what is expected
_LONGEST_LINE = 2000  # characters of an assertion
_LONGEST_NAME = 400  # characters of an id, of a path, of a skill's name
_MOST_ROWS = 200  # assertions, or files, of one task
_MOST_PROBLEMS = 20  # of one file that are told one by one

_LISTS = ("evals", "cases", "expects")
_PROMPTS = ("prompt", "question", "query", "input")
_IDS = ("id", "eval_id", "name", "eval_name")
_EXPECTED = ("expected_output", "ground_truth")
_ASSERTIONS = ("assertions", "expectations", "expected_behavior", "checks", "expect")
_OF_ASSERTION = ("text", "assertion", "expectation", "description", "check", "name")
_OF_FILE = ("path", "file", "name")
_OF_CONTENT = frozenset({"content", "contents"})  # of a file that the task brings itself
_EVALUATIONS = "evals/"
_NAMED_SET = re.compile(r"eval|trigger|task")  # in the name of a file that means to be a set
_OF_SET = ("skill_name", "skill")
_NOBODY = frozenset({"", "none", "null"})
_BOOLEANS = {"true": True, "false": False}
_WANTED = "write a list of tasks, or an object with `evals`"


def read_evaluations(content: bytes) -> EvaluationSet:
    """Return the tasks of a file, whichever form it has, and what of it cannot be read.

    A list holds tasks, or the requests of a trigger set. An object holds such a list as `evals`, `cases` or `expects`,
    or is one task. A task that is no object is a problem; of one without a prompt the rest is kept. Long texts are cut,
    and what the forms do not name is left aside.

    Args:
        content: Of the file: UTF-8, with or without a byte order mark.
    """
    if len(content) > LARGEST:
        return _unreadable(0, f"the file has {len(content):,} bytes; at most {LARGEST:,} are read")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unreadable(content.count(b"\n", 0, error.start) + 1, "the file is not UTF-8")
    walk, problems = JsonWalk(text), list[tuple[int, str]]()
    try:
        skill, tasks = _read(walk, problems)
        walk.end()
    except json.JSONDecodeError as error:
        return _unreadable(error.lineno, f"the file is not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    except ValueError as error:
        return _unreadable(walk.line, f"the file is not JSON: {error}")
    except RecursionError:
        return _unreadable(walk.line, "the file is nested too deeply")
    more = len(problems) - _MOST_PROBLEMS
    if more > 0:
        problems[_MOST_PROBLEMS:] = [(0, f"{more:,} more parts of the file cannot be read")]
    return EvaluationSet(skill, tasks, tuple(problems))


def evaluation_files(candidate: SourceTree) -> EvaluationFiles:
    """Return what lies in `evals/` of a skill; of one that comes from elsewhere, what its tree holds of it."""
    if candidate.evaluations.paths:
        return candidate.evaluations
    there = {path: content for path, content in candidate.tree.files.items() if path.startswith(_EVALUATIONS)}
    sets = ((path, there[path]) for path in there if path.endswith(".json") and path.count("/") == 1)
    return EvaluationFiles(tuple(there), tuple(sets))


def read_evaluation_sets(files: EvaluationFiles) -> tuple[tuple[str, EvaluationSet], ...]:
    """Return path and tasks of each file that is a set of tasks.

    What is called `evals.json` is one, readable or not. What is called otherwise may be anything: it is one where its
    tasks say what is expected of an answer or of the choice, and where its name alone says so, its problems count.
    """
    found = ((path, read_evaluations(content)) for path, content in files.read)
    return tuple((path, each) for path, each in found if path == SET_OF_TASKS or _is_set(path, each))


def _is_set(path: str, found: EvaluationSet) -> bool:
    if not found.tasks:
        return bool(found.problems) and _NAMED_SET.search(path.removeprefix(_EVALUATIONS).lower()) is not None
    return any(
        task.prompt
        and (task.assertions or task.expected or task.should_trigger is not None or task.expected_skill is not None)
        for task in found.tasks
    )


def names_skill(text: str, name: str) -> bool:
    """Return whether a request names a skill: by a name of several parts, or by a mark or the word that say so.

    `pdf` in "make a pdf" is a word like another; in "/pdf", "use `pdf`" and "the pdf skill" it is the name.
    """
    escaped = re.escape(name.lower())
    if re.search(r"[-_]", name):
        return re.search(rf"(?<![\w-]){escaped}(?![\w-])", text.lower()) is not None
    marked = rf"[/$@`\"']{escaped}(?![\w-])|\bskill:? {escaped}(?![\w-])|(?<![\w-]){escaped}[`\"']? skill\b"
    return re.search(marked, text.lower()) is not None


def _unreadable(line: int, problem: str) -> EvaluationSet:
    return EvaluationSet(problems=((line, problem),))


def _read(walk: JsonWalk, problems: list[tuple[int, str]]) -> tuple[str, tuple[Task, ...]]:
    """Return the skill that a file names, and its tasks."""
    if walk.kind == "[":
        return "", tuple(_tasks(walk, problems))
    if walk.kind != "{":
        walk.value()
        problems.append((walk.line, f"the file is neither a list nor an object; {_WANTED}"))
        return "", ()
    fields, lists = dict[str, Any](), dict[str, tuple[Task, ...]]()
    first = 0
    for key in walk.names():
        if key in fields or key in lists:
            problems.append((walk.line, _twice(key)))
        if key in _LISTS and walk.kind == "[":
            lists[key] = tuple(_tasks(walk, problems))
        else:
            fields[key] = walk.value()
        first = first or walk.line
    skill = _skill(fields)
    tasks = next((lists[key] for key in _LISTS if key in lists), None)
    if tasks is None and any(key in fields for key in _PROMPTS):
        return skill, (_task(fields, first),)
    if tasks is None:
        problems.append((first, f"the object holds no tasks; {_WANTED}"))
    return skill, tasks or ()


def _tasks(walk: JsonWalk, problems: list[tuple[int, str]]) -> Iterator[Task]:
    """Yield the tasks of the list that starts here."""
    for number, _ in enumerate(walk.items(), 1):
        if number > MOST_TASKS:
            problems.append((0, f"the file has more than {MOST_TASKS:,} tasks; the others are not read"))
            walk.leave()
            return
        value = walk.value()
        if isinstance(value, Repeated):
            problems.append((walk.line, f"task {number}: {_twice(value.key)}"))
        if isinstance(value, dict):
            yield _task(value, walk.line)
        else:
            problems.append((walk.line, f"task {number} is {_kind(value)}; it has to be an object"))


def _task(fields: Mapping[str, Any], line: int) -> Task:
    return Task(
        id=_first(fields, _IDS, _LONGEST_NAME),
        prompt=_first(fields, _PROMPTS, _LONGEST),
        expected=_first(fields, _EXPECTED, _LONGEST),
        files=_rows(_named_files(fields.get("files")), _OF_FILE, _LONGEST_NAME),
        assertions=tuple(
            dict.fromkeys(row for key in _ASSERTIONS for row in _rows(fields.get(key), _OF_ASSERTION, _LONGEST_LINE))
        )[:_MOST_ROWS],
        script=next(iter(_rows(fields.get("expected_script"), _OF_FILE, _LONGEST_NAME)), ""),
        expected_skill=_expected_skill(fields),
        should_trigger=_flag(fields.get("should_trigger")),
        line=line,
    )


def _named_files(value: Any) -> Any:
    """Return the files of a task without those whose content stands in it."""
    rows = value if isinstance(value, list) else [value]
    return [row for row in rows if not (isinstance(row, dict) and _OF_CONTENT & row.keys())]


def _first(fields: Mapping[str, Any], keys: tuple[str, ...], longest: int) -> str:
    """Return the first of some fields that has a text; numbers count as their digits, lists of texts as lines."""
    return next((text for key in keys if (text := _text(fields.get(key), longest))), "")


def _text(value: Any, longest: int) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = "\n".join(value[:_MOST_ROWS])
    if not isinstance(value, str):
        return ""
    text = value[:longest].strip()
    # JSON may hold half of a pair, which no encoding has.
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _rows(value: Any, keys: tuple[str, ...], longest: int) -> tuple[str, ...]:
    """Return the texts of a list of texts or objects; one alone counts as a list of one."""
    rows = value if isinstance(value, list) else [value]
    texts = [
        _first(row, keys, longest) or _pairs(row) if isinstance(row, dict) else _text(row, longest)
        for row in rows[:_MOST_ROWS]
    ]
    return tuple(filter(None, texts))


def _pairs(row: Mapping[str, Any]) -> str:
    """Return an assertion that has no text of its own: `type: contains, value: total`."""
    pairs = [(_text(key, _LONGEST_NAME), _text(value, _LONGEST_NAME)) for key, value in row.items()]
    return ", ".join(f"{key}: {value}" for key, value in pairs if value)[:_LONGEST_LINE]


def _expected_skill(fields: Mapping[str, Any]) -> str | None:
    """Return the skill that should be chosen, empty for none, None where a task does not say."""
    value = fields.get("expected_skill", False)
    if isinstance(value, list) and len(value) < 2:
        value = next(iter(value), None)
    if value is None:
        return ""
    if not isinstance(value, str) or isinstance(value, Number):
        return None
    name = _text(value, _LONGEST_NAME)
    return "" if name.lower() in _NOBODY else name


def _flag(value: Any) -> bool | None:
    if isinstance(value, str):
        return _BOOLEANS.get(value.strip().lower())
    return value if isinstance(value, bool) else None


def _skill(fields: Mapping[str, Any]) -> str:
    """Return the skill that a set names for itself; scenarios that need several name none."""
    skills = fields.get("skills")
    only = skills[0] if isinstance(skills, list) and len(skills) == 1 else None
    return _first(fields, _OF_SET, _LONGEST_NAME) or _text(only, _LONGEST_NAME)


def _twice(key: str) -> str:
    return f"the key `{printable(key, longest=80)}` occurs twice"


def _kind(value: Any) -> str:
    """Return a kind of JSON in words."""
    if isinstance(value, Number):
        return "a number"
    return {str: "a text", list: "a list", bool: "true or false", type(None): "null"}.get(type(value), "a value")
