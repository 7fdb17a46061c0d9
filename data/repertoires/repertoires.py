"""Repertoires: the move a person wants to play in a position, by game and side.

Positions are numbers that symmetric ones share, and come from the caller; each has one line of moves that
leads there. Every move comes back by spaced repetition, and never stops doing so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, func, select

from data.db.rows import read_all, read_one, values_of
from data.db.store import Store, hold_players, reading, upsert, writing
from data.people.players import ensure_players
from data.tables.repertoires import repertoire_moves

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class NewRepertoireMove:
    """A move to be played in the position after a line."""

    position: int
    line: tuple[str, ...]
    move: str


@dataclass(frozen=True, slots=True)
class RepertoireMove:
    """A stored move of a repertoire.

    `stage` counts the delays begun since the last miss; 0: it was never asked.
    """

    id: int
    player_id: int
    game: str
    side: int
    new: NewRepertoireMove
    due_at: datetime
    stage: int
    misses: int


@dataclass(frozen=True, slots=True)
class RepertoireSize:
    """The number of a repertoire's moves, how many are due now, and when the first one is due."""

    moves: int
    due: int
    next_at: datetime


class RepertoireStore(Store):
    """The repertoires of people."""

    @reading
    def of(self, connection: Connection, player_id: int, game: str, side: int) -> tuple[RepertoireMove, ...]:
        """Return a repertoire, shorter lines first."""
        mine = (repertoire_moves.c.player_id == player_id, repertoire_moves.c.game == game)
        query = select(repertoire_moves).where(*mine, repertoire_moves.c.side == side)
        found = read_all(connection, RepertoireMove, query)
        return tuple(sorted(found, key=lambda move: (len(move.new.line), move.new.line, move.id)))

    @reading
    def all_of(self, connection: Connection, player_id: int) -> tuple[RepertoireMove, ...]:
        """Return all moves of a person's repertoires, those due first before others."""
        query = select(repertoire_moves).where(repertoire_moves.c.player_id == player_id)
        in_order = query.order_by(repertoire_moves.c.due_at, repertoire_moves.c.id)
        return read_all(connection, RepertoireMove, in_order)

    @reading
    def move_in(
        self, connection: Connection, player_id: int, game: str, side: int, position: int
    ) -> RepertoireMove | None:
        """Return the move in a position; None without one."""
        columns = repertoire_moves.c
        mine = (columns.player_id == player_id, columns.game == game, columns.side == side)
        query = select(repertoire_moves).where(*mine, columns.position == position)
        return read_one(connection, RepertoireMove, query)

    @reading
    def sizes(self, connection: Connection, player_id: int) -> dict[tuple[str, int], RepertoireSize]:
        """Return the sizes of a person's repertoires by game and side."""
        due = func.sum(case((repertoire_moves.c.due_at <= self._clock(), 1), else_=0))
        rows = connection.execute(
            select(
                repertoire_moves.c.game,
                repertoire_moves.c.side,
                func.count().label("moves"),
                due.label("due"),
                func.min(repertoire_moves.c.due_at).label("next_at"),
            )
            .where(repertoire_moves.c.player_id == player_id)
            .group_by(repertoire_moves.c.game, repertoire_moves.c.side)
        )
        return {(row.game, row.side): RepertoireSize(row.moves, row.due, row.next_at) for row in rows}

    @writing
    def change(
        self,
        connection: Connection,
        player_id: int,
        game: str,
        side: int,
        *,
        add: Sequence[NewRepertoireMove] = (),
        remove: Sequence[int] = (),
    ) -> None:
        """Remove moves by their ids, then add others, due at once; where there is a move, it stays."""
        ensure_players(connection, [player_id])
        hold_players(connection, [player_id])
        now, mine = self._clock(), repertoire_moves.c.player_id == player_id
        if remove:
            connection.execute(delete(repertoire_moves).where(mine, repertoire_moves.c.id.in_(remove)))
        owner = {"player_id": player_id, "game": game, "side": side}
        rows = [values_of(new, **owner, due_at=now, stage=0, misses=0) for new in add]
        if rows:
            connection.execute(upsert(connection, repertoire_moves).on_conflict_do_nothing(), rows)
