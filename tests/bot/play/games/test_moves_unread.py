"""A move is judged by the cached game, or by the stored one if it has changed."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.core.refusals import GameOver, UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from data.games.clocks import Live
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, Clock, begin, play_out, stored


@pytest.fixture
async def elsewhere(tmp_path: Path, clock: Clock, storage: Storage) -> AsyncIterator[Referee]:
    """A second process on the same database, whose changes the first has not seen."""
    opened = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}", clock=clock)
    yield Referee(opened, now=clock)
    await opened.close()


@pytest.fixture
async def game(challenges: Challenges, referee: Referee) -> GameSnapshot:
    """Return a game in which the first process has stored a move."""
    return await play_out(referee, await begin(challenges), ["d3"])


async def test_an_unchanged_game_is_not_read(
    game: GameSnapshot, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Storage, "game")
    moved = await referee.move(game.game.id, BOB, 1, "c3")
    assert moved.game.moves == ("d3", "c3")


async def test_a_move_that_became_possible_meanwhile_is_played(
    game: GameSnapshot, referee: Referee, elsewhere: Referee, storage: Storage
) -> None:
    await elsewhere.move(game.game.id, BOB, 1, "c3")
    moved = await referee.move(game.game.id, ANN, 2, "e6")
    assert moved.game.moves == ("d3", "c3", "e6")
    assert moved.game == await stored(storage, game.game.id)


async def test_a_move_that_became_impossible_is_refused(
    game: GameSnapshot, referee: Referee, elsewhere: Referee, storage: Storage
) -> None:
    await elsewhere.resign(game.game.id, BOB)
    with pytest.raises(GameOver):
        await referee.move(game.game.id, BOB, 1, "c3")
    assert (await stored(storage, game.game.id)).moves == ("d3",)


async def test_a_second_move_at_a_ply_is_outdated(
    game: GameSnapshot, referee: Referee, elsewhere: Referee
) -> None:
    await elsewhere.move(game.game.id, BOB, 1, "c3")
    with pytest.raises(refusals.MovedAlready):
        await referee.move(game.game.id, BOB, 1, "c5")


async def test_a_deleted_game_is_unknown(tmp_path: Path, game: GameSnapshot, referee: Referee) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("DELETE FROM moves")
        connection.execute("DELETE FROM games")
        connection.commit()
    with pytest.raises(UnknownGame):
        await referee.move(game.game.id, BOB, 1, "c3")


async def test_time_given_back_meanwhile_counts(
    challenges: Challenges, referee: Referee, elsewhere: Referee, clock: Clock
) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", time=Live(1, 0))
    game = await play_out(referee, await challenges.accept(offer.game.id, BOB), ["d3"])
    await elsewhere.call_time(game.game.id)
    clock.advance(minutes=5)
    # The bot was offline for these minutes.
    await elsewhere.call_time(game.game.id)
    moved = await referee.move(game.game.id, BOB, 1, "c3")
    assert moved.game.moves == ("d3", "c3")
