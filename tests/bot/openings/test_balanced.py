"""XOT: games that begin with an opening drawn by lot."""

from __future__ import annotations

import random
from itertools import islice

from bot.catalog import GAMES, board_label, chosen_board
from bot.games.challenges import Challenges
from bot.games.referee import Referee
from bot.games.terms import Terms
from bot.matches.strength import openings_of
from engine import reversi
from engine.players.matches import balanced_openings
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI

BALANCED = balanced_openings(reversi.start())


def test_a_drawn_opening_is_one_of_the_balanced_ones_and_part_of_the_options() -> None:
    drawn = REVERSI.drawn("xot", random.Random(1))
    assert REVERSI.start(drawn) in BALANCED
    assert len(REVERSI.opening_moves(drawn)) == 8
    assert chosen_board(drawn) == "xot"
    assert board_label(REVERSI, drawn) == "8x8, XOT: eight moves drawn by lot"


def test_other_boards_leave_nothing_to_chance() -> None:
    for kind in GAMES.values():
        for variant in kind.variants:
            if variant.options != "xot":
                assert kind.drawn(variant.options, random.Random(1)) == variant.options
                assert kind.opening_moves(variant.options) == ()


async def test_the_opening_is_stored_with_the_game(challenges: Challenges, referee: Referee) -> None:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first", "xot")
    assert begun.position in BALANCED
    assert (await referee.snapshot(begun.game.id)).position == begun.position
    assert not begun.game.rated


async def test_a_rematch_takes_another_opening(challenges: Challenges, referee: Referee) -> None:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first", "xot")
    await referee.resign(begun.game.id, ANN)
    again, _ = await challenges.rematch(begun.game.id, ANN)
    assert again.position in BALANCED
    assert again.position != begun.position
    assert again.game.options.startswith("xot:")


async def test_an_offer_keeps_its_opening_when_something_else_is_changed(challenges: Challenges) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "first", "xot")
    changed = await challenges.change_offer(
        offer.game.id, ANN, lambda terms: Terms("second", terms.options, terms.time)
    )
    assert changed.game.options == offer.game.options
    begun = await challenges.accept(offer.game.id, BOB)
    assert begun.position == offer.position


def test_a_strength_test_begins_every_pair_of_games_with_another_drawn_opening() -> None:
    drawn = list(islice(openings_of(REVERSI, "xot", random.Random(3)), 5))
    assert len(set(drawn)) == 5
    assert set(drawn) <= set(BALANCED)
    assert drawn == list(islice(openings_of(REVERSI, "xot", random.Random(3)), 5))
