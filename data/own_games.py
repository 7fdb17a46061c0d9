"""The games somebody is playing in a channel, in a list to choose from: one query, by indices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, case, func, select, text, union_all

from data.players import name_in
from data.records import OwnGame
from data.tables import PLAYING, games, moves

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
