"""Many jobs on a cluster: the same results as here; workers killed meanwhile, a scheduler that is lost."""

from __future__ import annotations

import json
import multiprocessing.connection
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, starmap

import pytest

from bot.cli.batches import MatchOptions, match
from engine import StopFlag
from executors.address import ClusterError
from executors.batch import hired, in_order, in_processes, on_cluster
from tests.executors.clusters import Cluster
from tests.executors.sample_tasks import ignore_termination, never_end, slowly_squared
from tests.ports import free_port


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A scheduler with two workers; the last tests take them away."""
    with Cluster.running(2) as started:
        yield started


@pytest.mark.long
def test_a_match_on_a_cluster_ends_as_one_here(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    players = ("alignments:2 seed=1", "alignments:3 random-ties seed=2")
    request = MatchOptions(
        game="connect4", players=players, games=6, seconds=60.0, openings=None, seed=3, processes=1,
        cluster=None,
    )  # fmt: skip
    results = []
    for where in (cluster.address, None):
        match(replace(request, cluster=where), as_json=True)
        result = json.loads(capsys.readouterr().out)
        del result["seconds_per_move"]
        results.append(result)
    assert (results[0], results[0]["games"]) == (results[1], 6)


@pytest.mark.long
def test_the_jobs_of_a_killed_worker_are_done_by_another_one(cluster: Cluster) -> None:
    with on_cluster(cluster.address) as crew:
        assert crew.size == cluster.threads
        running = [crew.executor.submit(slowly_squared, number, 0.5) for number in range(12)]
        running[0].result()
        cluster.workers.pop().kill()
        results = [job.result() for job in running]
    assert [square for square, _ in results] == [number * number for number in range(12)]
    assert os.getpid() not in {process for _, process in results}


@pytest.mark.long
def test_results_are_in_order_and_none_follow_a_stop(cluster: Cluster) -> None:
    pauses, stop = (0.4, 0.0, 0.2, 0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0), StopFlag()
    with on_cluster(cluster.address) as crew:
        squares = in_order(crew, starmap(partial(partial, slowly_squared), enumerate(pauses)), stop)
        assert [square for square, _ in islice(squares, 10)] == [number * number for number in range(10)]
        stop.set()
        assert list(squares) == []


@pytest.mark.long
def test_without_its_scheduler_it_ends_with_one_line(cluster: Cluster) -> None:
    def lose() -> None:
        with on_cluster(cluster.address) as crew:
            threading.Timer(0.5, cluster.kill_scheduler).start()
            list(in_order(crew, [partial(slowly_squared, number, 60.0) for number in range(2)]))

    with pytest.raises(ClusterError, match="was lost: start again"):
        lose()


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("executors.batch.CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(ClusterError, match="cannot be reached"),
        on_cluster(f"dask://127.0.0.1:{free_port()}"),
    ):
        pass
    with pytest.raises(ClusterError, match="not possible"), hired("host:8786", 1):
        pass


@pytest.mark.long
def test_processes_of_this_machine_do_the_same() -> None:
    with in_processes(1) as crew:
        square, process = crew.executor.submit(slowly_squared, 3, 0.0).result()
    assert (square, process != os.getpid()) == (9, True)


@pytest.mark.first(1)
@pytest.mark.parametrize("prepare", [os.getpid, ignore_termination])
def test_an_endless_job_is_ended(prepare: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an early decision of a match, or Ctrl+C."""
    monkeypatch.setattr("executors.batch.END_SECONDS", 0.1)
    before = set(multiprocessing.active_children())
    with in_processes(1) as crew:
        played = in_order(crew, [prepare, never_end, never_end, never_end])
        assert next(played) != os.getpid()
        workers = set(multiprocessing.active_children()) - before
        assert len(workers) == 1
    for worker in workers:
        # Unlike `is_alive`, this is right even while the pool's own thread asks for the exit code.
        assert multiprocessing.connection.wait([worker.sentinel], 60)
