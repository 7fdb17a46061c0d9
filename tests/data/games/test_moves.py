"""Moves are read the same as rows and packed, and nothing is lost on the way from one to the other."""

from __future__ import annotations

import ast
import inspect
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, select

from data import Storage
from data.db.share import Share
from data.games import moves as module
from data.games.explorer import ExplorerStore, OpeningStore
from data.games.history import HistoryStore
from data.games.moves import PackingStore
from data.games.my_games import MyGamesStore
from data.games.packing import pack
from data.games.questions import QuestionStore
from data.games.records import Ending, Game, GameChanged, NewMove, Outcome
from data.jobs.imports import ImportedGame, ImportStore
from data.jobs.judged import JudgedStore
from data.jobs.reviews import QUIET_REVIEWS, ReviewStore
from data.people.preferences import Owner, PreferenceStore
from data.ratings.unrating import UnratingStore
from data.tables.playing import games, moves, packed_moves
from data.tables.standings import results
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import RetentionStore
from tests.cases import there
from tests.data.helpers import ANN, GUILD, Clock, failures, pack_all
from tests.data.playing import CALLED_OFF, DRAWN, between, move, reload
from tests.databases import url_of, writing_engine

PROJECT = Path(__file__).parents[3]


async def play(storage: Storage, clock: Clock, *made: NewMove, end: Outcome | None = DRAWN) -> Game:
    """Store a game with these moves, each in its own transaction, after other times."""
    game = await storage.create_game(between())
    for number, one in enumerate(made):
        clock.advance(seconds=one.seconds + 0.001 * number)
        game = await storage.add_moves(game, [one], end if one is made[-1] else None)
    return game


async def some_games(storage: Storage, clock: Clock) -> dict[str, Game]:
    """Return games of every length and kind of moves, in progress and over."""
    thought = NewMove("c3", 1, 0.123456, -12, 1.25, '{"depth":7,"nodes":1234}')
    made = {
        "whole": await play(storage, clock, move("d3", 0, 3.5), thought, move("pass", 0, 0.0), move("f6", 1)),
        "of one move": await play(storage, clock, move("d3", 0, 1 / 3), end=CALLED_OFF),
        "in progress": await play(storage, clock, move("d3", 0), move("c5", 1), end=None),
        "not begun": await storage.create_game(between()),
    }
    given_up = await storage.create_game(between())
    made["without moves"] = await storage.finish(given_up, Outcome(1, None, Ending.RESIGNED))
    file = ImportedGame("reversi", "", ("A", "B"), [move("d3", 0, 0.0), move("c3", 1, 0.0)], 0, 0, 2, None)
    made["imported"] = there(await storage.game(await storage[ImportStore].keep(ANN, file)))
    return made


def _counted(connection: Connection, ids: list[int]) -> list[tuple[int, int]]:
    query = select(games.c.id, module.number_of_moves(games.c.id)).where(games.c.id.in_(ids))
    return sorted((row[0], row[1]) for row in connection.execute(query))


def _moved(connection: Connection, ids: list[int]) -> list[tuple[int, int]]:
    moved = module.has_moved(results.c.game_id, results.c.seat)
    query = select(results.c.game_id, results.c.seat).where(results.c.game_id.in_(ids), moved)
    return sorted((row[0], row[1]) for row in connection.execute(query))


async def read_all(storage: Storage, path: Path, ids: list[int], clock: Clock) -> dict[str, Any]:
    """Return what every reader of moves says, of the module and of the stores that use it."""
    read = storage._database.read
    history = storage[HistoryStore].games_of(ANN, 100)
    document = await storage[ExportStore].of(ANN)
    rows = [{**game, "plies": None} for game in document["games"]]
    found = {
        "read": await read(lambda c: {one: list(map(list, got)) for one, got in module.read(c, ids).items()}),
        "read_stored": await read(lambda c: module.read_stored(c, ids)),
        "number_of_moves": await read(lambda c: _counted(c, ids)),
        "has_moved": await read(lambda c: _moved(c, ids)),
        "history": [game async for some in history for game in some],
        "timing": [await storage[JudgedStore].timing(game_id) for game_id in ids],
        "openings": await storage[OpeningStore].unknown(2, 50),
        "index": await storage[ExplorerStore].unindexed(2, 50),
        "choices": await storage[MyGamesStore].finished(ANN, GUILD, 50),
        "questions": await storage[QuestionStore].lapsed(),
        "quiet reviews": await storage[ReviewStore].wanted(["reversi"], 50, 50, []),
        "export": rows,
    }
    # Without what this one has in its cache.
    other = await Storage.open(url_of(path), clock=clock)
    found["games"] = [await other.game(game_id) for game_id in ids]
    await other.close()
    return found


async def test_every_reader_says_the_same_of_packed_games(storage: Storage, clock: Clock, path: Path) -> None:
    made = await some_games(storage, clock)
    await storage[PreferenceStore].put(Owner("person", ANN), QUIET_REVIEWS, "on")
    ids = [game.id for game in made.values()]
    before = await read_all(storage, path, ids, clock)
    assert before["quiet reviews"] is not None
    await pack_all(storage)
    assert await storage[PackingStore].not_packed(100) == {}
    after = await read_all(storage, path, ids, clock)
    for reader, said in before.items():
        assert after[reader] == said, reader
    over = {made[name].id for name in ("whole", "of one move", "imported")}
    assert await packed_ids(storage) == over
    left = select(moves.c.game_id).where(moves.c.game_id.in_(ids))
    assert await storage._database.read(lambda c: set(c.scalars(left))) == {made["in progress"].id}


def test_every_reader_of_the_module_is_compared() -> None:
    """A new function of the module either reads both forms or says that it is for games in progress."""
    public = {
        name: member
        for name, member in vars(module).items()
        if inspect.isfunction(member) and member.__module__ == module.__name__ and not name.startswith("_")
    }
    compared = {"read", "read_stored", "number_of_moves", "has_moved"}
    chores = {"games_not_packed"}
    in_progress = {name for name, member in public.items() if "in progress" in (member.__doc__ or "")}
    assert public.keys() == compared | chores | in_progress | {"add"}


FILLER = "bench/past.py"
"""A program that writes rows of its own, as an older version did."""

USED_BY = ("data/games/moves.py", "data/games/invariants.py")
"""What reads and writes them, and what checks them."""


def _uses(tree: ast.AST) -> Iterator[str]:
    tables = {"moves", "packed_moves"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "data.tables.playing":
            yield from (alias.name for alias in node.names if alias.name in tables)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "playing":
            yield from {node.attr} & tables
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"(?:FROM|INTO|UPDATE|JOIN) (?:packed_)?moves\b", node.value)


def test_nothing_else_reads_or_writes_the_tables() -> None:
    users = {
        str(file.relative_to(PROJECT))
        for folder in ("data", "bot", "bench", "executors", "renderers")
        for file in (PROJECT / folder).rglob("*.py")
        if "migrations" not in file.parts
        and re.search(r"\bplaying\b|\b[A-Z]{4,6} \w*moves\b", source := file.read_text("utf-8"))
        if any(_uses(ast.parse(source)))
    }
    assert users == {*USED_BY, FILLER}


async def packed_ids(storage: Storage) -> set[int]:
    packed = select(packed_moves.c.game_id).where(packed_moves.c.game_id < 100)
    return await storage._database.read(lambda c: set(c.scalars(packed)))


@pytest.mark.parametrize("place", [1, 2, 3])
async def test_a_killed_packing_loses_nothing(storage: Storage, clock: Clock, path: Path, place: int) -> None:
    """After the packed values were stored, the rows were deleted, and the games were marked."""
    ids = [game.id for game in (await some_games(storage, clock)).values()]
    before = await read_all(storage, path, ids, clock)
    written = 0

    def kill(_c: object, _cursor: object, statement: str, *_: object) -> None:
        nonlocal written
        written += statement.startswith(("INSERT INTO packed_moves", "DELETE FROM moves", "UPDATE games"))
        if written == place:
            raise Killed

    writer = writing_engine(storage)
    event.listen(writer, "after_cursor_execute", kill)
    with pytest.raises(Killed):
        await pack_all(storage)
    event.remove(writer, "after_cursor_execute", kill)
    assert await packed_ids(storage) == set()
    assert await read_all(storage, path, ids, clock) == before
    await pack_all(storage)
    assert await packed_ids(storage)
    assert await read_all(storage, path, ids, clock) == before


class Killed(Exception):  # noqa: N818 - an event
    """The process ends here."""


async def test_moves_on_an_earlier_version_change_no_packed_game(storage: Storage, clock: Clock) -> None:
    earlier = await play(storage, clock, move("d3", 0), move("c5", 1), end=None)
    over = await storage.add_moves(earlier, [move("f6", 0)], DRAWN)
    await pack_all(storage)
    changes = (storage.add_moves(earlier, [move("b2", 0)]), storage[UnratingStore].take_back(earlier, 0))
    assert [*map(type, await failures(changes))] == [GameChanged] * 2
    assert (await reload(storage, over)).moves == ("d3", "c5", "f6")


async def test_a_game_that_was_deleted_or_packed_meanwhile(storage: Storage, clock: Clock) -> None:
    deleted, packed, left = [await play(storage, clock, move(text, 0)) for text in ("d3", "c4", "f5")]
    waiting = await storage[PackingStore].not_packed(100)
    values = {game_id: pack(stored or []) for game_id, stored in waiting.items()}
    await storage[RetentionStore].delete_games((deleted.id,))
    await storage[PackingStore].keep({packed.id: values[packed.id]})
    await storage[PackingStore].keep(values)
    assert await packed_ids(storage) == {packed.id, left.id}
    assert (await reload(storage, packed)).moves == ("c4",)
    await storage[RetentionStore].delete_games((packed.id, left.id))
    assert await packed_ids(storage) == set()


async def test_a_value_with_other_moves_replaces_no_rows(storage: Storage, clock: Clock, path: Path) -> None:
    game = await play(storage, clock, move("d3", 0), move("c5", 1))
    stored = there((await storage[PackingStore].not_packed(1))[game.id])
    await storage[PackingStore].keep({game.id: pack(stored[:1])})
    assert await packed_ids(storage) == set()
    assert (await reload(storage, game)).moves == ("d3", "c5")


@pytest.mark.sqlite
async def test_unreadable_rows_stay_and_others_are_packed(storage: Storage, clock: Clock, path: Path) -> None:
    damaged, whole = [await play(storage, clock, move(text, 0)) for text in ("d3", "c4")]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE moves SET played_at = 'noon' WHERE game_id = ?", (damaged.id,))
    await pack_all(storage)
    assert await packed_ids(storage) == {whole.id}
    assert (await reload(storage, damaged)).moves == ("d3",)


async def test_a_process_packs_the_games_of_its_servers(storage: Storage, clock: Clock) -> None:
    here = await play(storage, clock, move("d3", 0))
    storage._database.share = Share(0, 0, 2) if Share(0, 0, 2).has(GUILD) else Share(1, 1, 2)
    there = await storage.create_game(replace(between(), guild_id=GUILD + (1 << 22)))
    await storage.add_moves(there, [move("c4", 0)], DRAWN)
    assert [*await storage[PackingStore].not_packed(100)] == [here.id]
