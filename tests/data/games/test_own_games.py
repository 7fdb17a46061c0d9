"""The list of a player's games in a channel, and how the database finds it and the lists of servers."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from data import Storage
from data.games.limits import FairUseBounds
from data.games.my_games import MAX_CHOICES, GameChoice
from data.ratings.ratings import Pool, RatingList
from data.tables.schema import metadata
from tests.data.games.test_matches import MATCH
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    CAT,
    CHANNEL,
    DRAWN,
    FIRST_WINS,
    GUILD,
    Clock,
    against_computer,
    between,
    move,
    offer,
    played,
    rank_everyone,
)
from tests.databases import engines, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection


PEOPLE = RatingList("reversi", Pool.PEOPLE)


@contextmanager
def plans(storage: Storage) -> Iterator[list[str]]:
    """Return the query plan of every query meanwhile, one step per item.

    PostgreSQL reads small tables as a whole, if it is allowed to.
    """
    steps: list[str] = []

    def explain(connection: Connection, _: object, statement: str, values: Any, *more: object) -> None:
        if statement.startswith("SELECT"):
            with closing(connection.connection.cursor()) as plain:
                if connection.dialect.name == "sqlite":
                    plain.execute(f"EXPLAIN QUERY PLAN {statement}", values)
                    steps.extend(row[3] for row in plain.fetchall())
                else:
                    plain.execute("SET LOCAL enable_seqscan = off")
                    plain.execute(f"EXPLAIN {statement}", values)
                    found = [row[0].strip(" ->") for row in plain.fetchall()]
                    steps.extend(step.replace("Seq Scan on", "SCAN") for step in found)

    asked = engines(storage)
    for engine in asked:
        event.listen(engine, "before_cursor_execute", explain)
    try:
        yield steps
    finally:
        for engine in asked:
            event.remove(engine, "before_cursor_execute", explain)


def scanned(steps: Iterable[str]) -> set[str]:
    """The tables of which every row is looked at."""
    return {step.split()[1] for step in steps if step.startswith("SCAN")} & {*metadata.tables, "own"}


async def test_own_games_of_a_channel_newest_first(storage: Storage, clock: Clock) -> None:
    await storage.people.remember(BOB, "Bob")
    first = await storage.create_game(between(ANN, BOB))
    clock.advance(seconds=1)
    second = await storage.create_game(against_computer(computer="Lucy|greedy:1", game="connect4"))
    third = await storage.create_game(between(BOB, ANN))
    for other in (between(ANN, BOB, channel_id=CHANNEL + 1), between(CAT, BOB), offer(ANN, BOB)):
        await storage.create_game(other)
    await storage.finish(await storage.create_game(between(ANN, BOB)), CALLED_OFF)
    clock.advance(seconds=1)
    await storage.add_moves(first, [move("d3", 0), move("c3", 1)])
    reversi = GameChoice(first.id, "reversi", 2, "Bob", None)
    listed = await storage.own_games(ANN, CHANNEL)
    assert listed == (
        reversi,
        GameChoice(third.id, "reversi", 0, "Bob", None),
        GameChoice(second.id, "connect4", 0, None, "Lucy|greedy:1"),
    )
    assert await storage.own_games(CAT + 1, CHANNEL) == ()


async def test_a_list_of_own_games_is_not_endless(path: Path) -> None:
    storage = await Storage.open(
        url_of(path), fair_use=FairUseBounds(games_person=2 * MAX_CHOICES, unplayed_person=2 * MAX_CHOICES)
    )
    for _ in range(MAX_CHOICES + 1):
        await storage.create_game(against_computer())
    assert len(await storage.own_games(ANN, CHANNEL)) == MAX_CHOICES
    await storage.close()


@pytest.mark.sqlite
async def test_own_games_are_found_by_index_in_one_query(storage: Storage) -> None:
    await storage.create_game(between())
    with plans(storage) as steps:
        assert len(await storage.own_games(ANN, CHANNEL)) == 1
    assert not scanned(steps)
    searched = [step for step in steps if step.startswith("SEARCH own")]
    assert len(searched) == 2
    for side, step in zip(("first", "second"), searched, strict=True):
        assert f"ix_games_{side}_playing ({side}_player_id=? AND channel_id=?)" in step


@pytest.mark.sqlite
async def test_the_list_of_a_server_does_not_look_at_results(storage: Storage) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(ANN, BOB, guild_id=GUILD + 1), FIRST_WINS)
    await rank_everyone(storage)
    with plans(storage) as steps:
        page = await storage.standings.leaderboard(PEOPLE, guild_id=GUILD, asker_id=CAT, limit=1)
    assert page.total == 2
    assert not scanned(steps)
    assert not [step for step in steps if "results" in step]
    by_index = "SEARCH server_players USING PRIMARY KEY (guild_id=? AND game=? AND pool=?"
    assert [step for step in steps if step.startswith(by_index)]
    found = [step for step in steps if step.startswith("SEARCH ratings")]
    assert found
    assert all("player_id=? AND game=? AND pool=?" in step for step in found)


@pytest.mark.sqlite
async def test_an_exhibition_is_looked_for_by_index(storage: Storage) -> None:
    with plans(storage) as steps:
        await storage.create_game(MATCH)
    assert any("uq_games_exhibition (channel_id=?)" in step for step in steps)
    # The games that play by themselves are few, and all that their index has.
    assert not scanned(step for step in steps if "INDEX ix_games_by_itself" not in step)


async def test_finished_games_anywhere_the_latest_first(storage: Storage, clock: Clock) -> None:
    ended = []
    for new, outcome in ((between(), FIRST_WINS), (against_computer(), FIRST_WINS), (between(CAT), DRAWN)):
        clock.advance(seconds=60)
        ended.append((await played(storage, new, outcome)).game)
    await storage.create_game(between())
    with plans(storage) as steps:
        found = await storage.finished_games(ANN, GUILD, 10)
    assert [game.id for game in found] == [ended[1].id, ended[0].id]
    assert [game.moves for game in found] == [1, 1]
    assert not scanned(steps)
    assert len(await storage.finished_games(ANN, GUILD, 1)) == 1
    assert [game.id for game in await storage.finished_games(CAT, None, 10)] == [ended[2].id]


async def test_a_game_is_found_by_its_message(storage: Storage) -> None:
    games = [await storage.create_game(between()) for _ in range(3)]
    await storage.waiting.mark_shown(games[1], CHANNEL, 99)
    await storage.waiting.write_shown()
    with plans(storage) as steps:
        assert await storage.shown_by(CHANNEL, 99) == games[1].id
    assert any("ix_games_message_id" in step for step in steps)
    assert await storage.shown_by(CHANNEL, 98) is None
