"""The lease on shards: waiting for it, renewing it, losing it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.hosting.lease import GIVE_UP_SECONDS, LEASE_SECONDS, Ended, HeldLease
from data import Share, StorageError
from data.db.leases import Worker

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
        rest: Callable[[float], Awaitable[object]] = self.rest
        return HeldLease(
            self,  # type: ignore[arg-type]
            "me",
            rest=rest,
            monotonic=lambda: self.now,
            say=self.said.append,
        )


async def test_waiting_for_a_lease_is_announced_once() -> None:
    leases = Scripted(free_after=LEASE_SECONDS)
    assert await leases.lease().take([SHARE]) == SHARE
    assert leases.now == LEASE_SECONDS
    assert len(leases.said) == 2
    assert "other has shards 0-3 of 16" in leases.said[0]
    assert leases.asked_for == []
    await leases.lease().take([SHARE], ask=True)
    assert leases.asked_for == [SHARE]


async def test_renews_until_another_process_requests_the_lease() -> None:
    answers = [False, False, True]
    leases = Scripted(renewals=lambda: Worker(1, "me", SHARE, LEASE_SECONDS, asked=answers.pop(0)))
    lease = leases.lease()
    await lease.take([SHARE])
    assert await lease.keep() is Ended.ASKED
    assert answers == []


async def test_a_taken_lease_is_lost() -> None:
    leases = Scripted(renewals=lambda: None)
    lease = leases.lease()
    await lease.take([SHARE])
    assert await lease.keep() is Ended.LOST


async def test_without_renewals_the_process_ends_before_another_may_begin() -> None:
    def away() -> Worker | None:
        raise StorageError("the database is away")

    leases = Scripted(renewals=away)
    lease = leases.lease()
    await lease.take([SHARE])
    assert await lease.keep() is Ended.LOST
    assert GIVE_UP_SECONDS <= leases.now < LEASE_SECONDS


async def test_a_short_database_outage_keeps_the_lease() -> None:
    answers: list[Worker | StorageError | None] = [
        StorageError("away"),
        StorageError("away"),
        Worker(1, "me", SHARE, LEASE_SECONDS, asked=False),
        StorageError("away"),
        StorageError("away"),
        Worker(1, "me", SHARE, LEASE_SECONDS, asked=True),
    ]

    def renew() -> Worker | None:
        answer = answers.pop(0)
        if isinstance(answer, StorageError):
            raise answer
        return answer

    lease = Scripted(renewals=renew).lease()
    await lease.take([SHARE])
    assert await lease.keep() is Ended.ASKED
