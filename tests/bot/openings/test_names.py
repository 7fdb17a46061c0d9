"""Opening names: found by position, in all its forms, whatever the order of the moves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.catalog import GAMES
from bot.games.challenges import Challenges
from bot.games.referee import Referee
from bot.openings.names import NAMES, opening_name
from engine import connect4, reversi, transcripts
from tests.bot.helpers import begin, play_out

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
    """The same line on the board turned and mirrored."""
    numbers = [("abcdefgh".index(move[0]), int(move[1]) - 1) for move in moves]
    turned = [(7 - x, 7 - y) for x, y in numbers]
    found = [numbers, turned, [(y, x) for x, y in numbers], [(y, x) for x, y in turned]]
    return [["abcdefgh"[x] + str(y + 1) for x, y in form] for form in found]


@pytest.mark.parametrize(("name", "moves"), LINES)
def test_every_opening_is_found_in_its_four_forms(name: str, moves: str) -> None:
    line = transcripts.moves(moves)
    assert {opening_name(after(form)) for form in forms(line)} == {name.replace("/", " / ")}


def test_no_two_openings_end_in_the_same_position() -> None:
    assert len(LINES) == 77
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
