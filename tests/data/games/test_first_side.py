"""Games that begin with the second side to move: from a position in which it is."""

from __future__ import annotations

from dataclasses import replace

from data import Storage
from data.games.clocks import Live
from data.games.records import GameState, NewMove
from tests.data.helpers import ANN, BOB, between


async def test_the_side_that_moves_first_is_to_move_until_it_has(storage: Storage) -> None:
    game = await storage.create_game(replace(between(), turn=1))
    assert game.turn == 1
    game = await storage.add_moves(game, [NewMove("d3", 1, 1.0)])
    game = await storage.add_moves(game, [NewMove("c3", 0, 1.0)])
    assert game.turn == 1
    assert (await storage.game(game.id)) == game


async def test_a_move_taken_back_gives_the_turn_back(storage: Storage) -> None:
    game = await storage.create_game(replace(between(), turn=1))
    game = await storage.add_moves(game, [NewMove("d3", 1, 1.0)])
    game = await storage.unrating.take_back(game, 0, 1)
    assert (game.turn, game.moves) == (1, ())


async def test_its_clock_runs_first(storage: Storage) -> None:
    game = await storage.create_game(replace(between(), turn=1, time=Live(5, 5)))
    assert game.clock is not None
    assert game.clock.side == 1


async def test_an_offer_on_another_board_has_its_side_to_move(storage: Storage) -> None:
    new = replace(between(), state=GameState.OFFERED, turn=1, challenger_id=ANN, opponent_id=None)
    offer = await storage.create_game(new)
    offer = await storage.offers.change_terms(offer, "first", "6x6", None, None)
    assert offer.turn == 0
    offer = await storage.offers.change_terms(offer, "first", "position:x", None, None, 1)
    assert (await storage.game(offer.id)) == offer
    assert offer.turn == 1
    assert BOB not in (offer.challenger_id, offer.opponent_id)
