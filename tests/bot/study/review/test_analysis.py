"""Reviews' figures: analysis, comparison, continuations, drawing."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.search_core import FFO
from bot.catalog import GAMES, GameKind
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.study.review.analysis import Analysis
from bot.study.review.before_after_view import alt_of, draw_two_moves, film_of, following_text, two_moves
from bot.study.review.reviews import MAX_MOVES, expected_after
from bot.study.review.ui import course_of
from bot.study.review.verdicts import Review, Verdict, judge
from bot.ui.moves import line_text
from data.jobs.reviews import ReviewedPly
from engine import Limits, Position, StopFlag, connect4, reversi, search
from engine.search.results import outcome_of
from executors.executor import LOCAL
from renderers.review_chart import ReviewPoint
from renderers.themes import CLASSIC, USUAL, Look
from tests.bot.helpers import BLACK_PASSES_TWICE, REVERSI, begin, play_out
from tests.cases import for_each, there
from tests.engine.oracle import board_of, minimax
from tests.engine.positions import random_endgame
from tests.extent import extent

CONNECT4 = GAMES["connect4"]
SECONDS = 600.0


def played(position: Position, *moves: str) -> tuple[list[Position], list[str]]:
    """Return the positions after these moves, continued with best play to the end."""
    positions, made = [position], []
    for move in moves:
        made.append(move)
        positions.append(positions[-1].play(move))
    while positions[-1].legal_moves():
        made.append(search(positions[-1], Limits(seconds=None, depth=24)).move)
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


@pytest.mark.first(1)
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


@pytest.mark.long
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


def test_known_plies_and_stopped_searches() -> None:
    positions, made = played(random_endgame(4, 8))
    whole = all_of(analysis(REVERSI, positions, made))
    rest = analysis(REVERSI, positions, made, [known for ply, known in whole.items() if ply > 2])
    assert rest.done == rest.plies - sum(move != "pass" for move in made[:3])
    assert all_of(rest) == whole
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
    played = there(found[1].played)
    assert 5 < found[1].score - played < 10


MOVES = ("1", "1", "2", "1", "3", "1", "4")


async def reviewed(challenges: Challenges, referee: Referee) -> tuple[GameSnapshot, Review]:
    """A game in which the sixth move is a mistake: 4 would have kept the draw, and 4 is the answer."""
    snapshot = await play_out(referee, await begin(challenges, game="connect4"), MOVES)
    plies = [ReviewedPly(ply, move, 0.0, 0.0, None, 3) for ply, move in enumerate(MOVES)]
    plies[5] = ReviewedPly(5, "4", 0.0, -18.0, None, 1)
    judging, game = snapshot.kind.judging, snapshot.game
    return snapshot, judge(judging, snapshot.positions(), game.moves, plies, game.winner)


async def test_an_error_has_two_boards_in_pictures_and_words(
    challenges: Challenges, referee: Referee
) -> None:
    snapshot, review = await reviewed(challenges, referee)
    found = there(two_moves(snapshot, review, 6))
    positions = snapshot.positions()
    assert (found.before, found.played.position) == (positions[5], positions[6])
    assert found.better.position == positions[5].play("4")
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
    for diagram in (found.played, found.better):
        assert snapshot.kind.write(diagram) in drawn.part


@pytest.mark.long
async def test_the_animation_shows_what_follows_both_moves(challenges: Challenges, referee: Referee) -> None:
    snapshot, review = await reviewed(challenges, referee)
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
    line = there(expected_after(position, answer, LOCAL, StopFlag()))
    assert over is (line == ())
    assert len(line) <= MAX_MOVES
    assert answer is None or line[0] == answer
    for move in line:
        assert move in position.legal_moves()
        position = position.play(move)


def test_what_is_expected_is_solved_or_nothing() -> None:
    position = GAMES["connect4"].start("")
    for move in "444444":
        position = position.play(move)
    line = there(expected_after(position, None, LOCAL, StopFlag()))
    assert len(line) >= 2
    stop = StopFlag()
    stop.set()
    assert expected_after(GAMES["reversi"].start(""), None, LOCAL, stop) is None


@for_each(("line", "written"), [(("c1", "pass", "f2"), "⚪ c1, ⚪ f2"), (("pass", "a1"), "⚫ a1"), ((), "")])
def test_passes_are_left_out_of_a_line_in_words(line: tuple[str, ...], written: str) -> None:
    assert line_text(GAMES["reversi"], line, 1) == written


NAMES = ("Ann", "Ben")


async def test_each_side_has_what_it_gave_away_itself(challenges: Challenges, referee: Referee) -> None:
    snapshot = await play_out(referee, await begin(challenges), ("f5", "d6", "c3"))
    plies = [
        ReviewedPly(0, "a1", 2.0, -6.0, None),
        ReviewedPly(1, "f4", 6.0, 5.0, None),
        ReviewedPly(2, "b3", -5.0, -9.0, None),
        ReviewedPly(3, "d3", 9.0, None, None),
    ]
    review = judge(REVERSI.judging, snapshot.positions(), snapshot.game.moves, plies, None)
    course = course_of(snapshot, review, NAMES)
    assert course.losses == ((0.0, 8.0, 8.0, 12.0), (0.0, 0.0, 1.0, 1.0))
    assert course.ends is None
    assert course.points == (
        ReviewPoint(2.0, None),
        ReviewPoint(-6.0, None, error=3, side=0),
        ReviewPoint(-5.0, None),
        ReviewPoint(-9.0, None, error=1, side=0),
    )


async def test_connect_4_shows_who_wins(challenges: Challenges, referee: Referee) -> None:
    begun = await begin(challenges, game="connect4")
    snapshot = await play_out(referee, begun, ("1", "1"))
    plies = [
        ReviewedPly(0, "4", 1.0, -2.0, None),
        ReviewedPly(1, "4", 2.0, 0.0, None),
        ReviewedPly(2, "4", 0.0, None, None),
    ]
    review = judge(snapshot.kind.judging, snapshot.positions(), snapshot.game.moves, plies, None)
    course = course_of(snapshot, review, ("", "Ben"))
    assert course.names == ("Red", "Ben")
    assert course.losses == ((0.0, 1.0, 1.0), (0.0, 0.0, 0.5))
    assert course.ends == ("Red", "draw", "Yellow")
    assert [point.value for point in course.points] == pytest.approx([50.0, -50.0, 0.0])
