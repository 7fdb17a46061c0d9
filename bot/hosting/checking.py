"""Checks of a stored database for `flipfour check`, and the findings of all checks."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.catalog import GAMES
from data import StorageError
from data.db.backup import copy_database
from data.db.locations import database_file
from data.db.migrate import migrate_file, newest_revision, tables_of
from data.games.records import Ending, Game, GameState
from data.upkeep.inspection import Inspection, file_faults
from engine import EngineError


class Grade(StrEnum):
    """Result of a check."""

    GOOD = "✓"
    NOTE = "!"
    """The check works, and could be better."""
    BAD = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a check; `advice` says what to do."""

    grade: Grade
    subject: str
    text: str
    advice: str = ""


def good(subject: str, text: str) -> Finding:
    """Return a finding of success."""
    return Finding(Grade.GOOD, subject, text)


def note(subject: str, text: str, advice: str = "") -> Finding:
    """Return a finding that something could be better."""
    return Finding(Grade.NOTE, subject, text, advice)


def bad(subject: str, text: str, advice: str = "") -> Finding:
    """Return a finding of failure."""
    return Finding(Grade.BAD, subject, text, advice)


MAX_SHOWN = 10
"""Maximum faults listed of one kind; the rest are counted."""

FILE, TIMES, GAMES_SUBJECT, RATINGS, OTHERS = "file", "times", "games", "ratings", "the rest"


async def check_database(url: str) -> list[Finding]:
    """Check everything in a database without changing it."""
    path = database_file(url)
    if path is None:
        return [good(FILE, "PostgreSQL checks its own files"), *await _contents(url)]
    try:
        revision = await asyncio.to_thread(tables_of, path)
    except StorageError as error:
        return [bad(FILE, str(error))]
    faults = await asyncio.to_thread(file_faults, path)
    if faults:
        return [*_listed(FILE, faults, severe=True, advice="restore a backup: flipfour restore")]
    found = [good(FILE, f"{path} is intact, and its rows are consistent")]
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
    """Check the contents of the rows."""
    async with Inspection.of(url) as inspection:
        if times := await inspection.unreadable_times():
            return [*_listed(TIMES, times, severe=True, advice="nothing else was checked: restore a backup")]
        broken = await inspection.broken_invariants()
        faults, unreadable, number = broken.pop(GAMES_SUBJECT), list[int](), 0
        async for game in inspection.games(unreadable):
            number += 1
            faults += [f"game {game.id} {fault}" for fault in faults_of(game)]
            # Let other tasks run: one game takes a millisecond.
            await asyncio.sleep(0)
        faults += [f"game {game_id} holds a value unknown to this version" for game_id in unreadable]
        ratings = broken.pop(RATINGS) + await inspection.rating_faults()
    found = [
        *_listed(
            GAMES_SUBJECT,
            faults,
            severe=True,
            advice="these games cannot be continued or shown; all others are unaffected",
        ),
        *_listed(RATINGS, ratings, severe=False, advice="only leaderboards and profiles are affected"),
    ]
    for subject, others in broken.items():
        found += _listed(subject, others, severe=False, advice="games are unaffected; report this")
    if not faults:
        found.append(good(GAMES_SUBJECT, f"all {number:,} follow the rules and have the right results"))
    if not ratings:
        found.append(good(RATINGS, "they follow from the games"))
    if not any(broken.values()):
        found.append(good(OTHERS, f"what is stored about {', '.join(broken)} fits together"))
    return found


def faults_of(game: Game) -> Iterator[str]:
    """Return how a game breaks its rules."""
    kind = GAMES.get(game.game)
    if kind is None:
        yield f"is of a kind unknown to this version: {game.game}"
        return
    try:
        position = kind.start(game.options)
    except EngineError:
        yield f"is on an unreadable board: {game.options}"
        return
    if game.moves and game.state in (GameState.OFFERED, GameState.CLOSED):
        yield "has moves but never began"
    for ply, move in enumerate(game.moves):
        try:
            position = position.play(move)
        except EngineError:
            yield f"has a move against the rules: number {ply + 1}, {move}"
            return
    result = position.result()
    if game.state is GameState.PLAYING and game.turn != position.turn:
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


def _listed(subject: str, faults: Sequence[str], *, severe: bool, advice: str) -> Iterable[Finding]:
    grade = bad if severe else note
    for fault in faults[:MAX_SHOWN]:
        yield grade(subject, fault, advice)
    if len(faults) > MAX_SHOWN:
        yield grade(subject, f"and {len(faults) - MAX_SHOWN:,} more", advice)
