"""Boards and openings of games.

The text of a board is the board as people choose it, then perhaps ":" and what was chosen at random for this
one game, or the position a person has set up for it. Openings are determined once after the end and stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, or_, select, text, update

from data.db.store import Store, reading
from data.tables.playing import OPENING_UNKNOWN, games, moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection, Select

    from data.db.chores import Pending

DRAWN = ":"
"""Separates the part that was chosen at random for one game."""


SET_UP = "position"
"""Last word of a board with a position set up by a person."""


def chosen_board(options: str) -> str:
    """Return the board as people choose it and are rated on it: without the random part; "" for the usual
    one."""
    return options.partition(DRAWN)[0]


def is_set_up(options: str) -> bool:
    """Return whether a game begins from a position set up by a person."""
    return chosen_board(options).split(" ")[-1] == SET_UP


def set_up_on(board: str, position: str) -> str:
    """Return the text for a position on a board, "" for the usual one."""
    return f"{board} {SET_UP}{DRAWN}{position}".lstrip()


def board_set_up(options: str) -> tuple[str, str]:
    """Split a text into board and position, the inverse of `set_up_on`."""
    board, _, position = options.partition(DRAWN)
    return board.removesuffix(SET_UP).rstrip(), position


def same_board_again(options: str) -> str:
    """Return the board for another game like this one: with the position set up, without the random part."""
    return options if is_set_up(options) else chosen_board(options)


_KEEP = update(games).where(games.c.id == bindparam("played")).values(opening=bindparam("name"))


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first moves of a game."""

    game_id: int
    game: str
    options: str
    moves: tuple[str, ...]


def unknown_openings(pending: Pending) -> ColumnElement[bool]:
    """True while finished games wait for the names of their openings."""
    return pending.anywhere(games.c.id, text(OPENING_UNKNOWN))


class OpeningStore(Store):
    """The openings of finished games."""

    @reading
    def unknown(
        self, connection: Connection, plies: int, limit: int, player_id: int | None = None
    ) -> tuple[Beginning, ...]:
        """Return the first `plies` of the latest `limit` finished games without an opening: all, or a
        person's."""
        wanted = select(games.c.id, games.c.game, games.c.options).where(text(OPENING_UNKNOWN))
        if player_id is not None:
            # Sums, so that SQLite reads the few games of the partial index, not all of the person's.
            seats = (games.c.first_player_id + 0, games.c.second_player_id + 0)
            wanted = wanted.where(or_(*(seat == player_id for seat in seats)))
        return first_moves(connection, wanted.order_by(games.c.id.desc()).limit(limit), plies)

    async def keep(self, openings: Mapping[int, str]) -> None:
        """Store the openings of games by their ids; "" for a game without one."""
        rows = [{"played": game_id, "name": name} for game_id, name in openings.items()]
        if rows:
            await self._database.write(lambda c: c.execute(_KEEP, rows))


def first_moves(connection: Connection, wanted: Select[int, str, str], plies: int) -> tuple[Beginning, ...]:
    """Return the first `plies` of games selected by id, game and board."""
    found = connection.execute(wanted).all()
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
