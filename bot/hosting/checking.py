"""Checks of a stored database for `flipfour check`, and the findings of all checks."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from sqlalchemy import RowMapping, Table

from bot.catalog import GAMES
from bot.computer.thoughts import read_thought
from bot.core.fields import Frozen
from bot.hosting.stored_values import UNREADABLE, tournament_faults, unreadable_values
from data import StorageError
from data.db.backup import copy_database
from data.db.errors import database_file
from data.db.invariants import shortened
from data.db.migrate import migrate_file, newest_revision, tables_of
from data.games.records import Ending, Game, GameState
from data.tables.playing import conditional_moves, vote_games, votes
from data.tables.standings import reviewed_plies
from data.upkeep.inspection import Inspection, page_faults, reference_faults
from engine import Position


class Grade(StrEnum):
    """Result of a check."""

    GOOD = "✓"
    NOTE = "!"
    """The check works, and could be better."""
    BAD = "✗"


class Finding(Frozen):
    """The finding of a check; `advice` says what to do."""

    grade: Grade
    subject: str
    text: str
    advice: str = ""


def good(subject: str, text: str) -> Finding:
    return Finding(Grade.GOOD, subject, text)


def note(subject: str, text: str, advice: str = "") -> Finding:
    """Return a finding that something could be better."""
    return Finding(Grade.NOTE, subject, text, advice)


def bad(subject: str, text: str, advice: str = "") -> Finding:
    return Finding(Grade.BAD, subject, text, advice)


MAX_SHOWN = 10
"""Maximum faults listed of one kind; the rest are counted."""

FILE, GAMES_SUBJECT, RATINGS, VALUES, OTHERS = "file", "games", "ratings", "texts", "the rest"

PAGE = 200
"""Games whose votes, reviews and plans are read together."""

MOVES_OF_GAMES: Mapping[Table, str] = {
    votes: "move",
    vote_games: "decided",
    reviewed_plies: "best",
    conditional_moves: "line",
}
"""Tables with moves of games, and the column that has them."""

PLAYED = frozenset({"games", "moves", "packed_moves", *(table.name for table in MOVES_OF_GAMES)})
RATED = frozenset({"games", "ratings", "results"})
PAIRED = frozenset({"tournaments", "tournament_entrants", "tournament_pairings", "cups"})
"""Tables that are read for checks of games, of ratings and of tournaments."""


async def check_database(url: str) -> list[Finding]:
    """Check everything in a database without changing it."""
    path = database_file(url)
    if path is None:
        return [good(FILE, "PostgreSQL checks its own files"), *await _contents(url)]
    try:
        revision = await asyncio.to_thread(tables_of, path)
    except StorageError as error:
        return [bad(FILE, str(error))]
    advice = "restore a backup: flipfour restore"
    faults = await asyncio.to_thread(page_faults, path)
    if faults:
        return [*_listed(FILE, faults, severe=True, advice=advice)]
    found = [*_listed(FILE, await asyncio.to_thread(reference_faults, path), severe=True, advice=advice)]
    found = found or [good(FILE, f"{path} is intact, and its rows are consistent")]
    if revision == newest_revision():
        return [*found, *await _contents(url)]
    with tempfile.TemporaryDirectory(prefix="flipfour-check-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        await asyncio.to_thread(copy_database, path, copy)
        try:
            await asyncio.to_thread(migrate_file, copy)
        except StorageError as error:
            return [*found, bad("tables", f"revision {revision} cannot be updated: {error}")]
        updated = note("tables", f"revision {revision}; the next start updates them to {newest_revision()}")
        return [*found, updated, *await _contents(f"sqlite:///{copy}")]


async def _contents(url: str) -> list[Finding]:
    async with Inspection.of(url) as inspection:
        number, broken = await faults_in(inspection)
    faults, ratings = broken.pop(GAMES_SUBJECT), broken.pop(RATINGS)
    found = [
        *_listed(
            GAMES_SUBJECT,
            faults,
            severe=True,
            advice="these games may not be continued or shown; all others are unaffected",
        ),
        *_listed(RATINGS, ratings, severe=False, advice="only leaderboards and profiles are affected"),
    ]
    for subject, others in broken.items():
        found += _listed(subject, others, severe=False, advice="only what it names is affected; report this")
    if not faults:
        found.append(good(GAMES_SUBJECT, f"all {number:,} follow the rules and have the right results"))
    if not ratings:
        found.append(good(RATINGS, "they follow from the games"))
    if not any(broken.values()):
        found.append(good(OTHERS, f"what is stored about {', '.join(broken)} fits together"))
    return found


async def faults_in(
    inspection: Inspection, tables: Collection[str] | None = None
) -> tuple[int, dict[str, list[str]]]:
    """Return the number of games, and the faults by subject; `tables` leaves out rules that read none of
    them."""
    broken = await inspection.broken_invariants(tables)
    broken[VALUES] = [fault async for fault in unreadable_values(inspection, tables)]
    faults, number = broken[GAMES_SUBJECT], 0
    if tables is None or not PLAYED.isdisjoint(tables):
        number = await _add_faults_of_games(faults, inspection)
    if tables is None or not RATED.isdisjoint(tables):
        broken[RATINGS] += await inspection.rating_faults()
    if tables is None or not PAIRED.isdisjoint(tables):
        broken["tournaments"] += [fault async for fault in tournament_faults(inspection)]
    return number, broken


async def _add_faults_of_games(faults: list[str], inspection: Inspection) -> int:
    """Return the number of games, good or not."""
    unreadable, page, number = list[int](), list[Game](), 0
    async for game in inspection.games(unreadable):
        number += 1
        page.append(game)
        if len(page) == PAGE:
            faults += [fault async for fault in _faults_of_page(inspection, page)]
            page.clear()
    faults += [fault async for fault in _faults_of_page(inspection, page)]
    faults += [f"game {game_id} holds a value unknown to this version" for game_id in unreadable]
    return number


async def _faults_of_page(inspection: Inspection, page: Sequence[Game]) -> AsyncIterator[str]:
    ids = [game.id for game in page]
    moves = {table: await inspection.of_games(table, ids) for table in MOVES_OF_GAMES}
    for game in page:
        said = [(table, row) for table, rows in moves.items() for row in rows.get(game.id, ())]
        for fault in faults_of(game, said):
            yield f"game {game.id} {fault}"
        # Let other tasks run: one game takes a millisecond.
        await asyncio.sleep(0)


def faults_of(game: Game, said: Sequence[tuple[Table, RowMapping]] = ()) -> Iterator[str]:
    """Return how a game breaks its rules, and which rows about its moves name impossible ones."""
    kind = GAMES.get(game.game)
    if kind is None:
        yield f"is of a kind unknown to this version: {game.game}"
        return
    try:
        positions = [kind.start(game.options)]
    except UNREADABLE:
        yield f"is on an unreadable board: {game.options}"
        return
    if game.moves and game.state in (GameState.OFFERED, GameState.CLOSED):
        yield "has moves but never began"
    for ply, move in enumerate(game.moves):
        try:
            positions.append(positions[-1].play(move))
        except UNREADABLE:
            yield f"has a move against the rules: number {ply + 1}, {move}"
            return
    position = positions[-1]
    result = position.result()
    if game.turn != position.turn:
        yield "has the wrong side to move"
    if game.state is GameState.PLAYING and result is not None:
        yield "is over by the rules but still in progress"
    if game.state is GameState.FINISHED and game.ending is Ending.PLAYED:
        if result is None:
            yield "ended by the rules although it was not over"
            return
        score = result.score if position.turn == 0 else -result.score
        if (game.winner, game.score) != (result.winner, score):
            yield f"has a wrong result: {score:+d} by the rules"
    elif game.state is GameState.FINISHED and result is not None and not game.imported:
        yield f"ended otherwise ({game.ending}) although it was over by the rules"
    for thought in game.thoughts:
        try:
            if thought is not None:
                read_thought(thought)
        except UNREADABLE:
            yield f"has an unreadable thought: {shortened(thought)!r}"
    yield from _impossible_moves(game, positions, said)


def _impossible_moves(
    game: Game, positions: Sequence[Position], said: Sequence[tuple[Table, RowMapping]]
) -> Iterator[str]:
    """Describe rows about a game with moves that are none there."""
    for table, row in said:
        if not 0 <= row["ply"] < len(positions):
            # The rules of rows name it.
            continue
        value = row[MOVES_OF_GAMES[table]]
        if value is None:
            continue
        line = value.split() if table is conditional_moves else [value]
        position = positions[row["ply"]]
        try:
            for move in line:
                position = position.play(move)
        except UNREADABLE:
            yield f"has an impossible move in {table.name} at ply {row['ply']}: {shortened(' '.join(line))}"


def _listed(subject: str, faults: Sequence[str], *, severe: bool, advice: str) -> Iterable[Finding]:
    grade = bad if severe else note
    for fault in faults[:MAX_SHOWN]:
        yield grade(subject, fault, advice)
    if len(faults) > MAX_SHOWN:
        yield grade(subject, f"and {len(faults) - MAX_SHOWN:,} more", advice)
