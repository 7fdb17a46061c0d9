"""Ratings: the arithmetic of Glicko-2, and what games change."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import Storage
from data.games.records import Ending, GameChanged, GameState, NewGame, Outcome, Seat, Verdict
from data.ratings.glicko2 import START, START_AGAINST_COMPUTER, TAU, Rating, aged, estimated, rated
from data.ratings.leaderboard import Profile, Standing, StandingStore
from data.ratings.ratings import Pool, RatingChange, RatingList
from tests.cases import for_each, there
from tests.data.helpers import ANN, BOB, CAT, Clock, rank_everyone
from tests.data.playing import (
    CALLED_OFF,
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    Played,
    against_computer,
    between,
    played,
)

RATINGS = st.builds(
    Rating, value=st.floats(300, 3000), deviation=st.floats(30, 350), volatility=st.floats(0.03, 0.1)
)
SCORES = st.sampled_from([0.0, 0.5, 1.0])
GAMES = st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=6)

# The first paper's unit: 400 points are odds of ten to one.
Q = math.log(10) / 400


def glicko_1(rating: Rating, games: list[tuple[Rating, float]], periods: float) -> Rating:
    """Return the update in the points of Glickman's first system, which has no volatility; that one is found
    as the most likely value, by bisection of the slope of its log posterior."""

    def g(deviation: float) -> float:
        return 1 / math.sqrt(1 + 3 * Q**2 * deviation**2 / math.pi**2)

    def expected(opponent: Rating) -> float:
        return 1 / (1 + 10 ** (-g(opponent.deviation) * (rating.value - opponent.value) / 400))

    inverse_d2 = Q**2 * sum(g(o.deviation) ** 2 * expected(o) * (1 - expected(o)) for o, _ in games)
    pull = sum(g(o.deviation) * (s - expected(o)) for o, s in games)
    deviation2, error2 = (Q * rating.deviation) ** 2, Q**2 / inverse_d2
    estimate = error2 * pull

    def slope(x: float) -> float:
        """Of log N(estimate; 0, deviation² + v + e^x) + log N(x; log σ², τ²), times two."""
        total = deviation2 + error2 + math.exp(x)
        return (
            math.exp(x) * (estimate**2 / total - 1) / total
            - 2 * (x - math.log(rating.volatility**2)) / TAU**2
        )

    low, high = -40.0, 10.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    volatility = math.exp(low / 2)
    before = rating.deviation**2 + periods * (volatility / Q) ** 2
    after = 1 / (1 / before + inverse_d2)
    return Rating(rating.value + Q * after * pull, min(math.sqrt(after), 350.0), volatility)


def test_glickmans_example_and_the_edges() -> None:
    games = [(Rating(1400, 30, 0.06), 1.0), (Rating(1550, 100, 0.06), 0.0), (Rating(1700, 300, 0.06), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    phi = 50 / 173.7178
    grown = math.sqrt(phi**2 + 0.06**2) * 173.7178
    assert aged(Rating(1700, 50, 0.06), 1.0).deviation == pytest.approx(grown)
    assert rated(Rating(1700, 50, 0.06), []) == aged(Rating(1700, 50, 0.06), 1.0)
    assert aged(Rating(1700, 50, 0.06), -3.0) == Rating(1700, 50, 0.06)
    after = rated(Rating(-40000, 350, 0.06), [(Rating(40000, 30, 0.06), 1.0)])
    assert math.isfinite(after.value)
    assert after.value > -40000
    won, lost = (rated(START, [(START, score)], periods=0.0) for score in (1.0, 0.0))
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert won.value == pytest.approx(1662.21, abs=0.01)
    assert won.deviation == lost.deviation == pytest.approx(290.23, abs=0.01)


@given(RATINGS, GAMES, st.sampled_from([0.0, 0.3, 1.0]))
def test_agrees_with_glicko_1(rating: Rating, games: list[tuple[Rating, float]], periods: float) -> None:
    ours, theirs = rated(rating, games, periods=periods), glicko_1(rating, games, periods)
    assert ours.volatility == pytest.approx(theirs.volatility, rel=1e-6)
    assert ours.deviation == pytest.approx(theirs.deviation, rel=1e-6)
    assert ours.value == pytest.approx(theirs.value, abs=1e-2)


@given(RATINGS, st.floats(0, 500), st.floats(0, 500))
def test_idle_time_adds_up(rating: Rating, first: float, second: float) -> None:
    step_by_step, at_once = aged(aged(rating, first), second), aged(rating, first + second)
    assert step_by_step.deviation == pytest.approx(at_once.deviation)
    assert rating.deviation <= at_once.deviation <= START.deviation
    assert at_once.value == rating.value


def test_an_estimate_follows_the_results_and_not_their_order() -> None:
    assert estimated(1200.0, []) == pytest.approx(1200.0, abs=0.1)
    assert estimated(1200.0, [(1200.0, "draw"), (1200.0, "called off")]) == pytest.approx(1200.0, abs=0.1)
    won, lost = estimated(1200.0, [(1200.0, "win")]), estimated(1200.0, [(1200.0, "loss")])
    assert won - 1200.0 == pytest.approx(1200.0 - lost, abs=0.1)
    assert 1350.0 < won < 1450.0
    results: list[tuple[float, Verdict]] = [(1900.0, "win"), (1500.0, "loss"), (1100.0, "win")]
    assert estimated(1200.0, results) == pytest.approx(estimated(1200.0, results[::-1]), abs=0.1)
    # Many wins against a strong player say little about how much stronger the winner is.
    three, nine = (estimated(1200.0, [(1900.0, "win")] * games) for games in (3, 9))
    assert 1900.0 < three < nine < 2400.0


PEOPLE = RatingList("reversi", Pool.PEOPLE)
COMPUTER = RatingList("reversi", Pool.COMPUTER)


async def profile(storage: Storage, player_id: int = ANN) -> Profile:
    return there(await storage[StandingStore].profile(player_id))


def record(standing: Standing) -> tuple[int, int, int]:
    return standing.wins, standing.draws, standing.losses


def change_of(stored: Played, player_id: int) -> RatingChange:
    (change,) = [change for change in stored.changes if change.player_id == player_id]
    return change


async def test_people_are_rated_against_each_others_old_rating(storage: Storage) -> None:
    first = await played(storage, between(ANN, BOB), FIRST_WINS)
    ann, bob = change_of(first, ANN), change_of(first, BOB)
    assert ann == RatingChange(ANN, Pool.PEOPLE, START, rated(START, [(START, 1.0)], periods=0.0), 1)
    assert bob == RatingChange(BOB, Pool.PEOPLE, START, rated(START, [(START, 0.0)], periods=0.0), 1)
    second = await played(storage, between(BOB, ANN), DRAWN)
    assert change_of(second, ANN).before == ann.after
    assert change_of(second, ANN).after == rated(ann.after, [(bob.after, 0.5)], periods=0.0)
    assert change_of(second, BOB).after == rated(bob.after, [(ann.after, 0.5)], periods=0.0)
    assert record((await profile(storage, ANN)).standings[PEOPLE]) == (1, 1, 0)
    assert record((await profile(storage, BOB)).standings[PEOPLE]) == (0, 1, 1)
    assert await storage.rating_changes(second.game.id) == (change_of(second, BOB), change_of(second, ANN))


async def test_deviation_grows_without_games(storage: Storage, clock: Clock) -> None:
    first = await played(storage, between(ANN, BOB), SECOND_WINS)
    clock.advance(days=12.5)
    older = aged(change_of(first, ANN).after, 12.5)
    assert older.deviation > change_of(first, ANN).after.deviation
    assert (await profile(storage)).standings[PEOPLE].rating == older
    second = await played(storage, between(ANN, CAT), FIRST_WINS)
    assert change_of(second, ANN).before == older
    assert change_of(second, CAT).before == START
    assert change_of(second, CAT).after == rated(START, [(older, 0.0)], periods=0.0)


async def test_computer_has_a_fixed_rating_and_a_pool_of_its_own(storage: Storage) -> None:
    stored = await played(storage, against_computer(), FIRST_WINS, computer_rating=1200)
    after = rated(START_AGAINST_COMPUTER, [(Rating(1200.0, 50.0, 0.06), 1.0)], periods=0.0)
    assert stored.changes == (RatingChange(ANN, Pool.COMPUTER, START_AGAINST_COMPUTER, after, 1),)
    await played(storage, between(ANN, BOB), SECOND_WINS)
    standings = (await profile(storage)).standings
    assert record(standings[COMPUTER]) == (1, 0, 0)
    assert record(standings[PEOPLE]) == (0, 0, 1)
    await rank_everyone(storage)
    page = await storage[StandingStore].leaderboard(COMPUTER, guild_id=None, asker_id=BOB)
    assert [row.player_id for row in page.rows] == [ANN]
    assert page.asker is None


@for_each(("new", "outcome", "computer_rating"), [
    (between(rated=False), FIRST_WINS, None), (between(), CALLED_OFF, None),
    (between(ANN, ANN), FIRST_WINS, None), (against_computer(), FIRST_WINS, None),
    (against_computer(rated=False), FIRST_WINS, 1500), (against_computer(), CALLED_OFF, 1500),
])  # fmt: skip
async def test_games_that_are_not_rated(
    storage: Storage, new: NewGame, outcome: Outcome, computer_rating: int | None
) -> None:
    stored = await played(storage, new, outcome, computer_rating)
    assert stored.changes == ()
    assert await storage.rating_changes(stored.game.id) == ()
    ann = await profile(storage)
    assert ann.standings == {}
    recent = ann.recent[0]
    assert recent.game_id == stored.game.id
    assert (recent.rating_before, recent.rating_after) == (None, None)
    assert recent.outcome == ("called off" if outcome is CALLED_OFF else "win")


async def test_a_computer_may_move_first_and_two_leave_no_trace(storage: Storage) -> None:
    new = against_computer(seats=(Seat(computer="easy"), Seat(computer="hard")))
    stored = await played(storage, new, SECOND_WINS, computer_rating=1500)
    assert (stored.game.winner, stored.changes) == (1, ())
    assert (await profile(storage)).recent == ()
    new = against_computer(seats=(Seat(computer="hard"), Seat(player_id=ANN)))
    stored = await played(storage, new, FIRST_WINS, computer_rating=1900)
    assert stored.changes[0].after.value < 1500
    (recent,) = (await profile(storage)).recent
    assert (recent.outcome, recent.score) == ("loss", -12)
    assert (recent.computer, recent.opponent_name) == ("hard", None)


async def test_games_have_ratings_of_their_own_which_a_refused_end_leaves(storage: Storage) -> None:
    await played(storage, between(), FIRST_WINS)
    stored = await played(storage, between(game="connect4"), SECOND_WINS)
    assert change_of(stored, ANN).before == START
    standings = (await profile(storage)).standings
    assert record(standings[PEOPLE]) == (1, 0, 0)
    assert record(standings[RatingList("connect4", Pool.PEOPLE)]) == (0, 0, 1)
    stored = await played(storage, between(), FIRST_WINS)
    before = (await profile(storage)).standings
    seen = replace(stored.game, state=GameState.PLAYING, version=stored.game.version - 1)
    with pytest.raises(GameChanged, match="finished"):
        await storage.finish(seen, SECOND_WINS)
    assert (await profile(storage)).standings == before


async def test_resignations_and_first_games_move_ratings_sensibly(storage: Storage) -> None:
    game = await storage.create_game(between())
    over = await storage.finish(game, Outcome(1, None, Ending.RESIGNED))
    stored = Played(over, await storage.rating_changes(game.id))
    assert change_of(stored, ANN).after.value < 1500 < change_of(stored, BOB).after.value
    lost_to_easy = await played(storage, against_computer(), SECOND_WINS, computer_rating=1200)
    assert 950 < change_of(lost_to_easy, ANN).after.value < 1100
    lost_to_master = await played(storage, against_computer(BOB), SECOND_WINS, computer_rating=3840)
    assert change_of(lost_to_master, BOB).after.value == pytest.approx(1200, abs=1)


async def test_each_change_says_which_game_of_its_list_it_was(storage: Storage, clock: Clock) -> None:
    stored = []
    for _ in range(3):
        stored.append(await played(storage, against_computer(), SECOND_WINS, computer_rating=1200))
        await played(storage, between(ANN, BOB), FIRST_WINS)
        clock.advance(seconds=1)
    assert [change_of(one, ANN).number for one in stored] == [1, 2, 3]
    read = [await storage.rating_changes(one.game.id) for one in stored]
    assert [changes[0].number for changes in read] == [1, 2, 3]
