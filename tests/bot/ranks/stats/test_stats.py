"""Results and words of statistics."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.ranks.stats.pictures import Scale
from bot.ranks.stats.profiles import Course, Record, course_of, longest_run, together
from bot.ranks.stats.words import figures, recent_game
from data.games.records import Verdict
from data.ratings.glicko2 import Rating
from data.ratings.leaderboard import Profile, RecentGame, Standing
from data.ratings.ratings import Listing, Pool, RatingList
from data.ratings.statistics import CoursePoint, RatedGames
from tests.bot.helpers import ANN
from tests.cases import for_each, there


def test_records_add_up() -> None:
    records = [Record.of("win", 3), Record.of("draw"), Record.of("loss", 2), Record.of("called off", 9)]
    assert (together(records), together(records).games) == (Record(3, 1, 2), 6)
    assert together([]) == Record()


@for_each(
    ("outcomes", "runs"),
    ((), (0, 0)),
    (("win", "win", "loss", "win"), (2, 1)),
    (("loss", "draw", "loss", "loss"), (0, 2)),
)
def test_a_run_is_broken_by_any_other_result(outcomes: tuple[Verdict, ...], runs: tuple[int, int]) -> None:
    assert (longest_run(outcomes, "win"), longest_run(outcomes, "loss")) == runs


RANK = "-# This rating is provisional. It gets a rank when its ±"
EVENLY = "Evenly matched games against ranked players get it there fastest."
AFTER = "-# This rating is provisional. It gets a rank after about 9 more games at a suitable level, when"
INACTIVE = "-# This rating is inactive: the next rated game puts it back on the leaderboard."

LIST = RatingList("reversi", Pool.PEOPLE)
THEN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def standing_at(rating: Rating, listing: Listing = Listing.LISTED) -> Standing:
    return Standing(1 if listing is Listing.LISTED else None, listing, ANN.id, ANN.name, rating, 1, 0, 0)


def course(values: list[float], step: timedelta, deviation: float = 60.0) -> Course:
    """A rating that began at 1500 and had these values, a `step` apart; a year has passed since."""
    points = []
    for number, (before, value) in enumerate(zip([1500.0, *values], values, strict=False)):
        at = THEN + number * step
        points.append(CoursePoint(at, number, before, deviation + 5))
        points.append(CoursePoint(at, number + 1, value, deviation))
    sure = any(not point.provisional for point in points)
    rated = RatedGames(len(values), sure, tuple(points))
    return course_of(LIST, standing_at(Rating(values[-1], 80.0, 0.06)), rated, points[-1].at + step)


def test_a_course_has_its_ratings_peak_and_scale() -> None:
    found = course([1600.0, 1550.0], timedelta(days=2))
    assert [(point.games, point.value, point.deviation) for point in found.points] == [
        *((0, 1500.0, 65.0), (1, 1600.0, 60.0), (1, 1600.0, 65.0), (2, 1550.0, 60.0), (2, 1550.0, 80.0)),
    ]
    assert found.peak == found.points[1]
    assert course([1700.0], timedelta(days=1), deviation=200.0).peak is None
    rated = [(0, 1500.0, 350.0), (1, 1686.0, 200.0), (1, 1686.0, 200.0), (2, 1672.0, 90.0)]
    games = RatedGames(2, ever_sure=True, points=tuple(CoursePoint(THEN, *point) for point in rated))
    peak = there(course_of(LIST, standing_at(Rating(1672.0, 90.0, 0.06)), games, THEN).peak)
    assert (peak.value, peak.provisional) == (1686.0, True)
    long, short = (course([1600.0] * number, timedelta(minutes=1)) for number in (4, 2))
    scale = Scale([long, short])
    assert [scale.point(one.points[-1]).x for one in (long, short)] == [1.0, 0.5]


@for_each(
    ("step", "labels"),
    (timedelta(minutes=10), ["start", "3 games"]),
    (timedelta(days=20), ["1 Mar", "21 Mar", "10 Apr", "now"]),
    (timedelta(days=200), ["Mar 2026", "Sep 2026", "Apr 2027", "now"]),
)
def test_a_chart_is_labelled_with_dates_or_an_evenings_games(step: timedelta, labels: list[str]) -> None:
    found = course([1600.0, 1700.0, 1650.0], step)
    scale = Scale([found])
    assert [tick.label for tick in scale.ticks()] == labels
    places = [scale.point(point).x for point in found.points]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0.0, 1.0)


@for_each(
    ("game", "outcome", "score", "said"),
    ("reversi", "loss", -22, "❌ lost by 22 against Ben"),
    ("reversi", "win", 4, "✅ won by 4 against Ben"),
    ("reversi", "draw", 0, "🤝 drew against Ben"),
    ("reversi", "loss", None, "❌ lost against Ben"),
    ("connect4", "loss", -19, "❌ lost against Ben"),
    ("connect4", "win", 3, "✅ won against Ben"),
)
def test_a_recent_game_tells_its_margin(game: str, outcome: Verdict, score: int | None, said: str) -> None:
    played = RecentGame(1, game, "", "Ben", None, outcome, score, None, None, THEN)
    assert recent_game(played).startswith(f"{said} · ")


def test_a_recent_game_tells_what_it_did_to_a_rating_even_if_that_was_provisional() -> None:
    before, after = Rating(1500.0, 350.0, 0.06), Rating(1662.2, 290.0, 0.06)
    played = RecentGame(1, "reversi", "", "Ben", None, "win", 4, before, after, THEN)
    assert " · rating +162 · " in recent_game(played)


@for_each(
    ("listing", "pool", "said"),
    (Listing.PROVISIONAL, Pool.PEOPLE, f"{RANK}, now 300, is below 110. {EVENLY}"),
    (Listing.PROVISIONAL, Pool.COMPUTER, f"{AFTER} its ± is below 110."),
    (Listing.PROVISIONAL, Pool.PUZZLES, f"{RANK}, now 300, is below 110."),
    (Listing.INACTIVE, Pool.PEOPLE, INACTIVE),
)
def test_why_a_rating_is_not_listed_is_a_whole_sentence(listing: Listing, pool: Pool, said: str) -> None:
    standing = standing_at(Rating(1500.0, 300.0, 0.06), listing)
    profile = Profile(ANN.id, ANN.name, {RatingList("reversi", pool): standing}, ())
    assert said in figures(profile).splitlines()


def test_profiles_explain_and_leave_out_many_ratings() -> None:
    standing = standing_at(Rating(1500.0, 300.0, 0.06), Listing.PROVISIONAL)
    boards = ["", *(f"{columns}x{rows}" for columns in range(4, 9) for rows in range(4, 9))]
    standings = {RatingList("connect4", Pool.PEOPLE, board): standing for board in boards}
    said = figures(Profile(ANN.id, ANN.name, standings, ()))
    assert said.startswith("**Connect 4** between people: **1500?** (± 300)")
    assert said.endswith("… and ratings on 20 other boards")
    assert len(said) < 2000
    standings = {RatingList(game, pool): standing for game in ("reversi", "connect4") for pool in Pool}
    said = figures(Profile(ANN.id, ANN.name, standings, ()))
    assert (said.count("1500?"), said.count("provisional")) == (6, 1)
    assert said.endswith("they get a rank when their ± is below 110.")
