"""Games that people bring: the file they have imported last, and those of its games that are to be reviewed.

Such a game is a finished one in which nobody sits. It has no results, so it counts for nobody and stands in
nobody's history.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, text

from data.db.locks import Turn, take_turns
from data.games.games import delete_games, find_all
from data.games.records import GameState
from data.people.players import ensure_players
from data.tables import IMPORTED, games, imports, moves

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Clock, Database
    from data.games.records import Ending, Game, NewMove

KEPT = timedelta(days=7)
"""A file is kept so long, and until the person imports another one."""

MOST_GAMES = 100
"""So many imported games of one person are kept: the latest."""

NOWHERE = 0
"""Stands for the channel of a game that was played in none: no channel on Discord has this id."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game as a file has it; `winner` and `ending` are None where nothing is known of its end, `score` is
    from the first player's point of view."""

    game: str
    options: str
    names: tuple[str, str]
    moves: Sequence[NewMove]
    turn: int
    winner: int | None
    score: int | None
    ending: Ending | None


class Imports:
    """What people have imported."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, player_id: int, content: str) -> int:
        """Keep the games of a file in place of those that the person has imported before; returns its id."""
        now = self._clock()
        return await self._database.write(lambda c: put(c, player_id, content, now))

    async def content(self, import_id: int, player_id: int) -> str | None:
        """The games of somebody's file; None when it is not there any more, or not theirs."""
        wanted = select(imports.c.content).where(imports.c.id == import_id, imports.c.player_id == player_id)
        found = await self._database.read(lambda c: c.scalar(wanted))
        return None if found is None else str(found)

    async def keep(self, player_id: int, game: ImportedGame) -> int:
        """Store one of the games, unless the same person has stored the same before; returns its id."""
        now = self._clock()
        return await self._database.write(lambda c: keep(c, player_id, game, now))

    async def forget_old(self) -> None:
        """Drop files that were imported long ago."""
        before = self._clock() - KEPT
        old = select(imports.c.id).where(imports.c.created_at <= before).limit(1)
        if await self._database.read(lambda c: c.scalar(old)) is not None:
            await self._database.write(lambda c: forget_before(c, before))


def put(connection: Connection, player_id: int, content: str, now: datetime) -> int:
    """Keep a file in place of the last one."""
    take_turns(connection, (Turn.IMPORTS, player_id))
    ensure_players(connection, [player_id])
    connection.execute(delete(imports).where(imports.c.player_id == player_id))
    row = {"player_id": player_id, "content": content, "created_at": now}
    return int(connection.execute(insert(imports).values(row).returning(imports.c.id)).scalar_one())


def keep(connection: Connection, player_id: int, new: ImportedGame, now: datetime) -> int:
    """Store an imported game, and drop the oldest where there are too many."""
    take_turns(connection, (Turn.IMPORTS, player_id))
    ensure_players(connection, [player_id])
    theirs = imported_by(connection, player_id)
    same = next((game.id for game in find_all(connection, theirs) if _is_same(game, new)), None)
    if same is not None:
        return same
    delete_games(connection, theirs[: max(0, len(theirs) - MOST_GAMES + 1)])
    game_id = int(
        connection.execute(
            insert(games)
            .values(
                game=new.game,
                options=new.options,
                channel_id=NOWHERE,
                state=GameState.FINISHED,
                challenger_id=player_id,
                colour="random",
                rated=False,
                turn=(new.turn + len(new.moves)) % 2,
                first_name=new.names[0],
                second_name=new.names[1],
                winner=new.winner,
                score=new.score,
                ending=new.ending,
                # There is no board to be shown.
                version=1,
                shown_version=1,
                created_at=now,
                started_at=now,
                moved_at=now,
                finished_at=now,
            )
            .returning(games.c.id)
        ).scalar_one()
    )
    if new.moves:
        connection.execute(
            insert(moves),
            [
                {
                    "game_id": game_id,
                    "ply": ply,
                    "move": move.move,
                    "seat": move.by,
                    "seconds": move.seconds,
                    "played_at": now,
                    "proved": None,
                }
                for ply, move in enumerate(new.moves)
            ],
        )
    return game_id


def forget_before(connection: Connection, moment: datetime) -> None:
    """Drop the files that were imported until a moment."""
    connection.execute(delete(imports).where(imports.c.created_at <= moment))


def imported_by(connection: Connection, player_id: int) -> tuple[int, ...]:
    """The imported games of somebody, oldest first."""
    theirs = select(games.c.id).where(games.c.challenger_id == player_id, text(IMPORTED))
    return tuple(connection.scalars(theirs.order_by(games.c.id)))


def _is_same(game: Game, new: ImportedGame) -> bool:
    names = tuple(seat.name for seat in game.seats)
    played = tuple(move.move for move in new.moves)
    return (game.game, game.options, names, game.moves) == (new.game, new.options, new.names, played)
