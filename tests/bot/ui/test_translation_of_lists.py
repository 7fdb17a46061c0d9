"""The texts and pictures of puzzles, reviews, ratings, lists, files and replays in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, get_args

import pytest

from bot.catalog import GAMES
from bot.core.attempts import AttemptEvent
from bot.core.paging import ListPage
from bot.core.snapshot import GameSnapshot
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.pictures import tie_break_headings
from bot.messages.jobs import Status
from bot.play import channel_lists_ui as channel_lists
from bot.play import my_games_ui as my_games
from bot.play.games.challenges import Challenges
from bot.puzzles import run_words
from bot.puzzles import words as puzzles
from bot.puzzles.puzzles import Mistake, PuzzleStep, PuzzleWish, Trial
from bot.puzzles.ui import _theme, post_view, puzzle_view, solution_view
from bot.ranks.periods.rankings import RankingKind
from bot.ranks.periods.ui import columns
from bot.ranks.stats import words as stats
from bot.ranks.stats.pictures import game_card, head_to_head
from bot.ranks.stats.profiles import Accuracy, BestWin, Comparison, Course, GameProfile, Record
from bot.study import imports_words as imports
from bot.study import replay_ui as replays
from bot.study.history_ui import COMPUTER, NOBODY, ShowHistory, history_card
from bot.study.imports_ui import import_dialog, list_entries, list_view, number_dialog
from bot.study.records import json_text
from bot.study.records import ui as records
from bot.study.records.files import ExportedGames, ImportedFile
from bot.study.records.recognition import FORMATS
from bot.study.records.record import GameRecord
from bot.study.replay_ui import animation_view, step_view
from bot.study.review import words as reviews
from bot.study.review.reviews import ReviewReport
from bot.study.review.ui import course_of, progress_view, review_view
from bot.study.review.verdicts import Review, Verdict, judge
from bot.ui.pictures import unwritten_names
from bot.ui.refusals import BadRequest
from data.games.history import HistoryPart, PastGame
from data.games.my_games import Awaits, MyGame
from data.games.records import Ending, Seat
from data.jobs.reviews import NewReview, ReviewedPly, StoredReview
from data.messages.channels import ListedGame
from data.puzzles.puzzle_posts import NewPuzzlePost, PostResults, PostSolver, PuzzlePost, Streak
from data.puzzles.puzzles import Attempt
from data.ratings.glicko2 import Rating
from data.ratings.leaderboard import Profile, RecentGame, Standing, StandingPage
from data.ratings.ratings import Listing, Pool, Rated, RatingList
from data.ratings.statistics import CoursePoint
from engine import puzzles as shipped
from engine.puzzles import Aim, Puzzle
from engine.puzzles import solving as puzzle_game
from languages import Language, forms, gettext, speaking
from renderers import comparison, leaderboard, profile, review_chart, strength_chart, table
from renderers.figures import OF_GAMES, OF_PUZZLES
from renderers.table import TableRow
from renderers.themes import USUAL
from tests.bot.helpers import ANN, game_after
from tests.bot.ui.test_translation import check
from tests.bot.ui.words_shown import shown
from tests.languages.pseudo import PERSON
from tests.renderers import test_texts_fit
from tests.renderers.ledger import faults, recording

THEN = datetime(2026, 3, 1, 12, tzinfo=UTC)
RATING = Rating(1500.0, 90.0, 0.06)
RATED = Rated(RATING, 12)


@pytest.fixture(params=["reversi", "connect4"])
def puzzle(request: Any) -> Puzzle:
    return next(one for one in shipped.shipped(request.param) if len(one.line) > 2)


def trial_of(puzzle: Puzzle, **changed: Any) -> Trial:
    attempt = Attempt(ANN.id, puzzle.id, puzzle.game, 0, None, None, None, None, shown=False)
    return Trial(puzzle, replace(attempt, **changed))


def test_puzzles_and_solutions_are_translated(puzzle: Puzzle) -> None:
    over = len(puzzle.line)
    begun, further = trial_of(puzzle), trial_of(puzzle, ply=2)
    solved = trial_of(
        puzzle, ply=over, result="solved", value_before=1500.0, value_after=1512.0, solved_at=THEN
    )
    missed = trial_of(puzzle, ply=over, result="failed", solved_at=THEN)
    given = trial_of(puzzle, ply=over, result="failed", shown=True)
    own = Mistake(1, Seat(computer="easy"), puzzle.line[0])
    trials = [begun, further, solved, missed, given]
    trials += [replace(trial, mistake=own) for trial in trials]
    trials += [trial_of(puzzle, ply=2, result="failed", value_before=1500.0, value_after=1490.0)]
    for trial in trials:
        check(lambda: [puzzles.puzzle_text(trial, "", RATED), puzzles.state_note(trial)])  # noqa: B023
        check(lambda: shown(puzzle_view(trial, PuzzleWish(), "", "", 3)))  # noqa: B023
        for event in AttemptEvent:
            for answered in (begun, missed):
                step = PuzzleStep(event, trial, answered, puzzle.line[0])
                check(lambda: [puzzles.step_note(step)])  # noqa: B023
    for ply in range(len(puzzle.line) + 1):
        check(lambda: [puzzles.solution_text(puzzle, ply, None)])  # noqa: B023
    check(lambda: [puzzles.answer(puzzle), *shown(solution_view(puzzle, 1, "4711", ""))])
    for aim in get_args(Aim):
        check(lambda: [puzzles.TASKS[aim]] and [puzzles.task(trial_of(puzzle))])  # noqa: B023
    themes = {theme for of_game in puzzle_game.THEMES.values() for theme in of_game}
    check(lambda: map(puzzles.theme_name, sorted(themes)))


def test_posted_puzzles_are_translated(puzzle: Puzzle) -> None:
    post = PuzzlePost(1, NewPuzzlePost(puzzle.id, 1, 1), 1, THEN, None, answered=False, shown=0)
    daily = replace(post, new=replace(post.new, day="2026-03-01"), answer_at=THEN)
    for one in (post, daily, replace(daily, answered=True)):
        for solvers in (0, 1, 2, 30):
            results = PostResults(tuple(PostSolver(number, first=True) for number in range(solvers)), solvers)
            check(lambda: [puzzles.post_text(one, puzzle, results)])  # noqa: B023
        check(lambda: shown(post_view(one, puzzle, "4711", "")))  # noqa: B023
    check(lambda: [run_words.streak_note(Streak(number, 9, "2026-03-31")) for number in (1, 2)])
    check(lambda: map(puzzles.switched_off, (None, 1)))


def test_themes_are_understood_in_the_readers_language_and_in_english() -> None:
    with speaking(PERSON):
        for typed in ("corner-trap", "corner trap", puzzles.theme_name("corner-trap").upper()):
            assert _theme(typed, "reversi") == "corner-trap"

    def refused() -> Iterator[str]:
        with pytest.raises(BadRequest) as found:
            _theme("4711", None)
        yield str(found.value)

    check(refused)


@pytest.fixture
async def reversi(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, "f5", "f4", "c3")


@pytest.fixture
async def connect4(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, "4", "4", "4", game="connect4")


def reviewed(game: GameSnapshot, *plies: ReviewedPly) -> Review:
    return judge(game.kind.judging, game.positions(), game.game.moves, plies, game.game.winner)


ESTIMATED = (
    ReviewedPly(0, "d3", 1.0, 1.0, 12),
    ReviewedPly(1, "d6", -4.0, -14.0, 14),
    ReviewedPly(2, "d7", -4.0, -14.0, 9),
)
PROVED = (
    ReviewedPly(0, "d3", 0.0, -12.0, None),
    ReviewedPly(1, "d6", 12.0, -2.0, None),
    ReviewedPly(2, "c3", 2.0, 2.0, None),
)
IN_A_ROW = (
    ReviewedPly(0, "3", 10.0, 7.0, None),
    ReviewedPly(1, "3", -3.0, -5.0, None),
    ReviewedPly(2, "3", 4.0, -2.0, None),
)


async def test_reviews_are_translated(reversi: GameSnapshot, connect4: GameSnapshot) -> None:
    for game, plies in (
        (reversi, ESTIMATED),
        (reversi, PROVED),
        (reversi, (*ESTIMATED[:2], PROVED[2])),
        (connect4, IN_A_ROW),
    ):
        review, positions = reviewed(game, *plies), game.positions()
        check(lambda: [reviews.review_text(game, review)])  # noqa: B023
        check(lambda: shown(review_view(game, review, "")))  # noqa: B023
        for ply in range(4):
            before = positions[max(0, ply - 1)]
            check(lambda: [reviews.step_text(game, review, ply, before)])  # noqa: B023
        check(lambda: course_of(game, review, ("", "")).ends or ["1"])  # noqa: B023
    assert {*reviews.VERDICTS} == {*Verdict}


async def test_progress_of_reviews_is_translated(reversi: GameSnapshot) -> None:
    stored = StoredReview(NewReview(1, ANN.id, 1, 1), None, done=False, plies=())
    for status in Status:
        check(lambda: shown(progress_view(ReviewReport(stored, reversi, status, 1, 3))))  # noqa: B023
    check(lambda: [reviews.how_computed()])


def standing(listing: Listing, place: int | None = None) -> Standing:
    return Standing(place, listing, ANN.id, "4711", RATING, 12, 1, 2)


def test_leaderboards_are_translated() -> None:
    for pool in Pool:
        for board in ("", "10x10"):
            rated_in = RatingList("reversi", pool, board)
            for in_server in (True, False):
                check(lambda: [stats.leaderboard_title(rated_in, in_server=in_server)])  # noqa: B023
        check(lambda: [gettext(stats.POOL_BUTTONS[pool])])  # noqa: B023
        for asker in (None, standing(Listing.LISTED, 3), *map(standing, Listing)):
            page = StandingPage((), 7, asker, 3)
            check(lambda: [stats.asker_line(page, pool)])  # noqa: B023
            check(lambda: [stats.no_players_yet(rated_in, asker)])  # noqa: B023
    lines = [stats.standing_line(one) for one in (standing(Listing.LISTED, 3), standing(Listing.INACTIVE))]
    check(lambda: unwritten_names(USUAL, [("مريم", line) for line in lines]))


def test_profiles_are_translated() -> None:
    check(lambda: [stats.figures(None)])
    for listing in Listing:
        one = standing(listing, 3)
        lists = {RatingList("reversi", pool): one for pool in Pool}
        lists |= {RatingList("connect4", Pool.PEOPLE, board): one for board in ("4x4", "5x5", "6x6", "7x7")}
        check(lambda: [stats.figures(Profile(ANN.id, "4711", lists, ()))])  # noqa: B023
    for outcome in stats.OUTCOMES:
        for game, score in (("reversi", 12), ("connect4", 3)):
            for computer, rating in ((None, None), ("easy", RATING)):
                name = "4711" if computer is None else None
                played = RecentGame(1, game, "", name, computer, outcome, score, rating, rating, THEN)  # type: ignore[arg-type]
                check(lambda: [stats.recent_game(played)])  # noqa: B023


def course(days: int, pool: Pool = Pool.PEOPLE, board: str = "") -> Course:
    points = tuple(CoursePoint(THEN + n * timedelta(days=days), n, 1500.0, 90.0) for n in range(4))
    return Course(RatingList("reversi", pool, board), standing(Listing.LISTED, 3), points[1], points)


def texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from texts_of([*value.items()])
    elif is_dataclass(value):
        yield from texts_of([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_of(part)


def profiles_and_comparisons() -> Iterator[tuple[GameProfile, Comparison]]:
    record, wins = Record(3, 2, 1), (BestWin(12, 20), BestWin(3, 21))
    both, levels = (record, record), dict.fromkeys(GAMES["reversi"].levels, record)
    for days in (0, 30, 300):
        courses = (course(days), course(days, Pool.COMPUTER, "10x10"))
        for game, opening in (("reversi", "Tiger"), ("connect4", "4 3")):
            named = {opening: record}
            profile = GameProfile(game, courses, (), both, record, levels, record, named, Accuracy(80, 2))
            compared = Comparison((None, None), (game,), game, record, both, (1, 2), wins, named, courses)
            yield profile, compared


def test_pictures_of_profiles_and_comparisons_are_translated() -> None:
    for shown_game, compared in profiles_and_comparisons():
        check(lambda: texts_of(game_card(shown_game, "4711")))  # noqa: B023
        check(lambda: texts_of(head_to_head(compared, ("4711", "4712"))))  # noqa: B023
        check(lambda: [stats.head_to_head(compared, ("4711", "4712"))])  # noqa: B023
        nothing = replace(compared, record=Record())
        check(lambda: [stats.head_to_head(nothing, ("4711", "4712"))])  # noqa: B023


def test_histories_are_translated() -> None:
    game = PastGame(1, "reversi", "", 4711, None, "4711", None, None, "easy", 0, 12, Ending.PLAYED, THEN)
    games = [game, replace(game, winner=None), replace(game, game="connect4", options="9x6c5")]
    games += [replace(game, ending=ending) for ending in Ending if ending is not Ending.DRAWN]
    for one in games:
        page = ListPage(HistoryPart((one,), 1234), 1, 9)
        every = product((NOBODY, COMPUTER, 2), ("", "win", "draw", "loss"), ("", "yes", "no"))
        chosen: Any = every if one is game else [(NOBODY, "", "")]
        for opponent, result, rated in chosen:
            asked = ShowHistory(1, opponent, "reversi", opponent, result, rated)
            check(lambda: shown(history_card(page, asked, 1)))  # noqa: B023
    nothing = ListPage(HistoryPart((), 0), 0, 0)
    check(lambda: shown(history_card(nothing, ShowHistory(0, NOBODY, "", NOBODY, "", ""), 1)))


def test_own_games_are_translated() -> None:
    game = MyGame(1, "reversi", "", 1, 1, 1, "4711", None, None, Awaits.ME, THEN)
    for awaits in Awaits:
        one = replace(game, awaits=awaits, flag_at=None if awaits is Awaits.ME else THEN)
        against = replace(one, opponent_name=None, computer="easy", mover="easy", options="6x6")
        for place in (None, my_games.in_server(None), my_games.in_server("4711")):
            check(lambda: [my_games.game_lines(one, place and my_games.in_server(None), gone=True)])  # noqa: B023
        check(lambda: [my_games.game_lines(against, None, gone=False)])  # noqa: B023
    for kind in (None, *GAMES.values()):
        check(lambda: [my_games.nothing_listed(kind)])  # noqa: B023
    for others in (0, 1, 2):
        check(lambda: shown(my_games.none_waiting_card(others)))  # noqa: B023


def test_lists_of_channels_are_translated() -> None:
    seats = (Seat(ANN.id), Seat(computer="easy"))
    game = ListedGame(1, "reversi", "", 1, 1, 1, seats, (None, "easy"), 0, paused=False, flag_at=THEN)
    board = replace(game, turn=1, options="6x6", flag_at=None)
    games = [game, board, replace(game, paused=True)]
    for total in (0, 3, 4, 1234):
        check(lambda: [channel_lists.list_text(games if total else [], total, {})])  # noqa: B023


def test_imports_are_translated() -> None:
    record = GameRecord("reversi", "", ("f5", "d6"), ("4711", "4712"), THEN.date(), 0, Ending.RESIGNED, "+4")
    unnamed = replace(record, names=("", ""), ending=None, winner=None, options="6x6", moves=())
    row = GameRecord("connect4", "", ("4", "3") * 3 + ("4",), winner=0, ending=Ending.PLAYED)
    played = [record, replace(record, ending=Ending.TIME), unnamed, row]
    for one in played:
        positions = one.positions()
        for ply, position in enumerate(positions):
            for of in (1, 1234):
                check(lambda: [imports.game_text(one, 1, of, position, ply)])  # noqa: B023
    lines = json_text.stored_lines(json_text.stored([replace(one, value="") for one in played]))
    for file in (ImportedFile(1, lines), ImportedFile(1, lines, 2001, 4000)):
        check(lambda: shown(list_view(file, list_entries(file, 0), 0)))  # noqa: B023
    known = ("GGF", "SGF", "PGN", "WTHOR", "JSON")
    check(lambda: shown(import_dialog()), *known)
    check(lambda: shown(number_dialog(1)))


def test_exports_are_translated() -> None:
    file_format = FORMATS["JSON"]
    for games, left_out in ((1, 0), (2, 1), (1234, 2)):
        exported = ExportedGames(b"", file_format, games, left_out)
        check(lambda: [records.exported_text(exported)])  # noqa: B023
    game = MyGame(1, "reversi", "", 1, 1, 1, "4711", None, None, Awaits.ME, THEN)
    check(lambda: [records.going_game(game), records.going_game(replace(game, computer="easy"))])


async def test_replays_are_translated(
    reversi: GameSnapshot, connect4: GameSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in (reversi, connect4):
        # The description of the last position is not of this room.
        monkeypatch.setattr(type(game.kind), "describe", lambda *_: "4711")
        for ply in range(game.game.ply + 1):
            check(lambda: [replays.step_text(game, ply)])  # noqa: B023
            check(lambda: shown(step_view(game, ply, "")))  # noqa: B023
        check(lambda: [replays.animation_text(game), replays.animation_alt(game)])  # noqa: B023
        for posted in (True, False):
            check(lambda: shown(animation_view(game, "", posted=posted)))  # noqa: B023


NAMES = ("Alexandra", "Flipfour")

SIDES = [tuple(kind.sides) for kind in GAMES.values()]


def points_cups_and_streaks() -> None:
    for kind in RankingKind:
        shown = columns(kind)
        cells = ("1234", "567", "89", "4321")[-len(shown) :]
        rows = [TableRow(place, NAMES[place % 2], cells, True, place == 2) for place in (1, 2, 1004)]
        table.draw(rows, shown)


def ratings() -> None:
    for words in (OF_GAMES, OF_PUZZLES):
        rows = [
            leaderboard.RankRow(place, NAMES[0], 1700, 100, 12345, 1234, 9876, False, True)
            for place in (1, 12)
        ]
        leaderboard.draw(rows, words=words)


def tournaments() -> None:
    for form in Form:
        shown = tie_break_headings(form)
        rows = [
            table.StandingRow(place, NAMES[0], 112.5, 120, 10, 110, (1234.25,) * len(shown))
            for place in (1, 2)
        ]
        table.draw_standings_table(rows, shown, final=True)
    test_texts_fit.brackets(NAMES)


def profiles() -> None:
    for one, compared in [*profiles_and_comparisons()][::3]:
        profile.draw_profile(game_card(one, NAMES[0]))
        comparison.draw_comparison(head_to_head(compared, NAMES))


def reviews_drawn() -> None:
    points = tuple(review_chart.ReviewPoint(float(ply % 30), 14) for ply in range(61))
    losses = tuple(ply * 1.5 for ply in range(61))
    for first, second in SIDES:
        sides = (first.name, second.name)
        course = review_chart.ReviewCourse(NAMES, sides, (81.5, None), points, (losses, losses))
        review_chart.draw_course(course)
        review_chart.draw_course(replace(course, ends=(sides[0], gettext("draw"), sides[1])))


def strength() -> None:
    for first, second in SIDES:
        for results in ("w", "wdl" * 40):
            strength_chart.draw_strength(results, NAMES, (first.name, second.name))


def boards() -> None:
    test_texts_fit.values(NAMES)


PICTURES = (points_cups_and_streaks, ratings, tournaments, profiles, reviews_drawn, strength, boards)


@pytest.mark.long
@pytest.mark.parametrize("language", forms(), ids=lambda form: form.cldr)
@pytest.mark.parametrize("draw", PICTURES, ids=lambda draw: draw.__name__)
def test_nothing_is_cut(draw: Callable[[], None], language: Language) -> None:
    # Parts that were drawn before are not recorded; those of boards have no words.
    for cached in (leaderboard._base, leaderboard._background, leaderboard._divider):
        cached.cache_clear()
    with speaking(language), recording() as ledger:
        draw()
    assert ledger.pictures
    assert [fault for picture in ledger.pictures for fault in faults(picture, ("مريم", "🐙"))] == []
