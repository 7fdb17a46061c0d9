"""Tasks on a real cluster: progress, stops, results; and what becomes of them when a part of it is lost."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest

from engine import StopFlag, connect4
from engine.players.computer import ComputerPlayer, Phase
from executors.cluster import CROWDED_MEGABYTES
from executors.executor import Conditions, Memory
from executors.tasks import ChooseMove, ListMoves
from tests.executors.clusters import Cluster, Watched, go_on, pause
from tests.executors.sample_tasks import Fail, Megabytes, Remember, Think

pytestmark = pytest.mark.long

HERE = os.getpid()
SOON = 1.5
"""A stop flag, and the loss of a process, are noticed within a second; this machine may be busy."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A scheduler with two workers; the last tests take them away."""
    with Cluster.running(2) as started:
        yield started


@pytest.fixture
def watched(cluster: Cluster) -> Iterator[Watched]:
    """A bot's end of it, with all workers there."""
    watched = Watched(cluster.address)
    watched.wait_for(cluster.threads)
    yield watched
    watched.executor.close()


def warm(watched: Watched) -> int:
    """Carry out a short task, so that all has been loaded; the process of its worker."""
    process, _ = watched.executor.run(Think(), 0.01, StopFlag())
    assert process != HERE
    return process


def test_a_task_is_carried_out_elsewhere_and_reports_how_far_it_is(watched: Watched) -> None:
    warm(watched)
    heard: list[float] = []
    process, _ = watched.executor.run(Think(), 2.0, StopFlag(), heard.append, waited_for=True)
    assert process != HERE
    assert len(heard) >= 3
    assert heard == sorted(heard)
    assert not watched.lost


def test_a_stop_flag_goes_through_and_the_result_is_what_there_is(watched: Watched) -> None:
    warm(watched)
    stop = StopFlag()
    stop.set_after(0.5)
    begun = time.perf_counter()
    process, gone = watched.executor.run(Think(), 30.0, stop, waited_for=True)
    assert process != HERE
    assert gone < 0.5 + SOON
    assert time.perf_counter() - begun < 0.5 + SOON


def test_several_are_carried_out_side_by_side(watched: Watched) -> None:
    warm(watched)
    results: list[tuple[int, float]] = []

    def run() -> None:
        results.append(watched.executor.run(Think(), 2.0, StopFlag(), waited_for=True))

    threads = [threading.Thread(target=run) for _ in range(4)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({process for process, _ in results}) == 2
    assert HERE not in {process for process, _ in results}
    assert time.perf_counter() - begun < 2.0 + SOON


def test_what_nobody_waits_for_waits_for_a_worker_and_the_rest_does_not(watched: Watched) -> None:
    warm(watched)
    stop = StopFlag()
    busy = [threading.Thread(target=watched.executor.run, args=(Think(), 30.0, stop)) for _ in range(4)]
    for thread in busy:
        thread.start()
    # Nobody is free, so somebody who waits is answered here, in time.
    begun = time.perf_counter()
    process, _ = watched.executor.run(Think(), 1.5, StopFlag(), waited_for=True)
    assert process == HERE
    assert time.perf_counter() - begun < 1.5 + SOON
    assert watched.lost == ["no worker began"]
    later: list[tuple[int, float]] = []
    waiting = threading.Thread(target=lambda: later.append(watched.executor.run(Think(), 0.01, StopFlag())))
    waiting.start()
    stop.set()
    for thread in (*busy, waiting):
        thread.join()
    assert later[0][0] != HERE


def test_a_fault_of_a_worker_is_none_of_the_task(watched: Watched) -> None:
    assert watched.executor.run(Fail(), 5.0, StopFlag(), waited_for=True) == HERE
    assert watched.lost == ["LookupError: this worker has no such thing"]


def test_tasks_of_one_memory_find_their_table(watched: Watched) -> None:
    memory = Memory.new(1)
    first, known = watched.executor.run(Remember(memory), 1.0, StopFlag())
    assert not known
    again = [watched.executor.run(Remember(memory), 1.0, StopFlag()) for _ in range(4)]
    assert again == [(first, True)] * 4


def test_searches_travel_as_they_are(watched: Watched) -> None:
    position = connect4.parse("44444")
    player = ComputerPlayer.parse("alignments:6 seed=5")
    chosen = watched.executor.run(ChooseMove(player, position), 60.0, StopFlag())
    here = ChooseMove(player, position).run(Conditions(60.0))
    assert (chosen.move, chosen.score, chosen.line) == (here.move, here.score, here.line)
    values = ListMoves(position, 60.0, Phase("threats", 4))
    found = watched.executor.run(values, 60.0, StopFlag())
    assert found.candidates == values.run(Conditions(60.0)).candidates
    assert not watched.lost


def test_a_worker_that_does_not_stop_is_left_and_its_answer_dropped(watched: Watched) -> None:
    warm(watched)
    stop = StopFlag()
    stop.set_after(0.3)
    begun = time.perf_counter()
    process, _ = watched.executor.run(Think(deaf_to_stops=True), 4.0, stop, waited_for=True)
    assert process == HERE
    assert time.perf_counter() - begun < 0.3 + SOON + SOON
    assert watched.lost == ["its worker does not answer"]
    # The answer that comes late finds nobody who waits for it; later tasks get their own.
    process, gone = watched.executor.run(Think(), 4.5, StopFlag(), waited_for=True)
    assert process != HERE
    assert gone > 3.0


def test_a_worker_that_stands_still_is_given_up_before_the_time_is_over(
    cluster: Cluster, watched: Watched
) -> None:
    process = warm(watched)
    results: list[tuple[int, float]] = []
    begun = time.perf_counter()

    def run() -> None:
        results.append(watched.executor.run(Think(), 2.0, StopFlag(), waited_for=True))

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.5)
    for worker in cluster.workers:
        pause(worker)
    thread.join()
    for worker in cluster.workers:
        go_on(worker)
    assert process != HERE
    assert results[0][0] == HERE
    assert time.perf_counter() - begun < 2.0 + SOON


def test_a_killed_worker_means_a_search_here_at_once_within_the_time(
    cluster: Cluster, watched: Watched
) -> None:
    warm(watched)
    results: list[tuple[int, float]] = []

    def run() -> None:
        results.append(watched.executor.run(Think(), 4.0, StopFlag(), waited_for=True))

    threads = [threading.Thread(target=run) for _ in range(4)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    victim = cluster.workers.pop()
    threading.Timer(1.0, victim.kill).start()
    for thread in threads:
        thread.join()
    assert time.perf_counter() - begun < 4.0 + SOON
    assert sorted(process == HERE for process, _ in results) == [False, False, True, True]
    assert watched.lost == ["its worker is gone"] * 2
    # They went on here at once, with the time that was left.
    assert all(gone > 4.0 - 1.0 - SOON for process, gone in results if process == HERE)
    watched.wait_for(cluster.threads)
    victim.wait()


def test_without_a_scheduler_everything_goes_on_here_and_with_it_there_again(cluster: Cluster) -> None:
    watched = Watched(cluster.address)
    watched.wait_for(cluster.threads)
    warm(watched)
    begun = time.perf_counter()
    threading.Timer(0.5, cluster.kill_scheduler).start()
    process, _ = watched.executor.run(Think(), 3.0, StopFlag(), waited_for=True)
    assert process == HERE
    assert time.perf_counter() - begun < 3.0 + SOON
    watched.wait_for(0)
    begun = time.perf_counter()
    assert watched.executor.run(Think(), 0.2, StopFlag(), waited_for=True)[0] == HERE
    assert time.perf_counter() - begun < 0.2 + SOON
    cluster.start_scheduler()
    watched.wait_for(cluster.threads)
    assert watched.executor.run(Think(), 0.01, StopFlag())[0] != HERE
    watched.executor.close()


def test_many_that_are_taken_back_at_once_have_small_tables(cluster: Cluster) -> None:
    watched = Watched(cluster.address)
    watched.executor.close()
    most: list[float | None] = []

    def run() -> None:
        most.append(watched.executor.run(Megabytes(), 0.5, StopFlag()))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(most, key=str) == [CROWDED_MEGABYTES, CROWDED_MEGABYTES, None]


def test_what_is_closed_carries_out_here(cluster: Cluster) -> None:
    watched = Watched(cluster.address)
    watched.wait_for(cluster.threads)
    watched.executor.close()
    assert watched.executor.run(Think(), 0.05, StopFlag(), waited_for=True)[0] == HERE
