"""Scores in words, proved or not."""

from __future__ import annotations

from bot.catalog import GAMES
from engine import Limits, connect4, reversi, search
from engine.search.results import Estimate, Proved
from tests.cases import for_each


@for_each(
    ("moves", "score", "words"),
    [
        ("", 1, "a win in 21 moves"),
        ("1", 0, "a draw"),
        ("1", -1, "a loss in 20 moves"),
        ("112233", 18, "a win in 1 move"),
        ("1122337", -17, "a loss in 1 move"),
    ],
)
def test_a_win_at_connect_4_is_counted_in_the_winners_moves(moves: str, score: int, words: str) -> None:
    assert GAMES["connect4"].proved(connect4.parse(moves), score) == words


@for_each(
    ("game", "score", "exact", "label"),
    [
        ("reversi", 3.21, False, "+3.2"),
        ("reversi", -0.4, False, "−0.4"),
        ("reversi", 0.02, False, "0"),
        ("reversi", -12.6, False, "−13"),
        ("reversi", 4, True, "+4"),
        ("reversi", 0, True, "0"),
        ("connect4", 0.034, False, "+3"),
        ("connect4", -0.3, False, "−30"),
        ("connect4", 0, False, "0"),
        ("connect4", 0, True, "draw"),
        ("connect4", 1, True, "win in 21"),
        ("connect4", -2, False, "loss in 20"),
        ("connect4", Estimate(-18.0), False, "−18"),
    ],
)
def test_a_value_is_short_enough_for_its_square(game: str, score: float, exact: bool, label: str) -> None:
    kind = GAMES[game]
    assert kind.value_label(kind.start(""), score, exact=exact) == label


def test_it_says_what_the_search_has_proved() -> None:
    position = connect4.start(columns=4, rows=4, connect=3)
    found = search(position, Limits(seconds=30))
    assert found.exact
    left, winner = GAMES["connect4"].proved(position, round(found.score)), position.turn
    moves = int(left.removeprefix("a win in ").partition(" ")[0])
    for _ in range(2 * moves - 1):
        assert position.result() is None
        position = position.play(search(position, Limits(seconds=30)).move)
    result = position.result()
    assert result is not None
    assert result.winner == winner


@for_each(("score", "words"), [(4, "a win by exactly 4"), (-12, "a loss by exactly 12"), (0, "a draw")])
def test_a_result_at_reversi_is_a_difference_of_discs(score: int, words: str) -> None:
    assert GAMES["reversi"].proved(reversi.start(), score) == words


@for_each(
    ("game", "score", "words"),
    [
        ("reversi", 2.04, "+2.0"),
        ("reversi", -11.5, "−11.5"),
        ("reversi", -0.04, "0"),
        ("connect4", 0.0234, "+2.3"),
        ("connect4", -0.5, "−50.0"),
        ("connect4", -13.0, "a loss in 9 moves"),
        ("connect4", Proved(18), "a win in 4 moves"),
        ("connect4", Estimate(18.0), "+18.0"),
    ],
)
def test_an_estimate_is_told_on_the_scale_of_its_game(game: str, score: float, words: str) -> None:
    assert GAMES[game].estimate(GAMES[game].start(""), score) == words
