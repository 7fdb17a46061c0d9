"""Databases as earlier versions left them, with games going on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from data.db.migrate import SCRIPTS, migrate_file

if TYPE_CHECKING:
    from pathlib import Path

MOMENT = "2026-03-01 12:00:00.000000"


def scripts_before(revision: str, folder: Path) -> Path:
    """The migrations as they were before one was added."""
    older = folder / "older"
    shutil.copytree(SCRIPTS, older)
    for script in (older / "versions").glob("*_*.py"):
        if script.name >= revision:
            script.unlink()
    return older


def older_game(path: Path, folder: Path, before: str, moves: str = "", also: str | None = None) -> None:
    """Make a database as it was before a migration, with a game of Ann's and Bob's, and bring it up to date.

    `also` is one more statement, carried out before the update.
    """
    migrate_file(path, scripts_before(before, folder))
    played = moves.split()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players (id, name) VALUES (1001, 'Ann'), (1002, 'Bob')")
        connection.execute(
            "INSERT INTO games (id, game, options, channel_id, message_id, state, challenger_id, colour,"
            " first_player_id, second_player_id, rated, created_at, started_at, moved_at, turn)"
            " VALUES (1, 'reversi', '', 5, 6, 'playing', 1001, 'first', 1001, 1002, 1, ?, ?, ?, ?)",
            (MOMENT, MOMENT, MOMENT, len(played) % 2),
        )
        connection.executemany(
            "INSERT INTO moves VALUES (1, ?, ?, ?, 1.5, ?, NULL)",
            [(ply, move, ply % 2, MOMENT) for ply, move in enumerate(played)],
        )
        if also is not None:
            connection.execute(also)
    migrate_file(path)
