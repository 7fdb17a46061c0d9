"""What ends or holds up a process: a stalled loop, a lost lease, a second process."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import structlog

from bot.core.errors import HostError
from bot.core.runtime import Runtime
from bot.hosting.lease import GIVE_UP_SECONDS, LEASE_SECONDS, Ended, HeldLease, only_process
from bot.hosting.shutdown import STALL_SECONDS, LoopWatchdog
from bot.settings.settings import Settings
from data import Share, StorageError
from data.db.leases import Worker
from tests.cases import for_each


class Loop:
    """An event loop that answers on demand, and its watchdog."""

    def __init__(self, ends_after: float = 120.0) -> None:
        self.now = 1000.0
        self.worked = 0.0
        self.asked: list[Callable[[], object]] = []
        self.lags: list[float] = []
        self.stalls = self.ends = 0
        self.watchdog = LoopWatchdog(
            self.asked.append,
            ends_after=ends_after,
            end=self._end,
            stack=lambda: "in a loop of ours",
            observe_lag=self.lags.append,
            count_stall=self._stall,
            clock=lambda: self.now,
            worked=lambda: self.worked,
        )

    def _end(self) -> None:
        self.ends += 1

    def _stall(self) -> None:
        self.stalls += 1

    def run(self, seconds: int, *, answering_after: float | None = None) -> None:
        """Tick every second; the loop answers each time with this delay, or never."""
        for _ in range(seconds):
            self.now += 1.0
            self.watchdog.tick()
            if answering_after is not None:
                self.answer(answering_after)

    def answer(self, late: float = 0.0) -> None:
        self.now += late
        asked = self.asked.copy()
        self.asked.clear()
        for answer in asked:
            answer()


def test_a_running_loop_is_measured() -> None:
    loop = Loop()
    loop.run(300, answering_after=0.25)
    assert loop.lags == [0.25] * 300
    assert (loop.stalls, loop.ends) == (0, 0)


def test_a_stall_is_logged_once_with_the_stack() -> None:
    loop = Loop()
    with structlog.testing.capture_logs() as log:
        loop.run(int(STALL_SECONDS))
        assert log == []
        loop.run(60)
    assert loop.stalls == 1
    (entry,) = log
    assert (entry["event"], entry["stack"]) == ("the event loop has stalled", "in a loop of ours")
    assert loop.ends == 0


def test_a_recovered_loop_can_stall_again() -> None:
    loop = Loop()
    for _ in range(2):
        loop.run(30)
        loop.answer()
        loop.run(5, answering_after=0.0)
    assert (loop.stalls, loop.ends) == (2, 0)
    assert max(loop.lags) == pytest.approx(29.0)


@for_each(("ends_after", "seconds", "ends"), (60, 60, 0), (60, 61, 1), (0, 5000, 0))
def test_a_long_stall_ends_the_process_unless_disabled(ends_after: int, seconds: int, ends: int) -> None:
    loop = Loop(ends_after)
    loop.run(seconds)
    assert (loop.stalls, loop.ends) == (1, ends)


def test_a_paused_process_is_not_a_stall() -> None:
    loop = Loop(ends_after=60)
    loop.run(2)
    loop.now += 3600.0
    loop.run(5)
    assert (loop.stalls, loop.ends) == (0, 0)
    loop.run(60)
    assert loop.stalls == 1
    assert loop.ends > 0


def test_a_held_gil_is_a_stall_that_may_end_the_process() -> None:
    """This thread does not run meanwhile, either, but the process works."""
    answering, silent = Loop(ends_after=60), Loop(ends_after=60)
    for loop in (answering, silent):
        loop.run(2)
        loop.now += 90.0
        loop.worked += 88.0
        loop.run(1)
        assert (loop.stalls, loop.ends) == (1, 0)
    answering.answer()
    answering.run(120, answering_after=0.0)
    silent.run(1)
    assert (answering.ends, silent.ends) == (0, 1)


SHARE = Share(0, 3, 16)


@dataclass
class Scripted:
    """Leases of a database with scripted answers."""

    free_after: float = 0.0
    renewals: Callable[[], Worker | None] = lambda: Worker(1, "me", SHARE, LEASE_SECONDS, asked=False)
    now: float = 0.0
    asked_for: list[Share] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    async def take(self, shares: tuple[Share, ...], _holder: str, _seconds: float) -> Share | None:
        return shares[0] if self.now >= self.free_after else None

    async def ask_for(self, share: Share) -> None:
        self.asked_for.append(share)

    async def all(self) -> tuple[Worker, ...]:
        return (Worker(1, "other", SHARE, 3.0, asked=False),)

    async def renew(self, _seconds: float) -> Worker | None:
        return self.renewals()

    async def rest(self, seconds: float) -> None:
        self.now += seconds

    def lease(self) -> HeldLease:
        runtime = Runtime(rest=self.rest, monotonic=lambda: self.now, say=self.said.append)
        return HeldLease(self, "me", runtime)  # type: ignore[arg-type]

    async def end(self) -> Ended:
        """Take a lease and keep it until it ends."""
        lease = self.lease()
        await lease.take([SHARE])
        return await lease.keep()


async def test_waiting_for_a_lease_is_announced_once() -> None:
    leases = Scripted(free_after=LEASE_SECONDS)
    assert (await leases.lease().take([SHARE]), leases.now, len(leases.said)) == (SHARE, LEASE_SECONDS, 2)
    assert "other has shards 0-3 of 16" in leases.said[0]
    assert leases.asked_for == []
    await leases.lease().take([SHARE], ask=True)
    assert leases.asked_for == [SHARE]


async def test_a_lease_is_kept_until_it_is_asked_for_or_taken() -> None:
    answers = [False, False, True]
    leases = Scripted(renewals=lambda: Worker(1, "me", SHARE, LEASE_SECONDS, asked=answers.pop(0)))
    assert (await leases.end(), answers) == (Ended.ASKED, [])
    assert await Scripted(renewals=lambda: None).end() is Ended.LOST


async def test_without_renewals_the_process_ends_before_another_may_begin() -> None:
    def away() -> Worker | None:
        raise StorageError("the database is away")

    leases = Scripted(renewals=away)
    assert await leases.end() is Ended.LOST
    assert GIVE_UP_SECONDS <= leases.now < LEASE_SECONDS


async def test_a_short_database_outage_keeps_the_lease() -> None:
    away, outage = StorageError("away"), [None, None]
    answers = [*outage, False, *outage, True]

    def renew() -> Worker | None:
        asked = answers.pop(0)
        if asked is None:
            raise away
        return Worker(1, "me", SHARE, LEASE_SECONDS, asked=asked)

    assert await Scripted(renewals=renew).end() is Ended.ASKED


def served(folder: Path, **settings: str) -> Settings:
    return Settings(database_url=f"sqlite:///{folder / 'games.db'}", **settings)


def test_a_second_process_is_refused_and_told_which_is_the_first(tmp_path: Path) -> None:
    first, second = only_process(served(tmp_path)), only_process(served(tmp_path))
    named = rf"games.db \(process {os.getpid()} on .* since .* UTC\)"
    with first, pytest.raises(HostError, match=named), second:
        pass
    with only_process(served(tmp_path)):
        pass


def test_processes_with_leases_share_a_file_but_not_with_one_without(tmp_path: Path) -> None:
    first, second = (only_process(served(tmp_path, shards=shards)) for shards in ("0/2", "1/2"))
    refused = pytest.raises(HostError, match="another process serves")
    with first, second, refused, only_process(served(tmp_path)):
        pass


def test_a_missing_folder_and_a_server_have_no_lock(tmp_path: Path) -> None:
    for settings in (served(tmp_path / "missing"), Settings(database_url="postgresql://user@host/name")):
        with only_process(settings):
            pass
    assert list(tmp_path.iterdir()) == []
