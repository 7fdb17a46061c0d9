"""The games that somebody has played, as far back as they are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select, text, union

from data.games.games import find_all
from data.games.past_games import past_games
from data.tables import ADJOURNED, PLAYING, games, results

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.db.database import Database
    from data.games.past_games import PastGame, PastGames, Viewer
    from data.games.records import Game

_own = games.alias("own")
# Those that are over stand in `results`; the others are found by an index for each side.
_PLAYED = union(
    select(results.c.game_id.label("id")).where(results.c.player_id == bindparam("player_id")),
    *(
        select(_own.c.id).where(text(which), seat == bindparam("player_id"))
        for which in (PLAYING, ADJOURNED)
        for seat in (_own.c.first_player_id, _own.c.second_player_id)
    ),
).subquery("played")
_LATEST = select(_PLAYED.c.id).order_by(_PLAYED.c.id.desc()).limit(bindparam("limit"))


class History:
    """The part of the storage that looks back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games_of(self, player_id: int, limit: int) -> tuple[Game, ...]:
        """The games that somebody plays or has played, oldest first: the last `limit` of them."""
        return await self._database.read(lambda c: games_of(c, player_id, limit))

    async def past_games(
        self, wanted: PastGames, viewer: Viewer, offset: int, limit: int
    ) -> tuple[tuple[PastGame, ...], int]:
        """A part of the games that are meant and that the viewer sees, latest first; and their number."""
        return await self._database.read(lambda c: past_games(c, wanted, viewer, offset, limit))


def games_of(connection: Connection, player_id: int, limit: int) -> tuple[Game, ...]:
    """The games that somebody plays or has played, oldest first: the last `limit` of them."""
    found = connection.scalars(_LATEST, {"player_id": player_id, "limit": limit})
    return find_all(connection, found.all())
