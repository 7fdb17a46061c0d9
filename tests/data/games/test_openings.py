"""Openings of games are computed once and stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.games.boards import Beginning
from tests.data.games.test_own_games import plans
from tests.data.helpers import ANN, BOB, CAT, FIRST_WINS, between, move

if TYPE_CHECKING:
    pass


async def over(storage: Storage, first: int, second: int) -> int:
    game = await storage.create_game(between(first, second))
    game = await storage.add_moves(game, [move("d3", 0), move("c3", 1)])
    return (await storage.add_moves(game, [move("c4", 0)], FIRST_WINS)).id


async def test_games_that_are_over_are_worked_out_once_the_latest_first(storage: Storage) -> None:
    await storage.create_game(between())
    old, new = await over(storage, ANN, BOB), await over(storage, BOB, CAT)
    assert await storage.openings.unknown(2, 5) == (
        Beginning(new, "reversi", "", ("d3", "c3")),
        Beginning(old, "reversi", "", ("d3", "c3")),
    )
    assert [game.game_id for game in await storage.openings.unknown(9, 1)] == [new]
    assert [game.game_id for game in await storage.openings.unknown(9, 5, player_id=ANN)] == [old]
    await storage.openings.keep({old: "Cow", new: ""})
    assert await storage.openings.unknown(9, 5) == ()
    await storage.openings.keep({})


@pytest.mark.sqlite
async def test_pending_openings_are_found_by_an_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.openings.unknown(2, 5)
        await storage.openings.unknown(2, 5, player_id=ANN)
    assert all("USING" in step for step in steps if "games" in step)
    assert any("ix_games_opening_unknown" in step for step in steps)
