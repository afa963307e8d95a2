"""The addresses of Dask clusters, and what is said where there is none."""

import os
import socket
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest
from distributed import LocalCluster

from skillpack.builder import dask_cluster
from skillpack.builder.dask_cluster import connect, scheduler_address
from skillpack.builder.executor import chosen, run_tasks
from skillpack.errors import SkillpackError, UnreachableError, UsageError


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    """Give a Dask cluster of one worker process, which is not started again."""
    with LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0") as made:
        yield made


@pytest.mark.parametrize(
    ("address", "scheduler"),
    [("dask://10.0.0.5:8786", "tcp://10.0.0.5:8786"), ("dask://[::1]:8786", "tcp://[::1]:8786")],
)
def test_an_address_is_that_of_a_scheduler(address: str, scheduler: str) -> None:
    assert scheduler_address(address) == scheduler


@pytest.mark.parametrize(
    "address",
    ["dask://", "dask://host", "dask://:8786", "dask://host:x", "dask://host:99999", "dask://host:1/x", "dask://a@h:1"],
)
def test_a_bad_address_is_a_usage_error(address: str) -> None:
    with pytest.raises(UsageError, match="is not the address of a Dask scheduler") as caught:
        chosen(address, 2, 1)

    assert "dask://HOST:PORT" in caught.value.hint


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="package `distributed`, which is not installed") as caught:
        connect("dask://127.0.0.1:8786")

    assert "[dask]" in caught.value.hint


@pytest.mark.parametrize("listening", [False, True])
def test_where_no_scheduler_answers_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch, listening) -> None:
    monkeypatch.setattr(dask_cluster, "CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        if not listening:
            server.close()
        with pytest.raises(UnreachableError, match=f"no Dask scheduler answers at `dask://127.0.0.1:{port}`") as caught:
            connect(f"dask://127.0.0.1:{port}")

    assert "dask scheduler" in caught.value.hint


def test_a_cluster_without_workers_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "CONNECT", 0.5)
    with LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as cluster:
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        with pytest.raises(UnreachableError, match="has no worker") as caught:
            connect(address)

    assert "dask worker tcp://127.0.0.1:" in caught.value.hint


def test_a_task_that_kills_its_workers_is_a_failure_with_a_hint(cluster: LocalCluster) -> None:
    executor = connect(cluster.scheduler_address.replace("tcp://", "dask://"))
    with executor, pytest.raises(SkillpackError, match="did not get a task done: KilledWorker") as caught:
        list(run_tasks(os._exit, [1], executor, window=1))

    assert "memory" in caught.value.hint


def test_a_task_is_not_waited_for_when_nobody_is_left(monkeypatch: pytest.MonkeyPatch, cluster: LocalCluster) -> None:
    monkeypatch.setattr(dask_cluster, "LOOK", 0.05)
    executor = connect(cluster.scheduler_address.replace("tcp://", "dask://"), alone=0.5)
    cluster.scale(0)
    with executor:
        waiting = executor.submit(int)
        with pytest.raises(CancelledError):
            waiting.result(timeout=30)
