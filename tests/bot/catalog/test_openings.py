"""Names of openings in every form of a position, and balanced openings to start from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from bot.catalog import GAMES, board_label, chosen_board
from bot.catalog.openings import NAMES, opening_name
from bot.events.matches.strength import openings_of
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.terms import Terms
from engine import connect4, reversi, transcripts
from engine.players.matches import balanced_openings
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, begin, play_out
from tests.cases import for_each

LINES = [
    tuple(line.split("\t"))
    for line in NAMES.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def after(moves: Sequence[str], start: reversi.Position | None = None) -> reversi.Position:
    position = start or reversi.start()
    for move in moves:
        position = position.play(move)
    return position


def forms(moves: Sequence[str]) -> list[list[str]]:
    """Return a line on the board turned and mirrored."""
    numbers = [("abcdefgh".index(move[0]), int(move[1]) - 1) for move in moves]
    turned = [(7 - x, 7 - y) for x, y in numbers]
    found = [numbers, turned, [(y, x) for x, y in numbers], [(y, x) for x, y in turned]]
    return [["abcdefgh"[x] + str(y + 1) for x, y in form] for form in found]


@for_each(("name", "moves"), LINES)
def test_every_opening_is_found_in_its_four_forms(name: str, moves: str) -> None:
    line = transcripts.moves(moves)
    assert {opening_name(after(form)) for form in forms(line)} == {name}


def test_no_two_openings_end_in_the_same_position() -> None:
    assert len(LINES) == 95
    ends = [min(str(after(form)) for form in forms(transcripts.moves(moves))) for _, moves in LINES]
    assert len(set(ends)) == len(LINES)


def test_another_order_of_the_moves_has_the_same_name() -> None:
    orders = ("f5f6e6f4e3d6", "f5f4e3f6e6d6", "f5f4e3d6e6f6")
    assert {opening_name(after(transcripts.moves(order))) for order in orders} == {"Chimney"}


def test_the_start_other_boards_and_later_positions_have_no_name() -> None:
    assert opening_name(reversi.start()) is None
    assert opening_name(after(("f5", "f6"), reversi.start(anti=True))) is None
    assert opening_name(reversi.start(6)) is None
    assert GAMES["connect4"].opening_name(connect4.parse("44")) is None


async def test_a_game_keeps_the_name_of_the_last_opening_it_went_through(
    challenges: Challenges, referee: Referee
) -> None:
    snapshot, names = await begin(challenges), []
    for move in transcripts.moves("f5d6c3d3c4f4f6f3e3d2"):
        snapshot = await play_out(referee, snapshot, (move,))
        names.append(snapshot.opening)
    assert names[:2] == [None, "Perpendicular Opening"]
    assert names[4:] == ["Tiger", "Tiger", "Stephenson", "Comp'Oth", "Lightning bolt", "Lightning bolt"]


BALANCED = balanced_openings(reversi.start())


def test_a_drawn_opening_is_one_of_the_balanced_ones_and_part_of_the_options() -> None:
    drawn = REVERSI.drawn("xot", random.Random(1))
    assert REVERSI.start(drawn) in BALANCED
    assert len(REVERSI.opening_moves(drawn)) == 8
    assert chosen_board(drawn) == "xot"
    assert board_label(REVERSI, drawn) == "8x8, XOT: eight moves chosen at random"


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
