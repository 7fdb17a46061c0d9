"""Imported games: the file a person imported last, and the games stored for review.

An imported game is a finished one with open seats. It has no results, so it counts for no rating or history.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, text

from data.db.rows import insert_row
from data.db.store import CountLock, Store, reading, take_turns, writing
from data.games import moves
from data.games.history import delete_games, find_all
from data.games.records import GameState
from data.people.players import ensure_players
from data.tables.people import imports
from data.tables.playing import IMPORTED, games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.games.records import Ending, Game, NewMove

FILE_LIFETIME = timedelta(days=7)
"""Time for which a file is kept, unless the person imports another one."""

MAX_GAMES = 100
"""Maximum imported games kept for one person: the latest."""

NOWHERE = 0
"""Channel of an imported game; no channel on Discord has this id."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game from a file; `winner` and `ending` are None if unknown, `score` is the first player's."""

    game: str
    options: str
    names: tuple[str, str]
    moves: Sequence[NewMove]
    turn: int
    winner: int | None
    score: int | None
    ending: Ending | None


def old_imports(pending: Pending) -> ColumnElement[bool]:
    """True while files wait to be forgotten."""
    return pending.anywhere(imports.c.id, imports.c.created_at <= pending.ago(FILE_LIFETIME))


class ImportStore(Store):
    @writing
    def put(self, connection: Connection, player_id: int, content: str) -> int:
        """Store the games of a file in place of the person's former one; returns its id."""
        take_turns(connection, (CountLock.IMPORTS, player_id))
        ensure_players(connection, [player_id])
        connection.execute(delete(imports).where(imports.c.player_id == player_id))
        row = {"player_id": player_id, "content": content, "created_at": self._clock()}
        return insert_row(connection, imports, row)

    @reading
    def content(self, connection: Connection, import_id: int, player_id: int) -> str | None:
        """Return the games of a person's file; None if it is gone, or not theirs."""
        wanted = select(imports.c.content).where(imports.c.id == import_id, imports.c.player_id == player_id)
        content = connection.scalar(wanted)
        return None if content is None else str(content)

    @writing
    def keep(self, connection: Connection, player_id: int, game: ImportedGame) -> int:
        """Store an imported game, unless the person has stored the same before; returns its id.

        The oldest are deleted above MAX_GAMES.
        """
        take_turns(connection, (CountLock.IMPORTS, player_id))
        ensure_players(connection, [player_id])
        theirs = imported_by(connection, player_id)
        same = next((stored.id for stored in find_all(connection, theirs) if _is_same(stored, game)), None)
        if same is not None:
            return same
        delete_games(connection, theirs[: max(0, len(theirs) - MAX_GAMES + 1)])
        now = self._clock()
        game_id = insert_row(
            connection,
            games,
            {
                "game": game.game,
                "options": game.options,
                "channel_id": NOWHERE,
                "state": GameState.FINISHED,
                "challenger_id": player_id,
                "colour": "random",
                "rated": False,
                "turn": (game.turn + len(game.moves)) % 2,
                "first_name": game.names[0],
                "second_name": game.names[1],
                "winner": game.winner,
                "score": game.score,
                "ending": game.ending,
                # No board waits to be shown.
                "version": 1,
                "shown_version": 1,
                **dict.fromkeys(("created_at", "started_at", "moved_at", "finished_at"), now),
            },
        )
        moves.add(connection, game_id, 0, game.moves, now)
        return game_id

    async def forget_old(self) -> None:
        old = imports.c.created_at <= self._clock() - FILE_LIFETIME
        there = select(imports.c.id).where(old).limit(1)
        if await self._database.read(lambda c: c.scalar(there)) is not None:
            await self._database.write(lambda c: c.execute(delete(imports).where(old)))


def imported_by(connection: Connection, player_id: int) -> tuple[int, ...]:
    theirs = select(games.c.id).where(games.c.challenger_id == player_id, text(IMPORTED))
    return tuple(connection.scalars(theirs.order_by(games.c.id)))


def _is_same(game: Game, new: ImportedGame) -> bool:
    names = tuple(seat.name for seat in game.seats)
    played = tuple(move.move for move in new.moves)
    return (game.game, game.options, names, game.moves) == (new.game, new.options, new.names, played)
