"""Which games still have to be shown: those whose newest state no message has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import GameNotFound, Storage
from tests.data.helpers import ANN, BOB, FIRST_WINS, between, move, offer, reload

if TYPE_CHECKING:
    from tests.data.helpers import Clock


async def waiting(storage: Storage) -> list[int]:
    return [game.id for game in await storage.games_not_shown()]


async def test_every_change_is_to_be_shown_again(storage: Storage) -> None:
    game = await storage.create_game(offer())
    assert await waiting(storage) == [game.id]
    await storage.mark_shown(game, 5, 6)
    found = await reload(storage, game)
    assert (found.channel_id, found.message_id) == (5, 6)
    assert await waiting(storage) == []

    game = await storage.accept(game.id, BOB, between(ANN, BOB).seats)
    assert await waiting(storage) == [game.id]
    await storage.mark_shown(game, 5, 6)
    assert await waiting(storage) == []

    game = (await storage.add_moves(game.id, 0, [move("d3", 0)])).game
    assert await waiting(storage) == [game.id]
    await storage.mark_shown(game, 5, 7)
    assert await waiting(storage) == []

    game = (await storage.finish(game.id, None, FIRST_WINS)).game
    assert await waiting(storage) == [game.id]
    await storage.mark_shown(game, 5, None)
    assert await waiting(storage) == []
    assert (await reload(storage, game)).message_id is None


async def test_closed_offer_is_to_be_shown(storage: Storage) -> None:
    game = await storage.create_game(offer())
    await storage.mark_shown(game, 5, 6)
    await storage.close_offer(game.id, "declined")
    assert await waiting(storage) == [game.id]


async def test_picture_of_an_older_state_does_not_count(storage: Storage) -> None:
    drawn = await storage.create_game(between())
    now = (await storage.add_moves(drawn.id, 0, [move("d3", 0)])).game
    await storage.mark_shown(drawn, 5, 6)
    assert await waiting(storage) == [drawn.id]
    assert (await reload(storage, drawn)).message_id == 6
    await storage.finish(drawn.id, None, FIRST_WINS)
    await storage.mark_shown(now, 5, 6)
    assert await waiting(storage) == [drawn.id]


async def test_oldest_change_first(storage: Storage, clock: Clock) -> None:
    first = await storage.create_game(between())
    clock.advance(seconds=1)
    second = await storage.create_game(between())
    clock.advance(seconds=1)
    await storage.add_moves(first.id, 0, [move("d3", 0)])
    assert await waiting(storage) == [second.id, first.id]


async def test_unknown_game(storage: Storage) -> None:
    game = await storage.create_game(between())
    with pytest.raises(GameNotFound):
        await storage.mark_shown(replace(game, id=99), 5, 6)


async def test_names(storage: Storage) -> None:
    assert await storage.player_name(ANN) == str(ANN)
    await storage.remember_player(ANN, "Ann")
    assert await storage.player_name(ANN) == "Ann"
