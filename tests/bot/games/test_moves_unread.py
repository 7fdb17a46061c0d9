"""A move is judged by the game as it was seen last or, when anything has happened since, as it is now."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot import refusals
from bot.games.challenges import Challenges
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from data import Live, Storage
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, Clock, begin, play_out, stored


@pytest.fixture
async def elsewhere(tmp_path: Path, clock: Clock, storage: Storage) -> AsyncIterator[Referee]:
    """A second process on the same database: what it stores is news to the first."""
    opened = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}", clock=clock)
    yield Referee(opened, now=clock)
    await opened.close()


@pytest.fixture
async def game(challenges: Challenges, referee: Referee) -> GameSnapshot:
    """A game in which the first process has stored a move."""
    return await play_out(referee, await begin(challenges), ["d3"])


async def test_a_game_in_which_nothing_has_happened_since_is_not_read(
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


async def test_a_move_that_is_not_possible_any_more_is_refused(
    game: GameSnapshot, referee: Referee, elsewhere: Referee, storage: Storage
) -> None:
    await elsewhere.resign(game.game.id, BOB)
    with pytest.raises(refusals.GameOver):
        await referee.move(game.game.id, BOB, 1, "c3")
    assert (await stored(storage, game.game.id)).moves == ("d3",)


async def test_a_second_move_at_a_ply_is_told_that_the_game_went_on(
    game: GameSnapshot, referee: Referee, elsewhere: Referee
) -> None:
    await elsewhere.move(game.game.id, BOB, 1, "c3")
    with pytest.raises(refusals.MovedAlready):
        await referee.move(game.game.id, BOB, 1, "c5")


async def test_a_game_that_is_gone_is_unknown(tmp_path: Path, game: GameSnapshot, referee: Referee) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("DELETE FROM moves")
        connection.execute("DELETE FROM games")
        connection.commit()
    with pytest.raises(refusals.UnknownGame):
        await referee.move(game.game.id, BOB, 1, "c3")


async def test_time_given_back_meanwhile_counts(
    challenges: Challenges, referee: Referee, elsewhere: Referee, clock: Clock
) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", time=Live(1, 0))
    game = await play_out(referee, await challenges.accept(offer.game.id, BOB), ["d3"])
    await elsewhere.call_time(game.game.id)
    clock.advance(minutes=5)
    # The bot was away for these minutes.
    await elsewhere.call_time(game.game.id)
    moved = await referee.move(game.game.id, BOB, 1, "c3")
    assert moved.game.moves == ("d3", "c3")
