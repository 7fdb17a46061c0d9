"""Proved values against plain ones, start ratings by what levels make of a puzzle, and themes."""

from __future__ import annotations

import pytest

from engine import StopFlag, connect4, reversi
from engine.players.computer import levels_of
from engine.puzzles import PUZZLE_GAMES, connect4_puzzles, reversi_puzzles, solving
from engine.puzzles.puzzle import Goal
from engine.puzzles.solving import THEMES, BestTwo, Line, PuzzleSolver, Unsolved
from engine.search.position import Position
from tests.cases import for_each
from tests.engine import oracle
from tests.engine.positions import WHITE_PASSES, random_endgame, random_grid


def expect(solver: PuzzleSolver, position: Position, values: dict[str, int]) -> None:
    """The best two moves as these values say, which are scores or outcomes."""
    first, second = sorted(values.values(), reverse=True)[:2]
    found = solver.best_two(position, result_only=position.game == "connect4")
    if first == second:
        assert found is None
    else:
        assert found is not None
        assert (found.best, found.second, values[found.move]) == (first, second, first)


@for_each("seed", range(4))
def test_reversi_as_plain_minimax_says(seed: int) -> None:
    position = random_endgame(seed, 6)
    values = oracle.values(str(position))
    with PuzzleSolver(position) as solver:
        best = [move for move, value in values.items() if value == max(values.values())]
        assert sorted(solver.best_moves(position)) == sorted(best)
        if len(values) > 1:
            assert solver.score(position) == max(values.values())
            expect(solver, position, values)


@for_each("seed", range(4))
def test_connect_4_as_plain_minimax_says(seed: int) -> None:
    position = random_grid(seed, 9)
    soon = oracle.connect4_values(position)
    with PuzzleSolver(position) as solver:
        assert sorted(solver.best_moves(position)) == sorted(m for m in soon if soon[m] == max(soon.values()))
        expect(solver, position, {move: (score > 0) - (score < 0) for move, score in soon.items()})


def test_a_forced_pass_is_the_best_move_and_a_set_flag_and_the_time_end_it(stopped: StopFlag) -> None:
    position = reversi.parse(WHITE_PASSES)
    with PuzzleSolver(position) as solver:
        assert solver.best_moves(position) == ["pass"]
    hard = random_endgame(3, 30)
    for ending in (PuzzleSolver(hard, stop=stopped), PuzzleSolver(hard, seconds=0.01)):
        with ending as solver, pytest.raises(Unsolved):
            solver.score(hard)


LEVELS = [1000.0, 1200.0, 1400.0]


def test_half_of_the_points_are_made_by_the_mean_rating_and_more_by_a_lower_one() -> None:
    assert solving.performance(LEVELS, 1.5, 0, 3000) == pytest.approx(1200, abs=1)
    found = [solving.performance(LEVELS, points, 800, 1600) for points in (3, 2, 1, 0)]
    assert found == sorted(found)
    assert (found[0], found[-1]) == pytest.approx((800, 1600), abs=1)


def _grade(move: str, seconds: float = 30.0) -> float:
    win_at_once = connect4.parse("121212")
    with PuzzleSolver(win_at_once, seconds=seconds) as solver:
        return solving.grade(win_at_once, Line((move,), (BestTwo(move, 1, -1),)), solver)


def test_what_every_level_sees_is_easy_and_what_none_sees_is_hard() -> None:
    assert _grade("1") < solving.EASIEST + 200
    # Whoever drops a disc elsewhere lets the other side win.
    assert _grade("7") == solving.HARDEST
    with pytest.raises(Unsolved):
        _grade("1", seconds=0)


@for_each("game", list(PUZZLE_GAMES))
def test_levels_err_in_the_same_way_each_time(game: str) -> None:
    level = next(iter(levels_of(game).values())).player
    text = {"connect4": "4455", "reversi": "-" * 27 + "OX------XO" + "-" * 27 + "X"}[game]
    position = PUZZLE_GAMES[game].parse(text)
    tries = level.tries(position, 12)
    assert len(tries) == 12
    assert set(tries) <= set(position.legal_moves())
    assert len(set(tries)) > 1
    assert level.tries(position, 12) == tries


def board(*rows: str, turn: str = "X") -> reversi.Position:
    """A position by its eight rows; what is not there is empty."""
    return reversi.parse("".join(row.ljust(8, "-") for row in rows).ljust(64, "-") + turn)


def of_reversi(position: reversi.Position, *moves: str, best: int = 2, goal: Goal = "best") -> set[str]:
    turns = tuple(BestTwo(move, best, best - 2) for move in moves[::2])
    with PuzzleSolver(position) as solver:
        found = set(reversi_puzzles.themes(position, Line(moves, turns), goal, solver))
    assert found <= set(THEMES["reversi"])
    return found


def of_connect4(moves: str, *line: str, goal: Goal = "win") -> set[str]:
    position = connect4.parse(moves)
    turns = tuple(BestTwo(move, 1, -1) for move in line[::2])
    with PuzzleSolver(position) as solver:
        found = set(connect4_puzzles.themes(position, Line(line, turns), goal, solver))
    assert found <= set(THEMES["connect4"])
    return found


FULL = ["XXXXXXXX"] * 8
CORNERS = {"a1", "h1", "a8", "h8"}


@for_each(("position", "move", "there", "not_there"), [
    (board("-OX-----", "--OX----", "--OOX---", "---OX---", "---XO---"), "a1", {"corner"}, {"edge"}),
    # White's way to a1 is open afterwards: b2, c3 and d4 are black, e5 is white.
    (board("", "", "--O-----", "---XX---", "---OO---"), "b2", {"x-square", "sacrifice"},
     {"corner", "wedge", "edge"}),
    (board("-O-O----", "-OOO----", "--XO----", "---XO---", "---OX---"), "c1", {"wedge", "edge"},
     {"sacrifice"}),
    # White's discs on a4 to a7 see nothing but black ones up to the other edge.
    (board(*["-XXXXXXX"] * 3, *["OXXXXXXX"] * 4, "XXXXXXO-"), "h8", {"corner", "pass", "quiet-move"},
     {"mobility", "parity"}),
    # Two empty squares are left in each of two corners, and White has a move, g8.
    (board("---OXXXX", *["OXXXXXXX"] * 6, "OXXXXX--"), "c1", {"parity", "edge", "quiet-move"},
     {"corner", "pass", "wipe-out"}),
    # a1, too, would leave an even number everywhere.
    (board("---OXXXX", "OXXXXXXX", *FULL[2:7], "XXXXXX--"), "c1", {"edge", "quiet-move"}, {"parity"}),
    # White plays g2 or h7, and either leaves h1 to black.
    (board("XXXXXXX-", "OOOOOX-O", "OXXXXOOO", "OXXXXXOO", "OXXXXOOO", "OXXOXOOO", "OXXXOOO-", "OOOOOOX-"),
     "h8", {"corner", "corner-trap"}, {"parity", "pass", "wipe-out"}),
])  # fmt: skip
def test_reversi(position: reversi.Position, move: str, there: set[str], not_there: set[str]) -> None:
    found = of_reversi(position, move)
    assert there <= found
    assert not found & not_there


def test_a_wipe_out_is_told_by_the_score_and_what_turns_an_open_disc_is_not_quiet() -> None:
    found = of_reversi(reversi.start(), "d3", best=64)
    assert "wipe-out" in found
    assert "quiet-move" not in found


def test_mobility_is_fewer_moves_than_after_any_other_move() -> None:
    for position in (reversi.start().play("d3"), board("", "", "--O-----", "---XX---", "---OO---")):
        left = {move: len(position.play(move).legal_moves()) for move in position.legal_moves()}
        for move, number in left.items():
            fewest = all(number < other for name, other in left.items() if name != move)
            assert ("mobility" in of_reversi(position, move)) == (fewest and number <= 2)


def test_a_trapped_corner_can_be_taken_after_every_reply() -> None:
    found: dict[bool, int] = {True: 0, False: 0}
    for seed in range(5):
        position = random_endgame(seed, 14)
        for move in set(position.legal_moves()) - {"pass"}:
            after = position.play(move)
            mine = [set(after.play(reply).legal_moves()) for reply in after.legal_moves()]
            new = [corners & CORNERS - set(position.legal_moves()) for corners in mine]
            trapped = bool(new) and all(new)
            assert ("corner-trap" in of_reversi(position, move)) == trapped
            found[trapped] += 1
    assert min(found.values()) > 0


@for_each(
    ("own", "goal", "there"), [(12, "win", True), (12, "save", True), (12, "best", False), (13, "win", False)]
)
def test_a_comeback_keeps_the_result_with_few_discs(own: int, goal: Goal, there: bool) -> None:
    position = reversi.parse(f"{'X' * own}{'O' * 36}".ljust(64, "-") + "X")
    move = position.legal_moves()[0]
    assert ("comeback" in of_reversi(position, move, goal=goal)) is there


@for_each(("moves", "line", "there", "not_there"), [
    ("4433", "5", {"double-threat", "horizontal", "win-in-2"}, {"zugzwang", "forcing", "block", "diagonal"}),
    ("121212", "1", {"vertical", "win-in-1"}, {"block", "double-threat", "zugzwang", "defence"}),
    # Stops the column of the other side; nothing is threatened, and a draw is kept.
    ("1212127", "1", {"block", "defence"}, {"vertical", "double-threat"}),
])  # fmt: skip
def test_connect_4(moves: str, line: str, there: set[str], not_there: set[str]) -> None:
    found = of_connect4(moves, *line, goal="save" if "defence" in there else "win")
    assert there <= found
    assert not found & not_there
