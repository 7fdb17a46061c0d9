"""A hint's pointers, before it names the move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from bot.catalog import GAMES, GameKind
from bot.play.assist.pointers import Idea, idea_of, moves_to_look_at, part_of_board
from engine import Candidate, Position, SearchResult, connect4, reversi
from engine.search.results import Estimate, Proved
from tests.bot.helpers import BLACK_PASSES_AFTER, BLACK_WIPES_OUT, REVERSI
from tests.cases import for_each

CONNECT4 = GAMES["connect4"]
ESTIMATE = SearchResult("", 0.0, 9, 1, 0.0, exact=False, line=(), candidates=())


def found(*candidates: tuple[str, float], exact: bool = False) -> SearchResult:
    kind = Proved if exact else Estimate
    listed = tuple(Candidate(move, kind(score), "exact") for move, score in candidates)
    return replace(ESTIMATE, move=listed[0].move, score=listed[0].score, exact=exact, candidates=listed)


def half_proved(*candidates: tuple[str, float]) -> SearchResult:
    """Return a proof of the best move with only estimates of the others."""
    whole = found(*candidates, exact=True)
    return replace(whole, candidates=(whole.candidates[0], *found(*candidates[1:]).candidates))


@for_each(
    ("kind", "position", "best", "idea"),
    [
        (CONNECT4, connect4.parse("112233"), found(("4", 18.0), ("5", 0.0)), Idea.WINS),
        (CONNECT4, connect4.parse("11223"), found(("4", 1.0), ("5", -18.0)), Idea.STOPS),
        (CONNECT4, connect4.start(), found(("4", 1.0), ("3", 0.0), exact=True), Idea.KEEPS),
        (CONNECT4, connect4.start(), found(("4", 1.0), ("3", 0.0)), Idea.CHOICE),
        (CONNECT4, connect4.start(), found(("4", 2.0), ("3", 1.0), exact=True), Idea.CHOICE),
        (CONNECT4, connect4.start(), half_proved(("4", 1.0), ("3", 0.0)), Idea.CHOICE),
        (CONNECT4, connect4.start(), found(("4", 1.0), ("3", 1.0), exact=True), Idea.EQUAL),
        (REVERSI, reversi.start(), found(("d3", -0.11), ("c4", -0.14), ("f5", -1.0)), Idea.EQUAL),
        (REVERSI, reversi.start(), found(("d3", 0.0), ("c4", -0.1)), Idea.CHOICE),
    ],
)
def test_the_idea_of_the_best_move(
    kind: GameKind, position: Position, best: SearchResult, idea: Idea
) -> None:
    assert idea_of(kind, position, best) is idea


def test_a_lower_estimate_is_no_proof_of_a_worse_result() -> None:
    win, estimate = Candidate("4", Proved(1), "exact"), Candidate("3", -0.2, "at most")
    early = replace(ESTIMATE, move="4", score=Proved(1), exact=True, candidates=(win, estimate))
    assert idea_of(CONNECT4, connect4.start(), early) is Idea.CHOICE
    draw = Candidate("3", Proved(0), "at most")
    assert idea_of(CONNECT4, connect4.start(), replace(early, candidates=(win, draw))) is Idea.KEEPS


def test_a_move_that_is_no_better_than_the_best_may_be_worse() -> None:
    best, second = Candidate("d3", 0.5, "exact"), Candidate("c4", 0.5, "at most")
    unsure = replace(ESTIMATE, move="d3", candidates=(best, second))
    assert idea_of(REVERSI, reversi.start(), unsure) is Idea.CHOICE


def played(position: Position, moves: Iterable[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def test_a_move_that_leaves_few_replies() -> None:
    *moves, without_reply = BLACK_PASSES_AFTER
    position = played(reversi.start(), moves)
    others = ((move, 0.0) for move in position.legal_moves() if move != without_reply)
    assert idea_of(REVERSI, position, found((without_reply, 1.0), *others)) is Idea.FEW_REPLIES


def test_a_move_that_wins_by_taking_everything() -> None:
    *moves, wins = BLACK_WIPES_OUT
    position = played(reversi.start(), moves)
    others = ((move, 0.0) for move in position.legal_moves() if move != wins)
    assert idea_of(REVERSI, position, found((wins, 64.0), *others)) is Idea.WINS


def test_the_only_move() -> None:
    rng = Random(1)
    position: Position = connect4.start(columns=4, rows=4)
    while len(moves := position.legal_moves()) != 1:
        position = position.play(rng.choice(moves)) if moves else connect4.start(columns=4, rows=4)
    assert idea_of(CONNECT4, position, found((moves[0], 0.0))) is Idea.ONLY
    assert moves_to_look_at(CONNECT4, position, moves[0]) == moves


@for_each(
    ("best", "looked_at", "part"),
    [("1", ("1", "2", "3", "4"), (-1, 0)), ("7", ("4", "5", "6", "7"), (1, 0)), ("4", None, (0, 0))],
)
def test_some_moves_near_the_best_one_are_named(
    best: str, looked_at: tuple[str, ...] | None, part: tuple[int, int]
) -> None:
    start = connect4.start()
    moves = moves_to_look_at(CONNECT4, start, best)
    assert best in moves
    assert len(moves) == 4
    assert looked_at in (None, moves)
    assert part_of_board(CONNECT4, start, moves) == part


def test_places_of_reversi_are_those_of_the_squares() -> None:
    start = reversi.start()
    assert part_of_board(REVERSI, start, ("a1",)) == (-1, -1)
    assert part_of_board(REVERSI, start, ("h1", "h2")) == (1, -1)
    assert part_of_board(REVERSI, start, ("d8", "e8")) == (0, 1)
    assert moves_to_look_at(REVERSI, start, "d3") == tuple(start.legal_moves())
