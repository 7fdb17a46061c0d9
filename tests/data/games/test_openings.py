"""The openings of games are kept once they were worked out."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from data import Beginning, Storage
from tests.data.db.older_databases import older_game
from tests.data.games.test_own_games import plans
from tests.data.helpers import ANN, BOB, CAT, FIRST_WINS, between, move
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path


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
async def test_what_is_to_be_worked_out_is_found_by_an_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.openings.unknown(2, 5)
        await storage.openings.unknown(2, 5, player_id=ANN)
    assert all("USING" in step for step in steps if "games" in step)
    assert any("ix_games_opening_unknown" in step for step in steps)


@pytest.mark.sqlite
async def test_older_games_are_worked_out_too(path: Path, tmp_path: Path) -> None:
    older_game(path, tmp_path, "0034", moves="f5 f6", also="UPDATE games SET state = 'finished'")
    storage = await Storage.open(url_of(path))
    assert await storage.openings.unknown(9, 5) == (Beginning(1, "reversi", "", ("f5", "f6")),)
    await storage.openings.keep({1: "Diagonal Opening"})
    await storage.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT opening FROM games").fetchall() == [("Diagonal Opening",)]


@pytest.mark.sqlite
async def test_going_games_of_older_databases_go_on(path: Path, tmp_path: Path) -> None:
    older_game(path, tmp_path, "0034", moves="d3")
    storage = await Storage.open(url_of(path))
    game = await storage.game(1)
    assert game is not None
    assert (await storage.add_moves(game, [move("c3", 1)])).moves == ("d3", "c3")
    assert await storage.openings.unknown(9, 5) == ()
    await storage.close()
