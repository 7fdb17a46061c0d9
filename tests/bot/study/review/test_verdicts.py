"""Verdicts of reviews, their reasons and words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.catalog import GAMES
from bot.catalog.judging import OpeningMove, Phase, disc_noise
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.study.review.verdicts import Review, Verdict, explained, judge
from bot.study.review.words import how_computed, review_text, step_text
from data.jobs.reviews import ReviewedPly
from engine import Position, connect4, reversi
from engine.reasons import kinds
from tests.bot.helpers import REVERSI, game_after, line
from tests.cases import for_each, there

CONNECT4 = GAMES["connect4"]


def reviewed(
    start: Position, moves: Sequence[str], plies: Sequence[ReviewedPly], *, book: bool = True
) -> Review:
    """Return the review of a game in progress, maybe as one of a game without named openings."""
    judging = GAMES[start.game].judging
    judging = judging if book else replace(judging, opening=lambda position, move: OpeningMove())
    return judge(judging, line(start, moves), moves, plies, None)


def judged(moves: Sequence[str], scores: Sequence[tuple[float, float]], winner: int | None = None) -> Review:
    """Return the review of a Reversi game with these scores of the best move and of the one played."""
    plies = [ReviewedPly(ply, "a1", best, played, None) for ply, (best, played) in enumerate(scores)]
    return judge(REVERSI.judging, line(reversi.start(), moves), moves, plies, winner)


MOVES = ("f5", "d6", "c3", "d3", "c4", "f4")


def test_a_move_is_judged_by_the_points_it_loses() -> None:
    # With a scale of 9.6 discs: 50 points at 0, 55.2 at 2, 60.3 at 4, 65.1 at 6.
    review = judged(MOVES, [(2, 2), (2, 1.5), (2, 0), (4, 0), (6, -0.1), (0, 0)])
    verdicts = [move.verdict.name for move in review.moves]
    assert verdicts == ["BEST", "GOOD", "INACCURACY", "MISTAKE", "BLUNDER", "BEST"]
    assert [move.better for move in review.moves] == [None, "a1", "a1", "a1", "a1", None]
    assert review.moves[2].points_lost == pytest.approx(5.19, abs=0.01)


def test_a_loss_within_the_noise_of_an_estimate_does_not_count() -> None:
    noise = disc_noise(16, 56)
    for loss, verdict in ((0.9 * noise, Verdict.GOOD), (noise + 2.1, Verdict.INACCURACY)):
        plies = [ReviewedPly(4, "a1", 1.0, 1.0 - loss, 16)]
        (move,) = reviewed(reversi.start(), MOVES, plies, book=False).moves
        assert move.verdict is verdict
        assert move.loss == pytest.approx(max(0.0, loss - noise))
        assert move.better == (None if verdict is Verdict.GOOD else "a1")


@for_each("move", ["d3", "c4", "f5", "e6"])
@for_each("played", [-7.0, 6.0])
def test_the_four_first_moves_of_reversi_are_equal(move: str, played: float) -> None:
    # An older review has values of two searches.
    (first,) = reviewed(reversi.start(), (move,), [ReviewedPly(0, "d3", 1.25, played, 14)]).moves
    assert first.verdict in (Verdict.BEST, Verdict.BOOK)
    assert (first.loss, first.points_lost, first.better) == (0.0, 0.0, None)


def test_a_mirrored_move_equals_the_best_one_without_a_book() -> None:
    start = reversi.start(size=10)
    best, *_, move = start.legal_moves()
    (first,) = reviewed(start, (move,), [ReviewedPly(0, best, 1.0, -9.0, 8)]).moves
    assert (first.verdict, first.points_lost) == (Verdict.BEST, 0.0)


def test_openings_are_no_errors_unless_the_book_says_so() -> None:
    # The Tiger, by a review with a low opinion of it.
    moves = ("f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2")
    plies = [ReviewedPly(ply, "h8", 0.0, -4.5, 12) for ply in range(len(moves))]
    review = reviewed(reversi.start(), moves, plies)
    assert {move.verdict for move in review.moves} == {Verdict.BOOK}
    assert [side.accuracy for side in review.sides] == [100.0, 100.0]
    plies = [ReviewedPly(ply, move, 0.0, 0.0, 12) for ply, move in enumerate(("f5", "f4"))]
    move = reviewed(reversi.start(), ("f5", "f4"), plies).moves[1]
    assert (move.verdict.is_error, move.better) == (True, "d6")


def test_an_estimate_of_the_move_played_that_is_higher_makes_it_the_best() -> None:
    (move,) = judged(MOVES[:1], [(1.0, 2.5)]).moves
    assert (move.best_move, move.best, move.points_lost, move.verdict) == ("f5", 2.5, 0.0, Verdict.BEST)


def test_an_unused_error_is_a_miss_of_the_other_side() -> None:
    review = judged(MOVES[:4], [(0, -10), (10, 0), (0, 0), (0, -10)])
    assert [move.missed for move in review.moves] == [False, True, False, False]
    assert [side.missed for side in review.sides] == [0, 1]
    assert (review.sides[0].errors[Verdict.BLUNDER], review.sides[1].errors[Verdict.BLUNDER]) == (1, 2)


def test_proved_and_estimated_losses_are_counted_separately() -> None:
    plies = [
        ReviewedPly(0, "a1", 1.0, -7.0, 14),
        ReviewedPly(1, "f6", 3.0, 3.0, 14),
        ReviewedPly(2, "c5", -2.0, -8.0, None),
        ReviewedPly(3, "c4", 8.0, 4.0, None),
    ]
    review = reviewed(reversi.start(), MOVES[:4], plies, book=False)
    lost = [(side.lost_estimated, side.lost_proved) for side in review.sides]
    assert lost == [(pytest.approx(8.0 - disc_noise(14, 60)), 6.0), (0.0, 4.0)]
    assert review.proved_from == 2
    points = [(point.depth, point.score) for point in review.points]
    assert points == [(14, 1.0), (14, -3.0), (None, -2.0), (None, -8.0)]


def test_the_turning_point_is_the_last_decisive_error_or_the_largest() -> None:
    # Black loses a lead, regains it and loses it again; the last error changes nothing.
    scores = [(8, -6), (6, -6), (6, -7), (7, 7), (-7, -20), (20, 20)]
    assert there(judged(MOVES, scores, winner=1).turning_point).ply == 2
    scores = [(8, 2), (-2, -12), (12, 12), (-12, -14), (14, 14), (-14, -14)]
    assert there(judged(MOVES, scores, winner=0).turning_point).ply == 1
    assert judged(MOVES, [(0, 0)] * 6, winner=0).turning_point is None


@for_each(
    ("best", "played", "verdict"),
    (5, 5, Verdict.BEST),
    (5, 2, Verdict.GOOD),
    (-2, -9, Verdict.GOOD),
    (5, 0, Verdict.MISTAKE),
    (0, -3, Verdict.MISTAKE),
    (1, -1, Verdict.BLUNDER),
)
def test_in_connect_4_only_the_result_counts(best: float, played: float, verdict: Verdict) -> None:
    (move,) = reviewed(connect4.start(), ("1",), [ReviewedPly(0, "4", best, played, None)]).moves
    assert move.verdict is verdict


def test_without_errors_is_full_accuracy_and_with_estimates_none() -> None:
    review = judged(MOVES, [(2, 2), (-2, -2)] * 3)
    assert [side.accuracy for side in review.sides] == pytest.approx([100.0, 100.0], abs=0.01)
    review = reviewed(connect4.start(12, 8), ("1",), [ReviewedPly(0, "4", 0.5, 0.1, 9)])
    assert review.moves[0].verdict is Verdict.UNKNOWN
    assert [side.accuracy for side in review.sides] == [None, None]


IN_PHASES = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]
LOSING_PLIES = [ReviewedPly(ply, "a1", 8.0 * (ply == 4), 0.0, None) for ply in range(len(IN_PHASES))]


def test_a_phase_has_an_accuracy_where_enough_moves_were_judged() -> None:
    sides = reviewed(reversi.start(), IN_PHASES, LOSING_PLIES).sides
    assert [side.phases[Phase.MIDDLE] for side in sides] == [None, None]
    assert sides[1].phases[Phase.OPENING] == 100.0
    assert sides[0].phases[Phase.OPENING] == sides[0].accuracy == pytest.approx(100 * math.exp(-8 / 5 / 5))
    # With one move less there are too few of them.
    sides = reviewed(reversi.start(), IN_PHASES, LOSING_PLIES[2:]).sides
    assert [side.phases[Phase.OPENING] for side in sides] == [None, None]


#: White can play h6, after which black takes h8, or h3.
CORNER_AT_RISK = "--X----O--XXOOOX--XOOOO--X-XOOO---XXXO-----XXX----X--OX------O-- O"


@for_each(("answer", "flaws"), ("h8", (kinds.GivesCorner("h8"),)), ("g5", ()))
def test_a_corner_is_a_reason_if_best(answer: str, flaws: tuple[kinds.GivesCorner, ...]) -> None:
    position = reversi.parse(CORNER_AT_RISK)
    plies = [ReviewedPly(0, "h3", 12.0, -12.0, None), ReviewedPly(1, answer, 12.0, 2.0, None)]
    review = reviewed(position, ("h6", "g5" if answer == "h8" else "h8"), plies)
    found = there(explained(review, position, there(review.move_at(0))))
    assert review.answer_to(0) == answer
    assert [flaw for flaw in found.flaws if flaw.about == "corner"] == [*flaws]


def test_good_moves_and_impossible_better_ones_have_no_reasons() -> None:
    position = reversi.parse(CORNER_AT_RISK)
    for ply in (ReviewedPly(0, "h3", 1.0, 1.0, None), ReviewedPly(0, "a8", 12.0, -12.0, None)):
        review = reviewed(position, ("h6",), [ply])
        assert explained(review, position, there(review.move_at(0))) is None


def reviewed_words(snapshot: GameSnapshot, plies: Sequence[ReviewedPly]) -> Review:
    game = snapshot.game
    return judge(snapshot.kind.judging, snapshot.positions(), game.moves, plies, game.winner)


def said(snapshot: GameSnapshot, plies: Sequence[ReviewedPly], ply: int) -> list[str]:
    """The lines about the position after `ply` moves."""
    before = snapshot.positions()[max(0, ply - 1)]
    return step_text(snapshot, reviewed_words(snapshot, plies), ply, before).splitlines()


@pytest.fixture
async def of_reversi(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, "f5", "d6", "c3")


@pytest.fixture
async def off_book(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, "f5", "f4", "c3")


@pytest.fixture
async def of_connect4(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, "4", "4", "4", game="connect4")


def test_estimates_tell_their_depth_and_noise(off_book: GameSnapshot) -> None:
    plies = [ReviewedPly(2, "d7", 1.25, -6.5, 14)]
    noise = disc_noise(14, 58)
    assert said(off_book, plies, 3) == [
        "### Game #1, move 3 of 3",
        "⚫ Black played **c3**: **‼️ a blunder**.",
        f"It lost at least {7.75 - noise:.1f} discs, allowing for the error of both estimates, "
        "15 points of the expected result.",
        "**d7** was better: +1.2 discs instead of −6.5 discs.",
        "-# An estimate, 14 moves deep.",
    ]
    assert said(off_book, [ReviewedPly(2, "d7", 1.0, 0.5, 14)], 3)[1:] == [
        "⚫ Black played **c3**: **👍 a good move**.",
        "It leads to +0.5 discs.",
        "-# An estimate, 14 moves deep.",
    ]


def test_a_move_of_a_known_opening_is_told_as_one(of_reversi: GameSnapshot) -> None:
    lines = said(of_reversi, [ReviewedPly(1, "f4", 1.0, -4.0, 14)], 2)
    assert lines[1] == "⚪ White played **d6**: **📖 a book move**."


def test_a_proved_value_is_told_as_a_result(of_reversi: GameSnapshot) -> None:
    plies = [
        ReviewedPly(0, "a1", 0.0, -12.0, None),
        ReviewedPly(1, "f4", 12.0, -2.0, None),
        ReviewedPly(2, "c3", 2.0, 2.0, None),
    ]
    assert said(of_reversi, plies, 2) == [
        "### Game #1, move 2 of 3",
        "⚪ White played **d6**: **‼️ a blunder**.",
        "I'd answer it with c3.",
        "It lost 14 discs, 33 points of the expected result.",
        "It **missed the chance** to punish the other side's error on the move before.",
        "**f4** was better: a win by exactly 12 instead of a loss by exactly 2.",
        "-# 🔒 Proved.",
    ]
    assert said(of_reversi, plies, 3)[1:3] == [
        "⚫ Black played **c3**: **✅ the best move**.",
        "It leads to a win by exactly 2.",
    ]
    assert said(of_reversi, plies, 0) == ["### Game #1, the start"]


@for_each(
    ("best", "played", "line"),
    (10.0, 7.0, "Still winning, 3 moves slower."),
    (10.0, 9.0, "Still winning, 1 move slower."),
    (-3.0, -5.0, "Lost anyway, 2 moves sooner."),
)
def test_a_result_that_is_kept_can_be_slower(
    of_connect4: GameSnapshot, best: float, played: float, line: str
) -> None:
    lines = said(of_connect4, [ReviewedPly(0, "3", best, played, None)], 1)
    assert lines[1] == "🔴 Red played **column 4**: **👍 a good move**."
    assert line in lines


def test_both_sides_are_summed_up_apart_for_proved_and_estimated_values(off_book: GameSnapshot) -> None:
    plies = [
        ReviewedPly(0, "d3", 1.0, 1.0, 12),
        ReviewedPly(1, "d6", -4.0, -14.0, 14),
        ReviewedPly(2, "d7", -4.0, -14.0, None),
    ]
    head, first, second, *rest = review_text(off_book, reviewed_words(off_book, plies)).splitlines()
    assert first.endswith("**37%** accuracy · 1 blunder · 1 missed chance · 10 discs lost, proved")
    assert second.endswith(
        "**29%** accuracy · 1 blunder · 0 discs lost, proved · about 6 lost before, estimated"
    )
    assert (head, rest[0]) == ("### 🔍 Review of game #1", "-# 📖 Opening: Parallel Opening")
    assert rest[1].startswith("🔀 Turning point: move ")
    depths = "-# 🔒 Proved from move 3 on; before that, estimates from searches 12 to 14 moves deep."
    assert rest[2] == depths


def test_a_game_given_up_early_is_told_in_estimates_alone(of_reversi: GameSnapshot) -> None:
    plies = [
        ReviewedPly(0, "d3", 1.0, -4.0, 12),
        ReviewedPly(1, "f4", 4.0, 4.0, 14),
        ReviewedPly(2, "c3", -4.0, -4.0, 14),
        ReviewedPly(3, "f4", 4.0, None, 9),
    ]
    text = review_text(of_reversi, reviewed_words(of_reversi, plies))
    assert "proved" not in text.casefold()
    assert text.count("· about 0 discs lost, estimated") == 2
    assert text.endswith("-# Estimates from searches 9 to 14 moves deep.")


def test_how_it_is_computed_fits_into_a_message() -> None:
    text = how_computed()
    assert len(text) < 2000
    assert "inaccuracy" in text
    assert "100·exp(−*g* / 5)%" in text


async def test_each_side_has_its_accuracy_by_phase(challenges: Challenges) -> None:
    snapshot = await game_after(challenges, *IN_PHASES)
    lines = review_text(snapshot, reviewed_words(snapshot, LOSING_PLIES)).splitlines()
    assert [line for line in lines if line.startswith("-# Opening")] == ["-# Opening 73%", "-# Opening 100%"]
    assert lines.index("-# Opening 73%") == lines.index("-# Opening 100%") - 2
    assert "-# Opening" not in review_text(snapshot, reviewed_words(snapshot, LOSING_PLIES[2:]))
