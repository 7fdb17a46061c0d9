"""Analyses of games, against plain solvers and published scores."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import pytest

from bench.ffo_problems import FFO
from bot.catalog import GAMES, GameKind
from bot.study.review.analysis import Analysis
from bot.study.review.verdicts import Verdict, judge
from data.jobs.reviews import ReviewedPly
from engine import Limits, Position, StopFlag, connect4, reversi, search
from engine.search.results import outcome_of
from tests.bot.helpers import BLACK_PASSES_TWICE, REVERSI
from tests.cases import for_each
from tests.engine.oracle import board_of, minimax
from tests.engine.positions import random_endgame

CONNECT4 = GAMES["connect4"]
SECONDS = 20.0


def played(position: Position, *moves: str) -> tuple[list[Position], list[str]]:
    """Return the positions after these moves, continued with best play to the end."""
    positions, made = [position], []
    for move in moves:
        made.append(move)
        positions.append(positions[-1].play(move))
    while positions[-1].legal_moves():
        made.append(search(positions[-1], Limits(depth=24)).move)
        positions.append(positions[-1].play(made[-1]))
    return positions, made


def analysis(
    kind: GameKind, positions: Sequence[Position], moves: Sequence[str], known: Sequence[ReviewedPly] = ()
) -> Analysis:
    return Analysis(kind.judging, positions, moves, known, seconds=SECONDS, megabytes=8)


def all_of(found: Analysis) -> dict[int, ReviewedPly]:
    while not found.complete:
        assert found.analyse_next(StopFlag()) is not None
    return {ply.ply: ply for ply in found.known}


@functools.cache
def plain(position: connect4.Position) -> int:
    """Return the score of a Connect 4 position for the side to move, by exhaustive search."""
    result = position.result()
    if result is not None:
        return result.score
    return max(-plain(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize("moves", ["751573616725777322424155234621115", "44444452222223567333316653671"])
def test_a_line_of_connect_4_has_the_scores_of_exhaustive_search(moves: str) -> None:
    start = connect4.parse(moves)
    # The first legal move everywhere: some of them are bad.
    positions: list[Position] = [start]
    made: list[str] = []
    while legal := positions[-1].legal_moves():
        made.append(legal[0])
        positions.append(positions[-1].play(legal[0]))
    found = all_of(analysis(CONNECT4, positions, made))
    assert len(found) == len(made)
    for ply, known in found.items():
        position = positions[ply]
        assert isinstance(position, connect4.Position)
        assert known.depth is None
        assert known.score == plain(position)
        assert known.played == -plain(connect4.parse(moves + "".join(made[: ply + 1])))
        assert known.score == -plain(connect4.parse(moves + "".join([*made[:ply], known.best])))
        outcomes = [outcome_of(-plain(position.play(move))) for move in position.legal_moves()]
        assert known.keepers == outcomes.count(max(outcomes))


@for_each("seed", [1, 2, 3])
def test_the_end_of_a_reversi_game_has_the_scores_of_exhaustive_search(seed: int) -> None:
    start = random_endgame(seed, 6)
    positions: list[Position] = [start]
    made: list[str] = []
    while legal := positions[-1].legal_moves():
        made.append(legal[0])
        positions.append(positions[-1].play(legal[0]))
    found = all_of(analysis(REVERSI, positions, made))
    assert set(found) == {ply for ply, move in enumerate(made) if move != "pass"}
    for ply, known in found.items():
        assert known.depth is None
        assert known.score == minimax(board_of(str(positions[ply])))
        assert known.played == -minimax(board_of(str(positions[ply + 1])))


def test_a_bad_move_in_a_published_endgame_loses_the_difference() -> None:
    problem = FFO[0]
    start = reversi.parse(problem.position)
    bad = next(move for move in start.legal_moves() if move not in problem.best)
    positions, made = played(start, bad)
    found = all_of(analysis(REVERSI, positions, made))
    result = positions[-1].result()
    assert result is not None
    end = result.score if positions[-1].turn == start.turn else -result.score
    assert (found[0].best, found[0].score, found[0].depth) == (problem.best[0], problem.score, None)
    # Everything after the bad move was best play, so the end of the game is its score.
    assert found[0].played == end < problem.score
    review = judge(REVERSI.judging, positions, made, list(found.values()), None)
    assert review.moves[0].loss == problem.score - end
    assert all(move.verdict is Verdict.BEST for move in review.moves[1:])


def test_the_start_of_connect_4_has_the_books_proved_scores() -> None:
    positions: list[Position] = [connect4.start(), connect4.parse("1")]
    found = all_of(analysis(CONNECT4, positions, ["1"]))
    # The first player wins with their last disc from the middle, and loses from the edge.
    assert found[0] == ReviewedPly(0, "4", 1, -2, None, keepers=1)
    # The game is unfinished: the last position is analysed, too.
    assert (found[1].score, found[1].played, found[1].depth) == (2, None, None)


def test_the_first_moves_on_6x6_have_the_books_scores_in_no_time() -> None:
    positions: list[Position] = [reversi.start(size=6)]
    moves = ("c2", "b2", "a2")
    for move in moves:
        assert move in positions[-1].legal_moves()
        positions.append(positions[-1].play(move))
    found = all_of(Analysis(REVERSI.judging, positions, moves, (), seconds=0.01, megabytes=1))
    # The second player wins by 4.
    assert (found[0].score, found[0].played, found[0].depth) == (-4, -4, None)
    assert all(known.depth is None for known in found.values())
    assert [found[ply].played for ply in (0, 1, 2)] == [-search(after).score for after in positions[1:]]


def test_early_positions_of_reversi_are_estimates_limited_by_time() -> None:
    positions, moves = [reversi.start()], ("f5", "d6", "c3")
    for move in moves:
        positions.append(positions[-1].play(move))
    made = Analysis(REVERSI.judging, positions, moves, (), seconds=0.2, megabytes=1)
    found = all_of(made)
    assert set(found) == {0, 1, 2, 3}
    assert all(known.depth is not None and known.depth >= 1 for known in found.values())
    assert found[3].played is None


def test_passes_are_not_analysed() -> None:
    positions: list[Position] = [reversi.start()]
    for move in BLACK_PASSES_TWICE:
        positions.append(positions[-1].play(move))
    made = Analysis(REVERSI.judging, positions, BLACK_PASSES_TWICE, (), seconds=0.2, megabytes=1)
    passes = {ply for ply, move in enumerate(BLACK_PASSES_TWICE) if move == "pass"}
    assert passes
    assert set(all_of(made)) == set(range(len(positions))) - passes


def test_analysed_plies_are_not_searched_again() -> None:
    positions, made = played(random_endgame(4, 8))
    whole = all_of(analysis(REVERSI, positions, made))
    rest = analysis(REVERSI, positions, made, [known for ply, known in whole.items() if ply > 2])
    assert rest.done == rest.plies - sum(move != "pass" for move in made[:3])
    assert all_of(rest) == whole


def test_a_stopped_search_has_no_result() -> None:
    positions, made = played(random_endgame(5, 10))
    found, stop = analysis(REVERSI, positions, made), StopFlag()
    stop.set()
    assert found.analyse_next(stop) is None
    assert found.done == 0
    assert found.analyse_next(StopFlag()) is not None


def test_two_reviews_of_one_game_are_equal() -> None:
    positions, moves = [reversi.start()], ("f5", "f4", "c3", "d6", "d7")
    for move in moves:
        positions.append(positions[-1].play(move))
    first, second = (
        all_of(Analysis(REVERSI.judging, positions, moves, (), seconds=0.02, megabytes=1, patience=1000))
        for _ in range(2)
    )
    assert first == second
    assert all(known.depth is not None for known in first.values())


def test_moves_in_the_book_have_its_values() -> None:
    positions, moves = [reversi.start()], ("f5", "f4")
    for move in moves:
        positions.append(positions[-1].play(move))
    found = all_of(Analysis(REVERSI.judging, positions, moves, (), seconds=0.02, megabytes=1))
    assert found[0].score == found[0].played == -found[1].score
    assert found[1].best == "d6"
    played = found[1].played
    assert played is not None
    assert 5 < found[1].score - played < 10
