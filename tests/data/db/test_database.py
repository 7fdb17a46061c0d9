"""The database: transactions, what is shown of it, kills."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

import data
from data import Storage, StorageError
from data.db import database
from data.db.store import ShownStore
from data.games.offers import OfferStore
from data.games.records import Game, GameChanged, GameState
from data.games.waiting import WaitingStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from data.ratings.leaderboard import StandingStore
from data.ratings.unrating import UnratingStore
from data.tournaments.tournaments import TournamentStore
from data.upkeep.servers import ServerStore
from tests.cases import there
from tests.data.helpers import ANN, BOB, CHANNEL, GUILD, Clock, failures
from tests.data.playing import FIRST_WINS, between, move, offer, reload, simul
from tests.databases import SYNCHRONOUS, url_of


async def both_move(one: Storage, other: Storage, game: Game) -> tuple[list[Game], list[GameChanged]]:
    """Two clicks at the same ply; who was stored, and who was told that the game has changed."""
    results = await asyncio.gather(
        one.add_moves(game, [move("d3", 0)]), other.add_moves(game, [move("c4", 0)]), return_exceptions=True
    )
    stored = [result for result in results if isinstance(result, Game)]
    refused = [result for result in results if isinstance(result, GameChanged)]
    assert len(stored) + len(refused) == 2, results
    return stored, refused


async def test_clicks_at_once_store_one_move_also_in_two_processes(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    stored, refused = await both_move(storage, storage, game)
    assert len(stored) == len(refused) == 1
    assert refused[0].game == stored[0] == await reload(storage, game)
    for _ in range(5):
        game = await storage.create_game(between())
        stored, refused = await both_move(storage, other, game)
        assert len(stored) == len(refused) == 1
        assert await reload(other, game) == stored[0]


async def test_two_processes_play_many_games_at_once(storage: Storage, other: Storage) -> None:
    games = [await storage.create_game(between()) for _ in range(6)]

    async def play(where: Storage, game: Game) -> None:
        for ply in range(10):
            game = await where.add_moves(game, [move(f"m{ply}", ply % 2)])
        await where.finish(game, FIRST_WINS)

    await asyncio.gather(*(play((storage, other)[i % 2], game) for i, game in enumerate(games)))
    for game in games:
        assert (await reload(storage, game)).moves == tuple(f"m{ply}" for ply in range(10))
    profile = there(await storage[StandingStore].profile(ANN))
    assert [standing.wins for standing in profile.standings.values()] == [6]


async def test_what_another_process_has_stored_is_read(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await reload(other, game) == game
    await other[WaitingStore].mark_shown(game, 7, 8)
    shown = await reload(storage, game)
    assert (shown.moves, shown.channel_id, shown.message_id) == (("d3",), 7, 8)
    taken_back = await other[UnratingStore].take_back(shown, 0)
    replayed = await other.add_moves(taken_back, [move("c4", 0)])
    assert await reload(storage, game) == replayed
    assert replayed.moves == ("c4",)


async def test_one_of_two_accepts_and_a_ply_has_one_move(storage: Storage) -> None:
    game = await storage.create_game(offer(opponent=None))
    offers = storage[OfferStore]
    both = (offers.accept(game, BOB, between(ANN, BOB).seats), offers.close(game, "withdrawn"))
    assert [*map(type, await failures(both))] == [GameChanged]
    assert (await reload(storage, game)).state in (GameState.PLAYING, GameState.CLOSED)
    game = await storage.create_game(between())
    await storage.add_moves(game, [move("d3", 0)])
    again = text(
        "INSERT INTO moves (game_id, ply, move, seat, seconds, played_at) "
        "SELECT game_id, ply, 'c4', seat, seconds, played_at FROM moves"
    )
    with pytest.raises(StorageError, match=r"(?i)unique"):
        await storage._database.write(lambda c: c.execute(again))


@pytest.mark.sqlite
async def test_readers_and_the_loop_continue_while_a_writer_waits(path: Path, storage: Storage) -> None:
    game = await storage.create_game(between())
    with closing(sqlite3.connect(path, isolation_level=None)) as other_process:
        other_process.execute("BEGIN IMMEDIATE")
        other_process.execute("UPDATE players SET name = 'not committed'")
        writing = asyncio.create_task(storage.add_moves(game, [move("d3", 0)]))
        # More reads than there are connections for them.
        seen = await asyncio.gather(*(storage.game(game.id) for _ in range(20)))
        assert seen == [game] * 20
        profile = there(await storage[StandingStore].profile(ANN))
        assert profile.name == str(ANN)
        assert not writing.done()
        other_process.execute("COMMIT")
    assert (await writing).moves == ("d3",)


@pytest.mark.sqlite
async def test_readers_are_opened_as_they_are_needed(storage: Storage) -> None:
    file = storage._database
    assert isinstance(file, database.SqliteFile)
    for _ in range(3):
        await storage[ServerStore].left()
    assert [reader._thread.is_alive() for reader in file.readers] == [True, False, False, False]
    await asyncio.gather(*(storage[ServerStore].left() for _ in range(3)))
    assert [reader._thread.is_alive() for reader in file.readers] == [True, True, True, False]


@pytest.mark.sqlite
async def test_open_readers_plan_by_new_statistics(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    for statement in (
        "CREATE TABLE pairs (same, own)",
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
        "INSERT INTO pairs SELECT 1, i FROM n",
        "CREATE INDEX by_own ON pairs (own)",
        "CREATE INDEX by_same ON pairs (same)",
    ):
        await storage._database.write(lambda c: c.execute(text(statement)) and None)  # noqa: B023
    query = "SELECT * FROM pairs WHERE same = 1 AND own = 1"

    async def planned(explain: str) -> str:
        # A query notices that the schema has changed, its explanation does not.
        await storage._database.read(lambda c: c.execute(text(query)).all())
        return str(await storage._database.read(lambda c: c.execute(text(f"{explain} {query}")).all()))

    assert "by_same" in await planned("EXPLAIN QUERY PLAN")
    monkeypatch.setattr(database, "ANALYSED_EVERY", 1)
    await storage[ServerStore].record_there(GUILD)
    # Another write begins after the statistics are made.
    await storage._database.write(lambda _: None)
    assert "by_own" in await planned("EXPLAIN  QUERY PLAN")


@pytest.mark.sqlite
async def test_a_reader_that_is_needed_late_creates_no_file(path: Path, storage: Storage) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    with pytest.raises(StorageError):
        await storage[ServerStore].left()
    assert list(path.parent.glob(f"{path.name}*")) == []


@pytest.mark.sqlite
async def test_cancelled_writer_has_stored_all_or_nothing(path: Path, storage: Storage) -> None:
    game = await storage.create_game(between())
    with closing(sqlite3.connect(path, isolation_level=None)) as other_process:
        other_process.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(storage.add_moves(game, [move("d3", 0)]))
        await storage.game(game.id)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        other_process.execute("COMMIT")
    # The transaction whose caller has left is still in front of this one.
    moved = replace(game, version=game.version + 1, moves=("d3",))
    stored = await storage.add_moves(moved, [move("c3", 1)])
    assert stored.moves == ("d3", "c3")


async def test_cancelled_readers_leave_the_connections_usable(storage: Storage) -> None:
    game = await storage.create_game(between())
    for turns in range(1, 40):
        reading = asyncio.create_task(storage.game(game.id))
        for _ in range(turns):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait([reading])
    assert await asyncio.gather(*(storage.game(game.id) for _ in range(20))) == [game] * 20


async def test_closing_waits_for_what_is_being_stored(path: Path, clock: Clock) -> None:
    storage = await Storage.open(url_of(path), clock=clock)
    game = await storage.create_game(between())
    writing = asyncio.create_task(storage.add_moves(game, [move("d3", 0)]))
    await asyncio.sleep(0)
    await storage.close()
    assert (await writing).moves == ("d3",)
    await storage.close()
    for call in (storage.game(game.id), storage.add_moves(game, [move("c3", 1)])):
        with pytest.raises(StorageError, match="closed"):
            await call
    assert not path.with_name("games.db-wal").exists()


@pytest.mark.sqlite
async def test_full_disk_is_said_in_one_line_and_stores_nothing(path: Path, storage: Storage) -> None:
    game = await storage.create_game(between())

    async def pages(count: int) -> None:
        await storage._database.write(lambda c: c.execute(text(f"PRAGMA max_page_count = {count}")))

    await pages(1)  # SQLite takes the present size as the least.
    with pytest.raises(StorageError, match="free some space") as caught:
        await storage.add_moves(game, [move("d3", i % 2) for i in range(5000)])
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert await reload(storage, game) == game
    await pages(1_000_000)
    stored = await storage.add_moves(game, [move("d3", 0)])
    assert stored.moves == ("d3",)


async def test_database_that_is_lost_while_open(storage: Storage, other: Storage) -> None:
    game = await storage.create_game(between())
    away, back = text("ALTER TABLE moves RENAME TO elsewhere"), text("ALTER TABLE elsewhere RENAME TO moves")
    await other._database.write(lambda c: c.execute(away))
    for call in (storage.game(game.id), storage.add_moves(game, [move("d3", 0)])):
        with pytest.raises(StorageError, match=r'no such table: moves|"moves" does not exist'):
            await call
    await other._database.write(lambda c: c.execute(back))
    assert await storage.game(game.id) == game


@pytest.mark.sqlite
async def test_commits_survive_a_power_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SYNCHRONOUS", SYNCHRONOUS)
    storage = await Storage.open(url_of(tmp_path / "games.db"))
    for run in (storage._database.read, storage._database.write):
        assert await run(lambda connection: connection.scalar(text("PRAGMA synchronous"))) == 2
    await storage.close()


def every_kind(kind: type[ShownStore]) -> Iterator[type[ShownStore]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from every_kind(inner)


async def test_a_message_is_recorded_with_its_place_in_what_is_there(storage: Storage, clock: Clock) -> None:
    made, other = [await storage[TournamentStore].create(simul(clock.now), 9, 9) for _ in range(2)]
    assert await storage[TournamentStore].record_message(made.id, 77, channel_id=8, digest="abc")
    assert await shown(storage, made.id) == (8, 77, "abc")
    # What is not given stays.
    assert await storage[TournamentStore].record_message(made.id, None, digest="")
    assert await shown(storage, made.id) == (8, None, "")
    assert await shown(storage, other.id) == (CHANNEL, None, None)
    post = await storage[PuzzlePostStore].add(NewPuzzlePost("r1", GUILD, CHANNEL))
    await storage[PuzzlePostStore].drop(post.id)
    assert not await storage[PuzzlePostStore].record_message(post.id, 77)
    for module in pkgutil.walk_packages(data.__path__, "data."):
        if ".migrations" not in module.name:
            importlib.import_module(module.name)
    kinds = [kind for kind in every_kind(ShownStore) if hasattr(kind, "table")]
    assert {kind.table.name: next(iter(kind.table.primary_key)).name for kind in kinds} == {
        "board_posts": "id", "channel_lists": "channel_id", "measurements": "id", "puzzle_posts": "id",
        "puzzle_races": "id", "questions": "id", "reviews": "game_id", "tournaments": "id",
    }  # fmt: skip


async def shown(storage: Storage, simul_id: int) -> tuple[int, int | None, str | None]:
    record = there(await storage[TournamentStore].find(simul_id))
    return record.tournament.channel_id, record.tournament.message_id, record.tournament.digest


# Plays four games at once for ever; says each move after it was stored.
PLAYER = """
import asyncio, sys
from data import Storage
from tests.data.playing import between, move

async def play(storage):
    while True:
        game = await storage.create_game(between())
        for ply in range(60):
            game = await storage.add_moves(game, [move(f"m{ply}", ply % 2)])
            print(game.id, ply, flush=True)

async def main():
    storage = await Storage.open(sys.argv[1])
    await asyncio.gather(*(play(storage) for _ in range(4)))

asyncio.run(main())
"""


def play_and_kill(path: Path, moves: int) -> dict[int, int]:
    """Kill a process once it has stored this many moves; return the last stored ply by game."""
    stored: dict[int, int] = {}
    command = [sys.executable, "-c", PLAYER, url_of(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(moves)]
        process.kill()
        # What it still said before it died counts too; a half line does not.
        lines += process.stdout.read().splitlines(keepends=True)
    for line in lines:
        if line.endswith("\n"):
            game_id, ply = map(int, line.split())
            stored[game_id] = ply
    return stored


@pytest.mark.long
async def test_killed_in_the_middle_of_writing(path: Path) -> None:
    for moves in (25, 60):
        stored = await asyncio.to_thread(play_and_kill, path, moves)
        assert sum(ply + 1 for ply in stored.values()) >= moves
        storage = await Storage.open(url_of(path))
        for game_id, ply in stored.items():
            game = there(await storage.game(game_id))
            assert game.ply > ply
            assert game.moves == tuple(f"m{i}" for i in range(game.ply))
        made = await storage.create_game(between())
        assert (await storage.add_moves(made, [move("d3", 0)])).ply == 1
        await storage.close()
