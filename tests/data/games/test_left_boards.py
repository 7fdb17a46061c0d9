"""The messages that games have left behind, until they say where their game went."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.games.waiting import LeftBoard
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import CHANNEL, between

if TYPE_CHECKING:
    pass

OLD, NEW, NEWEST = 9001, 9002, 9003


async def test_a_message_is_left_when_another_one_shows_its_game(storage: Storage) -> None:
    game = await storage.create_game(between())
    await storage.waiting.mark_shown(game, CHANNEL, OLD)
    game = replace(game, message_id=OLD)
    await storage.waiting.mark_shown(game, CHANNEL, OLD)
    assert await storage.left_boards.all() == ()
    await storage.waiting.mark_shown(game, CHANNEL + 1, NEW)
    await storage.waiting.mark_shown(replace(game, message_id=NEW, channel_id=CHANNEL + 1), CHANNEL, NEWEST)
    left = (LeftBoard(OLD, CHANNEL, game.id), LeftBoard(NEW, CHANNEL + 1, game.id))
    assert await storage.left_boards.all() == left
    await storage.left_boards.forget(OLD)
    assert await storage.left_boards.all() == left[1:]


async def test_a_message_that_nothing_takes_the_place_of_is_not_left(storage: Storage) -> None:
    game = replace(await storage.create_game(between()), message_id=OLD)
    await storage.waiting.mark_shown(game, CHANNEL, None)
    abroad = replace(await storage.create_game(between(by_clicks=True)), message_id=OLD)
    await storage.waiting.mark_shown(abroad, CHANNEL, NEW)
    assert await storage.left_boards.all() == ()


@pytest.mark.sqlite
async def test_listing_left_boards_scans_no_other_table(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.left_boards.all()
    assert scanned(steps) == {"left_boards"}
