"""Every message that a server sends is searched for what nobody sees; the bytes of resources alone are as they are."""

import base64
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import mcp_types as types
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mcp.shared.message import SessionMessage

from skillpack.mcp.backend import Backend
from skillpack.mcp.message import VisibleMessages, received, visible, visible_line, visible_message, visible_text
from skillpack.mcp.server import SkillServer
from skillpack.parse.compose import compose_skill
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.loader import SkillRoot
from skillpack.runtime.store import SkillStore, open_store

SKILL = "---\nname: {}\ndescription: Does it. Use it.\n---\nDo it.\n"
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ZERO_WIDTH = "\u00ad\u034f\u115f\u180e\u200b\u2060\u2063\u3164\ufeff\ufffa\U0001d173\U000e0041"
CONTROLS = "\x1b\x00\x07\x08\x7f\x85\x9b"
JOINERS = "\u200c\u200d"
HIDDEN = BIDI + ZERO_WIDTH + CONTROLS + JOINERS
TEXT = st.text(st.sampled_from(f"{HIDDEN}ab \n\t\r☃漢ن🚀"), max_size=12)
WORD = st.text(st.sampled_from(f"{HIDDEN.replace(chr(0), '')}ab.漢ن"), min_size=1, max_size=5)


def unseen(text: str) -> list[str]:
    """Return the characters that nobody sees; line feeds and tabs are layout, joiners count outside of scripts."""
    return [
        f"U+{ord(each):04X}"
        for before, each, after in zip(f"\0{text}", text, f"{text[1:]}\0", strict=False)
        if each in BIDI + ZERO_WIDTH
        or (unicodedata.category(each) in {"Cc", "Zl", "Zp", "Cs"} and each not in "\n\t")
        or (each in JOINERS and (min(before, after) < "\u0250" or before in JOINERS))
    ]


def texts(value: Any) -> Iterator[str]:
    """Yield every text of a message, names of fields included, but for the contents of resources."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def without_contents(message: dict[str, Any]) -> dict[str, Any]:
    contents = message.get("result", {}).get("contents")
    if contents is None:
        return message
    rows = [{name: value for name, value in row.items() if name not in {"text", "blob"}} for row in contents]
    return message | {"result": message["result"] | {"contents": rows}}


def answers(server: SkillServer, requests: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return what a client of the era before 2026-07-28 gets, of the handshake first."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
    got: list[dict[str, Any]] = []

    async def main() -> None:
        to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
        options = server.protocol.create_initialization_options()

        async def ask(number: int, method: str, params: dict[str, Any]) -> None:
            request = types.JSONRPCRequest(jsonrpc="2.0", id=number, method=method, params=params)
            await to_server.send(SessionMessage(request))
            message = (await from_server.receive()).message
            got.append(json.loads(message.model_dump_json(by_alias=True, exclude_unset=True)))

        async with anyio.create_task_group() as tasks, to_server, from_server:
            tasks.start_soon(server.protocol.run, incoming, VisibleMessages(outgoing), options)
            await ask(0, "initialize", hello)
            done = types.JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")
            await to_server.send(SessionMessage(done))
            for number, (method, params) in enumerate(requests, 1):
                await ask(number, method, params)
            tasks.cancel_scope.cancel()

    anyio.run(main)
    return got


def requests_about(name: str, odd: str) -> list[tuple[str, dict[str, Any]]]:
    uri = f"skill://{name}/SKILL.md"
    lists = ("tools", "resources", "resources/templates", "prompts", "skills")
    return [
        *((f"{each}/list", {}) for each in lists),
        *(
            ("resources/directory/read", {"uri": each})
            for each in (f"skill://{name}", f"skill://{name}/references", odd)
        ),
        *((method, {"uri": each}) for method in ("resources/read", "skills/get") for each in (uri, odd, uri + odd)),
        *(("prompts/get", {"name": each, "arguments": {"arguments": odd}}) for each in (name, odd)),
        *(("tools/call", {"name": tool, "arguments": {}}) for tool in ("load_skill", odd)),
        *(("tools/call", {"name": "skill_search", "arguments": {"query": each}}) for each in ("", "a", odd)),
        *(("tools/call", {"name": "skill_search", "arguments": {"query": "a", odd: odd}}) for _ in "1"),
        *(("tools/call", {"name": "skill_load", "arguments": {"name": each}}) for each in (name, odd)),
        *(("tools/call", {"name": "use_skill", "arguments": {"name": each}}) for each in (name, odd)),
        *(("tools/call", {"name": "load_skill", "arguments": {"skill_name": each}}) for each in (name, odd)),
        *((method, {"cursor": odd}) for method in ("resources/list", "prompts/list", "skills/list")),
        (f"no/such{odd}", {}),
    ]


@pytest.mark.parametrize("dialect", ["metis", "instructor", "metaskill"])
@settings(max_examples=25)
@given(TEXT, TEXT, TEXT, WORD, TEXT, st.sampled_from(["pdf", "p\u202ef", "a\u200bb", "نم\u200cن", "p\x1bf"]))
@example("\u202eD", "d\u200b", "\U000e0041", "f\u200b", "x\x1b[31m", "pdf")
def test_nothing_that_is_sent_holds_what_nobody_sees(
    dialect: str, said: str, field: str, body: str, file: str, odd: str, name: str
) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for each, files in (("plain", ("a.md",)), (name, ("SKILL.md", "references/b.md", f"references/{file}.md"))):
            for path in files:
                (root / each / path).parent.mkdir(parents=True, exist_ok=True)
                (root / each / path).write_text(body, encoding="utf-8")
        fields = {"description": f"Does. {said}", "argument-hint": f"x{field}", "license": f"y{field}"}
        extra = {"metadata": {f"k{field}": f"v{field}"}, "compatibility": f"z{field}", f"a{field}": "b"}
        skill = compose_skill([("name", name), *fields.items(), *extra.items()], body)
        (root / name / "SKILL.md").write_bytes(skill)
        (root / "plain" / "SKILL.md").write_text(SKILL.format("plain"))
        store = open_store([SkillRoot(root, "here")], host="instructor")
        sent = answers(SkillServer(Backend(store, DIALECTS[dialect])), requests_about(name, odd))

    assert len(sent) == 1 + len(requests_about(name, odd))
    for message in sent:
        assert not [found for text in texts(without_contents(message)) if (found := unseen(text))], message


def served(root: Path, dialect: str = "metis", host: str = "instructor") -> SkillServer:
    return SkillServer(Backend(open_store([SkillRoot(root, "here")], host=host), DIALECTS[dialect]))


def test_a_file_of_a_skill_stays_its_bytes(write) -> None:
    hidden = f"---\nname: pdf\ndescription: Does\u200b it. Use it.\n---\nDo\u202e it.{HIDDEN[-4:]}\n"
    root = write({"pdf/SKILL.md": hidden, "pdf/a.bin": b"\xff\x1b"})

    text, binary = answers(
        served(root), [("resources/read", {"uri": f"skill://pdf/{path}"}) for path in ("SKILL.md", "a.bin")]
    )[1:]

    assert text["result"]["contents"][0]["text"] == hidden
    assert base64.b64decode(binary["result"]["contents"][0]["blob"]) == b"\xff\x1b"


def test_what_is_hidden_in_a_body_is_written_out_for_the_model_and_its_user(write) -> None:
    orders = "".join(chr(0xE0000 + ord(each)) for each in "rm")
    root = write({"pdf/SKILL.md": SKILL.format("pdf").replace("Do it.", f"Do{orders} it.\n\tمی\u200cروم")})

    loaded, prompt = answers(
        served(root),
        [("tools/call", {"name": "skill_load", "arguments": {"name": "pdf"}}), ("prompts/get", {"name": "pdf"})],
    )[1:]

    said = "# Skill: pdf (source: here)\n\nDo⟦U+E0072⟧⟦U+E006D⟧ it.\n\tمی\u200cروم\n"
    assert loaded["result"]["content"][0]["text"] == prompt["result"]["messages"][0]["content"]["text"] == said


def test_front_matter_is_given_word_for_word_or_not_at_all(write) -> None:
    hidden = SKILL.format("pdf").replace("Does it", "Does\u200b it")
    root = write(
        {"pdf/SKILL.md": hidden, "plain/SKILL.md": SKILL.format("plain").replace("Does it.", "|\n Does\n it.")}
    )

    (listed,) = answers(served(root), [("skills/list", {})])[1:]

    (found,) = listed["result"]["skills"]
    assert found["frontmatter"] == {"name": "plain", "description": "Does\nit. Use it.\n"}


def test_a_skill_whose_name_cannot_be_seen_is_not_served_and_that_is_said(write) -> None:
    root = write({f"{name}/SKILL.md": SKILL.format(f'"{name}"') for name in ("p\u200bdf", "a\tb", "pdf")})
    offer = Backend(open_store([SkillRoot(root, "here")], host="instructor"))

    assert [skill.name for skill in offer.store] == [skill.name for skill in offer.refreshed().store] == ["pdf"]
    assert sorted(each.errors for each in offer.store.invalid) == [
        (f"the name has characters that nobody sees, and no client could send it back: `{name}`",)
        for name in ("a b", "p⟦U+200B⟧df")
    ]


def test_an_error_is_one_line_that_is_no_longer_than_can_be_read() -> None:
    server = SkillServer(Backend(SkillStore.empty()))

    asked, unknown = answers(server, [("resources/read", {"uri": "a\n\tb\u202e" + "x" * 10_000}), ("y" * 10_000, {})])[
        1:
    ]

    assert asked["error"]["message"].startswith("no resource at a b⟦U+202E⟧xx")
    assert len(asked["error"]["message"]) < 1100
    assert len(unknown["error"]["data"]) == 1001


def test_an_error_without_data_gets_none() -> None:
    error = types.JSONRPCError(jsonrpc="2.0", id=1, error=types.ErrorData(code=1, message="a"))
    assert json.loads(visible_message(error).model_dump_json(exclude_unset=True))["error"] == {
        "code": 1,
        "message": "a",
    }


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u202eb", "a⟦U+202E⟧b"),
        ("a\u200b\u2060\ufeff", "a⟦U+200B⟧⟦U+2060⟧⟦U+FEFF⟧"),
        ("\x1b[31m\x9b", "⟦U+001B⟧[31m⟦U+009B⟧"),
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("می\u200cروم 👩\u200d💻", "می\u200cروم 👩\u200d💻"),
        ("a\u200db", "a⟦U+200D⟧b"),
        ("漢\u200d\u200c\u200d漢", "漢\u200d⟦U+200C⟧⟦U+200D⟧漢"),
        ("\ud800", "\ufffd"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, seen: str) -> None:
    assert visible_text(text) == seen
    assert visible({text: [text, 1, None]}) == {seen: [seen, 1, None]}


def test_a_line_has_neither_breaks_nor_tabs() -> None:
    assert visible_line("a\tb\n c\u2028d\u202e") == "a b c d⟦U+202E⟧"


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (r'{"uri": "a\ud800b\udfff"}', {"uri": "a\ufffdb\ufffd"}),
        (r'{"uri": "\ud83d\ude00\ud83d"}', {"uri": "😀\ufffd"}),
        (r'{"\uD800": 1}', {"\ufffd": 1}),
        (r'{"uri": "\\ud800"}', {"uri": r"\ud800"}),
        (r'{"uri": "\ud83d\ude00"}', {"uri": "😀"}),
    ],
)
def test_half_a_character_becomes_a_character(line: str, read: dict[str, Any]) -> None:
    assert json.loads(received(line)) == read


@pytest.mark.parametrize("line", ["", "{", r'{"\ud800"', "[" * 100_000 + r'"\ud800"', '{"a": 1}\n'])
def test_what_is_no_json_or_has_no_half_is_left_alone(line: str) -> None:
    assert received(line) == line
