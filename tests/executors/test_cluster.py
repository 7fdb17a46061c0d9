"""Tasks on a real cluster: progress, stops and results, and what happens when part of it is lost.

No test measures time: limits are so far off that only a fault reaches them, even on a busy machine, and tasks
that come back report the time they were given.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from engine import StopFlag, connect4
from engine.players.computer import ComputerPlayer, Phase
from executors import cluster as product
from executors.cluster import CROWDED_MEGABYTES
from executors.executor import Conditions, Memory
from executors.tasks import ChooseMove, ListMoves
from tests.executors.clusters import PATIENCE, Cluster, Watched
from tests.executors.sample_tasks import Fail, Megabytes, Remember, Think

pytestmark = pytest.mark.long

HERE = os.getpid()
SECONDS = 120.0
"""Time limit of tasks that end earlier."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A scheduler with two workers; the last tests take them away."""
    with Cluster.running(2) as started:
        yield started


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give workers a minute for everything, since this machine may be busy."""
    for limit in ("BEGIN_SECONDS", "SILENT_SECONDS", "STOP_SECONDS"):
        monkeypatch.setattr(product, limit, SECONDS / 2)


@pytest.fixture
def watched(cluster: Cluster) -> Iterator[Watched]:
    """A bot's end of the cluster, connected to all workers."""
    watched = Watched(cluster.address)
    watched.wait_for(cluster.threads)
    yield watched
    watched.executor.close()


def warm(watched: Watched) -> int:
    """Run a short task, so that a worker has loaded everything; return the worker's process."""
    process, _ = watched.executor.run(Think(), 0.01, StopFlag())
    assert process != HERE
    return process


def give_workers(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let workers have this much of `SECONDS`; the rest is margin."""
    monkeypatch.setattr(product, "MARGIN_SECONDS", SECONDS)
    monkeypatch.setattr(product, "MARGIN_SHARE", 1 - seconds / SECONDS)


class Several:
    """Tasks run side by side; `begun` is set as soon as every one has reported from its worker."""

    def __init__(self, watched: Watched, count: int, *, waited_for: bool = True) -> None:
        self.begun, self.stop = threading.Event(), StopFlag()
        self._reported: set[int] = set()
        self._count = count
        run = partial(watched.executor.run, Think(brief_here=True), SECONDS, self.stop, waited_for=waited_for)
        pool = ThreadPoolExecutor(count)
        self.futures = [pool.submit(run, self._report(number)) for number in range(count)]
        pool.shutdown(wait=False)

    def _report(self, number: int) -> Callable[[float], None]:
        def report(_: float) -> None:
            self._reported.add(number)
            if len(self._reported) == self._count:
                self.begun.set()

        return report

    def results(self) -> list[tuple[int, float]]:
        """Return each task's process and seconds, in order of completion of the slowest."""
        return [future.result(PATIENCE) for future in self.futures]


def test_tasks_run_on_workers_and_report_progress(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    warm(watched)
    give_workers(monkeypatch, 2.0)
    heard: list[float] = []
    process, _ = watched.executor.run(Think(), SECONDS, StopFlag(), heard.append, waited_for=True)
    assert process != HERE
    assert len(heard) >= 3
    assert heard == sorted(heard)
    assert not watched.lost


def test_a_stop_flag_reaches_the_worker_and_the_result_so_far_returns(watched: Watched) -> None:
    warm(watched)
    stop = StopFlag()
    process, gone = watched.executor.run(Think(), SECONDS, stop, lambda _: stop.set(), waited_for=True)
    assert process != HERE
    assert gone < SECONDS / 2
    assert not watched.lost


def test_several_tasks_run_side_by_side(watched: Watched) -> None:
    warm(watched)
    several = Several(watched, 4)
    assert several.begun.wait(PATIENCE)
    several.stop.set()
    processes = {process for process, _ in several.results()}
    assert len(processes) == 2
    assert HERE not in processes


def test_background_tasks_wait_and_callers_do_not(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    warm(watched)
    busy = Several(watched, 4, waited_for=False)
    assert busy.begun.wait(PATIENCE)
    # No worker is free, so a task with a waiting caller runs here, in the time that is left.
    monkeypatch.setattr(product, "BEGIN_SECONDS", 1.0)
    process, seconds = watched.executor.run(Think(brief_here=True), SECONDS, StopFlag(), waited_for=True)
    assert process == HERE
    assert SECONDS / 2 < seconds <= SECONDS - 1.0
    assert watched.lost == ["no worker began"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(watched.executor.run, Think(), 0.01, StopFlag())
        busy.stop.set()
        busy.results()
        assert waiting.result(PATIENCE)[0] != HERE


@pytest.mark.parametrize("waited_for", [True, False])
def test_a_cancelled_task_is_not_lost(watched: Watched, *, waited_for: bool) -> None:
    """A player's move cancels pondering; with no worker free it is still waiting to begin."""
    warm(watched)
    busy = Several(watched, 4, waited_for=False)
    assert busy.begun.wait(PATIENCE)
    stop = StopFlag()
    stop.set()
    process, _ = watched.executor.run(Think(brief_here=True), SECONDS, stop, waited_for=waited_for)
    assert process == HERE
    assert not watched.lost
    busy.stop.set()
    busy.results()


def test_a_workers_fault_does_not_fail_the_task(watched: Watched) -> None:
    assert watched.executor.run(Fail(), SECONDS, StopFlag(), waited_for=True) == HERE
    assert watched.lost == ["LookupError: this task fails on workers"]


def test_tasks_of_one_memory_find_their_table(watched: Watched) -> None:
    memory = Memory.new(1)
    first, known = watched.executor.run(Remember(memory), 1.0, StopFlag())
    assert not known
    again = [watched.executor.run(Remember(memory), 1.0, StopFlag()) for _ in range(4)]
    assert again == [(first, True)] * 4


def test_a_search_on_a_worker_is_the_local_search(watched: Watched) -> None:
    position = connect4.parse("44444")
    player = ComputerPlayer.parse("alignments:6 seed=5")
    chosen = watched.executor.run(ChooseMove(player, position), 60.0, StopFlag())
    here = ChooseMove(player, position).run(Conditions(60.0))
    assert (chosen.move, chosen.score, chosen.line) == (here.move, here.score, here.line)
    values = ListMoves(position, 60.0, Phase("threats", 4))
    found = watched.executor.run(values, 60.0, StopFlag())
    assert found.candidates == values.run(Conditions(60.0)).candidates
    assert not watched.lost


def test_a_worker_that_ignores_a_stop_is_abandoned(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    warm(watched)
    give_workers(monkeypatch, 6.0)
    monkeypatch.setattr(product, "STOP_SECONDS", 0.5)
    stop = StopFlag()
    deaf = Think(deaf_to_stops=True)
    process, _ = watched.executor.run(deaf, SECONDS, stop, lambda _: stop.set(), waited_for=True)
    assert process == HERE
    assert watched.lost == ["its worker does not answer"]
    # The late answer has no caller any more; later tasks get their own.
    process, gone = watched.executor.run(Think(), 6.0, StopFlag())
    assert process != HERE
    assert gone >= 6.0


def test_a_worker_that_hangs_is_abandoned_before_the_time_is_over(
    cluster: Cluster, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm(watched)
    give_workers(monkeypatch, 3.0)
    monkeypatch.setattr(product, "STOP_SECONDS", 0.5)
    several = Several(watched, 1)
    assert several.begun.wait(PATIENCE)
    for worker in cluster.workers:
        worker.send_signal(signal.SIGSTOP)
    try:
        ((process, seconds),) = several.results()
    finally:
        for worker in cluster.workers:
            worker.send_signal(signal.SIGCONT)
    assert process == HERE
    assert SECONDS / 2 < seconds <= SECONDS - 3.0
    assert watched.lost == ["its worker does not answer"]


def test_the_tasks_of_a_killed_worker_run_here_at_once(cluster: Cluster, watched: Watched) -> None:
    warm(watched)
    several = Several(watched, 4)
    assert several.begun.wait(PATIENCE)
    victim = cluster.workers.pop()
    victim.kill()
    watched.wait_for(cluster.threads)
    several.stop.set()
    results = several.results()
    assert sorted(process == HERE for process, _ in results) == [False, False, True, True]
    assert watched.lost == ["its worker is gone"] * 2
    assert all(seconds > SECONDS / 2 for process, seconds in results if process == HERE)
    victim.wait()


def test_without_a_scheduler_tasks_run_here_until_it_returns(cluster: Cluster) -> None:
    watched = Watched(cluster.address)
    watched.wait_for(cluster.threads)
    warm(watched)
    several = Several(watched, 1)
    assert several.begun.wait(PATIENCE)
    cluster.kill_scheduler()
    ((process, seconds),) = several.results()
    assert process == HERE
    assert seconds > SECONDS / 2
    watched.wait_for(0)
    process, seconds = watched.executor.run(Think(brief_here=True), SECONDS, StopFlag(), waited_for=True)
    assert process == HERE
    assert seconds > SECONDS / 2
    cluster.start_scheduler()
    watched.wait_for(cluster.threads)
    assert watched.executor.run(Think(), 0.01, StopFlag())[0] != HERE
    watched.executor.close()


def test_many_tasks_that_return_at_once_have_small_tables(cluster: Cluster) -> None:
    watched = Watched(cluster.address)
    watched.executor.close()
    task = Megabytes(threading.Barrier(3, timeout=PATIENCE))
    with ThreadPoolExecutor(3) as pool:
        running = [pool.submit(watched.executor.run, task, SECONDS, StopFlag()) for _ in range(3)]
    sizes = sorted((one.result() for one in running), key=str)
    assert sizes == [CROWDED_MEGABYTES, CROWDED_MEGABYTES, None]


def test_a_closed_executor_runs_tasks_here(cluster: Cluster) -> None:
    watched = Watched(cluster.address)
    watched.wait_for(cluster.threads)
    watched.executor.close()
    assert watched.executor.run(Think(), 0.05, StopFlag(), waited_for=True)[0] == HERE
