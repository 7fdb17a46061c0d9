"""Games that wait to be looked after, page by page, inside a transaction that the caller holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, literal, select, text, tuple_, update

from data.errors import GameNotFound
from data.tables import COMPUTER_TO_MOVE, NOT_SHOWN, PAUSED, REFUSED, UtcDateTime, games

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Connection

    from data.records import Game

# Built once: building a statement takes longer than running it. What to set comes with the values.
_SHOW = update(games).where(games.c.id == bindparam("game_id"))
_SHOW_NEWER = _SHOW.where(games.c.shown_version < bindparam("shown"))

PAGE = 100
"""How many games are read at once."""


class Waiting(NamedTuple):
    """A game that waits, and when it was moved in last."""

    moved_at: datetime
    id: int


def not_shown(connection: Connection, after: Waiting | None) -> tuple[Waiting, ...]:
    """The games whose present version no message shows, longest untouched first, from one of them on."""
    return _page(connection, NOT_SHOWN, after)


def computer_to_move(connection: Connection, after: Waiting | None) -> tuple[Waiting, ...]:
    """The games that wait for a computer player, longest untouched first, from one of them on."""
    return _page(connection, COMPUTER_TO_MOVE, after)


def paused_before(connection: Connection, moment: datetime) -> tuple[int, ...]:
    """Games that have rested since before a moment, longest first."""
    rows = connection.scalars(
        select(games.c.id)
        .where(text(PAUSED), games.c.paused_at < moment)
        .order_by(games.c.paused_at, games.c.id)
        .limit(PAGE)
    )
    return tuple(rows)


def refused_in(connection: Connection, channel_id: int) -> tuple[int, ...]:
    """The games of a channel whose messages Discord has refused for good."""
    rows = connection.scalars(
        select(games.c.id).where(text(REFUSED), games.c.channel_id == channel_id).order_by(games.c.id)
    )
    return tuple(rows)


def mark_shown(
    connection: Connection, game: Game, channel_id: int, message_id: int | None, *, refused: bool = False
) -> None:
    """Note that the message shows this version of `game`, or that Discord has refused it for good."""
    changed = connection.execute(
        _SHOW,
        {
            "game_id": game.id,
            "channel_id": channel_id,
            "message_id": message_id,
            "shown_version": game.version,
            "refused": refused,
        },
    )
    if changed.rowcount == 0:
        raise GameNotFound(game.id)


def mark_versions_shown(connection: Connection, versions: Mapping[int, int]) -> None:
    """Note for the ids of games which version of each is shown, in the message that is noted already."""
    connection.execute(
        _SHOW_NEWER,
        [
            {"game_id": game_id, "shown": version, "shown_version": version, "refused": False}
            for game_id, version in versions.items()
        ],
    )


def _page(connection: Connection, which: str, after: Waiting | None) -> tuple[Waiting, ...]:
    query = select(games.c.moved_at, games.c.id).where(text(which))
    if after is not None:
        last = tuple_(literal(after.moved_at, UtcDateTime), literal(after.id))
        query = query.where(tuple_(games.c.moved_at, games.c.id) > last)
    rows = connection.execute(query.order_by(games.c.moved_at, games.c.id).limit(PAGE))
    return tuple(Waiting(*row) for row in rows)
