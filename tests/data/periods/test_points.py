"""Points of periods and their boards."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, event, insert, select

from data import Storage
from data.games.records import Ending, Outcome
from data.people.players import PeopleStore
from data.periods import points
from data.periods.points import DAYS_AT_ONCE, PeriodDays, PointsStore, RankingCut, RankingPage
from data.periods.rankings import RankingStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePost, PuzzlePostStore
from data.puzzles.puzzles import AskedPuzzle, PuzzleStore
from data.tables.tournaments import cups
from tests.cases import there
from tests.data.helpers import ANN, BOB, CAT, GUILD, Clock, delete_old_games, forget
from tests.data.playing import DRAWN, FIRST_WINS, against_computer, between, played
from tests.databases import on_postgres

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
WEEK = [(MONDAY + timedelta(days=day), MONDAY + timedelta(days=day + 1)) for day in range(7)]


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = MONDAY + timedelta(hours=12)
    return clock


def week_in(guild_id: int | None = GUILD) -> PeriodDays:
    return PeriodDays(guild_id, "week", MONDAY.date().isoformat(), WEEK)


async def board(storage: Storage, guild_id: int | None = GUILD) -> RankingPage:
    return await storage[PointsStore].ranking(week_in(guild_id), RankingCut(guild_id))


async def figures(storage: Storage, guild_id: int | None = GUILD) -> dict[int, tuple[int, ...]]:
    """Return points of games, puzzles and daily puzzles by person."""
    return {row.player_id: row.parts for row in (await board(storage, guild_id)).rows}


async def test_the_five_best_games_a_day_count_one_for_each_opponent(storage: Storage, clock: Clock) -> None:
    """A win has three points, a draw one, and a loss none."""
    await played(storage, between(ANN, BOB, rated=False), FIRST_WINS)
    await played(storage, between(ANN, BOB), Outcome(None, None, Ending.CALLED_OFF))
    await played(storage, against_computer(ANN), FIRST_WINS)
    assert await figures(storage) == {}
    await played(storage, between(ANN, BOB), DRAWN)
    for _ in range(2):
        await played(storage, between(ANN, BOB), FIRST_WINS)
    assert await figures(storage) == {ANN: (3, 0, 0), BOB: (1, 0, 0)}
    clock.advance(days=1)
    await played(storage, between(ANN, 2000), DRAWN)
    for opponent in range(2001, 2007):
        await played(storage, between(ANN, opponent), FIRST_WINS)
    assert (await figures(storage))[ANN] == (3 + 15, 0, 0)


async def test_a_win_that_brings_no_rating_has_no_points(storage: Storage) -> None:
    """Against opponents far below; a win against one of equal strength counts at any time."""
    for _ in range(12):
        await played(storage, against_computer(ANN, "weak"), FIRST_WINS, computer_rating=2400)
    assert (await figures(storage))[ANN] == (3, 0, 0)
    for level in range(4):
        await played(storage, against_computer(ANN, f"level {level}"), FIRST_WINS, computer_rating=700)
    assert (await figures(storage))[ANN] == (3, 0, 0)
    await played(storage, against_computer(ANN, "even"), FIRST_WINS, computer_rating=2300)
    assert (await figures(storage))[ANN] == (6, 0, 0)


async def test_first_attempts_at_puzzles_count_five_a_day_where_done(storage: Storage, clock: Clock) -> None:
    for number in range(7):
        await solve(storage, ANN, f"p{number}")
    await solve(storage, BOB, "p0", fail=True)
    assert await figures(storage) == {ANN: (0, 5, 0)}
    clock.advance(days=1)
    await solve(storage, ANN, "q")
    await solve(storage, CAT, "p0", guild_id=None)
    assert await figures(storage) == {ANN: (0, 6, 0)}
    assert await figures(storage, 7002) == {}
    assert await figures(storage, None) == {ANN: (0, 6, 0), CAT: (0, 1, 0)}


async def test_daily_puzzles_have_two_points_or_three_at_once(storage: Storage, clock: Clock) -> None:
    for guild_id in (GUILD, 7002):
        await daily(storage, guild_id, "2026-03-02")
    await solve_dailies(storage, ANN, first=True)
    await solve_dailies(storage, BOB, first=False)
    assert await figures(storage) == {ANN: (0, 0, 3), BOB: (0, 0, 2)}
    # Everywhere, the day counts once.
    assert await figures(storage, None) == {ANN: (0, 0, 3), BOB: (0, 0, 2)}


async def test_games_count_when_and_where_they_were_played(storage: Storage, clock: Clock) -> None:
    """The first moment is of the week, and the last is not."""
    clock.now = WEEK[0][0]
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(CAT, BOB, guild_id=None), FIRST_WINS)
    clock.now = WEEK[-1][1]
    await played(storage, between(CAT, BOB), FIRST_WINS)
    assert await figures(storage) == {ANN: (3, 0, 0)}
    assert await figures(storage, None) == {ANN: (3, 0, 0), CAT: (3, 0, 0)}


async def test_pages_shared_places_and_the_askers_row(storage: Storage) -> None:
    for winner in range(2001, 2013):
        await played(storage, between(winner, ANN), FIRST_WINS)
    await played(storage, between(BOB, ANN), DRAWN)
    page = await storage[PointsStore].ranking(week_in(), RankingCut(GUILD, BOB, 10, 2))
    assert [(row.place, row.player_id) for row in page.rows] == [(1, 2011), (1, 2012)]
    asker = there(page.asker)
    assert (page.total, asker.place, asker.value) == (14, 13, 1)
    empty = await storage[PointsStore].ranking(week_in(), RankingCut(GUILD, offset=20))
    assert (empty.rows, empty.total) == ((), 14)


async def add_up(storage: Storage, period: PeriodDays) -> int:
    """Add up all days that are over; returns in how many transactions."""
    transactions = 0
    while await storage[PointsStore].add_days(period):
        transactions += 1
    return transactions


@pytest.mark.long
async def test_many_days_are_added_up_in_a_few_transactions(storage: Storage, clock: Clock) -> None:
    begin = clock.now = WEEK[0][0] + timedelta(hours=1)
    for day in range(12):
        for opponent in range(2001, 2001 + day % 3):
            await played(storage, between(ANN, opponent), DRAWN if opponent % 2 else FIRST_WINS)
            await played(storage, against_computer(ANN, ("easy", "hard")[day % 2]), FIRST_WINS)
        await solve(storage, BOB, f"p{day}")
        await daily(storage, GUILD, clock.now.date().isoformat())
        await solve_dailies(storage, CAT, first=day % 2 == 0)
        clock.advance(days=1)
    days = [(WEEK[0][0] + timedelta(days=day), WEEK[0][0] + timedelta(days=day + 1)) for day in range(12)]
    for guild_id in (GUILD, None):
        season = PeriodDays(guild_id, "season", begin.date().isoformat(), days)
        counted = await storage[PointsStore].ranking(season, RankingCut(season.guild_id))
        assert await add_up(storage, season) == math.ceil(len(days) / DAYS_AT_ONCE)
        assert await storage[PointsStore].ranking(season, RankingCut(season.guild_id)) == counted


async def test_more_rows_are_added_up_in_more_transactions(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(points, "ROWS_AT_ONCE", 3)
    for day in range(5):
        for opponent in range(2001, 2001 + day):
            await played(storage, between(ANN, opponent), FIRST_WINS)
        await daily(storage, GUILD, clock.now.date().isoformat())
        await solve_dailies(storage, CAT, first=True)
        clock.advance(days=1)
    for guild_id in (GUILD, None):
        counted = await board(storage, guild_id)
        assert await add_up(storage, week_in(guild_id)) == 3
        assert await board(storage, guild_id) == counted


async def test_points_counted_before_a_person_left_are_not_stored(storage: Storage, clock: Clock) -> None:
    await played(storage, between(ANN, CAT), FIRST_WINS)
    await played(storage, between(BOB, CAT), FIRST_WINS)
    clock.advance(days=1)
    store = storage[PointsStore]
    days = await storage._database.read(lambda c: store._next_days(c, week_in()))
    await forget(storage, ANN)
    await storage._database.write(lambda c: points._store_days(c, week_in(), there(days)))
    assert await figures(storage) == {BOB: (3, 0, 0)}
    # Counted twice, they are stored once.
    await storage._database.write(lambda c: points._store_days(c, week_in(), there(days)))
    assert await figures(storage) == {BOB: (3, 0, 0)}


async def test_added_days_are_counted_again_when_they_are_other_days(storage: Storage, clock: Clock) -> None:
    clock.now = MONDAY + timedelta(hours=1)
    await played(storage, between(ANN, BOB), FIRST_WINS)
    clock.advance(days=3)
    await add_up(storage, week_in())
    # The rules of its time zone were corrected: it was still the Sunday before.
    later = [(begin + timedelta(hours=5), end + timedelta(hours=5)) for begin, end in WEEK]
    there = replace(week_in(), days=later)
    assert (await storage[PointsStore].ranking(there, RankingCut(there.guild_id))).rows == ()
    await add_up(storage, there)
    assert (await storage[PointsStore].ranking(there, RankingCut(there.guild_id))).rows == ()
    assert (await figures(storage))[ANN] == (3, 0, 0)


async def test_added_points_outlast_games_but_not_their_person(storage: Storage, clock: Clock) -> None:
    await played(storage, between(ANN, CAT), FIRST_WINS)
    await played(storage, between(BOB, CAT), FIRST_WINS)
    clock.now = WEEK[0][1] + timedelta(minutes=59)
    assert not await storage[PointsStore].add_days(week_in())
    # The day has been over for an hour.
    clock.advance(seconds=60)
    assert await add_up(storage, week_in()) == 1
    await delete_old_games(storage, clock())
    assert await figures(storage) == {ANN: (3, 0, 0), BOB: (3, 0, 0)}
    await forget(storage, ANN)
    assert await figures(storage) == {BOB: (3, 0, 0)}


async def test_a_daily_puzzle_counts_once_whenever_solved_in_others(storage: Storage, clock: Clock) -> None:
    """First on its day, then in another server after midnight; a look in between changes nothing."""
    first, second = [await daily(storage, guild_id, "2026-03-02", f"p{guild_id}") for guild_id in (1, 2)]
    clock.now = WEEK[0][1] - timedelta(hours=1)
    await solve_post(storage, ANN, first, first=False)
    assert (await figures(storage, None))[ANN] == (0, 0, 2)
    clock.now = WEEK[0][1] + timedelta(hours=2)
    assert await add_up(storage, week_in(None)) == 1
    await solve_post(storage, ANN, second, first=True)
    assert (await figures(storage, None))[ANN] == (0, 0, 2)
    clock.advance(days=1)
    assert await add_up(storage, week_in(None)) == 1
    assert (await figures(storage, None))[ANN] == (0, 0, 2)
    assert await figures(storage, 2) == {ANN: (0, 0, 3)}


async def test_opponents_who_deleted_their_data_stay_different(storage: Storage, clock: Clock) -> None:
    """And games against one of them those against one opponent, whether or not the day was added up."""
    for opponent in (BOB, CAT, BOB, 2000):
        await played(storage, between(ANN, opponent), FIRST_WINS)
    assert (await figures(storage))[ANN] == (9, 0, 0)
    await forget(storage, BOB, CAT)
    assert await figures(storage) == {ANN: (9, 0, 0)}
    clock.advance(days=1)
    await add_up(storage, week_in())
    assert await figures(storage) == {ANN: (9, 0, 0)}


async def test_a_daily_puzzle_answered_late_counts_the_same_later(storage: Storage, clock: Clock) -> None:
    """After a long stop, its answer may come weeks later."""
    post = await daily(storage, GUILD, (MONDAY - points.MAX_ANSWER_DELAY).date().isoformat())
    clock.now = WEEK[2][0] + timedelta(hours=12)
    await solve_post(storage, ANN, post, first=True)
    counted = await figures(storage)
    await add_up(storage, week_in())
    assert await figures(storage) == counted
    clock.advance(days=3)
    await add_up(storage, week_in())
    assert await figures(storage) == counted


async def test_a_day_is_added_once_however_many_begin_at_once(storage: Storage, clock: Clock) -> None:
    await played(storage, between(ANN, CAT), FIRST_WINS)
    clock.advance(days=1)
    # On a server, those that come second may fail, and are repeated at the next look.
    at_once = (storage[PointsStore].add_days(week_in()) for _ in range(4))
    assert True in await asyncio.gather(*at_once, return_exceptions=True)
    assert await figures(storage) == {ANN: (3, 0, 0)}


async def test_games_are_found_by_the_index_of_their_time(storage: Storage) -> None:
    if on_postgres():
        pytest.skip("plans of PostgreSQL depend on the number of rows")
    there = await _plan(storage, GUILD)
    for step in (
        "results USING INDEX ix_results_scored_there (guild_id=? AND finished_at>? AND finished_at<?)",
        "puzzle_posts USING COVERING INDEX sqlite_autoindex_puzzle_posts_1 (guild_id=? AND day>?",
    ):
        assert step in there
    everywhere = await _plan(storage, None)
    for table in ("results USING INDEX ix_results_scored", "puzzle_attempts", "puzzle_tries"):
        assert f"SEARCH {table}" in everywhere
    assert everywhere.count("solved_at>? AND solved_at<?") == 2
    for table in ("results", "puzzle_attempts", "puzzle_posts", "puzzle_tries"):
        assert f"SCAN {table}" not in there + everywhere


async def _plan(storage: Storage, guild_id: int | None) -> str:
    """Return how SQLite runs the query of a board."""
    plans: list[str] = []

    def explained(_c: Connection, _cursor: object, statement: str, *rest: object) -> tuple[str, object]:
        return f"EXPLAIN QUERY PLAN {statement}", rest[0]

    def explain(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", explained, retval=True)
        ranked = points._sums_of(week_in(guild_id), None)
        plans.extend(row[3] for row in connection.execute(select(ranked)).cursor.fetchall())
        event.remove(connection, "before_cursor_execute", explained)

    await storage._database.read(explain)
    return "\n".join(plans)


async def solve(
    storage: Storage, player_id: int, puzzle: str, guild_id: int | None = GUILD, *, fail: bool = False
) -> None:
    asked = AskedPuzzle(puzzle, "reversi", 1500.0)
    await storage[PuzzleStore].begin(player_id, asked)
    if fail:
        await storage[PuzzleStore].wrong(player_id, asked, 0, guild_id=guild_id)
    await storage[PuzzleStore].right(player_id, asked, 0, 1, over=True, guild_id=guild_id)


async def daily(storage: Storage, guild_id: int, day: str, puzzle: str = "daily") -> PuzzlePost:
    new = NewPuzzlePost(puzzle, guild_id, 8001, day=day)
    return there(await storage[PuzzlePostStore].add_daily(new, MONDAY + timedelta(days=1)))


async def solve_post(storage: Storage, player_id: int, post: PuzzlePost, *, first: bool) -> None:
    await storage[PuzzlePostStore].record_try(post.id, player_id)
    await storage[PuzzlePostStore].record_solved(player_id, post.new.puzzle, first=first)


async def solve_dailies(storage: Storage, player_id: int, *, first: bool) -> None:
    for post in await storage[PuzzlePostStore].not_posted():
        await solve_post(storage, player_id, post, first=first)


JANUARY = datetime(2026, 1, 15, tzinfo=UTC)


async def win(storage: Storage, player_id: int, at: datetime = JANUARY) -> None:
    cup = {"player_id": player_id, "game": "reversi", "form": "swiss", "entrants": 8, "won_at": at}
    await storage._database.write(lambda c: c.execute(insert(cups).values(cup)))


async def know(storage: Storage, *player_ids: int) -> None:
    for player_id in player_ids:
        await storage[PeopleStore].remember(player_id, f"Player {player_id}")


async def test_cups_are_counted_within_a_time_or_ever(storage: Storage) -> None:
    await know(storage, ANN, BOB, CAT)
    for player_id in (ANN, BOB, BOB, CAT):
        await win(storage, player_id)
    await win(storage, ANN, JANUARY + timedelta(days=60))
    page = await storage[RankingStore].cups(RankingCut(None, CAT, limit=2))
    assert [(row.place, row.player_id, row.value) for row in page.rows] == [(1, ANN, 2), (1, BOB, 2)]
    assert (there(page.asker).place, page.total) == (3, 3)
    within = (JANUARY - timedelta(days=1), JANUARY + timedelta(days=1))
    page = await storage[RankingStore].cups(RankingCut(None), within)
    rows = [(row.place, row.player_id, row.value) for row in page.rows]
    assert rows == [(1, BOB, 2), (2, ANN, 1), (2, CAT, 1)]
    # None of them was won in a tournament of the server.
    assert (await storage[RankingStore].cups(RankingCut(GUILD))).total == 0
    # Those who deleted their data are left out.
    await forget(storage, ANN, BOB, CAT)
    assert (await storage[RankingStore].cups(RankingCut(None))).total == 0


async def test_streaks_are_by_the_present_run_then_by_the_best(storage: Storage, clock: Clock) -> None:
    await know(storage, ANN, BOB, CAT)
    solvers = {0: (ANN, CAT), 1: (ANN, CAT), 2: (ANN, CAT), 3: (), 4: (), 5: (BOB,), 6: (BOB, CAT)}
    for day, people in solvers.items():
        await play_day(storage, clock, f"2026-03-{10 + day}", people)
    page = await storage[RankingStore].streaks(RankingCut(GUILD, ANN, limit=2))
    figures = [(row.place, row.player_id, row.value, row.parts) for row in page.rows]
    assert figures == [(1, BOB, 2, (2,)), (2, CAT, 1, (3,))]
    asker = there(page.asker)
    assert (asker.place, asker.value, asker.parts) == (3, 0, (3,))
    assert (await storage[RankingStore].streaks(RankingCut(GUILD + 1))).total == 0
    for person in (BOB, CAT):
        streak = await storage[PuzzlePostStore].streak(GUILD, person)
        assert (streak.current, (streak.best,)) in [(row.value, row.parts) for row in page.rows]
    assert (await storage[RankingStore].streaks(RankingCut(None))).total == 3


async def play_day(storage: Storage, clock: Clock, day: str, people: tuple[int, ...]) -> None:
    """Post a daily puzzle, have it solved, and answer it."""
    clock.advance(days=1)
    new = NewPuzzlePost(f"p{day}", GUILD, 8001, day=day)
    post = there(await storage[PuzzlePostStore].add_daily(new, clock() + timedelta(days=1)))
    for person in people:
        await solve_post(storage, person, post, first=True)
    await storage[PuzzlePostStore].record_answered(post.id)
