"""Clocks of games: arithmetic, texts, and how they run, stop and exclude absences in storage."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from data import Storage
from data.games import time_control
from data.games.clocks import ClockStore
from data.games.offers import OfferStore
from data.games.records import Ending, Game, GameChanged, GameState, Outcome
from data.games.time_control import Correspondence, GameClock, Live, TimeUp, read_time_control
from data.ratings.unrating import UnratingStore
from tests.cases import for_each
from tests.data.helpers import ANN, BOB, Clock
from tests.data.playing import against_computer, between, move, offer, reload
from tests.databases import url_of
from tests.extent import extent

SECOND = timedelta(seconds=1)


def clock_of(game: Game) -> GameClock:
    assert game.clock is not None
    return game.clock


async def begun(storage: Storage, **changes: object) -> Game:
    return await storage.create_game(between(**{"time": Live(1, 2), **changes}))  # type: ignore[arg-type]


async def test_a_clock_starts_when_an_offer_that_has_one_is_accepted(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(between())
    assert game.clock is None
    assert (await storage.add_moves(game, [move("d3", 0)])).clock is None
    assert await storage[ClockStore].next_due() is None
    offered = await storage.create_game(offer(time=Live(1, 2)))
    assert clock_of(offered) == GameClock.of(Live(1, 2))
    clock.advance(seconds=500)
    game = await storage[OfferStore].accept(offered, BOB, between(ANN, BOB).seats)
    assert clock_of(game).flag_at == clock.now + 60 * SECOND
    assert await reload(storage, game) == game
    assert await storage[ClockStore].next_due() == clock.now + 40 * SECOND


async def test_every_move_is_charged_and_stored_as_returned(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    for seconds, text in ((10.25, "d3"), (20.5, "c3"), (0.125, "c4")):
        clock.advance(seconds=seconds)
        game = await storage.add_moves(game, [move(text, game.turn)])
        assert await reload(storage, game) == game
    assert clock_of(game).left == (timedelta(seconds=60 - 10.25 + 2 - 0.125 + 2), 41.5 * SECOND)
    assert clock_of(game).side == 1


async def test_passes_swaps_and_moves_taken_back_leave_the_time(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0)])
    clock.advance(seconds=5)
    swapped = await storage.swap_seats(game)
    assert [seat.player_id for seat in swapped.seats] == [BOB, ANN]
    assert clock_of(swapped).left == (55 * SECOND, 52 * SECOND)
    assert (clock_of(swapped).side, clock_of(swapped).since) == (1, clock.now)
    assert await reload(storage, swapped) == swapped
    game = await begun(storage)
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0), move("pass", 1)])
    assert clock_of(game).left == (52 * SECOND, 60 * SECOND)
    assert clock_of(game).side == 0
    game = await storage.create_game(against_computer(time=Live(1, 0)))
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0)])
    clock.advance(seconds=5)
    game = await storage[UnratingStore].take_back(game, 0)
    assert clock_of(game).side == 0
    assert clock_of(game).flag_at == clock.now + 50 * SECOND


async def test_late_moves_and_reminders_are_not_stored(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=60)
    with pytest.raises(TimeUp):
        await storage.add_moves(game, [move("d3", 0)])
    assert await reload(storage, game) == game
    ended = await storage.finish(game, Outcome(1, None, Ending.TIME))
    assert clock_of(ended).ran_out == 0
    assert await reload(storage, ended) == ended
    assert await storage[ClockStore].due() == ()
    game = await begun(storage)
    clock.advance(seconds=41)
    await storage.add_moves(game, [move("d3", 0)])
    with pytest.raises(GameChanged):
        await storage.record_warned(game)


async def test_the_clock_is_stopped_while_no_person_is_to_move(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=10)
    paused = await storage.pause(game)
    assert await storage[ClockStore].next_due() is None
    clock.advance(seconds=1000)
    going = await storage.resume(paused)
    assert clock_of(going).flag_at == clock.now + 50 * SECOND
    assert await reload(storage, going) == going
    game = await storage.create_game(against_computer(time=Live(1, 2)))
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0)])
    clock.advance(seconds=1000)
    game = await storage.add_moves(game, [move("c3", 1)])
    assert clock_of(game).left == (52 * SECOND, 60 * SECOND)
    assert clock_of(game).flag_at == clock.now + 52 * SECOND
    game = await begun(storage)
    clock.advance(seconds=10)
    game = await storage[UnratingStore].set_delegate(game, 0, "easy")
    assert clock_of(game).flag_at is None
    clock.advance(seconds=1000)
    game = await storage[UnratingStore].set_delegate(game, 0, None)
    assert clock_of(game).flag_at == clock.now + 50 * SECOND
    assert await reload(storage, game) == game


async def test_games_are_due_at_reminders_and_when_time_runs_out(storage: Storage, clock: Clock) -> None:
    slow = await begun(storage, time=Correspondence(1))
    quick = await begun(storage)
    assert await storage[ClockStore].next_due() == clock.now + 40 * SECOND
    clock.advance(seconds=40)
    assert await storage[ClockStore].due() == (quick.id,)
    warned = await storage.record_warned(quick)
    assert clock_of(warned).is_short
    assert await reload(storage, quick) == warned
    assert await storage[ClockStore].due() == ()
    clock.advance(seconds=20)
    assert await storage[ClockStore].due() == (quick.id,)
    await storage.finish(warned, Outcome(1, None, Ending.TIME))
    assert await storage[ClockStore].next_due() == clock_of(slow).warn_at


async def test_watchers_of_clocks_hear_of_each_that_runs(storage: Storage, clock: Clock) -> None:
    heard: list[datetime] = []
    storage[ClockStore].watch(heard.append)
    await storage.create_game(between())
    offered = await storage.create_game(offer(time=Live(1, 2)))
    assert heard == []
    game = await storage[OfferStore].accept(offered, BOB, between(ANN, BOB).seats)
    game = await storage.add_moves(game, [move("d3", 0)])
    await storage.resume(await storage.pause(game))
    assert heard == [clock.now + 40 * SECOND] * 3


async def test_time_the_bot_was_away_does_not_count(path: Path, clock: Clock) -> None:
    storage = await Storage.open(url_of(path), clock=clock)
    game = await begun(storage)
    await storage[ClockStore].record_presence(10 * SECOND)
    clock.advance(seconds=8)
    assert await storage[ClockStore].record_presence(10 * SECOND) == 0
    clock.advance(seconds=2)
    await storage.close()
    clock.advance(days=30)
    storage = await Storage.open(url_of(path), clock=clock)
    assert await storage[ClockStore].record_presence(timedelta()) == 1
    after = await reload(storage, game)
    assert after.version == game.version + 1
    # Two seconds passed since its last beat, and are not charged.
    assert clock_of(after).left_at(clock.now, 0) == 52 * SECOND
    assert clock_of(after).warn_at == clock.now + 32 * SECOND
    assert await storage[ClockStore].next_due() == clock_of(after).warn_at
    clock.advance(seconds=51)
    assert clock_of(await storage.add_moves(after, [move("d3", 0)])).left[0] == 3 * SECOND
    await storage.close()


async def test_a_clock_started_after_a_beat_loses_what_came_later(storage: Storage, clock: Clock) -> None:
    await storage[ClockStore].record_presence(timedelta())
    clock.advance(seconds=3600)
    game = await begun(storage)
    assert await storage[ClockStore].record_presence(10 * SECOND) == 0
    assert await reload(storage, game) == game
    clock.advance(seconds=4)
    early = await begun(storage)
    clock.advance(seconds=96)
    assert await storage[ClockStore].record_presence(timedelta()) == 2
    for each in (game, early):
        assert clock_of(await reload(storage, each)).flag_at == clock.now + 60 * SECOND


async def test_an_absence_changes_running_clocks_alone(storage: Storage, clock: Clock) -> None:
    await storage[ClockStore].record_presence(timedelta())
    paused = await storage.pause(await begun(storage))
    untimed = await storage.create_game(between())
    clock.advance(days=3)
    assert await storage[ClockStore].record_presence(timedelta()) == 0
    assert [await reload(storage, each) for each in (paused, untimed)] == [paused, untimed]
    game = await begun(storage)
    await storage[ClockStore].record_presence(timedelta())
    clock.advance(seconds=30)
    await storage[ClockStore].record_presence(timedelta())
    with pytest.raises(GameChanged) as changed:
        await storage.add_moves(game, [move("d3", 0)])
    assert changed.value.game.clock == replace(clock_of(game), since=clock.now)
    assert changed.value.game.state is GameState.PLAYING


START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def test_warnings_and_ends() -> None:
    """Increments and time left are those of the model below."""
    clock = GameClock.of(Live(3, 0)).run_for(0, at(0))
    assert clock.warn_at == at(120)
    assert clock.moved(at(130), 1).moved(at(131), 0).warn_at is None
    clock = GameClock.of(Live(5, 0)).run_for(0, at(0)).stop(at(20))
    assert (clock.flag_at, clock.warn_at, clock.ran_out) == (None, None, None)
    assert clock.run_for(0, at(10_000)).flag_at == at(10_280)
    assert clock.stop(at(99)) == clock
    clock = GameClock.of(Live(5, 0)).run_for(1, at(0))
    assert (clock.ran_out, clock.stop(at(300)).ran_out) == (None, 1)
    clock = GameClock.of(Live(1, 2)).run_for(0, at(0)).moved(at(10), None)
    assert (clock.side, clock.left) == (None, (52 * SECOND, 60 * SECOND))
    assert clock.moved(at(500), 0).flag_at == at(552)


class Clocks(RuleBasedStateMachine):
    """A clock against a count of seconds for each side."""

    @initialize(control=st.sampled_from([Live(1, 0), Live(2, 5), Correspondence(1)]))
    def begin(self, control: time_control.TimeControl) -> None:
        self.now, self.side, self.stopped = 0, 0, False
        self.left = [int(control.first.total_seconds())] * 2
        self.control = control
        self.clock = GameClock.of(control).run_for(0, at(0))

    @rule(seconds=st.integers(0, 70))
    def wait(self, seconds: int) -> None:
        self.now += seconds
        if not self.stopped:
            self.left[self.side] -= seconds
        for side in (0, 1):
            assert self.clock.left_at(at(self.now), side).total_seconds() == max(0, self.left[side])

    @precondition(lambda self: not self.stopped)
    @rule(again=st.booleans())
    def move(self, again: bool) -> None:
        to_move = self.side if again else 1 - self.side
        if self.left[self.side] <= 0:
            with pytest.raises(TimeUp):
                self.clock.moved(at(self.now), to_move)
            return
        self.clock = self.clock.moved(at(self.now), to_move)
        if isinstance(self.control, Live):
            self.left[self.side] += self.control.increment
        else:
            self.left[self.side] = int(self.control.first.total_seconds())
        self.side = to_move

    @precondition(lambda self: not self.stopped)
    @rule()
    def pause(self) -> None:
        self.clock, self.stopped = self.clock.stop(at(self.now)), True
        self.left = [max(0, left) for left in self.left]

    @precondition(lambda self: self.stopped)
    @rule()
    def go_on(self) -> None:
        self.clock, self.stopped = self.clock.run_for(self.side, at(self.now)), False


TestClocks = Clocks.TestCase
TestClocks.settings = settings(max_examples=extent(12, 100))


controls = st.builds(
    Live, st.sampled_from(time_control.LIVE_MINUTES), st.sampled_from(time_control.LIVE_INCREMENT)
) | st.builds(Correspondence, st.sampled_from(time_control.DAYS_A_MOVE))


@given(controls)
def test_what_is_written_is_read_again(control: Live | Correspondence) -> None:
    assert read_time_control(str(control)) == control


@for_each(("typed", "meant"), [
    ("5+3", Live(5, 3)), (" 5 + 3 ", Live(5, 3)), ("10", Live(10, 0)), ("10 min", Live(10, 0)),
    ("3m+2s", Live(3, 2)), ("1 day", Correspondence(1)), ("7D", Correspondence(7)),
    ("2 days", Correspondence(2)), ("", None), ("None", None),
])  # fmt: skip
def test_people_type_it_in_many_ways(typed: str, meant: Live | Correspondence | None) -> None:
    assert read_time_control(typed) == meant


@for_each(
    "typed", ["0", "0+5", "181", "5+61", "0d", "8d", "9 days", "-5", "5+-3", "٥+٣", "5:30", "soon", "5+3+1"]
)
def test_other_texts_are_refused(typed: str) -> None:
    with pytest.raises(time_control.TimeControlError):
        read_time_control(typed)
