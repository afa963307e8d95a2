"""Requests that mean harm: whatever comes, every request is answered once, by a message, and nothing else is read."""

import itertools
import json
from pathlib import Path

import pytest

SECRET = "gA7-nobody-may-read-this"  # noqa: S105 of no one
SKILL = "---\nname: {0}\ndescription: Does {0}. Use it.\n{1}---\n\nDo it to $ARGUMENTS.\n"
FILES = {
    "sort/SKILL.md": SKILL.format("sort", ""),
    "sort/references/how.md": "How.\n",
    "sort/.env": SECRET,
    "sort/.git/config": SECRET,
    "sort/id_rsa": f"-----BEGIN OPENSSH PRIVATE KEY-----\n{SECRET}\n-----END OPENSSH PRIVATE KEY-----\n",
    "inner/SKILL.md": SKILL.format("inner", "user-invocable: false\n"),
    "secret/SKILL.md": SKILL.format("secret", "disable-model-invocation: true\n"),
    "twice/SKILL.md": SKILL.format("twice", ""),
    "twice/SKILL.star": 'def run(input):\n    return input["word"] * 2\n',
}
LONG = "x" * 1_000_000
_UP = ("..", "%2e%2e", "%2E.", ".%2e", "..%00", "%252e%252e", "\u2025", "%c0%ae%c0%ae", "..\\", "%5c..")
_OUTSIDE = ("outside.txt", "outside.txt/SKILL.md", "etc/passwd", "sort/.env")
URIS = (
    *(f"skill://sort/{up}{slash}{path}" for up, slash, path in itertools.product(_UP, ("/", "%2f"), _OUTSIDE)),
    *(
        f"skill://{name}/SKILL.md"
        for name in (*_UP, "", ".", "sort%2f..", "sort\0", "SORT", "\uff53\uff4f\uff52\uff54", "s" * 5000)
    ),
    *(f"skill://sort/{path}" for path in (".env", ".git/config", "id_rsa", ".", "/", "//", "%", "%zz", "\0", "\n")),
    *(f"skill://sort/{path}" for path in ("link.txt", "folder/outside.txt", "link.txt/", "pipe", "\ud7ff", "🚀", LONG)),
    *(f"{scheme}://sort/SKILL.md" for scheme in ("file", "http", "https", "SKILL", "skill ", "data", "javascript")),
    *(
        "skill:///SKILL.md",
        "skill:/",
        "skill:",
        "",
        " ",
        "/etc/passwd",
        "file:///etc/passwd",
        "skill://sort@h:1/SKILL.md",
    ),
    *(
        "\ud800",
        "skill://sort/SKILL.md\udfff",
        "skill://\udc00\ud800/SKILL.md",
        "skill://sort\ud83d/",
        "\ud800" * 50_000,
    ),
    *("skill://sort/SKILL.md?x", "skill://sort/SKILL.md#x", "skill://sort/SKILL.md/", "skill://sort//SKILL.md"),
)
ODD = (None, 0, -1, 1e300, True, [], [1], {}, {"a": 1}, "", "\0", LONG, "\u202e", "9" * 5000)
_BY_URI = ("resources/read", "skills/get", "resources/directory/read")
_BY_CURSOR = ("resources/list", "prompts/list", "skills/list", "tools/list", "resources/templates/list")
_FIELDS = (
    *((method, "uri") for method in _BY_URI),
    *((method, "cursor") for method in _BY_CURSOR),
    ("prompts/get", "name"),
    ("tools/call", "name"),
)
_CALLS = (("skill_search", "query"), ("skill_load", "name"), ("run_metaskill", "name"), ("run_metaskill", "input"))
_METHODS = ("", "no/such", "sampling/createMessage", "completion/complete", "logging/setLevel", LONG)
REQUESTS: tuple[tuple[str, dict[str, object]], ...] = (
    *((method, {"uri": uri}) for uri in URIS for method in _BY_URI),
    *((method, {field: odd}) for method, field in _FIELDS for odd in ODD),
    *(("prompts/get", {"name": "sort", "arguments": odd}) for odd in (*ODD, {"arguments": LONG})),
    *(("prompts/get", {"name": name}) for name in ("inner", "../sort", "sort/", "SORT")),
    *(("tools/call", {"name": name, "arguments": odd}) for name, _ in _CALLS for odd in ODD),
    *(
        ("tools/call", {"name": name, "arguments": {"query": "sort", "name": "twice", key: odd}})
        for name, key in (*_CALLS, ("skill_search", "limit"), ("run_metaskill", "max_ask_calls"))
        for odd in (*ODD, "secret", "../sort")
    ),
    *((method, {}) for method in _METHODS),
)
NO_MESSAGES = (
    "{",
    "null",
    "[]",
    "[" * 100_000,
    '"\\ud800"',
    "{" + '"a":' * 50_000,
    b"\xff\xfe\x00\x80",
    b"\0" * 1000,
    LONG,
    '{"jsonrpc": "2.0"}',
    '{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}',
)
"""Lines that are answered with an error, for nobody knows which request they were."""

UNANSWERED = (
    "",
    '{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}',
    '{"jsonrpc": "2.0", "id": 1e999, "method": "tools/list"}',
    '{"jsonrpc": "2.0", "method": "no/such", "params": {"a": 1}}',
    '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "nobody"}}',
    '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
    '{"jsonrpc": "2.0", "id": "stray", "result": {}}',
    '{"jsonrpc": "2.0", "id": "stray", "error": {"code": 1, "message": "x"}}',
)


@pytest.fixture
def root(write, tmp_path: Path) -> Path:
    root = write({**FILES, "../outside.txt": SECRET, "../folder/outside.txt": SECRET})
    (root / "sort" / "link.txt").symlink_to(tmp_path / "outside.txt")
    (root / "sort" / "folder").symlink_to(tmp_path / "folder", target_is_directory=True)
    return root


def test_every_request_is_answered_and_nothing_else_is_read(serve, root: Path) -> None:
    assert len(REQUESTS) > 200
    with serve(root, "--policy", "local") as server:
        for number, (method, params) in enumerate(REQUESTS):
            server.ask(number, method, **params)
        server.send(*NO_MESSAGES, *UNANSWERED)
        server.ask("last", "tools/list")
        answers, refusals = {}, []
        while len(answers) <= len(REQUESTS) or len(refusals) < len(NO_MESSAGES):
            message = server.answer()
            if message.get("id") is None:
                refusals.append(message["error"]["code"])
            else:
                answers[message["id"]] = message
        assert server.close() == 0
        assert server.lines.empty()
    assert set(refusals) <= {-32700, -32600}
    assert answers.pop("last")["result"]["tools"]
    assert set(answers) == set(range(len(REQUESTS)))
    for number, (method, params) in enumerate(REQUESTS):
        answer, asked = answers[number], (method, str(params)[:200], str(answers[number])[:200])
        assert SECRET not in json.dumps(answer), asked
        assert answer.get("error", {}).get("code") in {None, -32602, -32601}, asked
        if "uri" in params:
            assert answer["error"]["code"] == -32602, asked
    assert b"Traceback" not in server.errors


def test_many_calls_at_once_are_all_answered(serve, root: Path) -> None:
    with serve(root) as server:
        for number in range(500):
            arguments = {"query": f"sort {number}"} if number % 2 else {"name": "sort"}
            server.ask(number, "tools/call", name="skill_search" if number % 2 else "skill_load", arguments=arguments)
        answers = server.answers(500)
        assert server.close() == 0
    assert set(answers) == set(range(500))
    assert not any(answer["result"].get("isError") for answer in answers.values())
