"""Conditional moves: the answers people have planned.

A line begins where its owner waits for the other player: it has their move, the owner's answer, their next
move, and so on. It is played as far as the game follows it, and deleted when the game deviates.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import delete, insert, select

from data.db.rows import column, read_all
from data.db.store import Store, reading, writing
from data.games.changes import advance
from data.games.history import hold_seen
from data.games.records import Game, GameChanged, GameState, NewMove, Outcome
from data.tables.playing import conditional_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class ConditionalLine:
    """Planned moves from `ply` on, including passes, the other player's first."""

    id: int
    player_id: int
    ply: int
    moves: tuple[str, ...] = field(metadata=column("line"))

    def after(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the rest of the line after these moves of the game; empty if they deviate from it."""
        made = len(moves) - self.ply
        if made < 0 or self.moves[:made] != tuple(moves[self.ply :]):
            return ()
        return self.moves[made:]


@dataclass(frozen=True, slots=True)
class Reply:
    """The next moves of a line, one and the passes it forces, and the outcome if they end the game."""

    moves: tuple[NewMove, ...]
    outcome: Outcome | None


Respond: TypeAlias = "Callable[[Game, Sequence[ConditionalLine]], Reply | None]"
"""Finds the answer in a position among the lines that reach it."""


class ConditionalStore(Store):
    """The planned lines; `Storage.add_moves` plays them."""

    @reading
    def of(self, connection: Connection, game: Game, player_id: int) -> tuple[ConditionalLine, ...]:
        """Return a person's lines in a game, as they were planned, oldest first."""
        lines = _lines_of(connection, game.id)
        return tuple(line for line in lines if line.player_id == player_id and line.after(game.moves))

    @writing
    def replace(
        self, connection: Connection, game: Game, player_id: int, lines: Sequence[tuple[str, ...]]
    ) -> tuple[ConditionalLine, ...]:
        """Replace all lines of a person in a game by these, which begin at its present position.

        Raises GameChanged if the stored game has another version than `game`.
        """
        stored = hold_seen(connection, game)
        if stored.state is not GameState.PLAYING:
            raise GameChanged(stored)
        table = conditional_moves
        connection.execute(delete(table).where(table.c.game_id == game.id, table.c.player_id == player_id))
        plan = {"game_id": game.id, "player_id": player_id, "ply": game.ply, "created_at": self._clock()}
        new = [{**plan, "line": " ".join(line)} for line in lines]
        if new:
            connection.execute(insert(table), new)
        return tuple(line for line in _lines_of(connection, game.id) if line.player_id == player_id)


def _lines_of(connection: Connection, game_id: int) -> tuple[ConditionalLine, ...]:
    these = select(conditional_moves).where(conditional_moves.c.game_id == game_id)
    return read_all(connection, ConditionalLine, these.order_by(conditional_moves.c.id))


def follow(
    connection: Connection, game: Game, respond: Respond, now: datetime
) -> tuple[Game, Outcome | None]:
    """Play what was planned for the move just stored, and delete the lines it deviates from."""
    lines = _lines_of(connection, game.id)
    if not lines:
        return game, None
    first, outcome = game.ply, None
    open_lines = _still_open(game, lines)
    while outcome is None and (reply := respond(game, open_lines)) is not None:
        outcome = reply.outcome
        game = advance(connection, game, reply.moves, outcome, now, conditional_from=first)
        open_lines = _still_open(game, open_lines)
    void = {line.id for line in lines} - {line.id for line in open_lines}
    if void:
        connection.execute(delete(conditional_moves).where(conditional_moves.c.id.in_(void)))
    return game, outcome


def _still_open(game: Game, lines: Iterable[ConditionalLine]) -> tuple[ConditionalLine, ...]:
    return tuple(line for line in lines if line.after(game.moves))
