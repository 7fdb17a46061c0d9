"""Which moves of a reviewed game may become red herrings among a player's mistakes."""

from __future__ import annotations

from bot.catalog.phases import Phase
from bot.puzzles.mistakes import possible_herrings
from bot.study.review.verdicts import JudgedMove, Verdict


def move(ply: int, verdict: Verdict, keepers: int | None = 1, depth: int | None = None) -> JudgedMove:
    return JudgedMove(
        ply=ply,
        side=ply % 2,
        move="d3",
        best_move="d3" if verdict is Verdict.BEST else "c4",
        best=1.0,
        played=1.0,
        depth=depth,
        loss=0.0,
        points_lost=None,
        legal=5,
        keepers=keepers,
        verdict=verdict,
        missed=False,
        phase=Phase.MIDDLE,
    )


def test_there_are_as_many_as_mistakes_of_the_same_player() -> None:
    best = [move(ply, Verdict.BEST) for ply in range(20)]
    assert possible_herrings(best, 1) == frozenset()
    moves = [*best, move(20, Verdict.MISTAKE), move(22, Verdict.BLUNDER), move(24, Verdict.INACCURACY)]
    chosen = possible_herrings(moves, 1)
    assert len(chosen) == 2
    assert all(ply % 2 == 0 for ply in chosen)
    assert possible_herrings(moves, 1) == chosen
    assert len({possible_herrings(moves, game_id) for game_id in range(9)}) > 1


def test_the_only_moves_that_keep_the_result_come_first() -> None:
    moves = [move(ply, Verdict.BEST, keepers=3) for ply in range(0, 20, 2)]
    moves += [move(20, Verdict.BEST), move(22, Verdict.MISTAKE)]
    assert possible_herrings(moves, 1) == {20}


def test_good_moves_and_guesses_are_none() -> None:
    moves = [move(0, Verdict.GOOD), move(2, Verdict.BEST, depth=12), move(4, Verdict.BOOK)]
    assert possible_herrings([*moves, move(6, Verdict.MISTAKE)], 1) == frozenset()
