"""Which openings were played: worked out of games that are over, and kept with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, or_, select, text, update

from data.tables import OPENING_UNKNOWN, games, moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from data.db.database import Database

_KEEP = update(games).where(games.c.id == bindparam("played")).values(opening=bindparam("name"))


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game began: its first moves."""

    game_id: int
    game: str
    options: str
    moves: tuple[str, ...]


class Openings:
    """The openings of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unknown(self, plies: int, limit: int, player_id: int | None = None) -> tuple[Beginning, ...]:
        """The first `plies` of games that are over whose openings nobody has worked out yet: the latest
        `limit` of all, or of somebody's."""
        return await self._database.read(lambda c: unknown(c, plies, limit, player_id))

    async def keep(self, openings: Mapping[int, str]) -> None:
        """Keep the openings of games, by their ids; "" for a game without one."""
        rows = [{"played": game_id, "name": name} for game_id, name in openings.items()]
        if rows:
            await self._database.write(lambda c: c.execute(_KEEP, rows))


def unknown(connection: Connection, plies: int, limit: int, player_id: int | None) -> tuple[Beginning, ...]:
    """Games whose openings nobody has worked out yet; see `Openings.unknown`."""
    wanted = select(games.c.id, games.c.game, games.c.options).where(text(OPENING_UNKNOWN))
    if player_id is not None:
        wanted = wanted.where(
            or_(games.c.first_player_id == player_id, games.c.second_player_id == player_id)
        )
    found = connection.execute(wanted.order_by(games.c.id.desc()).limit(limit)).all()
    played: dict[int, list[str]] = {game_id: [] for game_id, _, _ in found}
    rows = connection.execute(
        select(moves.c.game_id, moves.c.move)
        .where(moves.c.game_id.in_(list(played)), moves.c.ply < plies)
        .order_by(moves.c.game_id, moves.c.ply)
    )
    for game_id, move in rows:
        played[game_id].append(move)
    return tuple(
        Beginning(game_id, game, options, tuple(played[game_id])) for game_id, game, options in found
    )
