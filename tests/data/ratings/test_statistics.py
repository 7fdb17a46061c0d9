"""Statistics of a player's games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from data.games.records import Ending, Outcome, Seat
from data.ratings.ratings import Pool, RatingList
from data.ratings.statistics import Tally
from tests.data.games.test_own_games import plans
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    CAT,
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    Clock,
    against_computer,
    between,
    move,
    played,
)

if TYPE_CHECKING:
    from data import Storage

PEOPLE = RatingList("reversi", Pool.PEOPLE)


async def some_games(storage: Storage, clock: Clock) -> list[int]:
    """Games of Ann's: two against Bob, one against Cat, two against the computer, and one called off."""
    ids = []
    for new, outcome in (
        (between(ANN, BOB), FIRST_WINS),
        (between(BOB, ANN), FIRST_WINS),
        (between(ANN, CAT), DRAWN),
        (against_computer(ANN), SECOND_WINS),
        (against_computer(ANN), SECOND_WINS),
        (between(ANN, BOB), CALLED_OFF),
        (between(ANN, BOB, game="connect4"), FIRST_WINS),
    ):
        clock.advance(days=1)
        ids.append((await played(storage, new, outcome, computer_rating=1200)).game.id)
    return ids


async def test_games_are_counted_by_what_they_have_in_common(storage: Storage, clock: Clock) -> None:
    ids = await some_games(storage, clock)
    await storage.openings.keep({ids[0]: "Cow", ids[1]: "Cow", ids[3]: ""})
    assert await storage.statistics.games_played(ANN) == {"reversi": 5, "connect4": 1}
    assert set(await storage.statistics.tallies(ANN, "reversi")) == {
        Tally(0, None, "Cow", "win", 1),
        Tally(1, None, "Cow", "loss", 1),
        Tally(0, None, "", "draw", 1),
        Tally(0, "easy", "", "loss", 2),
    }
    assert await storage.statistics.tallies(4, "reversi") == ()
    assert await storage.statistics.latest(ANN, "reversi", 3) == ("draw", "loss", "loss")


async def test_the_course_of_a_rating_has_what_each_game_did(storage: Storage, clock: Clock) -> None:
    await some_games(storage, clock)
    first, second, third = await storage.statistics.course(ANN, PEOPLE)
    assert (first.value_before, first.deviation_before) == (1500.0, 350.0)
    assert first.value > second.value_before - 1 > second.value
    assert second.value == third.value_before
    # It is less sure after a day without a game.
    assert second.deviation < third.deviation_before < second.deviation_before
    assert [game.finished_at.day for game in (first, second, third)] == [2, 3, 4]


@pytest.mark.parametrize(("board", "games"), [("", 1), ("xot", 1), ("10x10", 0)])
async def test_a_board_has_a_course_of_its_own(
    storage: Storage, clock: Clock, board: str, games: int
) -> None:
    for options in ("", "xot:f5d6"):
        await played(storage, between(options=options), FIRST_WINS)
    found = await storage.statistics.course(ANN, RatingList("reversi", Pool.PEOPLE, board))
    assert len(found) == games


async def test_meetings_are_seen_by_the_first_of_the_two(storage: Storage, clock: Clock) -> None:
    ids = await some_games(storage, clock)
    await storage.openings.keep({ids[0]: "Cow"})
    met = await storage.statistics.meetings(ANN, BOB)
    assert [(game.game_id, game.game, game.side, game.outcome, game.score, game.opening) for game in met] == [
        (ids[0], "reversi", 0, "win", 12, "Cow"),
        (ids[1], "reversi", 1, "loss", -12, ""),
        (ids[6], "connect4", 0, "win", 12, ""),
    ]
    other = await storage.statistics.meetings(BOB, ANN)
    assert [(game.side, game.outcome, game.score) for game in other] == [
        (1, "loss", -12),
        (0, "win", 12),
        (1, "loss", -12),
    ]
    assert await storage.statistics.meetings(BOB, CAT) == ()


async def test_a_game_that_was_rated_as_a_loss_has_no_score(storage: Storage) -> None:
    game = await storage.create_game(between(ANN, BOB, seats=(Seat(ANN), Seat(BOB))))
    game = await storage.add_moves(game, [move("d3", 0), move("c3", 1)])
    game = await storage.unrating.take_back(game, 1, by=1, as_loss=True)
    await storage.add_moves(game, [move("e3", 1)], Outcome(1, -40, Ending.PLAYED))
    (met,) = await storage.statistics.meetings(ANN, BOB)
    assert (met.outcome, met.score) == ("win", None)


async def test_games_are_found_by_their_people(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.statistics.games_played(ANN)
        await storage.statistics.tallies(ANN, "reversi")
        await storage.statistics.latest(ANN, "reversi", 10)
        await storage.statistics.course(ANN, PEOPLE)
        await storage.statistics.meetings(ANN, BOB)
        await storage.reviews.latest_of(ANN, "reversi", 10)
    assert [step for step in steps if step.startswith("SCAN")] == []
