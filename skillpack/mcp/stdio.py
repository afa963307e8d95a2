"""A server on standard input and output, which follows its folders."""

import os
import threading
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, suppress
from typing import cast

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.lowlevel import NotificationOptions
from mcp.server.stdio import stdio_server

from skillpack.mcp.backend import Backend
from skillpack.mcp.message import VisibleMessages, WellFormedMessages, received
from skillpack.mcp.server import SkillServer
from skillpack.runtime.loader import SkillRoot, places, signature

_PAUSE = 1.0  # seconds between two looks at the folders, at least
_SHARE = 20  # a look takes at most so many times less than the pause


def run(offer: Backend, roots: Sequence[SkillRoot], seen: bytes) -> None:
    """Serve until the client closes its end.

    Args:
        roots: Folders of the skills, looked at again and again; none for those of a catalog elsewhere.
        seen: Their signature when the offer's skills were loaded.
    """
    try:
        anyio.run(_serve, SkillServer(offer), roots, seen)
    except* BrokenPipeError:
        pass  # the client left without reading its answer


async def _serve(server: SkillServer, roots: Sequence[SkillRoot], seen: bytes) -> None:
    options = server.protocol.create_initialization_options(
        NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)
    )
    async with _lines() as lines, stdio_server(lines) as (incoming, outgoing), anyio.create_task_group() as tasks:
        if roots:
            tasks.start_soon(_follow, server, roots, seen)
        visible = VisibleMessages(outgoing)
        await server.protocol.run(WellFormedMessages(incoming, visible), visible, options)
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def _lines() -> AsyncIterator[anyio.AsyncFile[str]]:
    """Give the lines of standard input, which is empty for everything else that runs here.

    No end waits for the thread that reads them: a signal ends the server while its client says nothing.
    """
    client, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    send, receive = anyio.create_memory_object_stream[str]()
    async with anyio.from_thread.BlockingPortal() as portal:

        def read() -> None:
            with os.fdopen(client, encoding="utf-8", errors="replace") as lines, suppress(RuntimeError, CancelledError):
                for line in filter(str.strip, lines):
                    portal.call(send.send, received(line))
                portal.call(send.aclose)

        threading.Thread(target=read, daemon=True).start()
        yield cast("anyio.AsyncFile[str]", receive)  # the SDK iterates over it, and no more


async def _follow(server: SkillServer, roots: Sequence[SkillRoot], seen: bytes) -> None:
    """Load the skills anew whenever a folder changed."""
    took = 0.0
    while True:
        await anyio.sleep(max(_PAUSE, _SHARE * took))
        started = time.monotonic()
        now = await anyio.to_thread.run_sync(lambda: signature(map(places, roots)))
        took = time.monotonic() - started
        if now != seen:
            seen = now
            await server.replace(await anyio.to_thread.run_sync(server.offer.refreshed))
