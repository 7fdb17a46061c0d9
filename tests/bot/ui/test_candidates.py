"Lists of moves: a value is proved, an estimate or a bound, and says so; what was not analysed has none."

from __future__ import annotations

import math
import random

import pytest

from bot.catalog import GAMES
from bot.ui.candidates import candidate_lines, move_value, move_values, value_words
from engine import Candidate, Limits, Position, SearchResult, connect4, search
from engine.connect4.book import Solver
from engine.search.listing import list_moves
from engine.search.results import Final, Proved
from executors.executor import Conditions
from executors.tasks import ListMoves
from tests.cases import for_each

KIND = GAMES["connect4"]
POSITIONS = 80
START_VALUES = (("d3", 0.4), ("c4", 0.41), ("f5", 0.4), ("e6", -0.1))
PLIES = range(12, 39)
"""Before that a position takes seconds to solve; there the book has the values."""


def random_position(seed: int) -> Position:
    """A position from random moves; neighbouring seeds have different numbers of plies."""
    rng = random.Random(seed)
    while True:
        position: Position = connect4.start()
        for _ in range(PLIES[seed % len(PLIES)]):
            if position.result() is None:
                position = position.play(rng.choice(position.legal_moves()))
        if position.result() is None:
            return position


def solved(solver: Solver, position: Position, move: str) -> int:
    """Return the value of a move under best play, by the rules and the solver alone."""
    after = position.play(move)
    result = after.result()
    assert isinstance(after, connect4.Position)
    return -(solver.score(after) if result is None else result.score)


@pytest.mark.long
def test_every_listed_value_of_connect4_positions_is_the_solvers() -> None:
    solver, early = Solver(16.0), 0
    for seed in range(POSITIONS):
        position = random_position(seed)
        found = ListMoves(position, 60.0).run(Conditions(60.0))
        assert {candidate.move for candidate in found.candidates} == set(position.legal_moves())
        values = {move: solved(solver, position, move) for move in position.legal_moves()}
        for candidate in found.candidates:
            value = values[candidate.move]
            assert value_words(KIND, position, found, candidate) == KIND.proved(position, value), position
            label = KIND.value_label(position, value, exact=True)
            assert move_values(KIND, position, found)[candidate.move][0] == label
        assert [values[candidate.move] for candidate in found.candidates] == sorted(
            values.values(), reverse=True
        )
        # Where the best move wins at once, a search knows it before it has looked at the others.
        early += search(position, Limits(depth=2)).exact
    assert early > POSITIONS / 4


def test_the_alternatives_to_a_win_in_one_are_proved() -> None:
    position = connect4.parse("776646633422")
    found = list_moves(position)
    lines = candidate_lines(KIND, position, found, 0)
    assert lines[0].startswith("1. **5** a win in 1 move")
    assert not [line for line in lines if "draw" in line]
    assert found.all_proved
    assert [(each.move, each.winner) for each in found.candidates[:3]] == [("5", 1), ("4", 1), ("3", -1)]
    assert all(each.winner < 0 for each in found.candidates[2:])


def test_moves_of_one_value_share_a_line() -> None:
    # By symmetry, all moves of the start are equally good.
    position = GAMES["reversi"].start("")
    candidates = tuple(Candidate(move, score, "exact", "c3") for move, score in START_VALUES)
    found = SearchResult("d3", 0.4, 4, 100, 0.1, False, ("d3",), candidates)
    assert candidate_lines(GAMES["reversi"], position, found, 0) == [
        "1. **d3**, **c4**, **f5** +0.4",
        "4. **e6** −0.1 · then c3",
    ]


def test_unsearched_and_bounded_moves_say_so() -> None:
    position = connect4.parse("776646633422")
    found = search(position, within=math.inf)
    assert found.exact
    words = {each.move: value_words(KIND, position, found, each) for each in found.candidates}
    figures = dict(move_values(KIND, position, found))
    assert words.pop("5") == "a win in 1 move"
    assert figures.pop("5") == ("win in 1", 1.0)
    assert set(words.values()) == {"not analysed"}
    assert set(figures.values()) == {("?", 0.5)}
    position = connect4.parse("776646633422")
    best, other = Candidate("5", Proved(15), "exact"), Candidate("4", Proved(15), "at most")
    found = SearchResult("5", Proved(15), 1, 1, 0.0, exact=True, line=("5",), candidates=(best, other))
    assert value_words(KIND, position, found, best) == "a win in 1 move"
    assert value_words(KIND, position, found, other) == "no better"
    assert move_value(KIND, position, found, other) == "?"


@for_each(
    ("candidate", "words", "figures"),
    (Candidate("4", 0.02, "exact"), "+2.0", "+2"),
    (Candidate("4", 18.0, "exact"), "+18.0", "+18"),
    (Candidate("4", 0.02, "at most"), "at most +2.0", "≤+2"),
    (Candidate("4", Proved(0), "at most"), "at most a draw", "≤0"),
    (Candidate("4", Proved(0), "at least"), "at least a draw", "≥0"),
    (Candidate("4", Proved(0), "exact"), "a draw", "draw"),
    (Candidate("4", Final(18), "exact"), "a win in sight", "win?"),
    (Candidate("4", Final(-18), "exact"), "a loss in sight", "loss?"),
)
def test_words_and_figures_say_what_a_value_is(candidate: Candidate, words: str, figures: str) -> None:
    position = connect4.start()
    found = SearchResult("4", 0.0, 4, 1, 0.0, exact=False, line=("4",), candidates=(candidate,))
    assert value_words(KIND, position, found, candidate) == words
    assert move_value(KIND, position, found, candidate) == figures
