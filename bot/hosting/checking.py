"""Checks of a stored database for `flipfour check`, and the findings of all checks."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.catalog import GAMES
from data import (
    Ending,
    Game,
    GameState,
    Inspection,
    StorageError,
    copy_database,
    database_file,
    file_faults,
    newest_revision,
    tables_of,
    update_tables,
)
from engine import EngineError


class Grade(StrEnum):
    """Whether something is as it should be."""

    GOOD = "✓"
    NOTE = "!"
    """It works, and could be better."""
    BAD = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at; `advice` says what to do."""

    grade: Grade
    subject: str
    text: str
    advice: str = ""


def good(subject: str, text: str) -> Finding:
    """All is well."""
    return Finding(Grade.GOOD, subject, text)


def note(subject: str, text: str, advice: str = "") -> Finding:
    """It works."""
    return Finding(Grade.NOTE, subject, text, advice)


def bad(subject: str, text: str, advice: str = "") -> Finding:
    """It does not work."""
    return Finding(Grade.BAD, subject, text, advice)


SHOWN = 10
"""So many faults of one kind are listed; of the others there is the number."""

FILE, GAMES_SUBJECT, RATINGS = "file", "games", "ratings"


async def check_database(url: str) -> list[Finding]:
    """Look at everything that can be looked at, and change nothing."""
    path = database_file(url)
    if path is None:
        return [good(FILE, "PostgreSQL looks after its files itself"), *await _contents(url)]
    try:
        revision = await asyncio.to_thread(tables_of, path)
    except StorageError as error:
        return [bad(FILE, str(error))]
    faults = await asyncio.to_thread(file_faults, path)
    if faults:
        return [*_listed(FILE, faults, severe=True, advice="put back a copy: flipfour restore")]
    found = [good(FILE, f"{path} is whole, and its rows belong together")]
    if revision == newest_revision():
        return [*found, *await _contents(url)]
    with tempfile.TemporaryDirectory(prefix="flipfour-check-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        await asyncio.to_thread(copy_database, path, copy)
        try:
            await asyncio.to_thread(update_tables, copy)
        except StorageError as error:
            return [*found, bad("tables", f"those of revision {revision} cannot be updated: {error}")]
        updated = note(
            "tables", f"they are of revision {revision}; the next start updates them to {newest_revision()}"
        )
        return [*found, updated, *await _contents(f"sqlite:///{copy}")]


async def _contents(url: str) -> list[Finding]:
    """What the rows say."""
    async with Inspection.of(url) as inspection:
        number, faults = 0, await inspection.incomplete_games()
        async for game in inspection.games():
            number += 1
            faults += [f"game {game.id} {fault}" for fault in faults_of(game)]
            # Others have their turn: one game takes a millisecond.
            await asyncio.sleep(0)
        ratings = await inspection.rating_faults()
    found = [
        *_listed(
            GAMES_SUBJECT,
            faults,
            severe=True,
            advice="these games cannot go on or be shown; all others are not touched by that",
        ),
        *_listed(RATINGS, ratings, severe=False, advice="only leaderboards and profiles are touched by that"),
    ]
    if not faults:
        found.append(
            good(GAMES_SUBJECT, f"all {number:,} can be replayed by the rules, with the results they have")
        )
    if not ratings:
        found.append(good(RATINGS, "they follow from the games"))
    return found


def faults_of(game: Game) -> Iterator[str]:
    """What is wrong with a game by its rules."""
    kind = GAMES.get(game.game)
    if kind is None:
        yield f"is of a kind that this version does not know: {game.game}"
        return
    try:
        position = kind.start(game.options)
    except EngineError:
        yield f"is on a board that cannot be read: {game.options}"
        return
    if game.moves and game.state in (GameState.OFFERED, GameState.CLOSED):
        yield "has moves and was never begun"
    for ply, move in enumerate(game.moves):
        try:
            position = position.play(move)
        except EngineError:
            yield f"has a move against the rules: number {ply + 1}, {move}"
            return
    result = position.result()
    if game.state is GameState.PLAYING and game.turn != position.turn:
        yield "has another side to move than its moves say"
    if game.state is GameState.PLAYING and result is not None:
        yield "is over by the rules and still goes on"
    if game.state is GameState.FINISHED and game.ending is Ending.PLAYED:
        if result is None:
            yield "was ended by the rules, but they let it go on"
            return
        score = result.score if position.turn == 0 else -result.score
        if (game.winner, game.score) != (result.winner, score):
            yield f"has another result than its moves: {score:+d} by the rules"


def _listed(subject: str, faults: Sequence[str], *, severe: bool, advice: str) -> Iterable[Finding]:
    grade = bad if severe else note
    for fault in faults[:SHOWN]:
        yield grade(subject, fault, advice)
    if len(faults) > SHOWN:
        yield grade(subject, f"and {len(faults) - SHOWN:,} more", advice)
