"""Stored notices of turns, and their recovery after a restart."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from data.games.clocks import Correspondence
from data.messages.notices import Notice
from data.people.preferences import Owner
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import ANN, BOB, CALLED_OFF, between, move

if TYPE_CHECKING:
    from data import Storage
    from data.games.records import Game
    from tests.data.helpers import Clock

SETTING, OFF = "notices", "off"


def told(game: Game, player: int = ANN) -> Notice:
    return Notice(game.id, player, game.moved_at, told=True, channel_id=5, message_id=6)


async def test_a_notice_is_kept_until_it_is_forgotten(storage: Storage) -> None:
    game = await storage.create_game(between())
    notice = told(game)
    await storage.notices.keep(notice)
    await storage.notices.keep(replace(notice, reminded=True))
    assert await storage.notices.of(game.id) == (replace(notice, reminded=True),)
    assert await storage.notices.of_person(ANN) == (replace(notice, reminded=True),)
    await storage.notices.forget(game.id, ANN)
    assert await storage.notices.of(game.id) == ()


async def test_due_notices_are_found_in_time(storage: Storage, clock: Clock) -> None:
    game = await storage.create_game(between())
    assert await storage.notices.next_due() is None
    moment = clock.now + timedelta(seconds=5)
    await storage.notices.keep(replace(told(game), due_at=moment))
    assert await storage.notices.next_due() == moment
    assert await storage.notices.due() == ()
    clock.advance(seconds=5)
    assert await storage.notices.due() == (game.id,)
    await storage.notices.put_off(game.id, moment + timedelta(hours=1))
    assert await storage.notices.due() == ()


async def test_a_notice_is_out_of_date_when_the_turn_is_over(storage: Storage, clock: Clock) -> None:
    games = [await storage.create_game(between()) for _ in range(4)]
    for game in games:
        await storage.notices.keep(told(game))
    assert await storage.notices.out_of_date(SETTING, OFF) == ()
    clock.advance(seconds=1)
    await storage.add_moves(games[0], [move("d3", 0)])
    await storage.finish(games[1], CALLED_OFF)
    await storage.adjourn(games[2])
    found = await storage.notices.out_of_date(SETTING, OFF)
    assert found == tuple(game.id for game in games[:3])


async def test_a_turn_without_a_notice_is_found(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.create_game(between(BOB, ANN))
    await storage.preferences.put(Owner("person", BOB), SETTING, OFF)
    assert await storage.notices.out_of_date(SETTING, OFF) == ()
    await storage.preferences.put(Owner("person", ANN), SETTING, "channel")
    assert await storage.notices.out_of_date(SETTING, OFF) == (game.id,)
    assert await storage.notices.games_of(ANN) == (game.id,)
    await storage.notices.keep(told(game))
    assert await storage.notices.out_of_date(SETTING, OFF) == ()


async def test_in_games_of_days_turns_are_told_unless_that_is_off(storage: Storage) -> None:
    days = Correspondence(3)
    game = await storage.create_game(between(time=days))
    assert await storage.notices.out_of_date(SETTING, OFF) == (game.id,)
    await storage.preferences.put(Owner("person", ANN), SETTING, OFF)
    assert await storage.notices.out_of_date(SETTING, OFF) == ()


async def test_due_notices_are_found_by_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.notices.due()
        await storage.notices.next_due()
        await storage.notices.games_of(ANN)
        await storage.notices.of_person(ANN)
    assert not scanned(steps)
    assert sum("ix_notices_due_at" in step for step in steps) == 2


async def test_a_board_is_shown_or_is_not(storage: Storage) -> None:
    game = await storage.create_game(between())
    assert not await storage.waiting.is_shown(game)
    await storage.waiting.mark_shown(game, game.channel_id, 99)
    assert await storage.waiting.is_shown(game)
    moved = await storage.add_moves(game, [move("d3", 0)])
    assert not await storage.waiting.is_shown(moved)
    await storage.waiting.mark_shown(replace(moved, message_id=99), game.channel_id, 99)
    assert await storage.waiting.is_shown(moved)
