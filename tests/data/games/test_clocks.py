"""The clocks of stored games: they run and stop with the game and exclude absences."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.games.clocks import Correspondence, GameClock, Live, TimeUp
from data.games.records import Ending, Game, GameChanged, GameState, Outcome
from tests.data.helpers import ANN, BOB, against_computer, between, move, offer, reload
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.data.helpers import Clock

SECOND = timedelta(seconds=1)


def clock_of(game: Game) -> GameClock:
    assert game.clock is not None
    return game.clock


async def begun(storage: Storage, **changes: object) -> Game:
    return await storage.create_game(between(**{"time": Live(1, 2), **changes}))  # type: ignore[arg-type]


async def test_a_game_without_a_time_control_has_no_clock(storage: Storage) -> None:
    game = await storage.create_game(between())
    assert game.clock is None
    assert (await storage.add_moves(game, [move("d3", 0)])).clock is None
    assert await storage.clocks.next_due() is None


async def test_an_offers_clock_starts_when_it_is_accepted(storage: Storage, clock: Clock) -> None:
    offered = await storage.create_game(offer(time=Live(1, 2)))
    assert clock_of(offered) == GameClock.of(Live(1, 2))
    clock.advance(seconds=500)
    game = await storage.offers.accept(offered, BOB, between(ANN, BOB).seats)
    assert clock_of(game).flag_at == clock.now + 60 * SECOND
    assert await reload(storage, game) == game
    assert await storage.clocks.next_due() == clock.now + 40 * SECOND


async def test_every_move_is_charged_and_what_is_stored_is_what_was_returned(
    storage: Storage, clock: Clock
) -> None:
    game = await begun(storage)
    for seconds, text in ((10.25, "d3"), (20.5, "c3"), (0.125, "c4")):
        clock.advance(seconds=seconds)
        game = await storage.add_moves(game, [move(text, game.turn)])
        assert await reload(storage, game) == game
    assert clock_of(game).left == (timedelta(seconds=60 - 10.25 + 2 - 0.125 + 2), 41.5 * SECOND)
    assert clock_of(game).side == 1


async def test_time_left_follows_players_who_swap_colours(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0)])
    clock.advance(seconds=5)
    swapped = await storage.swap_seats(game)
    assert [seat.player_id for seat in swapped.seats] == [BOB, ANN]
    assert clock_of(swapped).left == (55 * SECOND, 52 * SECOND)
    assert (clock_of(swapped).side, clock_of(swapped).since) == (1, clock.now)
    assert await reload(storage, swapped) == swapped


async def test_a_pass_costs_no_time_and_gives_none(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0), move("pass", 1)])
    assert clock_of(game).left == (52 * SECOND, 60 * SECOND)
    assert clock_of(game).side == 0


async def test_a_late_move_is_not_stored(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=60)
    with pytest.raises(TimeUp):
        await storage.add_moves(game, [move("d3", 0)])
    assert await reload(storage, game) == game
    ended = await storage.finish(game, Outcome(1, None, Ending.TIME))
    assert clock_of(ended).ran_out == 0
    assert await reload(storage, ended) == ended
    assert await storage.clocks.due() == ()


async def test_the_clock_is_stopped_while_the_computer_is_to_move(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(against_computer(time=Live(1, 2)))
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0)])
    clock.advance(seconds=1000)
    game = await storage.add_moves(game, [move("c3", 1)])
    assert clock_of(game).left == (52 * SECOND, 60 * SECOND)
    assert clock_of(game).flag_at == clock.now + 52 * SECOND


async def test_the_clock_is_stopped_while_a_delegate_plays(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=10)
    game = await storage.unrating.set_delegate(game, 0, "easy")
    assert clock_of(game).flag_at is None
    clock.advance(seconds=1000)
    game = await storage.unrating.set_delegate(game, 0, None)
    assert clock_of(game).flag_at == clock.now + 50 * SECOND
    assert await reload(storage, game) == game


async def test_the_clock_is_stopped_while_a_game_is_paused(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=10)
    paused = await storage.pause(game)
    assert await storage.clocks.next_due() is None
    clock.advance(seconds=1000)
    going = await storage.resume(paused)
    assert clock_of(going).flag_at == clock.now + 50 * SECOND
    assert await reload(storage, going) == going


async def test_a_move_taken_back_gives_the_turn_back_not_the_time(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(against_computer(time=Live(1, 0)))
    clock.advance(seconds=10)
    game = await storage.add_moves(game, [move("d3", 0)])
    clock.advance(seconds=5)
    game = await storage.unrating.take_back(game, 0)
    assert clock_of(game).side == 0
    assert clock_of(game).flag_at == clock.now + 50 * SECOND


async def test_games_are_due_at_reminders_and_when_time_runs_out(storage: Storage, clock: Clock) -> None:
    slow = await begun(storage, time=Correspondence(1))
    quick = await begun(storage)
    assert await storage.clocks.next_due() == clock.now + 40 * SECOND
    clock.advance(seconds=40)
    assert await storage.clocks.due() == (quick.id,)
    warned = await storage.record_warned(quick)
    assert clock_of(warned).is_short
    assert await reload(storage, quick) == warned
    assert await storage.clocks.due() == ()
    clock.advance(seconds=20)
    assert await storage.clocks.due() == (quick.id,)
    await storage.finish(warned, Outcome(1, None, Ending.TIME))
    assert await storage.clocks.next_due() == clock_of(slow).warn_at


async def test_a_reminder_after_the_move_is_not_recorded(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    clock.advance(seconds=41)
    await storage.add_moves(game, [move("d3", 0)])
    with pytest.raises(GameChanged):
        await storage.record_warned(game)


async def test_watchers_of_clocks_hear_of_each_that_runs(storage: Storage, clock: Clock) -> None:
    heard: list[datetime] = []
    storage.clocks.watch(heard.append)
    await storage.create_game(between())
    offered = await storage.create_game(offer(time=Live(1, 2)))
    assert heard == []
    game = await storage.offers.accept(offered, BOB, between(ANN, BOB).seats)
    game = await storage.add_moves(game, [move("d3", 0)])
    await storage.resume(await storage.pause(game))
    assert heard == [clock.now + 40 * SECOND] * 3


async def test_time_the_bot_was_away_does_not_count(path: Path, clock: Clock) -> None:
    storage = await Storage.open(url_of(path), clock=clock)
    game = await begun(storage)
    await storage.clocks.record_presence(10 * SECOND)
    clock.advance(seconds=8)
    assert await storage.clocks.record_presence(10 * SECOND) == 0
    clock.advance(seconds=2)
    await storage.close()
    clock.advance(days=30)
    storage = await Storage.open(url_of(path), clock=clock)
    assert await storage.clocks.record_presence(timedelta()) == 1
    after = await reload(storage, game)
    assert after.version == game.version + 1
    # Two seconds passed since its last beat, and are not charged.
    assert clock_of(after).left_at(clock.now, 0) == 52 * SECOND
    assert clock_of(after).warn_at == clock.now + 32 * SECOND
    assert await storage.clocks.next_due() == clock_of(after).warn_at
    clock.advance(seconds=51)
    assert clock_of(await storage.add_moves(after, [move("d3", 0)])).left[0] == 3 * SECOND
    await storage.close()


async def test_a_clock_started_after_the_bot_was_last_seen_loses_only_what_came_later(
    storage: Storage, clock: Clock
) -> None:
    await storage.clocks.record_presence(timedelta())
    clock.advance(seconds=3600)
    game = await begun(storage)
    assert await storage.clocks.record_presence(10 * SECOND) == 0
    assert await reload(storage, game) == game
    clock.advance(seconds=4)
    early = await begun(storage)
    clock.advance(seconds=96)
    assert await storage.clocks.record_presence(timedelta()) == 2
    for each in (game, early):
        assert clock_of(await reload(storage, each)).flag_at == clock.now + 60 * SECOND


async def test_an_absence_does_not_change_stopped_clocks(storage: Storage, clock: Clock) -> None:
    await storage.clocks.record_presence(timedelta())
    paused = await storage.pause(await begun(storage))
    untimed = await storage.create_game(between())
    clock.advance(days=3)
    assert await storage.clocks.record_presence(timedelta()) == 0
    assert [await reload(storage, each) for each in (paused, untimed)] == [paused, untimed]


async def test_a_move_on_its_way_during_an_absence_is_tried_again(storage: Storage, clock: Clock) -> None:
    game = await begun(storage)
    await storage.clocks.record_presence(timedelta())
    clock.advance(seconds=30)
    await storage.clocks.record_presence(timedelta())
    with pytest.raises(GameChanged) as changed:
        await storage.add_moves(game, [move("d3", 0)])
    assert changed.value.game.clock == replace(clock_of(game), since=clock.now)
    assert changed.value.game.state is GameState.PLAYING
