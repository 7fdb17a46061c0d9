"""The games of a person, in lists to choose from: one query each, by indices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, case, func, select, text, union_all

from data.games.records import OwnGame
from data.people.players import name_in
from data.tables import PLAYING, games, moves, results

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_LISTED = 100

_own = games.alias("own")
# A query for each side, since each has an index.
_OWN = union_all(
    *(
        select(_own.c.id).where(
            text(PLAYING),
            seat == bindparam("player_id"),
            _own.c.channel_id == bindparam("channel_id"),
        )
        for seat in (_own.c.first_player_id, _own.c.second_player_id)
    )
)
_FIRST = games.c.first_player_id == bindparam("player_id")
_OPPONENT = case((_FIRST, games.c.second_player_id), else_=games.c.first_player_id)
_LISTED = (
    select(
        games.c.id,
        games.c.game,
        select(func.count()).where(moves.c.game_id == games.c.id).scalar_subquery().label("moves"),
        name_in(_OPPONENT, games.c.guild_id).label("opponent_name"),
        case((_FIRST, games.c.second_computer), else_=games.c.first_computer).label("computer"),
    )
    .where(games.c.id.in_(_OWN))
    .order_by(games.c.moved_at.desc(), games.c.id.desc())
    .limit(MOST_LISTED)
)
_LISTED_OF_ONE_KIND = _LISTED.where(games.c.game == bindparam("game"))

_FINISHED = (
    select(
        games.c.id,
        games.c.game,
        select(func.count()).where(moves.c.game_id == games.c.id).scalar_subquery().label("moves"),
        name_in(_OPPONENT, bindparam("guild_id")).label("opponent_name"),
        case((_FIRST, games.c.second_computer), else_=games.c.first_computer).label("computer"),
    )
    .join(results, results.c.game_id == games.c.id)
    .where(results.c.player_id == bindparam("player_id"))
    .order_by(results.c.finished_at.desc(), games.c.id.desc())
    .limit(bindparam("limit"))
)


def finished_games(
    connection: Connection, player_id: int, guild_id: int | None, limit: int
) -> tuple[OwnGame, ...]:
    """The last games that somebody has finished, the latest first; see `Storage.finished_games`."""
    values = {"player_id": player_id, "guild_id": guild_id, "limit": limit}
    rows = connection.execute(_FINISHED, values)
    return tuple(OwnGame(**row) for row in rows.mappings())


def shown_by(connection: Connection, message_id: int) -> int | None:
    """The id of the game that a message shows."""
    found = connection.scalar(select(games.c.id).where(games.c.message_id == message_id))
    return None if found is None else int(found)


def own_games(
    connection: Connection, player_id: int, channel_id: int, game: str | None
) -> tuple[OwnGame, ...]:
    """Newest activity first, at most MOST_LISTED; of one kind, or of all when None."""
    values = {"player_id": player_id, "channel_id": channel_id}
    if game is None:
        rows = connection.execute(_LISTED, values)
    else:
        rows = connection.execute(_LISTED_OF_ONE_KIND, {**values, "game": game})
    return tuple(OwnGame(**row) for row in rows.mappings())
