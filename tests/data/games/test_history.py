"""History of a player's games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from data.games.history import PastGames, Viewer
from tests.data.games.test_own_games import plans
from tests.data.helpers import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    FIRST_WINS,
    GUILD,
    against_computer,
    between,
    move,
    offer,
    played,
)

if TYPE_CHECKING:
    from data import Storage
    from data.games.records import Game


async def games_of(storage: Storage, player: int, limit: int) -> list[tuple[Game, ...]]:
    return [some async for some in storage.history.games_of(player, limit)]


async def test_a_players_games_are_those_in_progress_and_those_over(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few are read at once."""
    monkeypatch.setattr("data.games.history.GAMES_AT_ONCE", 2)
    over = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    going = await storage.create_game(between(CAT, ANN))
    aside = await storage.adjourn(await storage.create_game(against_computer(ANN)))
    await storage.create_game(between(BOB, CAT))
    await storage.create_game(offer(ANN, BOB))
    going = await storage.add_moves(going, [move("d3", 0)])
    assert await games_of(storage, ANN, 10) == [(over, going), (aside,)]
    assert await games_of(storage, ANN, 2) == [(going, aside)]
    assert await games_of(storage, 4, 10) == []


@pytest.mark.parametrize(
    "wanted", [PastGames(None), PastGames(ANN), PastGames(ANN, result="win"), PastGames(ANN, rated=False)]
)
async def test_past_games_are_found_by_indices_of_the_person_or_the_server(
    storage: Storage, wanted: PastGames
) -> None:
    with plans(storage) as steps:
        await storage.history.past_games(wanted, Viewer(ANN, GUILD, {CHANNEL}), 0, 8)
    assert [step for step in steps if step.startswith("SCAN") or "ix_games_state" in step] == []


async def test_a_person_sees_what_they_have_played_and_what_was_played_before_their_eyes(
    storage: Storage,
) -> None:
    mine = (await played(storage, between(ANN, BOB, channel_id=1), FIRST_WINS)).game
    seen = (await played(storage, between(BOB, CAT), FIRST_WINS)).game
    await played(storage, between(BOB, CAT, channel_id=1), FIRST_WINS)
    await played(storage, between(BOB, CAT, guild_id=1), FIRST_WINS)
    viewer = Viewer(ANN, GUILD, {CHANNEL})
    found, total = await storage.history.past_games(PastGames(BOB), viewer, 0, 8)
    assert ({game.id for game in found}, total) == ({mine.id, seen.id}, 2)
    found, total = await storage.history.past_games(PastGames(None), viewer, 0, 8)
    assert [game.id for game in found] == [seen.id]
