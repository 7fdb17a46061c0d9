"""Boards of cups and streaks: by server or everywhere, ties, and who is left out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import insert

from data import Storage
from data.people.personal import DELETED_PLAYER
from data.puzzles.puzzle_posts import NewPuzzlePost
from data.tables.people import players
from data.tables.tournaments import cups
from tests.data.helpers import ANN, BOB, CAT, GUILD, Clock

if TYPE_CHECKING:
    from sqlalchemy import Connection

JANUARY = datetime(2026, 1, 15, tzinfo=UTC)


async def win(storage: Storage, player_id: int, at: datetime = JANUARY) -> None:
    def store(connection: Connection) -> None:
        connection.execute(
            insert(cups).values(player_id=player_id, game="reversi", form="swiss", entrants=8, won_at=at)
        )

    await storage._database.write(store)


async def know(storage: Storage, *player_ids: int) -> None:
    for player_id in player_ids:
        await storage.people.remember(player_id, f"Player {player_id}")


async def test_cups_are_counted_within_a_time_or_ever(storage: Storage) -> None:
    await know(storage, ANN, BOB, CAT)
    for player_id in (ANN, BOB, BOB, CAT):
        await win(storage, player_id)
    await win(storage, ANN, JANUARY + timedelta(days=60))
    page = await storage.boards.cups(guild_id=None, asker_id=CAT, limit=2)
    assert [(row.place, row.player_id, row.value) for row in page.rows] == [(1, ANN, 2), (1, BOB, 2)]
    assert page.asker is not None
    assert (page.asker.place, page.total) == (3, 3)
    within = (JANUARY - timedelta(days=1), JANUARY + timedelta(days=1))
    page = await storage.boards.cups(within, guild_id=None)
    assert [(row.place, row.player_id, row.value) for row in page.rows] == [
        (1, BOB, 2),
        (2, ANN, 1),
        (2, CAT, 1),
    ]
    # None of them was won in a tournament of the server.
    assert (await storage.boards.cups(guild_id=GUILD)).total == 0


async def test_streaks_are_by_the_present_run_then_by_the_best(storage: Storage, clock: Clock) -> None:
    await know(storage, ANN, BOB, CAT)
    solvers = {0: (ANN, CAT), 1: (ANN, CAT), 2: (ANN, CAT), 3: (), 4: (), 5: (BOB,), 6: (BOB, CAT)}
    for day, people in solvers.items():
        await play_day(storage, clock, f"2026-03-{10 + day}", people)
    page = await storage.boards.streaks(guild_id=GUILD, asker_id=ANN, limit=2)
    figures = [(row.place, row.player_id, row.value, row.parts) for row in page.rows]
    assert figures == [(1, BOB, 2, (2,)), (2, CAT, 1, (3,))]
    assert page.asker is not None
    assert (page.asker.place, page.asker.value, page.asker.parts) == (3, 0, (3,))
    assert (await storage.boards.streaks(guild_id=GUILD + 1)).total == 0
    for person in (BOB, CAT):
        streak = await storage.puzzle_posts.streak(GUILD, person)
        assert (streak.current, (streak.best,)) in [(row.value, row.parts) for row in page.rows]
    assert (await storage.boards.streaks(guild_id=None)).total == 3


async def play_day(storage: Storage, clock: Clock, day: str, people: tuple[int, ...]) -> None:
    """Post a daily puzzle, have it solved, and answer it."""
    clock.advance(days=1)
    new = NewPuzzlePost(f"p{day}", GUILD, 8001, day=day)
    post = await storage.puzzle_posts.add_daily(new, clock() + timedelta(days=1))
    assert post is not None
    for person in people:
        await storage.puzzle_posts.record_try(post.id, person)
        await storage.puzzle_posts.record_solved(person, new.puzzle, first=True)
    await storage.puzzle_posts.record_answered(post.id)


async def test_those_who_deleted_their_data_are_left_out(storage: Storage) -> None:
    def store(connection: Connection) -> None:
        connection.execute(insert(players).values(id=DELETED_PLAYER, name="deleted player"))

    await storage._database.write(store)
    await win(storage, DELETED_PLAYER)
    assert (await storage.boards.cups(guild_id=None)).total == 0
