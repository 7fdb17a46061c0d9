"""Imported games: one file a person, for a week, and as many games as there is room for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data import Storage
from data.games.records import Ending, NewMove
from data.jobs.imports import MAX_GAMES, ImportedGame
from tests.data.helpers import ANN, BOB, Clock

PLAYED = ImportedGame(
    game="reversi",
    options="",
    names=("Saio", "booklet"),
    moves=[NewMove("f5", 0, 0.0), NewMove("d6", 1, 0.0)],
    turn=0,
    winner=0,
    score=None,
    ending=Ending.RESIGNED,
)


async def test_the_last_file_of_each_person_is_kept_for_a_week(storage: Storage, clock: Clock) -> None:
    first = await storage.imports.put(ANN, "first")
    others = await storage.imports.put(BOB, "another")
    assert await storage.imports.content(first, BOB) is None
    second = await storage.imports.put(ANN, "second")
    assert await storage.imports.content(first, ANN) is None
    clock.advance(days=6)
    await storage.imports.forget_old()
    assert await storage.imports.content(second, ANN) == "second"
    clock.advance(days=2)
    await storage.imports.forget_old()
    assert await storage.imports.content(second, ANN) is None
    assert await storage.imports.content(others, BOB) is None


async def test_a_game_is_stored_once_for_each_person(storage: Storage) -> None:
    game_id = await storage.imports.keep(ANN, PLAYED)
    assert await storage.imports.keep(ANN, PLAYED) == game_id
    assert await storage.imports.keep(BOB, PLAYED) != game_id
    game = await storage.game(game_id)
    assert game is not None
    assert (game.imported, game.moves, game.winner, game.turn) == (True, ("f5", "d6"), 0, 0)
    assert [seat.name for seat in game.seats] == ["Saio", "booklet"]
    assert await storage.imports.keep(ANN, replace(PLAYED, names=("Saio", ""))) != game_id


async def test_the_oldest_games_make_room(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.jobs.imports.MAX_GAMES", 3)
    ids = [await storage.imports.keep(ANN, replace(PLAYED, names=(str(n), ""))) for n in range(5)]
    kept = [game_id for game_id in ids if await storage.game(game_id) is not None]
    assert kept == ids[2:]
    assert MAX_GAMES > 3


async def test_it_counts_for_no_player_and_has_no_message(storage: Storage) -> None:
    await storage.imports.keep(ANN, PLAYED)
    assert await storage.finished_games(ANN, None, 5) == ()
    assert await storage.playing_games(player_id=ANN) == ()
    assert [some async for some in storage.history.games_of(ANN, 5)] == []
