"""A Dask cluster as an executor: `dask://HOST:PORT` is the address of its scheduler."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from skillpack import machine
from skillpack.errors import UnreachableError, UsageError
from skillpack.model.portable import printable
from skillpack.parse.tool_source import install_extra

if TYPE_CHECKING:
    from distributed import Client

R = TypeVar("R")

SCHEME = "dask://"

CONNECT = 10.0
"""Seconds until a scheduler answers, and until the first worker is there."""

LOOK = 2.0
"""Seconds between two looks for workers."""

_ALONE = 60.0  # seconds without any worker after which none is expected any more


def connect(address: str, *, alone: float = _ALONE) -> Executor:
    """Return an executor whose tasks run on the workers of a cluster.

    A task whose worker dies is done by another one; the scheduler gives up one that ends four of them.

    Args:
        address: `dask://HOST:PORT`.
        alone: Seconds without any worker after which what waits is cancelled.

    Raises:
        UsageError: It is no such address, or the extra `dask` is missing.
        UnreachableError: No scheduler is there, or it has no worker.
    """
    scheduler = scheduler_address(address)
    if find_spec("distributed") is None:
        raise UsageError(
            f"`{address}` needs the package `distributed`, which is not installed",
            hint=install_extra(machine.installed_from(), "dask"),
        )
    from distributed import Client

    for logger in ("distributed", "distributed.client"):
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # what goes wrong ends here as an error with a hint
    try:
        asyncio.run(_greet(scheduler))
        client = Client(scheduler, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:  # ValueError: what answers there speaks another protocol
        raise UnreachableError(
            f"no Dask scheduler answers at `{address}`", hint="start one with `dask scheduler`, or correct the address"
        ) from error
    try:
        client.wait_for_workers(1, timeout=CONNECT)
    except TimeoutError as error:
        client.close()
        raise UnreachableError(
            f"the Dask scheduler at `{address}` has no worker",
            hint=f"start one, such as `dask worker {scheduler} --nthreads 1`",
        ) from error
    return _Cluster(client, alone)


async def _greet(scheduler: str) -> None:
    """Exchange greetings with a scheduler: a client would wait for ever for those of another program.

    Raises:
        OSError: Nobody is there, or says nothing that Dask understands.
    """
    from distributed.comm.core import connect as connected

    comm = await asyncio.wait_for(connected(scheduler, timeout=CONNECT), CONNECT)
    comm.abort()


def scheduler_address(address: str) -> str:
    """Return the address of a scheduler as Dask writes it.

    Raises:
        UsageError: It is not `dask://HOST:PORT`.
    """
    refused = UsageError(
        f"`{printable(address)}` is not the address of a Dask scheduler",
        hint="write it as `dask://HOST:PORT`, such as dask://10.0.0.5:8786",
    )
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise refused from error
    if not parts.hostname or not port or address != f"{SCHEME}{parts.netloc}" or "@" in parts.netloc:
        raise refused
    return f"tcp://{parts.netloc}"


class _Cluster(Executor):
    """The executor of a client, which is closed with it.

    Args:
        client: A `distributed.Client`.
        alone: As in `connect`.
    """

    def __init__(self, client: "Client", alone: float) -> None:
        self._client, self._alone = client, alone
        self._executor = client.get_executor()
        self._over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, task: Callable[..., R], /, *args: object, **kwargs: object) -> "Future[R]":
        """Return the future of a task."""
        from dask import config

        # Skills travel with their tasks: Dask would warn of each that is large.
        with config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"}):
            future: Future[R] = self._executor.submit(task, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 of the standard library
        """Let the cluster go; what is not done is dropped, unless it is waited for."""
        if not self._over.is_set():
            self._over.set()
            self._executor.shutdown(wait=wait and not cancel_futures)
            self._client.close()

    def _watch(self) -> None:
        """Cancel what waits when nobody is there who will do it: a scheduler waits for new workers for ever."""
        seen = time.monotonic()
        while not self._over.wait(LOOK):
            with suppress(Exception, asyncio.CancelledError):  # no answer counts as no worker
                if self._client.nthreads():
                    seen = time.monotonic()
            if time.monotonic() - seen > self._alone:
                self._executor.shutdown(wait=False)
                return
