"""Messages that showed a game until another one took their place.

They are to say where the game went, once. A row stays until its message does, so that a start after a kill
finds what was not done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from data.db.share import EVERYTHING, Share
from data.people.players import dialect_insert
from data.tables import left_boards

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.db.database import Database
    from data.games.records import Game

PAGE = 100


@dataclass(frozen=True, slots=True)
class LeftBoard:
    """A message that shows a game no more."""

    message_id: int
    channel_id: int
    game_id: int


class LeftBoards:
    """The messages that do not say yet where their game went."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> tuple[LeftBoard, ...]:
        """Those of longest ago; a page of them at most."""
        share = self._database.share
        return await self._database.read(lambda c: left(c, share))

    async def forget(self, message_id: int) -> None:
        """Note that a message says it, or never will."""
        await self._database.write(lambda c: forget(c, message_id))


def leave(connection: Connection, game: Game, message_id: int | None) -> None:
    """Note the message that showed `game`, when the one with `message_id` shows it from now on; not where
    the bot is no member, and can do nothing about it."""
    if game.by_clicks or game.message_id is None or message_id in (None, game.message_id):
        return
    connection.execute(
        dialect_insert(connection, left_boards)
        .values(message_id=game.message_id, channel_id=game.channel_id, game_id=game.id)
        .on_conflict_do_nothing(index_elements=[left_boards.c.message_id])
    )


def left(connection: Connection, share: Share = EVERYTHING) -> tuple[LeftBoard, ...]:
    """The messages that do not say yet where their game went, oldest first; a page at most."""
    here = share.of_games(select(left_boards), left_boards.c.game_id)
    rows = connection.execute(here.order_by(left_boards.c.message_id).limit(PAGE))
    return tuple(LeftBoard(**row) for row in rows.mappings())


def forget(connection: Connection, message_id: int) -> None:
    """A message needs nothing more."""
    connection.execute(delete(left_boards).where(left_boards.c.message_id == message_id))
