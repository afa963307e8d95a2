"""Programs and processes that mean harm: each ends as a bounded error, and leaves nothing."""

import os
import sys
import textwrap
import threading

import pytest

from skillpack.errors import MetaskillError
from skillpack.metaskill.grant import Question
from skillpack.metaskill.limits import RunLimits

LIMITS = RunLimits(seconds=2, memory=256 * 2**20)
LONGEST_MESSAGE = 5000

PROGRAMS = {
    "endless loop": "for i in range(1000000000):\n    pass",
    "nested loops": "for i in range(1000000):\n    for j in range(1000000):\n        k = i * j",
    "doubling text": 's = "aa"\nfor i in range(60):\n    s = s + s',
    "growing list": "a = [1]\nfor i in range(60):\n    a = a + a",
    "growing number": "n = 3\nfor i in range(60):\n    n = n * n",
    "join": 's = "x" * 1000000\nreturn s.join([s] * 100000)',
    "replace": 's = "x" * 1000000\nreturn s.replace("x", s)',
    "sorted range": "return len(sorted(range(200000000)))",
    "deep list": "a = []\nfor i in range(1000000):\n    a = [a]\nreturn str(a)",
    "deep answer": "a = []\nfor i in range(500):\n    a = [a]\nreturn {'answer': a}",
    "deep key": "a = ()\nfor i in range(1000000):\n    a = (a,)\nreturn {a: 1}",
    "circle": "a = []\na.append(a)\nreturn {'a': a}",
    "recursion": "return run(input)",
    "recursion by itself": "def g(g, n):\n    return g(g, n + 1)\nreturn g(g, 0)",
    "endless questions": "for i in range(1000000):\n    ask('again')",
    "endless commands": "for i in range(1000000):\n    command(['true'])",
    "large question": "ask('x' * 30000000)",
    "large entry": "trace('x', {'x': 'x' * 30000000})",
    "large answer": "return 'x' * 30000000",
    "function for a value": "trace('x', {'x': run})",
    "number for argv's options": "command(['true'], 3)",
    "text for turns": "ask('x', {'max_turns': 'many'})",
    "fail": "fail('x' * 100000)",
    "load": "return load",
}


@pytest.mark.demand("K16", "K21", "K22", "K25")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_means_harm_ends_as_a_bounded_error(go, name) -> None:
    source = "def run(input):\n" + textwrap.indent(PROGRAMS[name], "    ")
    with pytest.raises(MetaskillError) as caught:
        go(source, ask=lambda question: question.prompt, allowed=[["true"]], limits=LIMITS)
    assert len(str(caught.value)) < LONGEST_MESSAGE


@pytest.mark.usefixtures("leaves_nothing")
def test_endless_entries_end_as_a_bounded_trace(go) -> None:
    result = go("def run(input):\n    for i in range(1000):\n        trace('x' * 1000, {'i': 'y' * 3000})\n")
    assert len(result.trace) == 101
    assert result.trace[-1] == {"kind": "truncated", "data": {"dropped": 900}}
    assert len(result.text) <= 20_000


_FRAME = """
import json, os, struct, sys, time
def frame(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    os.write(1, struct.pack(">I", len(data)) + data)
"""
WORKERS = {
    "silent": "time.sleep(86400)",
    "gone": "sys.exit(0)",
    "killed": "os.kill(os.getpid(), 9)",
    "crashed": "os.abort()",
    "output closed": "os.close(1); time.sleep(86400)",
    "endless output": "while True: os.write(1, b'\\0\\0\\0\\x02{}' * 1000)",
    "huge frame": "os.write(1, b'\\xff\\xff\\xff\\xff')",
    "half a frame": "os.write(1, b'\\0\\0\\0\\x10{'); time.sleep(86400)",
    "no JSON": "frame(b'\\xff\\xfe')",
    "no object": "frame([1])",
    "deep JSON": "frame(b'[' * 100000)",
    "NaN": 'frame(b\'{"op": "done", "value": NaN}\')',
    "long number": "frame(b'{\"op\": \"done\", \"value\": ' + b'9' * 10000 + b'}')",
    "no operation": "frame({'value': 1})",
    "unknown operation": "frame({'op': 'exec', 'args': ['id', {}]})",
    "no arguments": "frame({'op': 'ask'})",
    "too many arguments": "frame({'op': 'ask', 'args': ['a', {}, 1]})",
    "unknown failure": "frame({'op': 'fail', 'kind': 'ok', 'message': 'x'})",
    "failure without a text": "frame({'op': 'fail', 'kind': 'runtime', 'message': {}})",
    "long failure": "frame({'op': 'fail', 'kind': 'runtime', 'message': 'x' * 900000})",
    "number for a prompt": "frame({'op': 'ask', 'args': [1, {}]})",
    "text for options": "frame({'op': 'command', 'args': [['true'], 'x']})",
    "list for an entry": "frame({'op': 'trace', 'args': ['x', []]})",
    "never reads": "[frame({'op': 'trace', 'args': ['x', {}]}) for _ in range(10**9)]",
    "child": "os.fork() or time.sleep(86400); time.sleep(86400)",
}


@pytest.mark.demand("K25", "K29")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("name", WORKERS)
def test_a_process_that_does_not_keep_to_the_protocol_ends_as_a_bounded_error(go, name) -> None:
    argv = (sys.executable, "-I", "-S", "-c", _FRAME + WORKERS[name], f"started-by-{os.getpid()}")
    with pytest.raises(MetaskillError) as caught:
        go("", {"key": "x" * 500_000}, ask=lambda question: question.prompt, argv=argv, limits=RunLimits(seconds=1))
    assert len(str(caught.value)) < LONGEST_MESSAGE


@pytest.mark.demand("K22", "K25")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("source", ["while_", "command(['sleep', '60'])", "for i in range(1000000000):\n        pass"])
def test_a_run_that_is_cancelled_ends(go, source) -> None:
    cancelled = threading.Event()
    if source == "while_":
        cancelled.set()
        source = "pass"
    timer = threading.Timer(0.5, cancelled.set)
    timer.start()
    with pytest.raises(MetaskillError, match=r"^cancelled$"):
        go(f"def run(input):\n    {source}\n", allowed=[["sleep"]], cancelled=cancelled)
    timer.join()


@pytest.mark.demand("K21", "K22")
def test_a_question_that_nobody_answers_ends_with_the_time_of_the_run(go) -> None:
    asked, over = threading.Event(), threading.Event()

    def ask(_: Question) -> str:
        asked.set()
        over.wait(60)
        return ""

    with pytest.raises(MetaskillError, match=r"^metaskill timeout \(1s\) exceeded$"):
        go("def run(input):\n    ask('x')\n", ask=ask, limits=RunLimits(seconds=1))
    assert asked.is_set()
    over.set()
