"""What the SDK's own client does with a server, in both eras of the protocol."""

import asyncio
import base64
import hashlib
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

ERAS = ("legacy", "auto")
Files = dict[str, dict[str, bytes]]
Hear = Callable[[object], Awaitable[None]] | None
T = TypeVar("T")


class _Anything(types.Result, extra="allow"):
    """Whatever is answered."""


class _Request(types.Request[dict[str, Any], str]):
    """A request of any method."""


def server(where: Path | str, *options: str) -> tuple[str, ...]:
    """Return the command of a server."""
    return (sys.executable, "-m", "skillpack", "mcp", str(where), *options)


def use(
    argv: Sequence[str],
    era: str,
    work: Callable[[Client], Awaitable[T]],
    *,
    cwd: Path | None = None,
    hears: Hear = None,
) -> T:
    """Return what some work with a connected client gives; the server is started for it, and ended.

    Args:
        hears: Is given whatever the server says unasked.
    """

    async def main() -> T:
        parameters = StdioServerParameters(command=argv[0], args=list(argv[1:]), cwd=cwd)
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:  # noqa: ASYNC230
            async with Client(stdio_client(parameters, errlog=nowhere), mode=era, message_handler=hears) as client:
                return await work(client)

    return asyncio.run(main())


async def asked(client: Client, method: str, **params: object) -> dict[str, Any]:
    """Return what a request is answered with that the SDK has no method for."""
    result = await client.session.send_request(_Request(method=method, params=params), _Anything)
    return result.model_dump(by_alias=True)


async def every(client: Client, method: str, key: str) -> list[dict[str, Any]]:
    """Return the rows of all pages of a list."""
    page = await asked(client, method)
    rows = page[key]
    while page.get("nextCursor"):
        page = await asked(client, method, cursor=page["nextCursor"])
        rows += page[key]
    return rows


async def read(client: Client, uri: str) -> bytes:
    """Return the bytes of a resource."""
    (content,) = (await client.read_resource(uri)).contents
    return content.text.encode() if hasattr(content, "text") else base64.b64decode(content.blob)


async def verified(client: Client) -> Files:
    """Return every file that the extension promises; raises where one is not what it promises."""
    found: Files = {}
    for entry in await every(client, "skills/list", "skills"):
        name = entry["frontmatter"]["name"]
        for resource in entry["resources"]:
            raw = await read(client, resource["uri"])
            if (f"sha256:{hashlib.sha256(raw).hexdigest()}", len(raw)) != (resource["digest"], resource["size"]):
                raise ValueError(f"{resource['uri']} is not what was promised")
            found.setdefault(name, {})[unquote(resource["uri"].removeprefix(f"skill://{name}/"))] = raw
    return found


async def walked(client: Client) -> Files:
    """Return every file of the skills among the resources, found folder by folder."""
    found: Files = {}
    for row in await every(client, "resources/list", "resources"):
        root, files = row["uri"].removesuffix("/SKILL.md"), {}
        folders = [root]
        while folders:
            for child in (await asked(client, "resources/directory/read", uri=folders.pop()))["resources"]:
                if child["mimeType"] == "inode/directory":
                    folders.append(child["uri"])
                else:
                    files[unquote(child["uri"].removeprefix(f"{root}/"))] = await read(client, child["uri"])
        found[row["name"]] = files
    return found


async def text_of(client: Client, tool: str, **arguments: object) -> str:
    """Return what a tool answers to the model; `error: ` before what it could not do."""
    result = await client.call_tool(tool, arguments)
    return ("error: " if result.is_error else "") + result.content[0].text


async def code_of(work: Awaitable[object]) -> str:
    """Return the code by which a request is refused."""
    try:
        await work
    except MCPError as error:
        return str(error.error.code)
    return "answered"


async def changes(client: Client, heard: list[str], change: Callable[[], None], era: str) -> str:
    """Return which lists a client is told of after a change; older clients are told unasked."""
    if era != "legacy":
        async with client.listen(prompts_list_changed=True, resources_list_changed=True) as events:
            change()
            async with asyncio.timeout(20):
                return ", ".join(sorted([type(await anext(events)).__name__ for _ in range(2)]))
    change()
    async with asyncio.timeout(20):
        while len(heard) < 2:  # noqa: ASYNC110 the handler of the SDK appends
            await asyncio.sleep(0.05)
    names = {"prompts": "PromptsListChanged", "resources": "ResourcesListChanged"}
    return ", ".join(sorted(names[each.split("/")[1]] for each in heard))
