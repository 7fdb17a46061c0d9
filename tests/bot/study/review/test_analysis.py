"""Reviews' figures: analysis, comparison, continuations, drawing."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.search_core import FFO
from bot.catalog import GAMES, GameKind
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.study.review.analysis import Analysis
from bot.study.review.reviews import MAX_MOVES, expected_after
from bot.study.review.ui import alt_of, course_of, draw_two_moves, film_of, following_text, two_moves
from bot.study.review.verdicts import Review, Verdict, judge
from bot.ui.components import line_text
from data.jobs.reviews import ReviewedPly
from engine import Limits, Position, StopFlag, connect4, reversi, search
from engine.search.results import outcome_of
from executors.executor import LOCAL
from renderers.review_chart import ReviewPoint
from renderers.themes import CLASSIC, USUAL, Look
from tests.bot.helpers import BLACK_PASSES_TWICE, REVERSI, game_after, line
from tests.cases import for_each, there
from tests.engine.oracle import board_of, minimax
from tests.engine.positions import random_endgame
from tests.extent import extent

CONNECT4 = GAMES["connect4"]
SECONDS = 600.0


def played(position: Position, *moves: str) -> tuple[list[Position], list[str]]:
    """Return the positions after these moves, continued with best play to the end."""
    positions, made = line(position, moves), [*moves]
    while positions[-1].legal_moves():
        made.append(search(positions[-1], Limits(seconds=None, depth=24)).move)
        positions.append(positions[-1].play(made[-1]))
    return positions, made


def first_moves(start: Position) -> tuple[list[Position], list[str]]:
    """Return a game of the first legal move everywhere: some of them are bad."""
    positions, made = [start], []
    while legal := positions[-1].legal_moves():
        made.append(legal[0])
        positions.append(positions[-1].play(legal[0]))
    return positions, made


def analysis(
    kind: GameKind, positions: Sequence[Position], moves: Sequence[str], known: Sequence[ReviewedPly] = ()
) -> Analysis:
    return Analysis(kind.judging, positions, moves, known, seconds=SECONDS, megabytes=8)


def quick(moves: Sequence[str], seconds: float, start: Position | None = None, **options: Any) -> Analysis:
    """Return an analysis of a Reversi game with this time limit, in seconds."""
    positions = line(start or reversi.start(), moves)
    return Analysis(REVERSI.judging, positions, moves, (), seconds=seconds, megabytes=1, **options)


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


@pytest.mark.first(1)
@pytest.mark.parametrize("moves", ["751573616725777322424155234621115", "44444452222223567333316653671"])
def test_a_line_of_connect_4_has_the_scores_of_exhaustive_search(moves: str) -> None:
    positions, made = first_moves(connect4.parse(moves))
    found = all_of(analysis(CONNECT4, positions, made))
    assert len(found) == len(made)
    for ply, known in found.items():
        position = positions[ply]
        assert isinstance(position, connect4.Position)
        assert (known.depth, known.score) == (None, plain(position))
        assert known.played == -plain(connect4.parse(moves + "".join(made[: ply + 1])))
        assert known.score == -plain(connect4.parse(moves + "".join([*made[:ply], known.best])))
        outcomes = [outcome_of(-plain(position.play(move))) for move in position.legal_moves()]
        assert known.keepers == outcomes.count(max(outcomes))


@pytest.mark.long
@for_each("seed", [1, 2, 3])
def test_the_end_of_a_reversi_game_has_the_scores_of_exhaustive_search(seed: int) -> None:
    positions, made = first_moves(random_endgame(seed, 6))
    found = all_of(analysis(REVERSI, positions, made))
    assert set(found) == {ply for ply, move in enumerate(made) if move != "pass"}
    for ply, known in found.items():
        values = [minimax(board_of(str(position))) for position in positions[ply : ply + 2]]
        assert (known.depth, known.score, known.played) == (None, values[0], -values[1])


@pytest.mark.long
def test_a_bad_move_in_a_published_endgame_loses_the_difference() -> None:
    problem = FFO[0]
    start = reversi.parse(problem.position)
    bad = next(move for move in start.legal_moves() if move not in problem.best)
    positions, made = played(start, bad)
    found = all_of(analysis(REVERSI, positions, made))
    result = there(positions[-1].result())
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
    start, moves = reversi.start(size=6), ("c2", "b2", "a2")
    found = all_of(quick(moves, 0.01, start))
    # The second player wins by 4.
    assert (found[0].score, found[0].played, found[0].depth) == (-4, -4, None)
    assert all(known.depth is None for known in found.values())
    assert [found[ply].played for ply in (0, 1, 2)] == [
        -search(after).score for after in line(start, moves)[1:]
    ]


def test_early_positions_of_reversi_are_estimates_limited_by_time() -> None:
    found = all_of(quick(("f5", "d6", "c3"), 0.2))
    assert set(found) == {0, 1, 2, 3}
    assert all(known.depth is not None and known.depth >= 1 for known in found.values())
    assert found[3].played is None


def test_passes_are_not_analysed() -> None:
    moves = [ply for ply, move in enumerate((*BLACK_PASSES_TWICE, "any")) if move != "pass"]
    assert len(moves) < len(BLACK_PASSES_TWICE)
    assert sorted(all_of(quick(BLACK_PASSES_TWICE, 0.2))) == moves


def test_known_plies_and_stopped_searches() -> None:
    positions, made = played(random_endgame(4, 8))
    whole = all_of(analysis(REVERSI, positions, made))
    rest = analysis(REVERSI, positions, made, [known for ply, known in whole.items() if ply > 2])
    assert (len(rest.known), all_of(rest)) == (rest.plies - sum(move != "pass" for move in made[:3]), whole)
    positions, made = played(random_endgame(5, 10))
    found, stop = analysis(REVERSI, positions, made), StopFlag()
    stop.set()
    assert (found.analyse_next(stop), found.known) == (None, ())
    assert found.analyse_next(StopFlag()) is not None


def test_two_reviews_of_one_game_are_equal() -> None:
    moves = ("f5", "f4", "c3", "d6", "d7")
    first, second = (all_of(quick(moves, 0.02, patience=1000)) for _ in range(2))
    assert first == second
    assert all(known.depth is not None for known in first.values())


def test_moves_in_the_book_have_its_values() -> None:
    found = all_of(quick(("f5", "f4"), 0.02))
    assert found[0].score == found[0].played == -found[1].score
    assert found[1].best == "d6"
    assert 5 < found[1].score - there(found[1].played) < 10


MOVES = ("1", "1", "2", "1", "3", "1", "4")


def review_of(snapshot: GameSnapshot, *plies: ReviewedPly) -> Review:
    judging, game = snapshot.kind.judging, snapshot.game
    return judge(judging, snapshot.positions(), game.moves, plies, game.winner)


async def reviewed(challenges: Challenges) -> tuple[GameSnapshot, Review]:
    """A game in which the sixth move is a mistake: 4 would have kept the draw, and 4 is the answer."""
    snapshot = await game_after(challenges, *MOVES, game="connect4")
    plies = [ReviewedPly(ply, move, 0.0, 0.0, None, 3) for ply, move in enumerate(MOVES)]
    plies[5] = ReviewedPly(5, "4", 0.0, -18.0, None, 1)
    return snapshot, review_of(snapshot, *plies)


async def test_an_error_has_two_boards_in_pictures_and_words(challenges: Challenges) -> None:
    snapshot, review = await reviewed(challenges)
    found = there(two_moves(snapshot, review, 6))
    before, played = snapshot.positions()[5:7]
    assert (found.before, found.played.position, found.better.position) == (before, played, before.play("4"))
    assert found.headings == (("Played: column 1", "a loss in 1 move"), ("Better: column 4", "a draw"))
    alt = alt_of(snapshot, found)
    assert alt.startswith(
        "Two boards. Right: Better: column 4, a draw. Left: Played: column 1, a loss in 1 move."
    )
    assert alt.endswith(snapshot.kind.describe(found.played))
    assert [ply for ply in range(8) if two_moves(snapshot, review, ply) is not None] == [6]
    assert following_text(snapshot, found, (("4",), ("4", "5"))).split("\n") == [
        "**Played: column 1** · a loss in 1 move",
        "Expected after it: 🔴 4",
        "**Better: column 4** · a draw",
        "Expected after it: 🔴 4, 🟡 5",
        "-# What follows is what a short search expects.",
    ]
    assert "expect" not in following_text(snapshot, found, ((), ()))
    drawn = await draw_two_moves(snapshot, found, Look(USUAL.theme, in_words=True), "x.png")
    assert isinstance(drawn.part, str)
    assert drawn.files == []
    assert all(snapshot.kind.write(diagram) in drawn.part for diagram in (found.played, found.better))


@pytest.mark.long
async def test_the_animation_shows_what_follows_both_moves(challenges: Challenges) -> None:
    snapshot, review = await reviewed(challenges)
    found = there(two_moves(snapshot, review, 6))
    assert found.answer == "4"

    def last(*following: Sequence[str]) -> tuple[bytes, bytes]:
        *_, frame = film_of(snapshot, found, following, Look(CLASSIC)).frames
        width, height = frame.picture.size
        left, right = (frame.picture.crop((x, 0, x + width // 2, height)) for x in (0, width // 2))
        return left.tobytes(), right.tobytes()

    (neither, none), (played, same), (left, better) = last((), ()), last(("4",), ()), last((), ("4", "5"))
    assert (played != neither, same == none) == (True, True)
    assert (left == neither, better != none) == (True, True)
    assert last((), ("4",))[1] not in (none, better)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions near the end, where passes are frequent."""
    kind = GAMES[draw(st.sampled_from(["reversi", "connect4"]))]
    position = kind.start("6x6" if kind.key == "reversi" else "")
    for _ in range(draw(st.integers(20, 40))):
        moves = position.legal_moves()
        if position.result() is not None or not moves:
            break
        position = position.play(draw(st.sampled_from(moves)))
    return position


@settings(max_examples=extent(10, 30), deadline=None)
@given(positions(), st.data())
def test_it_can_be_played_and_begins_with_the_known_answer(position: Position, data: st.DataObject) -> None:
    over = position.result() is not None
    answer = None if over else data.draw(st.none() | st.sampled_from(position.legal_moves()))
    moves = there(expected_after(position, answer, LOCAL, StopFlag()))
    assert over is (moves == ())
    assert len(moves) <= MAX_MOVES
    assert answer is None or moves[0] == answer
    for move in moves:
        assert move in position.legal_moves()
        position = position.play(move)


def test_what_is_expected_is_solved_or_nothing() -> None:
    position = line(CONNECT4.start(""), "444444")[-1]
    assert len(there(expected_after(position, None, LOCAL, StopFlag()))) >= 2
    stop = StopFlag()
    stop.set()
    assert expected_after(REVERSI.start(""), None, LOCAL, stop) is None


@for_each(("moves", "written"), (("c1", "pass", "f2"), "⚪ c1, ⚪ f2"), (("pass", "a1"), "⚫ a1"), ((), ""))
def test_passes_are_left_out_of_a_line_in_words(moves: tuple[str, ...], written: str) -> None:
    assert line_text(REVERSI, moves, 1) == written


async def test_each_side_has_what_it_gave_away_itself(challenges: Challenges) -> None:
    snapshot = await game_after(challenges, "f5", "d6", "c3")
    review = review_of(
        snapshot,
        ReviewedPly(0, "a1", 2.0, -6.0, None),
        ReviewedPly(1, "f4", 6.0, 5.0, None),
        ReviewedPly(2, "b3", -5.0, -9.0, None),
        ReviewedPly(3, "d3", 9.0, None, None),
    )
    course = course_of(snapshot, review, ("Ann", "Ben"))
    assert (course.losses, course.ends) == (((0.0, 8.0, 8.0, 12.0), (0.0, 0.0, 1.0, 1.0)), None)
    assert course.points == (
        ReviewPoint(2.0, None),
        ReviewPoint(-6.0, None, error=3, side=0),
        ReviewPoint(-5.0, None),
        ReviewPoint(-9.0, None, error=1, side=0),
    )


async def test_connect_4_shows_who_wins(challenges: Challenges) -> None:
    snapshot = await game_after(challenges, "1", "1", game="connect4")
    values = ((0, 1.0, -2.0), (1, 2.0, 0.0), (2, 0.0, None))
    review = review_of(snapshot, *(ReviewedPly(ply, "4", best, made, None) for ply, best, made in values))
    course = course_of(snapshot, review, ("", "Ben"))
    assert (course.names, course.ends) == (("Red", "Ben"), ("Red", "draw", "Yellow"))
    assert course.losses == ((0.0, 1.0, 1.0), (0.0, 0.0, 0.5))
    assert [point.value for point in course.points] == pytest.approx([50.0, -50.0, 0.0])
