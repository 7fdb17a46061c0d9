"""Which games still have to be shown: those whose newest state no message has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.games.records import GameNotFound
from tests.data.helpers import ANN, BOB, FIRST_WINS, between, count_transactions, move, offer, reload
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.data.helpers import Clock


async def waiting(storage: Storage) -> list[int]:
    return [game_id async for game_id in storage.waiting.not_shown()]


async def test_every_change_makes_a_game_pending(storage: Storage) -> None:
    game = await storage.create_game(offer())
    assert await waiting(storage) == [game.id]
    await storage.waiting.mark_shown(game, 5, 6)
    found = await reload(storage, game)
    assert (found.channel_id, found.message_id) == (5, 6)
    assert await waiting(storage) == []

    game = await storage.offers.accept(game, BOB, between(ANN, BOB).seats)
    assert await waiting(storage) == [game.id]
    await storage.waiting.mark_shown(game, 5, 6)
    assert await waiting(storage) == []

    game = await storage.add_moves(game, [move("d3", 0)])
    assert await waiting(storage) == [game.id]
    await storage.waiting.mark_shown(game, 5, 7)
    assert await waiting(storage) == []

    game = await storage.finish(game, FIRST_WINS)
    assert await waiting(storage) == [game.id]
    await storage.waiting.mark_shown(game, 5, None)
    assert await waiting(storage) == []
    assert (await reload(storage, game)).message_id is None


async def test_a_closed_offer_is_pending(storage: Storage) -> None:
    game = await storage.create_game(offer())
    await storage.waiting.mark_shown(game, 5, 6)
    await storage.offers.close(game, "declined")
    assert await waiting(storage) == [game.id]


async def test_picture_of_an_older_state_does_not_count(storage: Storage) -> None:
    drawn = await storage.create_game(between())
    now = await storage.add_moves(drawn, [move("d3", 0)])
    await storage.waiting.mark_shown(drawn, 5, 6)
    assert await waiting(storage) == [drawn.id]
    assert (await reload(storage, drawn)).message_id == 6
    await storage.finish(now, FIRST_WINS)
    await storage.waiting.mark_shown(now, 5, 6)
    assert await waiting(storage) == [drawn.id]


async def test_the_same_message_is_noted_without_a_transaction(storage: Storage, path: Path) -> None:
    game = await storage.create_game(between())
    await storage.waiting.mark_shown(game, 5, 6)
    shown = await storage.add_moves(await reload(storage, game), [move("d3", 0)])
    with count_transactions(storage) as transactions:
        await storage.waiting.mark_shown(shown, 5, 6)
    assert not transactions
    assert await waiting(storage) == []
    shown = await storage.add_moves(shown, [move("c3", 1)])
    await storage.waiting.mark_shown(shown, 5, 6)
    await storage.close()
    reopened = await Storage.open(url_of(path))
    assert await waiting(reopened) == []
    await reopened.close()


async def test_what_was_shown_when_the_process_died_is_shown_again(storage: Storage, path: Path) -> None:
    game = await storage.create_game(between())
    await storage.waiting.mark_shown(game, 5, 6)
    shown = await storage.add_moves(await reload(storage, game), [move("d3", 0)])
    await storage.waiting.mark_shown(shown, 5, 6)
    other = await Storage.open(url_of(path))
    assert await waiting(other) == [game.id]
    await other.close()


async def test_oldest_change_first(storage: Storage, clock: Clock) -> None:
    first = await storage.create_game(between())
    clock.advance(seconds=1)
    second = await storage.create_game(between())
    clock.advance(seconds=1)
    await storage.add_moves(first, [move("d3", 0)])
    assert await waiting(storage) == [second.id, first.id]


async def test_unknown_game(storage: Storage) -> None:
    game = await storage.create_game(between())
    with pytest.raises(GameNotFound):
        await storage.waiting.mark_shown(replace(game, id=99), 5, 6)


async def test_names(storage: Storage) -> None:
    assert await storage.people.name(ANN) == str(ANN)
    await storage.people.remember(ANN, "Ann")
    assert await storage.people.name(ANN) == "Ann"
