"""Attempts at puzzles, people's own mistakes, posts in channels, streaks and spacing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import Storage
from data.db.errors import AttemptChanged
from data.games.records import Game
from data.jobs.reviews import NewReview, ReviewStore
from data.puzzles import puzzles
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePost, PuzzlePostStore, Streak, StreakDay, streak_of
from data.puzzles.puzzles import (
    START_DEVIATION,
    AskedPuzzle,
    Deed,
    NewOwnPuzzle,
    OwnPuzzle,
    OwnPuzzleStore,
    PuzzleStore,
    after_miss,
    after_success,
    person_after,
    puzzle_after,
)
from data.ratings import glicko2
from data.ratings.glicko2 import START, Rating
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.upkeep.export import ExportStore
from tests.cases import for_each, there
from tests.data.helpers import (
    ANN,
    BOB,
    CHANNEL,
    GUILD,
    Clock,
    delete_old_games,
    failures,
    forget,
    leave_server,
)
from tests.data.playing import FIRST_WINS, between, played

PUZZLE = AskedPuzzle("r7k3fq2", "reversi", 1500.0)
LIST = RatingList("reversi", Pool.PUZZLES)


async def value_of(storage: Storage, player_id: int) -> float | None:
    rated = await storage[StandingStore].rating(player_id, LIST)
    return None if rated is None else rated.rating.value


@pytest.fixture
async def attempts(storage: Storage) -> PuzzleStore:
    """The store of attempts, with one that Ann has begun."""
    await storage[PuzzleStore].begin(ANN, PUZZLE)
    return storage[PuzzleStore]


async def test_an_attempt_continues_from_where_it_was(storage: Storage, attempts: PuzzleStore) -> None:
    begun = await attempts.begin(ANN, PUZZLE)
    assert (begun.ply, begun.result, begun.over) == (0, None, False)
    await attempts.right(ANN, PUZZLE, 0, 2, over=False, guild_id=None)
    again = await attempts.begin(ANN, PUZZLE)
    assert (again.ply, again.result) == (2, None)
    assert await value_of(storage, ANN) is None
    assert await attempts.attempt(BOB, PUZZLE.id) is None


async def test_the_first_attempt_alone_is_rated(storage: Storage, attempts: PuzzleStore) -> None:
    failed = await attempts.wrong(ANN, PUZZLE, 0, guild_id=GUILD)
    assert (failed.result, failed.value_before) == ("failed", 1500.0)
    assert await value_of(storage, ANN) == failed.value_after
    await attempts.wrong(ANN, PUZZLE, 0, guild_id=GUILD)
    solved = await attempts.right(ANN, PUZZLE, 0, 1, over=True, guild_id=GUILD)
    assert (solved.result, solved.solved_at is None) == ("failed", False)
    assert await value_of(storage, ANN) == failed.value_after
    assert (await attempts.ratings())[PUZZLE.id] == 1500.0 + puzzles.MAX_PUZZLE_CHANGE


async def test_both_ratings_are_glickmans(storage: Storage, attempts: PuzzleStore) -> None:
    """By hand, from steps 3 to 7 for one opponent: g = 1/√(1 + 3φ²/π²), E = 1/2 for equal values,
    v = 4/g², φ' = 1/√(1/φ*² + 1/v), and the value changes by φ'²·g/2."""
    solved = await storage[PuzzleStore].right(ANN, PUZZLE, 0, 1, over=True, guild_id=None)
    # φ of the puzzle is 150/173.7178 = 0.8635: g = 0.9029; φ of the person is 2.0148.
    # 1/v = 0.2038, φ'² = 1/(1/4.0593 + 0.2038) = 2.2227; the change is 2.2227 · 0.9029/2 · 173.7178 = 174.3.
    before = Rating(1500.0, START_DEVIATION, START.volatility)
    unbounded = glicko2.rated(START, [(before, 1.0)], periods=0.0)
    assert unbounded.value == pytest.approx(1674.3, abs=0.3)
    # A first puzzle must not gain or lose that much.
    assert solved.value_after == 1500.0 + puzzles.MAX_PERSON_CHANGE
    rated = there(await storage[StandingStore].rating(ANN, LIST))
    assert rated.rating.deviation == pytest.approx(unbounded.deviation)
    # The puzzle would change by 30 points the other way: φ'² = 1/(1/0.7456 + 0.1119) = 0.6882,
    # g = 0.6690, so 0.6882 · 0.6690/2 · 173.7178 = 40.0.
    assert (await storage[PuzzleStore].ratings())[PUZZLE.id] == 1500.0 - puzzles.MAX_PUZZLE_CHANGE
    after = puzzle_after(before, START, solved=True)
    assert after.deviation == pytest.approx(173.7178 * 0.6882**0.5, abs=0.3)


@for_each("solved", [True, False])
@for_each("value", [400.0, 600.0, 1490.0, 1500.0, 2400.0, 2600.0])
def test_a_puzzle_and_a_newcomer_change_by_few_points(solved: bool, value: float) -> None:
    before = Rating(1500.0, START_DEVIATION, START.volatility)
    after = puzzle_after(before, Rating(value, 60.0, 0.06), solved=solved)
    assert abs(after.value - before.value) <= puzzles.MAX_PUZZLE_CHANGE
    assert (after.value < before.value) is solved
    assert after.deviation < before.deviation
    change = person_after(START, replace(before, value=value), solved=solved).value - START.value
    assert 0 < (change if solved else -change) <= puzzles.MAX_PERSON_CHANGE


@for_each("strength", [900.0, 1500.0, 2100.0])
def test_thirty_puzzles_bring_a_newcomer_to_where_they_belong(strength: float) -> None:
    rng, reached = Random(str(strength)), []
    for _ in range(40):
        person = START
        for _ in range(30):
            puzzle = Rating(min(max(person.value, 600.0), 2400.0), START_DEVIATION, START.volatility)
            chance = 1 / (1 + 10 ** ((puzzle.value - strength) / 400))
            person = person_after(person, puzzle, solved=rng.random() < chance)
        reached.append(person.value)
    assert abs(mean(reached) - strength) < 100


async def test_of_two_taps_at_once_one_counts(storage: Storage, attempts: PuzzleStore) -> None:
    taps = (attempts.right(ANN, PUZZLE, 0, 2, over=False, guild_id=None) for _ in range(2))
    assert [*map(type, await failures(taps))] == [AttemptChanged]
    shown = (attempts.wrong(ANN, PUZZLE, 2, Deed.SHOWN, guild_id=None) for _ in range(2))
    assert [*map(type, await failures(shown))] == [AttemptChanged]
    assert there(await storage[StandingStore].rating(ANN, LIST)).games == 1


async def test_nothing_changes_after_the_end(attempts: PuzzleStore) -> None:
    shown = await attempts.wrong(ANN, PUZZLE, 0, Deed.SHOWN, guild_id=None)
    assert (shown.over, shown.solved_at) == (True, None)
    with pytest.raises(AttemptChanged):
        await attempts.right(ANN, PUZZLE, 0, 1, over=True, guild_id=None)


async def test_solvers_of_puzzles_in_a_server_are_on_its_list(storage: Storage, clock: Clock) -> None:
    for number in range(30):
        puzzle = replace(PUZZLE, id=f"r{number}")
        await storage[PuzzleStore].begin(ANN, puzzle)
        await storage[PuzzleStore].right(ANN, puzzle, 0, 1, over=True, guild_id=GUILD)
        await storage[PuzzleStore].begin(BOB, puzzle)
        await storage[PuzzleStore].wrong(BOB, puzzle, 0, guild_id=None)
    here = await storage[StandingStore].leaderboard(LIST, guild_id=GUILD, asker_id=ANN)
    assert [(row.player_id, row.wins, row.losses) for row in here.rows] == [(ANN, 30, 0)]
    everywhere = await storage[StandingStore].leaderboard(LIST, guild_id=None, asker_id=ANN)
    assert [row.player_id for row in everywhere.rows] == [ANN, BOB]


async def mistake(storage: Storage) -> tuple[Game, OwnPuzzle]:
    """Ann's mistake in a reviewed game."""
    game = (await played(storage, between(), FIRST_WINS)).game
    await storage[ReviewStore].begin(NewReview(game.id, ANN, GUILD, CHANNEL), 2)
    assert await storage[OwnPuzzleStore].to_mine() is None
    await storage[ReviewStore].finish(game.id)
    assert await storage[OwnPuzzleStore].to_mine() == (game.id, 0)
    new = NewOwnPuzzle(
        ANN, game.id, 3, "d3", "reversi", "…", ("c4", "pass", "e3"), "win", 4, 1200.0, ("corner",)
    )
    await storage[OwnPuzzleStore].add(game.id, 4, new)
    assert await storage[OwnPuzzleStore].to_mine() == (game.id, 4)
    await storage[OwnPuzzleStore].add(game.id, 4, new)
    await storage[OwnPuzzleStore].add(game.id, None)
    assert await storage[OwnPuzzleStore].to_mine() is None
    own = there(await storage[OwnPuzzleStore].next_due(ANN))
    assert own.new == new
    assert await storage[OwnPuzzleStore].due(ANN) == 1
    return game, own


async def begin(storage: Storage, puzzle_id: int) -> None:
    """Begin an attempt at a puzzle that is due."""
    assert await storage[OwnPuzzleStore].due(ANN) == 1
    begun = there(await storage[OwnPuzzleStore].begin(puzzle_id))
    assert (begun.attempt.ply, begun.attempt.result, begun.attempt.over) == (0, None, False)


async def come_back(storage: Storage, clock: Clock, days: int) -> None:
    """Let the days pass after which the puzzle is due, and not before."""
    later = there(await storage[OwnPuzzleStore].next_due(ANN))
    assert later.due_at == clock() + timedelta(days=days)
    clock.advance(days=days, seconds=-1)
    assert await storage[OwnPuzzleStore].due(ANN) == 0
    again = there(await storage[OwnPuzzleStore].begin(later.id))
    assert again.attempt.over
    clock.advance(seconds=1)


async def test_successes_are_spaced_by_one_three_seven_and_21_days(storage: Storage, clock: Clock) -> None:
    _, own = await mistake(storage)
    for days in (1, 3, 7, 21):
        await begin(storage, own.id)
        await storage[OwnPuzzleStore].right(own.id, 0, 2, over=False)
        solved = await storage[OwnPuzzleStore].right(own.id, 2, 3, over=True)
        assert (solved.attempt.result, solved.attempt.over) == ("solved", True)
        await come_back(storage, clock, days)
    await begin(storage, own.id)
    await storage[OwnPuzzleStore].right(own.id, 0, 3, over=True)
    assert await storage[OwnPuzzleStore].next_due(ANN) is None


async def test_of_two_taps_at_once_one_counts_of_own_puzzles(storage: Storage) -> None:
    _, own = await mistake(storage)
    taps = (storage[OwnPuzzleStore].right(own.id, 0, 2, over=False) for _ in range(2))
    assert [*map(type, await failures(taps))] == [AttemptChanged]
    with pytest.raises(AttemptChanged):
        await storage[OwnPuzzleStore].wrong(own.id, 0, shown=True)


async def test_own_puzzles_are_deleted_with_game_review_or_player(storage: Storage, clock: Clock) -> None:
    _, own = await mistake(storage)
    clock.advance(days=1)
    await delete_old_games(storage, clock())
    assert await storage[OwnPuzzleStore].begin(own.id) is None
    _, own = await mistake(storage)
    await leave_server(storage)
    assert await storage[OwnPuzzleStore].begin(own.id) is None
    _, own = await mistake(storage)
    assert [row["id"] for row in (await storage[ExportStore].of(ANN))["own_puzzles"]] == [own.id]
    await forget(storage, ANN)
    assert await storage[OwnPuzzleStore].begin(own.id) is None


async def day(storage: Storage, clock: Clock, number: int) -> PuzzlePost:
    """The daily puzzle of a day."""
    later = clock() + timedelta(days=1)
    new = NewPuzzlePost(f"r{number}", GUILD, CHANNEL, day=f"2026-03-{number:02}", answer_at=later)
    return there(await storage[PuzzlePostStore].add_daily(new, later))


async def solve(storage: Storage, post: PuzzlePost, player_id: int = ANN) -> tuple[int, ...]:
    await storage[PuzzlePostStore].record_try(post.id, player_id)
    return await storage[PuzzlePostStore].record_solved(player_id, post.new.puzzle, first=True)


async def test_a_server_has_one_daily_puzzle_a_day(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    assert await storage[PuzzlePostStore].add_daily(post.new, clock() + timedelta(days=1)) is None
    assert await storage[PuzzlePostStore].used_in(GUILD) == {"r1"}
    assert await storage[PuzzlePostStore].scheduled() == {GUILD: clock() + timedelta(days=1)}
    assert await storage[PuzzlePostStore].last_daily(GUILD) == post


async def test_solving_counts_where_it_was_tried_and_until_the_answer(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    assert await storage[PuzzlePostStore].record_solved(BOB, "r1", first=True) == ()
    assert await solve(storage, post) == (post.id,)
    assert await solve(storage, post) == ()
    await storage[PuzzlePostStore].record_try(post.id, BOB)
    await storage[PuzzlePostStore].record_answered(post.id)
    assert await storage[PuzzlePostStore].record_solved(BOB, "r1", first=False) == ()
    results = await storage[PuzzlePostStore].results(post.id)
    assert (results.solvers, results.tried) == (((ANN, True),), 2)
    assert await storage[PuzzlePostStore].is_answered("r1")


async def test_a_streak_is_of_days_in_a_row_and_survives_an_open_day(storage: Storage, clock: Clock) -> None:
    for number, solved in enumerate((True, True, False, True, True, True), start=1):
        post = await day(storage, clock, number)
        if solved:
            await solve(storage, post)
        await storage[PuzzlePostStore].record_answered(post.id)
    await day(storage, clock, 7)
    for who in (ANN, None):
        streak = await storage[PuzzlePostStore].streak(GUILD, who)
        assert streak == Streak(5, 5, "2026-03-03", freeze_left=False)
    await storage[PuzzlePostStore].record_answered(7)
    assert await storage[PuzzlePostStore].streak(GUILD, ANN) == Streak(0, 5, freeze_left=False)
    assert await storage[PuzzlePostStore].streak(GUILD, BOB) == Streak(0, 0)


async def test_messages_that_do_not_name_all_solvers_are_found(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    await storage[PuzzlePostStore].record_message(post.id, 99)
    await solve(storage, post)
    assert await storage[PuzzlePostStore].out_of_date() == (post.id,)
    await storage[PuzzlePostStore].record_shown(post.id, 1)
    assert await storage[PuzzlePostStore].out_of_date() == ()


async def test_posted_puzzles_expire_and_daily_ones_stay(storage: Storage, clock: Clock) -> None:
    await day(storage, clock, 1)
    await storage[PuzzlePostStore].add(NewPuzzlePost("r9", GUILD, CHANNEL))
    clock.advance(days=2)
    await storage[PuzzlePostStore].forget_old(clock() - timedelta(days=1))
    assert await storage[PuzzlePostStore].used_in(GUILD) == {"r1"}


async def test_solvers_and_posts_are_deleted_with_people_and_servers(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    await solve(storage, post)
    await forget(storage, ANN)
    assert (await storage[PuzzlePostStore].results(post.id)).solvers == ()
    await leave_server(storage)
    assert await storage[PuzzlePostStore].used_in(GUILD) == frozenset()
    assert await storage[PuzzlePostStore].scheduled() == {}


DAYS = (1, 3, 7, 21)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=12))
def test_a_delay_depends_on_the_successes_since_the_last_miss(answers: list[tuple[bool, int]]) -> None:
    now, stage, known = datetime(2026, 3, 1, tzinfo=UTC), 0, 0
    for right, days in answers:
        now += timedelta(days=days)
        due_at, stage = after_success(stage, now) if right else after_miss(now)
        # A miss takes the first delay, so that the next success gets the second.
        begun = known if right else 0
        known = min(begun + 1, len(DAYS))
        assert due_at == (now + timedelta(days=DAYS[begun]) if begun < len(DAYS) else None)
        assert stage == known


DAYS_STREAKS = st.builds(
    lambda first, solved: [(first + timedelta(days=number), one) for number, one in enumerate(solved)],
    st.dates(date(2024, 1, 1), date(2027, 12, 31)),
    st.lists(st.booleans(), max_size=120),
)


def told(days: list[tuple[date, bool]], *, last_open: bool = False) -> Streak:
    last = len(days) - 1
    told_days = [
        StreakDay(day.isoformat(), over=not (last_open and number == last))
        for number, (day, _) in enumerate(days)
    ]
    return streak_of(told_days, [number for number, (_, solved) in enumerate(days) if solved])


@given(DAYS_STREAKS)
def test_a_streak_counts_solved_days(days: list[tuple[date, bool]]) -> None:
    streak = told([(day, True) for day, _ in days])
    assert streak == Streak(len(days), len(days))
    streak = told(days, last_open=True)
    if days and not days[-1][1]:
        before = told(days[:-1])
        assert (streak.current, streak.best, streak.frozen) == before[:3]
    else:
        assert streak == told(days)
    run = 0
    for _, solved in days:
        run = run + 1 if solved else 0
    assert told(days).current >= run


@given(DAYS_STREAKS)
def test_each_month_freezes_at_most_one_day(days: list[tuple[date, bool]]) -> None:
    """A run is the solved days since the last unfrozen miss; a month's first miss in a run is frozen."""
    runs: list[list[tuple[date, bool]]] = [[]]
    frozen: dict[str, date] = {}
    for day, solved in days:
        month = f"{day:%Y-%m}"
        if solved:
            runs[-1].append((day, True))
        elif runs[-1] and month not in frozen:
            frozen[month] = day
            runs[-1].append((day, False))
        else:
            runs.append([])
    counted = [sum(solved for _, solved in run) for run in runs]
    in_run = [day.isoformat() for day, solved in runs[-1] if not solved]
    streak = told(days)
    assert (streak.current, streak.best) == (counted[-1], max(counted))
    assert streak.frozen == (in_run[-1] if in_run else None)
    assert streak.freeze_left == (not days or f"{days[-1][0]:%Y-%m}" not in frozen)
