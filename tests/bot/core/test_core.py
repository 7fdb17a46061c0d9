"""Small parts that everything uses: tasks, locks, times, pages, schedules, snapshots, fields."""

from __future__ import annotations

import asyncio
import pickle
import time
from collections.abc import AsyncIterator
from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, datetime, timedelta
from inspect import isabstract
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import pytest
from structlog.typing import EventDict

import bot.rooms  # noqa: F401 - it imports the ids and refusals of all rooms
from bot.catalog import NO_MOVES
from bot.core import background, discord_time
from bot.core.background import BackgroundTasks, Backoff, KeyedLock, Pacing, Schedule, Timers
from bot.core.discord_time import CLOCK_OFFSET, SAMPLES, DiscordClock
from bot.core.fields import Fields, Frozen
from bot.core.metrics import Metrics
from bot.core.paging import ListPage, last_page, load_page, page_of
from bot.core.refusals import Refusal
from bot.core.snapshot import NO_SIDE, GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_PASSES_TWICE,
    BLACK_WIPES_OUT,
    BOB,
    CAT,
    REVERSI,
    Clock,
    begin,
    computer_game,
    game_after,
    line,
    put_down,
    settle,
)
from tests.cases import for_each


async def numbers(count: int) -> AsyncIterator[int]:
    for number in range(count):
        yield number


async def test_items_are_worked_on_a_few_at_once() -> None:
    done, hanging = [], asyncio.Event()

    async def work(number: int) -> None:
        if number == 0:
            await hanging.wait()
        done.append(number)

    everything = asyncio.create_task(background.for_each(numbers(10), work, at_once=2))
    await settle(100)
    assert done == [*range(1, 10)]
    assert not everything.done()
    hanging.set()
    await everything
    assert done == [*range(1, 10), 0]
    running = most = 0

    async def count(_: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    await background.for_each(numbers(10), count, at_once=3)
    assert (running, most) == (0, 3)


TRUE = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
def off(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> timedelta:
    ahead: timedelta = request.param
    monkeypatch.setattr(discord_time, "local_now", lambda: TRUE + ahead)
    return ahead


both = pytest.mark.parametrize("off", [55 * 60 * SECOND, -55 * 60 * SECOND], indirect=True)


@both
def test_the_date_of_an_answer_corrects_the_clock(off: timedelta, log: list[EventDict]) -> None:
    clock = DiscordClock()
    for _ in range(3):
        clock.observe_date(TRUE, TRUE + off, TRUE + off + SECOND)
    assert abs(clock.now() - TRUE) <= SECOND
    assert clock.fault == ("55 min ahead of Discord's" if off > timedelta() else "55 min behind Discord's")
    assert [entry["log_level"] for entry in log] == ["warning"]


@pytest.mark.parametrize("off", [timedelta()], indirect=True)
async def test_answers_with_a_date_in_time_are_measured(off: timedelta) -> None:
    measured = list[timedelta]()
    clock = DiscordClock(measured.append)
    for second, waited in ((0, 9), (0, 1), (0, 1), (1, 1), (None, 1), ("x", 1)):
        date = f"Sun, 01 Mar 2026 12:00:0{second} GMT"
        headers = {} if second is None else {"Date": date}
        begun = SimpleNamespace(begun=TRUE, monotonic=time.monotonic() - waited)
        answer: Any = SimpleNamespace(response=SimpleNamespace(headers=headers))
        await clock._end(None, begun, answer)
    assert measured == [-0.5 * SECOND, -0.5 * SECOND, -1.5 * SECOND]


@both
def test_interactions_correct_the_clock_where_answers_have_no_date(off: timedelta) -> None:
    clock = DiscordClock()
    for number in range(SAMPLES):
        # One of them was delayed.
        clock.observe_interaction(TRUE - (60 if number == 2 else 1) * SECOND)
    assert abs(clock.now() - TRUE) <= SECOND


@pytest.mark.parametrize("off", [timedelta()], indirect=True)
def test_an_interaction_disproves_a_wrong_date(off: timedelta) -> None:
    clock = DiscordClock()
    clock.observe_date(TRUE - timedelta(hours=1), TRUE, TRUE)
    clock.observe_interaction(TRUE - SECOND)
    assert clock.fault is None


@pytest.mark.parametrize("off", [3 * SECOND], indirect=True)
def test_a_small_difference_is_not_corrected(off: timedelta, log: list[EventDict]) -> None:
    clock = DiscordClock()
    clock.observe_date(TRUE, TRUE + off, TRUE + off)
    assert (clock.now(), clock.fault) == (TRUE + off, None)
    assert log == []


def test_the_metric_is_absent_until_something_is_measured() -> None:
    metrics = Metrics()
    assert b"\nflipfour_clock_offset_seconds" not in metrics.text()
    metrics.set(CLOCK_OFFSET, 55)
    assert b"flipfour_clock_offset_seconds 55.0" in metrics.text()


async def test_one_thing_is_held_once_and_nothing_is_left() -> None:
    lock, said = KeyedLock(), list[str]()

    async def work(key: int, name: str) -> None:
        async with lock.hold(key):
            said.append(f"{name} begins")
            await asyncio.sleep(0)
            said.append(f"{name} ends")

    await asyncio.gather(work(1, "a"), work(1, "b"), work(2, "c"))
    assert said.index("b begins") > said.index("a ends")
    assert said.index("c begins") < said.index("a ends")
    lock = KeyedLock()
    with pytest.raises(RuntimeError):
        async with lock.hold(1):
            raise RuntimeError
    async with lock.hold(1):
        waiting = asyncio.create_task(_hold(lock))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert len(lock) == 1
        assert 1 in lock
    assert len(lock) == 0
    assert 1 not in lock


async def _hold(lock: KeyedLock) -> None:
    async with lock.hold(1):
        pass


ITEMS = tuple(range(7))


class Part(NamedTuple):
    items: tuple[int, ...]
    total: int


def test_every_item_has_a_page_and_a_page_that_is_not_becomes_the_nearest() -> None:
    """An empty list has a page, too."""
    assert [last_page(total, 3) for total in (0, 1, 3, 4, 6, 7)] == [0, 0, 0, 1, 1, 2]
    for page, content, shown in ((-1, (0, 1, 2), 0), (1, (3, 4, 5), 1), (2, (6,), 2), (9, (6,), 2)):
        assert page_of(ITEMS, page, 3) == ListPage(content, shown, 2)


@for_each("knows_its_length", [True, False])
async def test_a_loaded_page_beyond_the_end_is_replaced_by_one_that_there_is(knows_its_length: bool) -> None:
    async def load(offset: int, limit: int) -> Part:
        items = ITEMS[offset : offset + limit]
        return Part(items, len(ITEMS) if items or knows_its_length else 0)

    assert await load_page(load, 2, 3) == ListPage(Part((6,), 7), 2, 2)
    found = await load_page(load, 9, 3)
    assert found.page == (2 if knows_its_length else 0)
    assert (found.content.items, found.last_page) == (ITEMS[3 * found.page : 3 * found.page + 3], 2)


QUARTER = timedelta(minutes=15)
BACKOFF = Backoff(timedelta(seconds=1), QUARTER)


class Rests:
    """Records how long was rested, and ends rests when told to."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        await self.over.wait()


def timing(*, rests_end: bool = False) -> tuple[Timers, Rests, list[int]]:
    """Return timers, what they rested, and the keys whose time came."""
    rests, done = Rests(), list[int]()
    if rests_end:
        rests.over.set()
    return Timers(done.append, rests, BACKOFF), rests, done


async def test_delays_double_until_reset_for_each_key() -> None:
    delays = [BACKOFF.after(failures).total_seconds() for failures in range(1, 13)]
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    assert BACKOFF.after(10_000) == QUARTER
    timers, rests, again = timing(rests_end=True)
    for _ in range(3):
        timers.retry(7)
        await settle()
    assert (again, rests.asked) == ([7] * 3, [1, 2, 4])
    timers.reset(7)
    timers.retry(7)
    await settle()
    assert rests.asked[-1] == 1
    timers, rests, _ = timing()
    for key in (1, 1, 2):
        timers.retry(key)
        await settle()
    assert rests.asked == [1, 2, 1]
    timers.close()


async def test_work_starts_once_unless_it_is_reset_or_closed() -> None:
    timers, rests, done = timing()
    timers.start(1, 3)
    timers.start(1, 9)
    await settle()
    rests.over.set()
    await settle()
    assert (rests.asked, done) == ([3], [1])
    timers, rests, again = timing()
    for key in (1, 2):
        timers.retry(key)
    await settle()
    timers.reset(1)
    assert (1 in timers, 2 in timers) == (False, True)
    timers.reset_all()
    assert 2 not in timers
    rests.over.set()
    await settle()
    assert again == []
    timers, rests, _ = timing()
    timers.close()
    timers.retry(1)
    await settle()
    assert rests.asked == []


class Passes:
    """A schedule whose passes name the moments that the test wants, or fail."""

    def __init__(self) -> None:
        self.clock, self.rests, self.count = Clock(), Rests(), 0
        self.following: datetime | None = None
        self.fails = False
        pacing = Pacing(BackgroundTasks(), self.rests, self.clock)
        pauses = {"after_fault": timedelta(minutes=1), "pause": timedelta(seconds=1)}
        self.schedule = Schedule("passes", self._do_due, pacing, **pauses)

    async def _do_due(self) -> datetime | None:
        self.count += 1
        if self.fails:
            raise RuntimeError
        return self.following


async def test_a_pass_follows_at_the_earliest_moment_named_until_closed() -> None:
    passes = Passes()
    passes.following = passes.clock()
    await passes.schedule.run()
    await settle()
    assert passes.rests.asked == [1]
    passes.following = None
    passes.rests.over.set()
    await settle()
    assert passes.count == 2
    passes = Passes()
    for minutes in (5, 7, 3):
        passes.schedule.wake_at(passes.clock() + timedelta(minutes=minutes))
        await settle()
    assert passes.rests.asked == [300, 180]
    passes = Passes()
    passes.fails = True
    for _ in range(2):
        await asyncio.gather(passes.schedule.run(), return_exceptions=True)
    await settle()
    assert passes.rests.asked == [60]
    passes = Passes()
    passes.schedule.close()
    passes.schedule.wake_at(passes.clock())
    await passes.schedule.run()
    await settle()
    assert (passes.count, passes.rests.asked) == (0, [])


async def test_a_snapshot_knows_sides_and_who_is_to_move(challenges: Challenges, referee: Referee) -> None:
    snapshot = await begin(challenges)
    assert (snapshot.recent, snapshot.movers, snapshot.position) == (NO_MOVES, (), REVERSI.start(""))
    snapshot = await game_after(challenges, *(move for move in BLACK_PASSES_TWICE if move != "pass"))
    assert snapshot.movers == (*((0, 1) * 7), NO_SIDE, 1, NO_SIDE)
    snapshot = await game_after(challenges, "d3")
    assert [snapshot.side_of(person.id) for person in (ANN, BOB, CAT)] == [0, 1, None]
    assert (snapshot.to_move.player_id, snapshot.computer_to_move) == (BOB.id, False)
    snapshot = await computer_game(challenges)
    assert not snapshot.computer_to_move
    snapshot = await put_down(referee, snapshot, BLACK_WIPES_OUT[:1])
    assert snapshot.computer_to_move
    snapshot = await put_down(referee, snapshot, BLACK_WIPES_OUT[1:])
    assert snapshot.to_move.computer == "easy"
    assert (snapshot.going, snapshot.computer_to_move) == (False, False)


async def test_cached_replays_change_nothing(referee: Referee, challenges: Challenges) -> None:
    snapshot = begun = await begin(challenges)
    for move in BLACK_PASSES_AFTER:
        snapshot = await put_down(referee, snapshot, [move])
        assert snapshot.position == line(REVERSI.start(""), snapshot.game.moves)[-1]
    # A different or shorter game keeps nothing of the other.
    assert GameSnapshot.of(begun.game) == begun
    other = await put_down(referee, await begin(challenges), ["c4"])
    assert other.position == REVERSI.start("").play("c4")
    assert (other.movers, other.recent.passed) == ((0,), None)


class Place(Frozen):
    kind: ClassVar[str] = "place"
    x: int
    y: int = 5


class NamedPlace(Place):
    name: str = ""


@for_each(
    "made", NamedPlace(1, 2, "here"), NamedPlace(name="here", y=2, x=1), NamedPlace(1, name="here", y=2)
)
def test_fields_are_given_in_order_or_by_name(made: NamedPlace) -> None:
    assert (vars(made), repr(made)) == ({"x": 1, "y": 2, "name": "here"}, "NamedPlace(x=1, y=2, name='here')")
    assert [*vars(made)] == [*NamedPlace.names]


def test_a_default_stands_in() -> None:
    assert vars(Place(1)) == {"x": 1, "y": 5}


@for_each(("values", "named"), ([], {}), ([], {"y": 1}), ([1, 2, 3], {}), ([1], {"x": 1}), ([1], {"z": 1}))
def test_other_values_are_refused(values: list[int], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Place has the fields"):
        Place(*values, **named)


def test_what_mypy_takes_for_a_dataclass_works_as_one() -> None:
    """It allows `replace` and patterns by position wherever a class has a `dataclass_transform`."""
    made = NamedPlace(1, 2, "here")
    assert repr(replace(made, y=3)) == "NamedPlace(x=1, y=3, name='here')"
    assert [field.name for field in fields(made)] == ["x", "y", "name"]
    with pytest.raises(TypeError, match="NamedPlace has the fields"):
        replace(made, z=3)  # type: ignore[call-arg]
    match made:
        case NamedPlace(_, y, name):
            assert (y, name) == (2, "here")


def test_values_are_equal_by_class_and_fields_and_never_change() -> None:
    made, same = NamedPlace(1, 2, "here"), pickle.loads(pickle.dumps(NamedPlace(1, 2, "here")))  # noqa: S301
    assert made == same
    assert len({made, same, NamedPlace(1, 2), Place(1, 2)}) == 3
    assert Place(1, 2) != NamedPlace(1, 2)
    with pytest.raises(FrozenInstanceError, match="cannot assign to 'x' of NamedPlace"):
        made.x = 3  # type: ignore[misc]


def _kinds(base: type[Fields] = Fields) -> set[type[Fields]]:
    below = set(base.__subclasses__())
    return below.union(*map(_kinds, below))


def test_every_id_and_refusal_can_be_replaced() -> None:
    kinds = {kind for kind in _kinds() if kind.__module__.startswith("bot.") and not isabstract(kind)}
    assert len(kinds) > 300
    for kind in kinds:
        made = kind(*range(len(kind.names)))
        assert type(replace(made)) is kind  # type: ignore[type-var]
        assert vars(replace(made)) == vars(made)  # type: ignore[type-var]


def test_a_refusal_is_an_exception_with_fields() -> None:
    kind: Any = type("Kept", (Refusal,), {"__annotations__": {"most": "int"}})
    refused = kind(most=3)
    assert (refused.values(), str(kind(4)), repr(refused)) == ({"most": 3}, "4", "Kept(most=3)")
    assert refused != kind(most=3)
