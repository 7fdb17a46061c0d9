"""Statistics of a player's games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from data import Storage
from data.games.explorer import OpeningStore
from data.games.records import Ending, Outcome, Seat
from data.jobs.judged import JudgedStore
from data.ratings.ratings import Pool, RatingList
from data.ratings.statistics import MAX_POINTS, CoursePoint, RatedGames, StatisticsStore, Tally, extremes
from data.ratings.unrating import UnratingStore
from data.tables.people import players
from data.tables.playing import games
from data.tables.standings import results
from tests.cases import for_each, there
from tests.data.games.test_own_games import plans
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, Clock
from tests.data.playing import (
    CALLED_OFF,
    DRAWN,
    FIRST_WINS,
    SECOND_WINS,
    against_computer,
    between,
    move,
    played,
)

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
    await storage[OpeningStore].keep({ids[0]: "Cow", ids[1]: "Cow", ids[3]: ""})
    assert await storage[StatisticsStore].games_played(ANN) == {"reversi": 5, "connect4": 1}
    tallies = await storage[StatisticsStore].tallies(ANN)
    assert set(tallies) == {"reversi", "connect4"}
    assert set(tallies["reversi"]) == {
        Tally(0, None, "Cow", "win", 1), Tally(1, None, "Cow", "loss", 1), Tally(0, None, "", "draw", 1),
        Tally(0, "easy", "", "loss", 2),
    }  # fmt: skip
    assert tallies["connect4"] == (Tally(0, None, "", "win", 1),)
    assert await storage[StatisticsStore].tallies(4) == {}
    assert await storage[StatisticsStore].latest(ANN, "reversi", 3) == ("draw", "loss", "loss")


async def test_the_course_of_a_rating_has_what_each_game_did(storage: Storage, clock: Clock) -> None:
    await some_games(storage, clock)
    course = there(await storage[StatisticsStore].course(ANN, PEOPLE))
    start, first, before_second, second, before_third, third = course.points
    assert (start.value, start.deviation, course.ever_sure) == (1500.0, 350.0, False)
    assert first.value > before_second.value - 1 > second.value
    assert second.value == before_third.value
    # It is less sure after a day without a game.
    assert second.deviation < before_third.deviation < before_second.deviation
    assert [point.at.day for point in course.points] == [2, 2, 3, 3, 4, 4]
    assert [point.games for point in course.points] == [0, 1, 1, 2, 2, 3]
    assert third.deviation < before_third.deviation


async def test_each_board_has_a_course(storage: Storage, clock: Clock) -> None:
    for options in ("", "xot:f5d6"):
        await played(storage, between(options=options), FIRST_WINS)
    for board, number in (("", 1), ("xot", 1), ("10x10", 0)):
        found = await storage[StatisticsStore].course(ANN, RatingList("reversi", Pool.PEOPLE, board))
        assert (board, 0 if found is None else found.games) == (board, number)


@for_each("number", [1, 238, 239, 240, 241, 10_000])
def test_a_long_course_keeps_its_ends_and_its_extremes(number: int) -> None:
    values = [1500.0 + point % 7 for point in range(number)]
    values[number // 2], values[number // 3] = 1900.0, 1100.0
    kept = extremes(values, MAX_POINTS)
    assert len(kept) <= MAX_POINTS
    assert {0, number // 3, number // 2, number - 1} <= set(kept)
    assert list(kept) == sorted(kept)


STORED_GAMES = 300


@pytest.mark.parametrize("seed", range(3))
async def test_a_profile_agrees_with_a_recount_of_all(storage: Storage, clock: Clock, seed: int) -> None:
    """Of random histories, most of them too long for all their points."""
    random = Random(seed)
    people = range(1, 5)
    number = random.choice((1, 40, STORED_GAMES))
    rows = [row for game_id in range(1, number + 1) for row in _random_game(random, game_id, people, clock)]
    await storage._database.write(lambda c: _store(c, people, rows))
    for person in people:
        mine = [(game, result) for game, result in rows if result["player_id"] == person]
        mine.sort(key=lambda row: (row[1]["finished_at"], row[1]["game_id"]))
        tallies = await storage[StatisticsStore].tallies(person)
        assert {game: set(some) for game, some in tallies.items()} == _tallied(mine)
        for pool in (Pool.PEOPLE, Pool.COMPUTER):
            for board in ("", "10x10"):
                found = await storage[StatisticsStore].course(person, RatingList("reversi", pool, board))
                assert found == _course(mine, pool, board)
        for other in people:
            met = [row for row in mine if other in _seated(row[0]) and other != person]
            ids = [meeting.game_id for meeting in await storage[StatisticsStore].meetings(person, other)]
            assert ids == [game["id"] for game, result in met if result["outcome"] != "called off"]


def _random_game(random: Random, game_id: int, people: Sequence[int], clock: Clock) -> list[_Row]:
    """A game of two people, or of one with a computer player, with a result for each person."""
    at = clock.now + timedelta(hours=random.randrange(200))
    # The first one plays most of them.
    seats = (
        random.sample(people, 2) if random.random() < 0.2 else random.sample((1, random.choice((2, 3, 4))), 2)
    )
    computer = random.choice((None, None, "easy", "hard"))
    game = {
        **_NEW_GAME,
        "id": game_id,
        "game": random.choice(("reversi", "reversi", "reversi", "connect4")),
        "options": random.choice(("", "", "", "10x10")),
        "challenger_id": seats[0],
        "first_player_id": seats[0],
        "second_player_id": None if computer else seats[1],
        "second_computer": computer,
        "opening": random.choice((None, "", "Cow", "Tiger")),
        "created_at": at,
        "moved_at": at,
        "finished_at": at,
    }
    outcomes = random.choice((("win", "loss"), ("draw", "draw"), ("loss", "win"), ("called off",) * 2))
    return [
        (
            game,
            {
                "game_id": game_id,
                "seat": seat,
                "player_id": seats[seat],
                "game": game["game"],
                "pool": "people" if computer is None else "computer",
                "outcome": outcomes[seat],
                "rated": outcomes[seat] != "called off" and random.random() < 0.9,
                "value_before": float(random.randrange(1400, 1600)),
                "value_after": float(random.randrange(1400, 1600)),
                "deviation_before": float(random.randrange(100, 200)),
                "deviation_after": float(random.randrange(100, 200)),
                "finished_at": at,
            },
        )
        for seat in ((0, 1) if computer is None else (0,))
    ]


_Row = tuple[dict[str, Any], dict[str, Any]]
_NEW_GAME = {"channel_id": CHANNEL, "state": "finished", "colour": "first", "rated": True, "ending": "played"}


def _store(connection: Connection, people: Sequence[int], rows: Sequence[_Row]) -> None:
    connection.execute(insert(players), [{"id": person, "name": str(person)} for person in people])
    connection.execute(insert(games), list({game["id"]: game for game, _ in rows}.values()))
    connection.execute(insert(results), [result for _, result in rows])


def _seated(game: Mapping[str, Any]) -> tuple[int, int | None]:
    return game["first_player_id"], game["second_player_id"]


def _tallied(mine: Sequence[_Row]) -> dict[str, Any]:
    """Count a person's games one by one; the order of tallies is the database's."""
    found: dict[str, Counter[tuple[int, str | None, str, Any]]] = defaultdict(Counter)
    for game, result in mine:
        if result["outcome"] != "called off":
            computer = game["second_computer"] if result["seat"] == 0 else None
            found[game["game"]][result["seat"], computer, game["opening"] or "", result["outcome"]] += 1
    return {
        game: {Tally(*what, number) for what, number in tallies.items()} for game, tallies in found.items()
    }


def _course(mine: Sequence[_Row], pool: Pool, board: str) -> RatedGames | None:
    """Make a point before and after every game, and keep those of a course."""
    wanted = (True, board, "reversi", pool)
    rated = [row for game, row in mine if (row["rated"], game["options"], row["game"], row["pool"]) == wanted]
    points = [
        CoursePoint(row["finished_at"], number + after, row[f"value_{when}"], row[f"deviation_{when}"])
        for number, row in enumerate(rated)
        for after, when in enumerate(("before", "after"))
    ]
    if not points:
        return None
    sure = any(not point.provisional for point in points)
    return RatedGames(len(rated), sure, tuple(_thinned(points)))


def _thinned(points: Sequence[CoursePoint]) -> Sequence[CoursePoint]:
    if len(points) <= MAX_POINTS:
        return points
    kept = {0, len(points) - 1}
    stretches = MAX_POINTS // 2 - 1
    for stretch in range(stretches):
        some = range(len(points) * stretch // stretches, len(points) * (stretch + 1) // stretches)
        kept |= {pick(some, key=lambda number: points[number].value) for pick in (min, max)}
    return [points[number] for number in sorted(kept)]


async def test_meetings_are_seen_by_the_first_of_the_two(storage: Storage, clock: Clock) -> None:
    ids = await some_games(storage, clock)
    await storage[OpeningStore].keep({ids[0]: "Cow"})
    met = await storage[StatisticsStore].meetings(ANN, BOB)
    assert [(game.game_id, game.game, game.side, game.outcome, game.score, game.opening) for game in met] == [
        (ids[0], "reversi", 0, "win", 12, "Cow"),
        (ids[1], "reversi", 1, "loss", -12, ""),
        (ids[6], "connect4", 0, "win", 12, ""),
    ]
    other = await storage[StatisticsStore].meetings(BOB, ANN)
    seen = [(game.side, game.outcome, game.score) for game in other]
    assert seen == [(1, "loss", -12), (0, "win", 12), (1, "loss", -12)]
    assert await storage[StatisticsStore].meetings(BOB, CAT) == ()


async def test_a_game_that_was_rated_as_a_loss_has_no_score(storage: Storage) -> None:
    game = await storage.create_game(between(ANN, BOB, seats=(Seat(ANN), Seat(BOB))))
    game = await storage.add_moves(game, [move("d3", 0), move("c3", 1)])
    game = await storage[UnratingStore].take_back(game, 1, by=1, as_loss=True)
    await storage.add_moves(game, [move("e3", 1)], Outcome(1, -40, Ending.PLAYED))
    (met,) = await storage[StatisticsStore].meetings(ANN, BOB)
    assert (met.outcome, met.score) == ("win", None)


async def test_games_are_counted_to_a_limit(storage: Storage, clock: Clock) -> None:
    assert await storage[StatisticsStore].games_up_to(ANN, 2) == 0
    await played(storage, between(ANN, BOB), CALLED_OFF)
    assert await storage[StatisticsStore].games_up_to(ANN, 2) == 0
    await some_games(storage, clock)
    assert [await storage[StatisticsStore].games_up_to(ANN, most) for most in (1, 2, 100)] == [1, 2, 6]


async def test_games_are_found_by_their_people(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage[StatisticsStore].games_played(ANN)
        await storage[StatisticsStore].tallies(ANN)
        await storage[StatisticsStore].latest(ANN, "reversi", 10)
        await storage[StatisticsStore].course(ANN, PEOPLE)
        await storage[StatisticsStore].meetings(ANN, BOB)
        await storage[JudgedStore].accuracies(ANN, "reversi", 10)
    # The latest reviews are found in the order of the index, so that a few games are read.
    assert "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY" not in steps[-5:]
    assert [step for step in steps if step.startswith("SCAN")] == []
