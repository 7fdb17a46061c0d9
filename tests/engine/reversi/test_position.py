"""Reversi against the slow oracle: random games, counts of lines, texts, transcripts and everything wrong."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import EngineError, IllegalMove, InvalidPosition, perft, reversi
from engine.reversi import transcripts
from engine.reversi.boards import BOARDS, Board
from engine.search import rules
from engine.search.position import PASS
from tests.cases import for_each, there
from tests.engine import oracle
from tests.engine.positions import WHITE_PASSES, WIPED_OUT
from tests.engine.search.test_processes import run
from tests.extent import extent

LEAVES = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]
START_TEXT = "---------------------------OX------XO--------------------------- X"


@for_each(("depth", "count"), list(enumerate(LEAVES)))
def test_counts_of_lines_are_the_published_ones(depth: int, count: int) -> None:
    assert perft(reversi.start(), depth) == count


@for_each("text", [WHITE_PASSES, WIPED_OUT, "X" * 60 + "O--- X"])
@for_each("depth", [1, 2, 3])
def test_passes_and_ends_count_as_in_the_oracle(text: str, depth: int) -> None:
    assert perft(reversi.parse(text), depth) == oracle.leaves(oracle.board_of(text), depth)


@given(st.lists(st.integers(0, 999), min_size=0, max_size=110), st.sampled_from([8, 8, 6, 10]), st.booleans())
@settings(max_examples=extent(40, 80))
def test_random_games_agree_with_the_oracle(choices: list[int], size: int, anti: bool) -> None:
    position, board = reversi.start(size, anti=anti), oracle.start(size, anti)
    for choice in choices:
        squares = board.moves()
        names = tuple(oracle.name_of(square) for square in squares)
        if board.over():
            assert position.legal_moves() == ()
            break
        assert position.result() is None
        assert position.points() == position.counts()
        assert position.legal_moves() == (names or ("pass",))
        square = squares[choice % len(squares)] if squares else None
        if square is not None:
            turned = {oracle.name_of(other) for other in board.turned_by(square)}
            assert set(position.flips(oracle.name_of(square))) == turned
        before = position
        position = position.play("pass" if square is None else oracle.name_of(square))
        board = board.play(square)
        assert position.turn == 1 - before.turn
        assert str(position) == text_of(board)
        assert reversi.parse(str(position)) == position
    if board.over():
        result = there(position.result())
        assert result.score == board.score()
        black_ahead = (board.score() > 0) == (board.turn == 0)
        assert result.winner == (None if board.score() == 0 else 0 if black_ahead else 1)
        black, white = position.points()
        assert black + white == size * size
        assert abs(black - white) == abs(board.score())
        assert (black > white, black < white) == (
            position.counts()[0] > position.counts()[1],
            position.counts()[0] < position.counts()[1],
        )


def text_of(board: oracle.Board) -> str:
    signs = {None: "-", 0: "X", 1: "O"}
    squares = "".join(signs[board.owners.get((x, y))] for y in range(board.size) for x in range(board.size))
    return f"{squares} {signs[board.turn]}{' anti' if board.anti else ''}"


@settings(max_examples=extent(60, 150))
@given(st.lists(st.integers(0, 1000), max_size=100), st.sampled_from([*BOARDS.values()]))
def test_the_rules_of_people_are_those_of_the_core(choices: list[int], board: Board) -> None:
    position = reversi.start(board.size, anti=board.anti)
    for choice in choices:
        state, legal = position.state(), position.legal_moves()
        in_core = position._board.squares_of(rules.legal_moves(state))
        assert [square for square in range(board.squares) if in_core >> square & 1] == [
            reversi.square_index(move, board.size) for move in legal if move != PASS
        ]
        assert rules.passing(state) == (legal == (PASS,))
        result = position.result()
        if result is not None:
            assert result.score == rules.final_score(state)
            break
        move = legal[choice % len(legal)]
        after = rules.turned(state) if move == PASS else rules.after(state, position.move_square(move))
        position = position.play(move)
        assert board.discs(after) == board.discs(position.state())


def test_the_start() -> None:
    position = reversi.start()
    assert str(position) == START_TEXT
    assert position.legal_moves() == ("d3", "c4", "f5", "e6")
    assert (position.counts(), position.turn, position.game) == ((2, 2), 0, "reversi")
    assert (position.columns, position.rows) == (8, 8)
    assert [position.cells()[reversi.square_index(name)] for name in ("d4", "e4", "a1")] == [1, 0, None]


@for_each("size", [6, 10])
@for_each("anti", [False, True])
def test_other_boards_count_as_in_the_oracle(size: int, anti: bool) -> None:
    position = reversi.start(size, anti=anti)
    assert [perft(position, depth) for depth in range(1, 5)] == [4, 12, 56, 244]
    assert perft(position, 6) == {6: 7604, 10: 8200}[size]
    assert (position.columns, position.rows) == (size, size)


@for_each("size", [0, 4, 7, 12, -8])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(InvalidPosition, match="6 × 6, 8 × 8 or 10 × 10"):
        reversi.start(size)


@for_each("size", [6, 8, 10])
def test_names_round_trip_on_every_board(size: int) -> None:
    names = [reversi.square_name(square, size) for square in range(size * size)]
    assert names[: size + 1 : size // 2] == ["a1", f"{'abcdefghij'[size // 2]}1", "a2"]
    assert [reversi.square_index(name, size) for name in names] == list(range(size * size))
    position = reversi.start(size)
    assert [position.move_name(position.move_square(name)) for name in names] == names
    assert names[-1] == f"{'abcdefghij'[size - 1]}{size}"


def test_a_move_turns_discs_and_leaves_the_old_position_alone() -> None:
    before = reversi.start()
    after = before.play("d3")
    assert before == reversi.start()
    assert before.flips("d3") == ("d4",)
    assert after.counts() == (4, 1)
    assert after.turn == 1
    assert hash(after) == hash(before.play("d3"))
    assert pickle.loads(pickle.dumps(after)) == after  # noqa: S301 - made one line above


def test_a_side_without_moves_passes() -> None:
    position = reversi.parse(WHITE_PASSES)
    assert position.legal_moves() == ("pass",)
    assert position.result() is None
    assert position.flips("pass") == ()
    after = position.play("pass")
    assert after.turn == 0
    assert after.cells() == position.cells()
    assert "pass" not in after.legal_moves()


def test_a_wiped_out_side_loses_all_squares_and_wins_them_in_anti_reversi() -> None:
    for side, score, winner in (("X", -64, 1), ("O", 64, 1)):
        position = reversi.parse(WIPED_OUT[:-1] + side)
        assert position.legal_moves() == ()
        assert position.result() == (winner, score)
        assert position.points() == (0, 64)
    position = reversi.parse(WIPED_OUT + " anti")
    assert position.result() == (0, 64)
    assert str(position) == WIPED_OUT + " anti"
    full = reversi.parse("X" * 32 + "O" * 32 + " O")
    assert (full.result(), full.legal_moves()) == ((None, 0), ())


@for_each("name", ["", "d", "d33", "i1", "a0", "a9", "D3", "3d", "dd", "é3", "d³"])
def test_what_is_no_square_is_named(name: str) -> None:
    with pytest.raises(InvalidPosition, match="not a square"):
        reversi.square_index(name)
    with pytest.raises(IllegalMove, match="not a square"):
        reversi.start().play(name)


@for_each("square", [-1, 64])
def test_numbers_off_the_board_are_refused(square: int) -> None:
    with pytest.raises(InvalidPosition, match="not on the board"):
        reversi.square_name(square)


@for_each("move", ["a1", "d4", "c3"])
def test_an_illegal_move_is_refused_with_the_legal_ones(move: str) -> None:
    with pytest.raises(IllegalMove, match=rf"{move} is not legal here; legal: d3, c4, f5, e6"):
        reversi.start().play(move)
    with pytest.raises(IllegalMove):
        reversi.start().flips(move)


def test_passing_is_refused_while_there_are_moves_and_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="passing is not legal"):
        reversi.start().play("pass")
    with pytest.raises(IllegalMove, match="the game is over"):
        reversi.parse(WIPED_OUT).play("pass")
    with pytest.raises(IllegalMove, match="the game is over"):
        reversi.parse(WIPED_OUT).play("a1")


def test_blanks_and_line_breaks_between_squares_and_moves_are_read() -> None:
    squares, side = START_TEXT.split()
    lines = "\n".join(" ".join(squares[row : row + 8]) for row in range(0, 64, 8))
    assert reversi.parse(f"{lines}\n{side}\n") == reversi.start()
    assert transcripts.moves(" F5 d6\nC3 ") == ("f5", "d6", "c3")
    assert transcripts.moves("") == ()


@for_each(("text", "complaint"), [
    ("", "there is nothing"),
    ("hello", "unknown sign"),
    (START_TEXT[:-2], "65 signs, not 64"),
    (START_TEXT + "X", "65 signs, not 66"),
    (START_TEXT + " anti anti", "unknown sign"),
    ("anti", "there is nothing"),
    (START_TEXT.replace(" X", " -"), "side to move"),
    (START_TEXT.replace("-", ".", 1), r"unknown sign '\.'"),
    (START_TEXT.lower(), "unknown sign 'o'"),
    ("-" * 64 + " X", "centre"),
    (START_TEXT.replace("OX", "O-"), "e4 is empty"),
    ("X" + START_TEXT[1:], "a1 is not connected"),
])  # fmt: skip
def test_bad_texts_are_refused_with_the_fault(text: str, complaint: str) -> None:
    with pytest.raises(InvalidPosition, match=complaint):
        reversi.parse(text)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_with_our_error(text: str) -> None:
    try:
        position = reversi.parse(text)
    except InvalidPosition:
        return
    assert reversi.parse(str(position)) == position


@for_each("depth", [-1, 1.5, True, "3"])
def test_counting_refuses_what_is_no_depth(depth: object) -> None:
    with pytest.raises(EngineError, match="depth"):
        perft(reversi.start(), depth)  # type: ignore[arg-type]


@for_each("size", [6, 8, 10])
def test_whole_games_round_trip_with_their_passes(size: int) -> None:
    passes = 0
    for seed in range(10):
        draw, position, played = random.Random(seed), reversi.start(size), []
        while moves := position.legal_moves():
            played.append(draw.choice(moves))
            position = position.play(played[-1])
        while played[-1] == "pass":
            played.pop()
        passes += played.count("pass")
        word = transcripts.transcript(played)
        assert transcripts.moves(word, reversi.start(size)) == tuple(played)
    assert passes > 0


@for_each(("text", "complaint"), [
    ("f5f5", "move 2 of the transcript: f5 is not legal"),
    ("f5d6x9", "move 3 of the transcript is not a square: 'x9'"),
    ("f5d", "move 2 of the transcript is not a square: 'd'"),
    ("a1", "move 1 of the transcript: a1 is not legal"),
    ("f5d66", "move 2 of the transcript: 'd66' is not a square"),
])  # fmt: skip
def test_faults_are_named_with_the_number_of_the_move(text: str, complaint: str) -> None:
    with pytest.raises(IllegalMove, match=complaint):
        transcripts.moves(text)


#: What random fillings of the board have for legal squares, and what each empty square turns.
PROGRAM = """
import random
import numpy as np
from numba import njit
from engine.reversi.flips import flipped_discs, legal_squares

@njit
def turned(own, opp, square):
    return flipped_discs(own, opp, square)

@njit
def legal(own, opp):
    return legal_squares(own, opp)

lot = random.Random(40)
for filled in 20 * list(range(10, 64, 3)):
    discs = sum(1 << square for square in lot.sample(range(64), filled))
    own = discs & lot.getrandbits(64)
    words = np.uint64(own), np.uint64(discs ^ own)
    empty = [np.int64(square) for square in range(64) if not discs >> square & 1]
    print(legal(*words), *(turned(*words, square) for square in empty))
"""


@pytest.mark.long
def test_compiled_code_turns_what_the_loop_over_directions_turns() -> None:
    plain = run(PROGRAM, NUMBA_DISABLE_JIT="1")
    assert len(set(plain.split())) > 1000
    assert run(PROGRAM) == plain, "this processor"
    assert run(PROGRAM, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="") == plain, "any processor"
