"""Games of the version before a migration go on after it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from data import ConditionalLine, Game, Reply, Storage
from data.migrate import migrate_file
from tests.data.helpers import move, url_of
from tests.data.test_migrate import scripts_before

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOMENT = "2026-03-01 12:00:00.000000"


def old_game(path: Path, folder: Path, before: str) -> None:
    """Make a database as it was before a migration, with a game of Ann's and Bob's in which d3 was played."""
    migrate_file(path, scripts_before(before, folder))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO players VALUES (1001, 'Ann'), (1002, 'Bob')")
        connection.execute(
            "INSERT INTO games (id, game, options, channel_id, message_id, state, challenger_id, colour,"
            " first_player_id, second_player_id, rated, created_at, started_at, moved_at, turn)"
            " VALUES (1, 'reversi', '', 5, 6, 'playing', 1001, 'first', 1001, 1002, 1, ?, ?, ?, 1)",
            (MOMENT, MOMENT, MOMENT),
        )
        connection.execute("INSERT INTO moves VALUES (1, 0, 'd3', 0, 1.5, ?, NULL)", (MOMENT,))
    migrate_file(path)


async def test_older_games_are_where_the_bot_is_a_member(path: Path, tmp_path: Path) -> None:
    old_game(path, tmp_path, "0015_by")
    storage = await Storage.open(url_of(path))
    game = await storage.game(1)
    assert game is not None
    assert not game.by_clicks
    assert (await storage.add_moves(game, [move("c3", 1)])).moves == ("d3", "c3")
    await storage.close()


async def test_answers_can_be_planned_in_older_games(path: Path, tmp_path: Path) -> None:
    old_game(path, tmp_path, "0028")
    storage = await Storage.open(url_of(path))
    game = await storage.game(1)
    assert game is not None
    assert game.conditional_from is None
    (line,) = await storage.conditional.replace(game, 1001, [("c3", "c4")])

    def respond(now: Game, lines: Sequence[ConditionalLine]) -> Reply | None:
        return Reply((move(line.after(now.moves)[0], 0),), None) if line in lines else None

    stored = await storage.add_moves(game, [move("c3", 1)], respond=respond)
    assert (stored.moves, stored.conditional_from) == (("d3", "c3", "c4"), 2)
    assert await storage.game(1) == stored
    assert await storage.conditional.of(stored, 1001) == ()
    await storage.close()
