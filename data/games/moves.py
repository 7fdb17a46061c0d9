"""The moves of games: rows while a game is in progress, one packed value some time after its end.

Only this module uses their tables, so that everything else reads both forms. A finished game never changes,
so its rows can be replaced at any time: no reader sees both forms or neither.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import and_, bindparam, delete, exists, func, insert, or_, select, text, update

from data.db.rows import each_alone, values_of
from data.db.store import Store, reading, writing
from data.games.packing import Played, StoredMove, count_of, unpack, unpack_played
from data.tables.playing import NOT_PACKED, games, moves, packed_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Select

    from data.db.chores import Pending
    from data.games.records import NewMove

T = TypeVar("T")

AT_ONCE = 500
"""SQLite takes at most 32766 values in one statement, PostgreSQL 32767; this is as fast."""

PLIES = (
    "SELECT id, coalesce(plies, (SELECT count(*) FROM moves WHERE game_id = games.id)) FROM games "
    "WHERE state IN ('playing', 'finished')"
)
"""A query for the number of moves of each game, for programs that read a file without storage."""

PACKED = "SELECT coalesce(sum(plies), 0) FROM packed_moves JOIN games ON id = game_id"
"""A query for the number of packed moves."""

# Built once: building a statement takes longer than running it.
_THESE = moves.c.game_id.in_(bindparam("game_ids", expanding=True))
_BY_GAME = (moves.c.game_id, moves.c.ply)
_ROWS = ("game_id", "move", "seat", "seconds", "proved", "given_away", "thought")
_PLAYED = select(*moves.c[_ROWS]).where(_THESE).order_by(*_BY_GAME)
_STORED = select(*moves.c["game_id", *StoredMove._fields]).where(_THESE).order_by(*_BY_GAME)
_PACKED = select(packed_moves).where(packed_moves.c.game_id.in_(bindparam("game_ids", expanding=True)))
_ADD = insert(moves)


def read(connection: Connection, game_ids: Sequence[int], known: Collection[int] = ()) -> dict[int, Played]:
    """Return the moves of each of these games, without their times; `known` are some of the packed ones."""

    def of_rows(rows: Iterable[Sequence[Any]]) -> Played:
        return Played(*zip(*rows, strict=True))

    played = _read(connection, game_ids, known, _PLAYED, of_rows, unpack_played)
    return dict.fromkeys(game_ids, Played()) | played


def read_stored(connection: Connection, game_ids: Sequence[int]) -> dict[int, list[StoredMove]]:
    """Return the moves of each of these games as they were stored."""
    stored = _read(connection, game_ids, (), _STORED, lambda rows: [*map(StoredMove._make, rows)], unpack)
    return {game_id: stored.get(game_id, []) for game_id in game_ids}


def _read(
    connection: Connection,
    game_ids: Sequence[int],
    known: Collection[int],
    query: Select[Any],
    of_rows: Callable[[Iterable[Sequence[Any]]], T],
    of_packed: Callable[[bytes], T],
) -> dict[int, T]:
    by_game: dict[int, T] = {}

    def add_packed(ids: Sequence[int]) -> None:
        for game_id, packed in connection.execute(_PACKED, {"game_ids": ids}).all() if ids else ():
            by_game[game_id] = of_packed(packed)

    for start in range(0, len(game_ids), AT_ONCE):
        some = game_ids[start : start + AT_ONCE]
        add_packed([game_id for game_id in some if game_id in known])
        others = [game_id for game_id in some if game_id not in by_game]
        rows = connection.execute(query, {"game_ids": others}).all() if others else ()
        for game_id, of_game in groupby(rows, itemgetter(0)):
            by_game[game_id] = of_rows(row[1:] for row in of_game)
        # After the rows, or a server could pack a game between the two queries.
        add_packed([game_id for game_id in others if game_id not in by_game])
    return by_game


def add(connection: Connection, game_id: int, ply: int, new: Iterable[NewMove], now: datetime) -> None:
    """Add moves to a game, from a ply on."""
    rows = [values_of(move, game_id=game_id, ply=at, played_at=now) for at, move in enumerate(new, ply)]
    if rows:
        connection.execute(_ADD, rows)


def side_at(connection: Connection, game_id: int, ply: int) -> int | None:
    """Return the side of a move in a game in progress, None if there is no such move."""
    wanted = select(moves.c.seat).where(moves.c.game_id == game_id, moves.c.ply >= ply)
    return connection.scalar(wanted.order_by(moves.c.ply).limit(1))


def take_back(connection: Connection, game_id: int, ply: int) -> None:
    """Delete the moves of a game in progress from a ply on."""
    connection.execute(delete(moves).where(moves.c.game_id == game_id, moves.c.ply >= ply))


def has_ply(ply: int) -> ColumnElement[bool]:
    """Return a condition for a query of games in progress: there is a move at this ply."""
    return exists().where(moves.c.game_id == games.c.id, moves.c.ply >= ply)


_counted = games.alias("counted")


def number_of_moves(game_id: ColumnElement[int]) -> ColumnElement[int]:
    rows = select(func.count()).where(moves.c.game_id == _counted.c.id).scalar_subquery()
    counted = select(func.coalesce(_counted.c.plies, rows)).where(_counted.c.id == game_id)
    return counted.correlate_except(_counted).scalar_subquery()


def has_moved(game_id: ColumnElement[int], seat: ColumnElement[int]) -> ColumnElement[bool]:
    """Return a condition that a side of the game of a row has made a move."""
    # The sides take turns, and the other one is to move after the last move.
    packed = or_(_counted.c.plies > 1, and_(_counted.c.plies == 1, _counted.c.turn != seat))
    return or_(
        select(moves.c.ply).where(moves.c.game_id == game_id, moves.c.seat == seat).exists(),
        select(_counted.c.id).where(_counted.c.id == game_id, packed).exists(),
    )


def games_not_packed(pending: Pending) -> ColumnElement[bool]:
    return pending.here(games.c.guild_id, text(NOT_PACKED))


_SET_PLIES = update(games).where(games.c.id == bindparam("packed_game")).values(plies=bindparam("number"))


class PackingStore(Store):
    """Replaces the rows of finished games, in each process those of its own servers."""

    @reading
    def not_packed(self, connection: Connection, limit: int) -> dict[int, list[StoredMove] | None]:
        """Return the moves of finished games that are not packed, at most `limit`; None if unreadable.

        The oldest come first: values that are stored in their order fill the pages of a file.
        """
        waiting = select(games.c.id).where(text(NOT_PACKED))
        here = self._database.share.within(waiting, games.c.guild_id)
        game_ids = connection.scalars(here.order_by(games.c.id).limit(limit)).all()

        def stored(ids: Sequence[int]) -> list[tuple[int, list[StoredMove] | None]]:
            return [*read_stored(connection, ids).items()]

        def unreadable(game_id: int, _error: Exception) -> list[tuple[int, list[StoredMove] | None]]:
            return [(game_id, None)]

        return dict(each_alone(stored, game_ids, unreadable))

    @writing
    def keep(self, connection: Connection, packed: Mapping[int, bytes | None]) -> None:
        """Replace the rows of games by these values; those without one keep their rows and are not packed."""
        these = [*packed]
        # A game may have been deleted since, or packed by another process.
        still = select(games.c.id).where(games.c.id.in_(these), text(NOT_PACKED))
        numbers = dict.fromkeys(connection.scalars(still.order_by(games.c.id).with_for_update()), 0)
        if not numbers:
            return
        counted = select(moves.c.game_id, func.count()).where(moves.c.game_id.in_([*numbers]))
        for game_id, number in connection.execute(counted.group_by(moves.c.game_id)):
            numbers[game_id] = number
        rows = [
            {"game_id": game_id, "packed": value}
            for game_id, number in sorted(numbers.items())
            if number and (value := packed[game_id]) is not None and count_of(value) == number
        ]
        if rows:
            connection.execute(insert(packed_moves), rows)
            connection.execute(delete(moves).where(moves.c.game_id.in_([row["game_id"] for row in rows])))
        connection.execute(
            _SET_PLIES, [{"packed_game": game_id, "number": number} for game_id, number in numbers.items()]
        )
