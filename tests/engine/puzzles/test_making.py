"""Puzzles made of positions, and why there is none in others."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest

from engine import EngineError, Position, StopFlag, connect4, puzzles, reversi
from engine.puzzles import Puzzle, Reason, Rejected, check, from_position
from engine.puzzles.making import PUZZLE_GAMES, puzzle_game, puzzle_id
from tests.cases import for_each
from tests.engine.positions import WHITE_PASSES, WIPED_OUT, random_endgame


def of(puzzle: Puzzle) -> Position:
    return puzzle_game(puzzle.game).parse(puzzle.position)


def turned(position: reversi.Position, *, colours: bool = False) -> reversi.Position:
    """The board turned by half, perhaps with colours exchanged."""
    squares, side = str(position).split()
    text = f"{squares[::-1]} {side}"
    return reversi.parse(text.translate(str.maketrans("XO", "OX")) if colours else text)


@for_each("game", list(PUZZLE_GAMES))
def test_shipped_puzzles_are_made_again(game: str) -> None:
    late = [puzzle for puzzle in puzzles.shipped(game) if len(of(puzzle).legal_moves()) < 7]
    for puzzle in random.Random(7).sample(late, 2):
        made = from_position(of(puzzle))
        assert isinstance(made, Puzzle)
        # It was graded by the levels as they were then.
        assert abs(made.rating - puzzle.rating) < 200
        assert replace(made, rating=puzzle.rating) == puzzle
        check(puzzle)


@for_each(
    ("position", "reason"),
    [
        (reversi.start(6), Reason.OTHER_BOARD),
        (reversi.start(anti=True), Reason.OTHER_BOARD),
        (connect4.start(8, 7), Reason.OTHER_BOARD),
        (reversi.parse(WIPED_OUT), Reason.OVER),
        (reversi.start(), Reason.TOO_EARLY),
        (connect4.parse("4455"), Reason.TOO_EARLY),
        (reversi.parse(WHITE_PASSES), Reason.NO_CHOICE),
        (connect4.parse("4" * 6 + "1" * 6), Reason.NOT_ALONE),
    ],
)
def test_why_there_is_no_puzzle(position: Position, reason: Reason) -> None:
    assert from_position(position) == Rejected(reason)


def test_a_single_move_that_is_hard_makes_no_puzzle() -> None:
    found = [from_position(random_endgame(seed, 10)) for seed in range(12)]
    assert Rejected(Reason.ONE_HARD_MOVE) in found
    assert any(isinstance(one, Puzzle) for one in found)


def test_it_ends_with_its_time_and_when_it_is_stopped() -> None:
    hard = random_endgame(5, 18)
    assert from_position(hard, seconds=0.0001) == Rejected(Reason.OUT_OF_TIME)
    stop = StopFlag()
    found: list[Puzzle | Rejected] = []
    worker = threading.Thread(target=lambda: found.append(from_position(hard, stop=stop)))
    stop.set()
    worker.start()
    worker.join(10)
    assert found == [Rejected(Reason.STOPPED)]


def test_an_id_belongs_to_a_position_and_its_twins() -> None:
    game, position = PUZZLE_GAMES["reversi"], random_endgame(1, 10)
    ids = {puzzle_id(twin, game) for twin in (position, turned(position), turned(position, colours=True))}
    assert len(ids) == 1
    assert puzzle_id(position.play(position.legal_moves()[0]), game) not in ids
    game, grid = PUZZLE_GAMES["connect4"], connect4.parse("44352")
    assert puzzle_id(grid, game) == puzzle_id(grid.mirrored(), game)
    assert puzzle_id(grid, game).startswith("c")


def several_moves(game: str) -> Puzzle:
    """A puzzle with several moves to find, late in a game."""
    longer = [puzzle for puzzle in puzzles.shipped(game) if len(puzzle.line) > 1]
    return max(longer, key=lambda puzzle: of(puzzle).moves_played)


@for_each("game", list(PUZZLE_GAMES))
def test_what_is_wrong_is_found(game: str) -> None:
    right = several_moves(game)
    check(right)
    start = of(right)
    other = next(move for move in start.legal_moves() if move != right.line[0])
    with pytest.raises(EngineError, match=f"{right.id}: {other} is not the only move after 0 plies"):
        check(replace(right, line=(other,)))
    with pytest.raises(EngineError, match="the margin is"):
        check(replace(right, margin=right.margin + 1))
    with pytest.raises(EngineError, match="not legal after 1 plies"):
        check(replace(right, line=(right.line[0], "nowhere", *right.line[2:])))
    with pytest.raises(EngineError, match="usual board"):
        check(replace(right, board="6x6"))
    with pytest.raises(EngineError, match="usual board"):
        check(replace(right, position=str(reversi.start(6) if game == "reversi" else connect4.start(8, 7))))


def test_a_reply_that_is_not_the_best_is_found() -> None:
    for puzzle in puzzles.shipped("connect4"):
        if len(puzzle.line) == 3 and len(of(puzzle).play(puzzle.line[0]).legal_moves()) > 2:
            after = of(puzzle).play(puzzle.line[0])
            replies = [move for move in after.legal_moves() if move != puzzle.line[1]]
            said = []
            for reply in replies:
                with pytest.raises(EngineError) as raised:
                    check(replace(puzzle, line=(puzzle.line[0], reply, puzzle.line[2])))
                said.append(str(raised.value))
            if any("is no best reply after 1 plies" in text for text in said):
                return
    raise AssertionError("no puzzle has a reply that is worse than the best")
