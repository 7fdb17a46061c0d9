"""Wording of games in profiles."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.ranks.stats.words import figures, recent_game
from data.games.records import Verdict
from data.ratings.glicko2 import Rating
from data.ratings.leaderboard import Profile, RecentGame, Standing
from data.ratings.ratings import Listing, Pool, RatingList
from tests.bot.helpers import ANN
from tests.cases import for_each

THEN = datetime(2026, 3, 1, 12, tzinfo=UTC)


@for_each(
    ("game", "outcome", "score", "said"),
    [
        ("reversi", "loss", -22, "❌ lost by 22 against Ben"),
        ("reversi", "win", 4, "✅ won by 4 against Ben"),
        ("reversi", "draw", 0, "🤝 drew against Ben"),
        ("reversi", "loss", None, "❌ lost against Ben"),
        ("connect4", "loss", -19, "❌ lost against Ben"),
        ("connect4", "win", 3, "✅ won against Ben"),
    ],
)
def test_a_recent_game_tells_the_margin_where_there_is_one(
    game: str, outcome: Verdict, score: int | None, said: str
) -> None:
    played = RecentGame(1, game, "", "Ben", None, outcome, score, None, None, THEN)
    assert recent_game(played).startswith(f"{said} · ")


def test_a_recent_game_tells_what_it_did_to_a_rating_even_if_that_was_provisional() -> None:
    before, after = Rating(1500.0, 350.0, 0.06), Rating(1662.2, 290.0, 0.06)
    played = RecentGame(1, "reversi", "", "Ben", None, "win", 4, before, after, THEN)
    assert " · rating +162 · " in recent_game(played)


@for_each(
    ("listing", "pool", "said"),
    [
        (
            Listing.PROVISIONAL,
            Pool.PEOPLE,
            "-# This rating is provisional. It gets a rank when its ±, now 300, is below 110. Evenly matched "
            "games against ranked players get it there fastest.",
        ),
        (
            Listing.PROVISIONAL,
            Pool.COMPUTER,
            "-# This rating is provisional. It gets a rank after about 9 more games at a suitable level, "
            "when its ± is below 110.",
        ),
        (
            Listing.PROVISIONAL,
            Pool.PUZZLES,
            "-# This rating is provisional. It gets a rank when its ±, now 300, is below 110.",
        ),
        (
            Listing.INACTIVE,
            Pool.PEOPLE,
            "-# This rating is inactive: the next rated game puts it back on the leaderboard.",
        ),
    ],
)
def test_why_a_rating_is_on_no_list_is_told_in_a_whole_sentence(
    listing: Listing, pool: Pool, said: str
) -> None:
    standing = Standing(None, listing, ANN.id, ANN.name, Rating(1500.0, 300.0, 0.06), 1, 0, 0)
    profile = Profile(ANN.id, ANN.name, {RatingList("reversi", pool): standing}, ())
    assert said in figures(profile).splitlines()


def test_many_boards_leave_room_for_the_rest_of_a_profile() -> None:
    rating = Rating(1500.0, 300.0, 0.06)
    standing = Standing(None, Listing.PROVISIONAL, ANN.id, ANN.name, rating, 1, 0, 0)
    boards = ["", *(f"{columns}x{rows}" for columns in range(4, 9) for rows in range(4, 9))]
    standings = {RatingList("connect4", Pool.PEOPLE, board): standing for board in boards}
    said = figures(Profile(ANN.id, ANN.name, standings, ()))
    assert said.startswith("**Connect 4** between people: **1500?** (± 300)")
    assert said.endswith("… and ratings on 20 other boards")
    assert len(said) < 2000


def test_provisional_ratings_are_explained_once_with_a_question_mark_at_each() -> None:
    standing = Standing(None, Listing.PROVISIONAL, ANN.id, ANN.name, Rating(1500.0, 300.0, 0.06), 1, 0, 0)
    standings = {RatingList(game, pool): standing for game in ("reversi", "connect4") for pool in Pool}
    said = figures(Profile(ANN.id, ANN.name, standings, ()))
    assert said.count("1500?") == 6
    assert said.count("provisional") == 1
    assert said.endswith("they get a rank when their ± is below 110.")
