"""Rows that do not fit each other are found, each kind by itself."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Table, TypeDecorator, insert, text

from data import Storage
from data.tables.messages import notices
from data.tables.people import role_links
from data.tables.playing import conditional_moves, vote_games, vote_hints, vote_members, votes
from data.tables.puzzles import own_puzzles, puzzle_attempts, puzzle_posts, puzzle_run_attempts, puzzle_runs
from data.tables.repertoires import repertoire_moves, training_questions, training_sessions
from data.tables.standings import next_boards, period_points, reviewed_plies, role_grants, season_badges
from data.tables.tournaments import cups, tournament_entrants, tournament_pairings, tournaments
from data.upkeep.inspection import Inspection
from tests.cases import for_each, there
from tests.data.helpers import ANN, BOB, CAT, GUILD
from tests.data.playing import move
from tests.data.upkeep.test_forgetting import furnish
from tests.databases import on_postgres, url_of

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WON, LOST, OF_OTHERS, GOING = 1, 2, 3, 5
"""Games: of Ann and Bob, of Bob and Cat, and one in progress of Bob and Ann."""


def _add(connection: Connection, table: Table, **values: object) -> None:
    """Insert a row; columns that need a value and are not named get some."""
    needed = {
        column.name: _some(column)
        for column in table.columns
        if not (column.nullable or column.server_default or column is table.autoincrement_column)
    }
    connection.execute(insert(table).values({**needed, **values}))


def _some(column: Column[Any]) -> object:
    if isinstance(column.type, TypeDecorator):
        return NOW
    kind: Any = column.type.python_type
    return kind(1)


def _more(connection: Connection) -> None:
    """Store a tournament, an exhibition, a vote game, and a bit of the rest."""
    over = {"state": "finished", "finished_at": NOW}
    _add(connection, tournaments, **over, started_at=NOW, organiser_id=ANN, announced=True, places=2)
    for number, person in enumerate((ANN, BOB), 1):
        _add(connection, tournament_entrants, tournament_id=1, number=number, player_id=person)
    pairing = {"first": 1, "second": 2, "outcome": "1-0", "forfeit": False, "told": True}
    _add(connection, tournament_pairings, tournament_id=1, **pairing, game_id=WON)
    _add(connection, cups, tournament_id=1, player_id=ANN, entrants=2)
    simul = {"organiser_id": BOB, "form": "simul", "side": "first", "announced": True}
    _add(connection, tournaments, **over, **simul, started_at=NOW, places=2)
    for number, person in enumerate((BOB, ANN)):
        _add(connection, tournament_entrants, tournament_id=2, number=number, player_id=person)
    board = {"first": 0, "second": 1, "outcome": "1-0", "forfeit": False, "told": True}
    _add(connection, tournament_pairings, tournament_id=2, **board, game_id=LOST)
    voted = {"form": "teams", "side": 0, "record": "done", "empty": 0}
    _add(connection, vote_games, game_id=OF_OTHERS, **voted)
    for side, person in enumerate((BOB, CAT)):
        _add(connection, vote_members, game_id=OF_OTHERS, player_id=person, side=side)
    for table in (votes, vote_hints):
        _add(connection, table, game_id=OF_OTHERS, ply=0, player_id=BOB)
    for place, person in enumerate((ANN, BOB), 1):
        badge = {"guild_id": GUILD, "first_day": "2026-01-01", "points": 10 - place}
        _add(connection, season_badges, **badge, player_id=person, place=place)
    period = {"guild_id": GUILD, "span": "week", "first_day": "2026-02-23"}
    _add(connection, period_points, **period, player_id=ANN)
    _add(connection, next_boards, **period)
    run = {"player_id": ANN, "kind": "rush", "ended_at": NOW, "ending": "time"}
    _add(connection, puzzle_runs, **run)
    _add(connection, puzzle_run_attempts, run_id=1, player_id=ANN)
    _add(connection, puzzle_attempts, player_id=ANN, result="solved", solved_at=NOW)
    _add(connection, puzzle_posts, answered=True, day="2026-03-01")
    _add(connection, own_puzzles, player_id=ANN, game_id=WON)
    _add(connection, repertoire_moves, player_id=ANN, side=0)
    _add(connection, training_sessions, player_id=ANN)
    _add(connection, training_questions, session_id=1, number=1, move_id=1)
    _add(connection, role_links, player_id=ANN)
    _add(connection, role_grants, player_id=ANN, guild_id=GUILD)
    _add(connection, conditional_moves, game_id=GOING, player_id=ANN)
    _add(connection, notices, game_id=GOING, player_id=ANN)
    _add(connection, reviewed_plies, game_id=WON, ply=0)


@pytest.fixture(scope="module")
def furnished_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a furnished database is kept, which takes longer to fill than to copy."""
    return tmp_path_factory.mktemp("furnished") / "games.db"


@pytest.fixture
async def furnished(storage: Storage, path: Path, furnished_file: Path) -> Storage:
    if not _copied(furnished_file, path):
        await furnish(storage)
        await storage._database.write(_more)
        if not on_postgres():
            _copied(path, furnished_file)
    return storage


def _copied(one: Path, other: Path) -> bool:
    """Copy a database if it is there."""
    if one.exists():
        with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(other)) as target:
            source.backup(target)
    return one.exists()


FAULTS = [
    ("UPDATE games SET finished_at = NULL WHERE id = 1", "game 1 is over and has no end"),
    ("UPDATE games SET winner = 0 WHERE id = 5", "game 5 is not over and has a winner"),
    ("UPDATE games SET first_player_id = NULL WHERE id = 5", "game 5 is in progress and has an empty seat"),
    ("UPDATE games SET flag_at = 1e9 WHERE id = 1", "game 1 is not in progress and its clock runs"),
    ("UPDATE games SET shown_version = version + 1 WHERE id = 1", "game 1 shows a version that it does not"),
    ("UPDATE questions SET game_id = 1", "game 1 is not in progress and has an open question"),
    ("UPDATE conditional_moves SET game_id = 1", "game 1 is not in progress and has conditional moves"),
    ("UPDATE conditional_moves SET player_id = 1003", "game 5 has conditional moves of someone who"),
    ("UPDATE moves SET seconds = -1 WHERE game_id = 3", "moves (game_id 3, ply 0) has seconds -1"),
    ("UPDATE moves SET ply = 1 WHERE game_id = 3", "game 3 lacks a move"),
    ("DELETE FROM results WHERE game_id = 1", "game 1 is over and has no results"),
    ("UPDATE votes SET player_id = 1001", "game 3 has a vote of a person, 1001, who is on neither side"),
    ("UPDATE vote_hints SET player_id = 1001", "game 3 has a hint of a person, 1001, who is on neither"),
    ("UPDATE votes SET ply = 9", "game 3 has a vote at ply 9, after its end"),
    ("UPDATE votes SET player_id = 1003", "game 3 has a vote of the other side, at ply 0 by 1003"),
    ("UPDATE vote_games SET ends_at = '2026-03-01 12:00:00'", "game 3 is voted on no more, and its count"),
    (
        "INSERT INTO vote_games (game_id, form, seconds, lot, side, ply, empty, record) "
        "VALUES (5, 'servers', 60, 1, 0, 0, 0, 'none')",
        "game 5 is voted on between two servers and is in progress",
    ),
    ("UPDATE vote_games SET seconds = -60", "vote_games (game_id 3) has seconds -60"),
    ("UPDATE results SET outcome = 'loss' WHERE game_id = 1", "game 1 has another result for side 0 than"),
    ("UPDATE ratings SET wins = -1", "has wins -1"),
    ("UPDATE tournament_pairings SET outcome = NULL, game_id = NULL", "pairing 1 has no result, and its"),
    ("UPDATE tournament_pairings SET outcome = '0-1'", "pairing 1 has another result than its game"),
    ("UPDATE tournament_pairings SET outcome = 'draw'", "pairing 1 has another result than its game"),
    ("UPDATE tournament_pairings SET game_id = 5 WHERE id = 1", "pairing 1 has a result, and its game is in"),
    ("UPDATE tournament_pairings SET second = 1", "pairing 1 is of someone with themselves"),
    ("UPDATE tournament_pairings SET second = 7", "pairing 1 is of someone who does not take part"),
    ("UPDATE tournament_pairings SET round = 0", "pairing 1 is in no round"),
    ("UPDATE tournament_entrants SET number = 1", "tournament 1 has two entrants of the number 1"),
    ("UPDATE tournament_entrants SET player_id = 1001", "tournament 1 has 1001 twice"),
    ("UPDATE tournament_entrants SET player_id = NULL", "tournament 1 has an entrant who is no player"),
    (
        "UPDATE tournaments SET state = 'open', finished_at = NULL, places = 1",
        "has more entrants than places",
    ),
    ("UPDATE tournaments SET finished_at = NULL", "tournament 1 is over and has no end"),
    ("UPDATE tournaments SET state = 'running'", "tournament 1 is not over and has an end"),
    ("UPDATE tournaments SET started_at = NULL", "tournament 1 has begun at no time"),
    ("UPDATE tournaments SET minutes = -5", "tournaments (id 1) has minutes -5"),
    ("UPDATE cups SET entrants = 0", "cup 1 is of nobody against nobody"),
    ("UPDATE tournaments SET side = 'second' WHERE id = 2", "pairing 2 has the exhibitor on the wrong side"),
    ("UPDATE puzzle_runs SET ending = NULL", "puzzle run 1 is over without a reason"),
    ("UPDATE puzzle_runs SET score = -2", "puzzle_runs (id 1) has score -2"),
    ("UPDATE puzzle_run_attempts SET player_id = 1002", "puzzle run 1 has an attempt of another person"),
    ("UPDATE puzzle_attempts SET solved_at = NULL", "puzzle 1 was solved at no time"),
    ("UPDATE puzzle_posts SET answer_at = posted_at", "is answered, and its answer is due"),
    ("UPDATE puzzle_posts SET day = 'Monday'", "has day Monday"),
    ("UPDATE own_puzzles SET player_id = 1003", "own puzzle 1 is of someone who did not play the game"),
    ("UPDATE period_points SET of_games = -3", "player_id 1001) has of_games -3"),
    ("UPDATE period_points SET first_day = '2026-13-01'", "has first_day 2026-13-01"),
    ("UPDATE next_boards SET first_day = '1 Mar 2026'", "has first_day 1 Mar 2026"),
    ("UPDATE season_badges SET points = 9", "in server 7001, 1001 is ahead of someone with as many points"),
    ("UPDATE blocks SET blocked_id = 1002 WHERE blocker_id = 1002", "player 1002 blocks themselves"),
    ("UPDATE role_links SET failures = -1", "role_links (player_id 1001) has failures -1"),
    ("UPDATE training_sessions SET player_id = 1002", "session 1 asks about a move of another person"),
    ("UPDATE repertoire_moves SET stage = -1", "repertoire_moves (id 1) has stage -1"),
    ("UPDATE games SET state = 'playing' WHERE id = 1", "game 1 is reviewed and not over"),
    ("UPDATE reviewed_plies SET ply = 70", "game 1 has a review of moves after its end"),
    ("UPDATE notices SET failures = -1", "notices (game_id 5, player_id 1001) has failures -1"),
    ("UPDATE notices SET due_at = 1e15", "has due_at 1000000000000000.0: no time of a bot"),
]


class Within:
    """A database as one transaction sees it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        return work(self._connection)


def faults_within(connection: Connection, *tables: str) -> list[str]:
    """Inspect what a transaction has changed, all of it or by the rules of some tables; nothing waits."""
    database: Any = Within(connection)
    with pytest.raises(StopIteration) as done:
        Inspection(database).broken_invariants(tables or None).send(None)
    return [fault for texts in done.value.value.values() for fault in texts]


async def test_every_fault_is_found(furnished: Storage) -> None:
    missed: dict[str, list[str]] = {}

    def plant(connection: Connection) -> None:
        before = faults_within(connection)
        for statement, said in FAULTS:
            with connection.begin_nested() as change:
                assert connection.execute(text(statement)).rowcount, statement
                changed = there(re.match(r"(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)", statement))[1]
                found = [fault for fault in faults_within(connection, changed) if fault not in before]
                if not [fault for fault in found if said in fault]:
                    missed[said] = found
                change.rollback()
        assert faults_within(connection) == before

    await furnished._database.write(plant)
    assert missed == {}


@pytest.mark.sqlite
@for_each("value", ["yesterday", "2026-02-30 12:00:00.000000", "2026-02-01T12:00:00", "", 5])
async def test_an_unreadable_time_is_found(furnished: Storage, path: Path, value: object) -> None:
    change = text("UPDATE cups SET won_at = :value")
    await furnished._database.write(lambda c: c.execute(change, {"value": value}))
    async with Inspection.of(url_of(path)) as inspection:
        found = (await inspection.broken_invariants())["columns"]
    assert sum("cups (id 1) has won_at" in one and "not a time" in one for one in found) == 1


async def test_a_game_with_an_unknown_value_is_left_out(furnished: Storage, path: Path) -> None:
    game = there(await furnished.game(GOING))
    await furnished.add_moves(game, [move("c3", 1)])
    change = text("UPDATE games SET unrated_why = 'mood' WHERE id = 5")
    await furnished._database.write(lambda c: c.execute(change))
    async with Inspection.of(url_of(path)) as inspection:
        unreadable: list[int] = []
        found = [one.id async for one in inspection.games(unreadable)]
        assert GOING not in found
        assert unreadable == [GOING]
        with pytest.raises(ValueError, match="mood"):
            [one async for one in inspection.games()]
