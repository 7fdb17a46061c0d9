"""Looking back on the games that somebody has played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.data.helpers import ANN, BOB, CAT, FIRST_WINS, against_computer, between, move, offer, played

if TYPE_CHECKING:
    from data import Storage


async def test_the_games_of_somebody_are_those_that_go_on_and_those_that_are_over(storage: Storage) -> None:
    over = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    going = await storage.create_game(between(CAT, ANN))
    aside = await storage.adjourn(await storage.create_game(against_computer(ANN)))
    await storage.create_game(between(BOB, CAT))
    await storage.create_game(offer(ANN, BOB))
    going = await storage.add_moves(going, [move("d3", 0)])
    assert await storage.history.games_of(ANN, 10) == (over, going, aside)
    assert await storage.history.games_of(ANN, 2) == (going, aside)
    assert await storage.history.games_of(4, 10) == ()
