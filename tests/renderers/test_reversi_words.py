"""The Reversi board's description contains the whole position."""

import re

from engine import reversi as rules
from renderers import reversi
from renderers.position import End, Situation
from tests.renderers.helpers import MadeUp, after, random_game


def read_back(text: str, columns: int, rows: int) -> tuple[int | None, ...]:
    """Read the board from the description."""
    cells: list[int | None] = [None] * (columns * rows)
    for row in range(rows):
        found = re.search(rf"Row {row + 1}: ([^.]*)\.", text)
        assert found is not None
        for held in found[1].split(", "):
            side, *letters = held.split()
            for letter in letters:
                cells[row * columns + "abcdefghij".index(letter)] = ("black", "white").index(side)
    return tuple(cells)


def test_the_description_has_every_position_of_a_game() -> None:
    for shown in random_game(4):
        position = shown.position
        text = reversi.describe(position, after(shown.last_move))
        assert len(text) <= 1000
        assert read_back(text, 8, 8) == position.cells()
        black, white = position.points()
        assert f"Black has {black}, White has {white}." in text
        if shown.last_move is not None:
            assert f"The last move was {shown.last_move}." in text
        result = position.result()
        if result is None:
            side = ("Black", "White")[position.turn]
            assert f"{side} to move: {', '.join(position.legal_moves())}." in text
        else:
            assert "to move" not in text
            ends = ("Black has won the game.", "White has won the game.")
            assert ("The game is a draw." if result.winner is None else ends[result.winner]) in text


def test_the_description_of_a_resigned_game_names_the_winner() -> None:
    text = reversi.describe(rules.start(), Situation(end=End(1)))
    assert "White has won the game." in text
    assert "to move" not in text


def test_the_longest_description_fits() -> None:
    owners = tuple(index % 3 % 2 for index in range(100))
    moves = tuple(f"{letter}{number}" for letter in "abcde" for number in range(1, 11))
    text = reversi.describe(MadeUp(10, 10, owners, 0, moves), after("j10"))
    assert len(text) <= 1000
    assert read_back(text, 10, 10) == owners
