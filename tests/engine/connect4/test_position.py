"""Connect 4: rules on grids of many sizes, text in and out, bad input, known counts, and overlooked moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import EngineError, IllegalMove, InvalidPosition, Result, connect4, perft, search
from engine.connect4 import Position
from engine.connect4.registration import hard_to_see
from engine.search import rules
from tests.cases import for_each

SIZES = [(7, 6, 4), (4, 4, 3), (5, 4, 4), (9, 7, 4), (8, 8, 4), (12, 6, 4), (12, 8, 6), (9, 6, 5)]
#: A full 7 × 6 grid; the 42nd disc made the only line.
LAST_DISC_WINS = "535475414423417646117365652637672711323225"


def distinct(start: Position, plies: int) -> list[int]:
    """Number of different positions after 0, 1, 2, … plies."""
    counts, now = [1], {start}
    for _ in range(plies):
        now = {position.play(move) for position in now for move in position.legal_moves()}
        counts.append(len(now))
    return counts


def bits(squares: Any) -> int:
    """Number of squares in a set of one word or two."""
    words = squares if isinstance(squares, tuple) else (squares,)
    return sum(int(word).bit_count() for word in words)


def plain_winner(position: Position) -> int | None:
    """The owner of a line, found square by square."""
    cells, columns, rows = position.cells(), position.columns, position.rows
    for square, owner in enumerate(cells):
        row, column = divmod(square, columns)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row = row + down * (position.connect - 1)
            last_column = column + right * (position.connect - 1)
            if owner is None or last_row >= rows or not 0 <= last_column < columns:
                continue
            line = range(position.connect)
            if all(cells[square + step * (down * columns + right)] == owner for step in line):
                return owner
    return None


def test_distinct_positions_and_leaves_of_the_tree_by_ply() -> None:
    assert distinct(connect4.start(), 5) == [1, 7, 49, 238, 1120, 4263]
    assert len(set(connect4.start().lines())) == 69
    # Until the sixth ply no column is full; after the seventh the first games are over.
    assert [perft(connect4.start(), depth) for depth in range(1, 8)] == [7**n for n in range(1, 7)] + [823536]


@pytest.mark.long
@for_each("size", SIZES)
def test_random_games_end_as_the_squares_say(size: tuple[int, int, int]) -> None:
    draw = random.Random(str(size))
    for _ in range(8):
        position = connect4.start(*size)
        while moves := position.legal_moves():
            assert plain_winner(position) is None
            assert position.result() is None
            assert connect4.parse(str(position)) == position
            position = position.play(draw.choice(moves))
        winner = plain_winner(position)
        left = size[0] * size[1] - position.ply
        mine = (size[0] * size[1] + 1 - (winner or 0)) // 2
        score = 0 if winner is None else position.counts()[winner] - mine - 1
        assert position.result() == Result(winner, score)
        assert winner is not None or left == 0
        assert {position.cells()[square] for square in position.winning()} == {winner} - {None}
        assert connect4.parse(str(position)).result() == position.result()
        with pytest.raises(IllegalMove):
            position.play("1")
        with pytest.raises(EngineError, match="over"):
            search(position)


@pytest.mark.long
@for_each("size", [(7, 6, 4), (10, 5, 4), (12, 8, 4)])
def test_the_compiled_rules_agree(size: tuple[int, int, int]) -> None:
    draw = random.Random(9)
    for _ in range(3):
        position = connect4.start(*size)
        while position.legal_moves():
            squares = rules.legal_moves(position.state())
            assert bits(squares) == len(position.legal_moves())
            move = draw.choice(position.legal_moves())
            after = rules.after(position.state(), position.move_square(move))
            position = position.play(move)
            assert after == position.state()
        score = int(rules.final_score(position.state()))
        assert position.result() == Result(plain_winner(position), score)


def test_a_win_with_the_last_disc_is_a_win() -> None:
    full = connect4.parse(LAST_DISC_WINS)
    assert full.ply == 42
    assert full.result() == Result(1, -1)
    before = search(connect4.parse(LAST_DISC_WINS[:-1]))
    assert (before.move, before.score, before.exact) == ("5", 1, True)


def test_mirrored() -> None:
    position = connect4.parse("12x6:1-2-12-11-3")
    assert str(position.mirrored()) == "12x6:12-11-1-2-10"
    assert position.mirrored().mirrored() == position
    assert connect4.parse(str(position.mirrored())) == position.mirrored()


def test_positions_are_read_by_their_squares() -> None:
    squares = "-" * 28 + "---X---" + "--XO---"
    by_squares = connect4.parse(squares)
    assert by_squares == connect4.parse("344")
    assert str(by_squares) == squares
    assert connect4.parse("6x4c3:\n------ ------ --O--- --X---") == connect4.parse("6x4c3:33")


@for_each(("text", "error", "fault"), [
    ("8", IllegalMove, "move 1: '8' is not a column: columns are 1 to 7"),
    ("4444444", IllegalMove, "move 7: column 4 is full"),
    ("12121213", IllegalMove, "move 8: the game is over"),
    ("44a", InvalidPosition, "unknown sign 'a'"),
    ("3x6:1", EngineError, "columns must be a whole number from 4 to 12, not 3"),
    ("7x9:1", EngineError, "rows must be a whole number from 4 to 8, not 9"),
    ("7x6c7:1", EngineError, "connect must be a whole number from 3 to 6, not 7"),
    ("4x4c5:", EngineError, "no line of 5 fits"),
    ("big:1", InvalidPosition, "'big' is no size"),
    ("12x6:1--2", IllegalMove, "'' is not a column"),
    ("4-4", InvalidPosition, "no hyphens"),
    ("-X-", InvalidPosition, "7 × 6 are 42 squares, not 3"),
    ("-" * 34 + "X" + "-" * 7, InvalidPosition, "floats"),
    ("-" * 35 + "XX-----", InvalidPosition, "2 discs X and 0 O"),
    ("-" * 28 + "OOO----" + "XXXXO--", InvalidPosition, "but the other side moved"),
    ("5x5:-", InvalidPosition, "5 × 5 are 25"),
])  # fmt: skip
def test_bad_texts_are_named(text: str, error: type[EngineError], fault: str) -> None:
    with pytest.raises(error) as caught:
        connect4.parse(text)
    assert fault in str(caught.value)


def test_bad_sizes_and_moves_are_named() -> None:
    for sizes in ((7.0, 6, 4), (True, 6, 4), (13, 6, 4), ("7", 6, 4)):
        with pytest.raises(EngineError, match="columns must be a whole number"):
            connect4.start(*sizes)
    for move in ("0", "8", "04", "", "d3", "pass", "²"):
        with pytest.raises(IllegalMove, match="is not a column"):
            connect4.start().play(move)


@for_each(("moves", "move", "hard"), [
    # Upwards, and along the bottom.
    ("4141", "4", False), ("2737", "4", False),
    # d3 and f1 are the second player's, and so would be e2 between them.
    ("34564674", "5", True),
    # Far from everything.
    ("11", "7", False),
])  # fmt: skip
def test_a_line_across_is_easily_overlooked(moves: str, move: str, hard: bool) -> None:
    assert hard_to_see(connect4.parse(moves), move) is hard
