"""Wording of the last moves, and of passes."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.words import last_moves
from engine.search.position import PASS
from tests.bot.helpers import ANN, BLACK_PASSES_AFTER, BLACK_PASSES_TWICE, PLACE, REVERSI, begin, put_down

DISCS = [move for move in BLACK_PASSES_TWICE if move != PASS]
"""White's last two moves follow each other: Black had to pass, and has to pass again."""


async def against_computer(challenges: Challenges, referee: Referee, moves: list[str]) -> GameSnapshot:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    return await put_down(referee, begun, moves)


@pytest.mark.parametrize(
    ("plies", "said"),
    [
        (0, []),
        (1, ["Black played **f5**."]),
        (2, ["Black played **f5**, White answered **f6**."]),
        (3, ["White played **f6**, Black answered **f7**."]),
        (4, ["Black played **f7**, White answered **g5**."]),
        (14, ["Black played **h7**, White answered **h6**. Black has no move and **passes**."]),
        (
            15,
            [
                "Black played **h7**. Black had no move: White played **h6**, then **c7**. "
                "Black has no move and **passes**."
            ],
        ),
    ],
)
async def test_a_board_tells_the_last_moves_of_both_sides(
    challenges: Challenges, referee: Referee, plies: int, said: list[str]
) -> None:
    assert last_moves(await against_computer(challenges, referee, DISCS[:plies])) == said


async def test_passed_turns_are_told_until_the_person_moves(challenges: Challenges, referee: Referee) -> None:
    moves = list(DISCS)
    snapshot = await against_computer(challenges, referee, moves)
    while snapshot.position.turn == 1:
        moves.append(snapshot.position.legal_moves()[0])
        snapshot = await put_down(referee, snapshot, moves[-1:])
    told = ", then ".join(f"**{move}**" for move in ["h6", "c7", *moves[len(DISCS) :]])
    said = [f"Black played **h7**. Black had no move: White played {told}."]
    assert last_moves(snapshot) == said
    # Nothing of it is kept anywhere but in the moves.
    assert last_moves(GameSnapshot.of(snapshot.game)) == said
    after = await put_down(referee, snapshot, [snapshot.position.legal_moves()[0]])
    assert "had no move" not in last_moves(after)[0]


async def test_a_game_between_people_names_their_sides(challenges: Challenges, referee: Referee) -> None:
    snapshot = await put_down(referee, await begin(challenges), BLACK_PASSES_AFTER)
    assert last_moves(snapshot) == [
        "Black played **b2**, White answered **c1**. Black has no move and **passes**."
    ]


async def test_columns_are_named_as_such(challenges: Challenges, referee: Referee) -> None:
    begun = await challenges.play_computer(GAMES["connect4"], PLACE, ANN, "easy", "first")
    snapshot = await put_down(referee, begun, ["4", "4"])
    assert last_moves(snapshot) == ["Red played **column 4**, Yellow answered **column 4**."]
