"""Which games are rated, and what they do to the ratings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.games.records import Ending, GameChanged, GameState, Outcome, Seat
from data.ratings.glicko2 import START, START_AGAINST_COMPUTER, Rating, aged, rated
from data.ratings.leaderboard import Profile, Standing
from data.ratings.ratings import Pool, RatingChange, RatingList
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    CAT,
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    Played,
    against_computer,
    between,
    played,
    rank_everyone,
)

if TYPE_CHECKING:
    from data.games.records import NewGame
    from tests.data.helpers import Clock

PEOPLE = RatingList("reversi", Pool.PEOPLE)
COMPUTER = RatingList("reversi", Pool.COMPUTER)


async def profile(storage: Storage, player_id: int = ANN) -> Profile:
    found = await storage.standings.profile(player_id)
    assert found is not None
    return found


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
    assert await storage.rating_changes(second.game.id) == tuple(
        sorted(second.changes, key=lambda change: change.player_id, reverse=True)
    )


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
    opponent = Rating(1200.0, 50.0, 0.06)
    assert stored.changes == (
        RatingChange(
            ANN,
            Pool.COMPUTER,
            START_AGAINST_COMPUTER,
            rated(START_AGAINST_COMPUTER, [(opponent, 1.0)], periods=0.0),
            1,
        ),
    )
    await played(storage, between(ANN, BOB), SECOND_WINS)
    standings = (await profile(storage)).standings
    assert record(standings[COMPUTER]) == (1, 0, 0)
    assert record(standings[PEOPLE]) == (0, 0, 1)
    await rank_everyone(storage)
    page = await storage.standings.leaderboard(COMPUTER, guild_id=None, asker_id=BOB)
    assert [row.player_id for row in page.rows] == [ANN]
    assert page.asker is None


async def test_a_computer_moving_first(storage: Storage) -> None:
    new = against_computer(seats=(Seat(computer="hard"), Seat(player_id=ANN)))
    stored = await played(storage, new, FIRST_WINS, computer_rating=1900)
    assert stored.changes[0].after.value < 1500
    (recent,) = (await profile(storage)).recent
    assert (recent.outcome, recent.score, recent.computer, recent.opponent_name) == (
        "loss",
        -12,
        "hard",
        None,
    )


@pytest.mark.parametrize(
    ("new", "outcome", "computer_rating"),
    [
        (between(rated=False), FIRST_WINS, None),
        (between(), CALLED_OFF, None),
        (between(ANN, ANN), FIRST_WINS, None),
        (against_computer(), FIRST_WINS, None),
        (against_computer(rated=False), FIRST_WINS, 1500),
        (against_computer(), CALLED_OFF, 1500),
    ],
    ids=["casual", "called off", "oneself", "computer of unknown strength", "casual computer", "both"],
)
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


async def test_two_computers_leave_no_trace_among_people(storage: Storage) -> None:
    new = against_computer(seats=(Seat(computer="easy"), Seat(computer="hard")))
    stored = await played(storage, new, SECOND_WINS, computer_rating=1500)
    assert (stored.game.winner, stored.changes) == (1, ())
    assert (await profile(storage)).recent == ()


async def test_games_of_different_kinds_have_ratings_of_their_own(storage: Storage) -> None:
    await played(storage, between(), FIRST_WINS)
    stored = await played(storage, between(game="connect4"), SECOND_WINS)
    assert change_of(stored, ANN).before == START
    standings = (await profile(storage)).standings
    assert record(standings[PEOPLE]) == (1, 0, 0)
    assert record(standings[RatingList("connect4", Pool.PEOPLE)]) == (0, 0, 1)


async def test_resignation_counts_as_a_loss(storage: Storage) -> None:
    game = await storage.create_game(between())
    over = await storage.finish(game, Outcome(1, None, Ending.RESIGNED))
    stored = Played(over, await storage.rating_changes(game.id))
    assert change_of(stored, ANN).after.value < 1500 < change_of(stored, BOB).after.value


async def test_refused_end_changes_no_rating(storage: Storage) -> None:
    stored = await played(storage, between(), FIRST_WINS)
    before = (await profile(storage)).standings
    seen = replace(stored.game, state=GameState.PLAYING, version=stored.game.version - 1)
    with pytest.raises(GameChanged, match="finished"):
        await storage.finish(seen, SECOND_WINS)
    assert (await profile(storage)).standings == before


async def test_a_first_game_moves_a_rating_sensibly(storage: Storage) -> None:
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
