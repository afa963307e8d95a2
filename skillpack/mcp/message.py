"""Messages as they cross the line: what comes in is text, and all that goes out can be seen.

This is the one place where that is seen to, whatever the message is. Two things cross as they are: the content of a
resource, which is a file of a skill and has a digest, and the number that a client gave its request. A line that is no
message gets an error, where the SDK would drop it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import mcp_types as types
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from skillpack.model.hidden_characters import revealed
from skillpack.prompt.escape import one_line

_LONGEST = 1000  # characters of an error
_CONTENT = frozenset({"text", "blob"})  # of a resource: the file itself
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SECOND_JOINER = re.compile("(?<=[\u200c\u200d])[\u200c\u200d]")  # shapes nothing, and enough of them are a text


def received(line: str) -> str:
    """Return a line of a client in which half a character is U+FFFD: the SDK would drop it without an answer."""
    if not _ESCAPED_SURROGATE.search(line):
        return line
    try:
        return _SURROGATE.sub("\ufffd", json.dumps(json.loads(line), ensure_ascii=False))
    except (ValueError, RecursionError):
        return line  # no JSON, as the SDK will say


def visible_text(text: str) -> str:
    """Return a text in which every character but line feeds and tabs can be seen: others are written `⟦U+202E⟧`.

    Joiners stay where they shape a script or an emoji.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SECOND_JOINER.sub(lambda found: f"⟦U+{ord(found[0]):04X}⟧", revealed(lines))


def visible_line(text: str) -> str:
    """Return a text on one line, without tabs, in which every character can be seen."""
    return visible_text(one_line(text).replace("\t", " "))


def visible(value: Any) -> Any:
    """Return JSON in which every text is visible, names of fields included."""
    if isinstance(value, str):
        return visible_text(value)
    if isinstance(value, Mapping):
        return {visible_text(name): visible(each) for name, each in value.items()}
    return [visible(each) for each in value] if isinstance(value, list) else value


def visible_message(message: types.JSONRPCMessage) -> types.JSONRPCMessage:
    """Return a message to a client in which all can be seen, but for the content of resources."""
    if isinstance(message, types.JSONRPCResponse):
        fields = message.result.items()
        result = {name: _contents(value) if name == "contents" else visible(value) for name, value in fields}
        return message.model_copy(update={"result": result})
    if isinstance(message, types.JSONRPCError):
        error = message.error
        said = {name: _error(getattr(error, name)) for name in ("message", "data")}
        kept = {name: value for name, value in said.items() if name in error.model_fields_set}
        return message.model_copy(update={"error": error.model_copy(update=kept)})
    return message.model_copy(update={"params": visible(message.params)}) if message.params else message


def _contents(rows: Any) -> Any:
    """Return the rows that `resources/read` answers with, all visible but for the content of each."""
    return [{name: value if name in _CONTENT else visible(value) for name, value in row.items()} for row in rows]


def _error(said: Any) -> Any:
    """Return a part of an error; what a client sent may stand in it, and be of any length."""
    if not isinstance(said, str):
        return visible(said)
    line = visible_line(said[:_LONGEST])
    return f"{line}…" if len(said) > _LONGEST else line


class VisibleMessages(ObjectSendStream[SessionMessage]):
    """The way out to a client, which lets nothing through that cannot be seen."""

    def __init__(self, outgoing: ObjectSendStream[SessionMessage]) -> None:
        self._outgoing = outgoing

    async def send(self, item: SessionMessage) -> None:
        """Send a message."""
        await self._outgoing.send(replace(item, message=visible_message(item.message)))

    async def aclose(self) -> None:
        """Close the way."""
        await self._outgoing.aclose()


class WellFormedMessages(ObjectReceiveStream[SessionMessage | Exception]):
    """The way in from a client: what is no message is answered with an error and goes no further."""

    def __init__(
        self, incoming: ObjectReceiveStream[SessionMessage | Exception], outgoing: ObjectSendStream[SessionMessage]
    ) -> None:
        self._incoming, self._outgoing = incoming, outgoing

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message."""
        while isinstance(item := await self._incoming.receive(), Exception):
            await self._outgoing.send(SessionMessage(malformed(item)))
        return item

    async def aclose(self) -> None:
        """Close the way."""
        await self._incoming.aclose()


def malformed(error: Exception) -> types.JSONRPCError:
    """Return the answer to a line that is no message; its request has no number that could be named."""
    found = error.errors(include_url=False, include_input=False) if isinstance(error, ValidationError) else []
    if any(each["type"] == "json_invalid" for each in found):
        data = types.ErrorData(code=types.PARSE_ERROR, message="Parse error: the line is not JSON")
    else:
        data = types.ErrorData(code=types.INVALID_REQUEST, message="Invalid request: the line is no JSON-RPC message")
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=data)
