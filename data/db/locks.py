"""Who waits for whom on a database server, where several transactions write at once.

In SQLite a writing transaction has the only write lock from its beginning: nothing of this is needed there.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select, text

from data.tables import games, players

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


class Turn(IntEnum):
    """What is counted before something is stored; the numbers are the same in every process of ours."""

    GAMES_OF_PERSON = 1
    GAMES_OF_SERVER = 2
    SELF_PLAY_OF_PERSON = 3
    SELF_PLAY_OF_CHANNEL = 4
    SELF_PLAY_OF_SERVER = 5
    REVIEWS = 6
    OPPONENTS = 7
    BLOCKS = 8
    WORKERS = 9
    IMPORTS = 10


_TAKE_TURN = text("SELECT pg_advisory_xact_lock(:turn, :id)")
_GAME = select(games.c.id).where(games.c.id == bindparam("id")).with_for_update()


def take_turns(connection: Connection, *turns: tuple[Turn, int | None]) -> None:
    """Until this transaction ends, let others wait that take the same turns: of somebody or something with an
    id (None: nothing to wait for). What is counted after this is as they have left it."""
    if _one_writer(connection):
        return
    # In one order everywhere, so that no two wait for each other.
    for turn, id_ in sorted((turn, id_ % 2**31) for turn, id_ in turns if id_ is not None):
        connection.execute(_TAKE_TURN, {"turn": turn, "id": id_})


def hold_game(connection: Connection, game_id: int) -> None:
    """Until this transaction ends, let nobody else change a game."""
    if not _one_writer(connection):
        connection.execute(_GAME, {"id": game_id})


def hold_players(connection: Connection, ids: Iterable[int], *, deleting: bool = False) -> None:
    """Until this transaction ends, let nobody else rate these people, nor (`deleting`) refer to them."""
    if not _one_writer(connection):
        rows = select(players.c.id).where(players.c.id.in_(ids)).order_by(players.c.id)
        connection.execute(rows.with_for_update(key_share=not deleting))


def _one_writer(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
