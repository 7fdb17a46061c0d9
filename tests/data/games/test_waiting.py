"""Games that wait: found by an index, longest untouched first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from data import Storage
from data.games import waiting
from data.games.clocks import Live
from data.games.records import NewGame, Seat
from data.tables.playing import COMPUTER_TO_MOVE
from tests.data.games.test_own_games import plans
from tests.data.helpers import (
    ANN,
    CALLED_OFF,
    CHANNEL,
    FIRST_WINS,
    Clock,
    against_computer,
    between,
    move,
    offer,
    reload,
)


def exhibition(channel_id: int = CHANNEL) -> NewGame:
    """Two computers play each other: one game in each channel, for another person."""
    seats = (Seat(computer="easy"), Seat(computer="hard"))
    return between(
        ANN + channel_id, seats=seats, opponent_id=None, channel_id=channel_id, guild_id=channel_id
    )


async def of_computers(storage: Storage) -> list[int]:
    return [game_id async for game_id in storage.waiting.for_computers()]


async def test_a_computer_is_to_move_after_a_person_and_the_other_way_round(storage: Storage) -> None:
    game = await storage.create_game(against_computer())
    assert await of_computers(storage) == []
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await of_computers(storage) == [game.id]
    game = await storage.add_moves(game, [move("c3", 1)])
    assert await of_computers(storage) == []


async def test_a_pass_is_a_move(storage: Storage) -> None:
    game = await storage.create_game(against_computer())
    await storage.add_moves(game, [move("d3", 0), move("pass", 1)])
    assert await of_computers(storage) == []


async def test_a_move_taken_back_gives_the_turn_back(storage: Storage) -> None:
    game = await storage.create_game(against_computer())
    game = await storage.add_moves(game, [move("d3", 0), move("c3", 1)])
    game = await storage.add_moves(game, [move("c4", 0)])
    assert await of_computers(storage) == [game.id]
    await storage.unrating.take_back(game, 2)
    assert await of_computers(storage) == []


async def test_a_computer_that_plays_for_a_person_counts(storage: Storage) -> None:
    game = await storage.create_game(between())
    game = await storage.unrating.set_delegate(game, 0, "easy")
    assert await of_computers(storage) == [game.id]
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await of_computers(storage) == []
    game = await storage.unrating.set_delegate(game, 1, "easy")
    assert await of_computers(storage) == [game.id]
    await storage.unrating.set_delegate(game, 1, None)
    assert await of_computers(storage) == []


async def test_games_that_are_over_paused_or_only_offered_do_not_wait(storage: Storage) -> None:
    await storage.create_game(offer())
    over = await storage.create_game(exhibition())
    await storage.finish(over, CALLED_OFF)
    paused = await storage.pause(await storage.create_game(exhibition()))
    assert await of_computers(storage) == []
    await storage.resume(paused)
    assert await of_computers(storage) == [paused.id]


async def test_longest_untouched_first_and_every_page(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "PAGE", 2)
    games = []
    for number in range(5):
        games.append(await storage.create_game(exhibition(number)))
        if number % 2:
            clock.advance(seconds=1)
    clock.advance(seconds=1)
    await storage.add_moves(games[0], [move("d3", 0)])
    assert await of_computers(storage) == [game.id for game in (*games[1:], games[0])]
    assert [game_id async for game_id in storage.waiting.not_shown()] == await of_computers(storage)


async def test_paused_games_are_found_by_age(storage: Storage, clock: Clock) -> None:
    first = await storage.pause(await storage.create_game(exhibition()))
    clock.advance(days=1)
    second = await storage.pause(await storage.create_game(exhibition(CHANNEL + 1)))
    assert await storage.waiting.paused_before(clock.now) == (first.id,)
    clock.advance(seconds=1)
    assert await storage.waiting.paused_before(clock.now) == (first.id, second.id)
    await storage.finish(first, FIRST_WINS)
    assert await storage.waiting.paused_before(clock.now) == (second.id,)


async def test_a_refused_message_counts_as_shown_until_the_game_changes(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.waiting.mark_shown(game, CHANNEL, 6)
    game = await storage.add_moves(await reload(storage, game), [move("d3", 0)])
    await storage.waiting.mark_refused(game, 6)
    assert await storage.waiting.refused_in(CHANNEL) == (game.id,)
    assert await storage.waiting.refused_in(CHANNEL + 1) == ()
    assert [left async for left in storage.waiting.not_shown()] == []
    game = await storage.add_moves(game, [move("c3", 1)])
    assert [left async for left in storage.waiting.not_shown()] == [game.id]
    await storage.waiting.mark_shown(game, CHANNEL, 6)
    assert [left async for left in storage.waiting.not_shown()] == []
    assert await storage.waiting.refused_in(CHANNEL) == ()


async def of_all(games: AsyncIterator[int]) -> list[int]:
    return [game_id async for game_id in games]


MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda s: of_all(s.waiting.not_shown()), "ix_games_not_shown"),
        (lambda s: of_all(s.waiting.for_computers()), "ix_games_computer_to_move"),
        (
            lambda s: s._database.read(
                lambda c: s.waiting._page(c, COMPUTER_TO_MOVE, waiting.Waiting(MOMENT, 1))
            ),
            "ix_games_computer_to_move",
        ),
        (lambda s: s.waiting.paused_before(MOMENT), "ix_games_paused"),
        (lambda s: s.waiting.refused_in(CHANNEL), "ix_games_refused"),
        (lambda s: s.waiting.untouched_since(MOMENT), "ix_games_untouched"),
        (lambda s: s.clocks.due(), "ix_games_flag_at"),
        (lambda s: s.clocks.next_due(), "ix_games_flag_at"),
    ],
)
async def test_an_index_answers(
    storage: Storage, work: Callable[[Storage], Awaitable[object]], index: str
) -> None:
    """No query reads all games, for any number in progress."""
    with plans(storage) as steps:
        await work(storage)
    assert f"USING INDEX {index}" in steps[0] or f"USING COVERING INDEX {index}" in steps[0]


async def test_games_without_recent_moves_are_found_by_an_index_until_adjourned(
    storage: Storage, clock: Clock
) -> None:
    old = await storage.create_game(between())
    await storage.create_game(between(time=Live(5, 0)))
    await storage.create_game(exhibition())
    clock.advance(days=20)
    await storage.create_game(against_computer())
    moment = clock.now - timedelta(days=14)
    assert await storage.waiting.untouched_since(moment) == (old.id,)
    aside = await storage.adjourn(old, quietly=True)
    assert await reload(storage, old) == aside
    assert await storage.waiting.untouched_since(moment) == ()
    assert [game_id async for game_id in storage.waiting.not_shown()].count(old.id) == 0
    assert old.id not in {game.id for game in await storage.own_games(ANN, old.channel_id)}
    going = await storage.take_up(aside)
    assert (going.adjourned_at, going.moved_at) == (None, clock.now)
    assert await reload(storage, old) == going


async def test_an_adjourned_game_waits_for_no_computer(storage: Storage) -> None:
    game = await storage.create_game(against_computer())
    game = await storage.add_moves(game, [move("d3", 0)])
    game = await storage.adjourn(game)
    assert await of_computers(storage) == []
    await storage.take_up(game)
    assert await of_computers(storage) == [game.id]
