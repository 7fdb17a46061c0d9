"""Conditional moves, inside a transaction that the caller holds: what people have planned to answer.

A line begins in the position in which its owner waits for the other person: it has their move, the owner's
answer, their next move, and so on. It is played as far as the game goes the same way, and is forgotten when
the game goes another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import delete, insert, select

from data.db.locks import hold_game
from data.games.errors import GameChanged, GameNotFound
from data.games.game_changes import advance
from data.games.games import find
from data.games.records import Game, GameState, NewMove, Outcome
from data.tables import conditional_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Clock, Database


@dataclass(frozen=True, slots=True)
class ConditionalLine:
    """Moves that somebody has planned from `ply` on, the other person's first; passes are among them."""

    id: int
    player_id: int
    ply: int
    moves: tuple[str, ...]

    def after(self, moves: Sequence[str]) -> tuple[str, ...]:
        """What is left of it when these moves were made in the game; nothing when they went another way."""
        made = len(moves) - self.ply
        if made < 0 or self.moves[:made] != tuple(moves[self.ply :]):
            return ()
        return self.moves[made:]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line plays next: the move, the passes that it forces, and the end of the game if it is one."""

    moves: tuple[NewMove, ...]
    outcome: Outcome | None


Respond: TypeAlias = "Callable[[Game, Sequence[ConditionalLine]], Reply | None]"
"""Finds the answer in a position, among the lines that go on there."""


class ConditionalMoves:
    """The part of the storage that has the lines; `Storage.add_moves` plays them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, game: Game, player_id: int) -> tuple[ConditionalLine, ...]:
        """Somebody's lines in a game, as they were planned, oldest first."""
        found = await self._database.read(lambda c: lines_of(c, game.id))
        return tuple(line for line in found if line.player_id == player_id and line.after(game.moves))

    async def replace(
        self, game: Game, player_id: int, lines: Sequence[tuple[str, ...]]
    ) -> tuple[ConditionalLine, ...]:
        """Let these be all that somebody has planned in a game, from its present position on.

        Raises GameChanged when the stored game has another version than `game`.
        """
        now = self._clock()
        return await self._database.write(lambda c: replace_lines(c, game, player_id, lines, now))


def lines_of(connection: Connection, game_id: int) -> tuple[ConditionalLine, ...]:
    """Every line in a game, oldest first."""
    table = conditional_moves
    rows = connection.execute(
        select(table.c.id, table.c.player_id, table.c.ply, table.c.line)
        .where(table.c.game_id == game_id)
        .order_by(table.c.id)
    )
    return tuple(ConditionalLine(row.id, row.player_id, row.ply, tuple(row.line.split())) for row in rows)


def replace_lines(
    connection: Connection, game: Game, player_id: int, lines: Iterable[tuple[str, ...]], now: datetime
) -> tuple[ConditionalLine, ...]:
    """Store what somebody has planned in a game, in the place of what they had planned before."""
    hold_game(connection, game.id)
    stored = find(connection, game.id)
    if stored is None:
        raise GameNotFound(game.id)
    if stored.version != game.version or stored.state is not GameState.PLAYING:
        raise GameChanged(stored)
    table = conditional_moves
    connection.execute(delete(table).where(table.c.game_id == game.id, table.c.player_id == player_id))
    new = [
        {
            "game_id": game.id,
            "player_id": player_id,
            "ply": game.ply,
            "line": " ".join(line),
            "created_at": now,
        }
        for line in lines
    ]
    if new:
        connection.execute(insert(table), new)
    return tuple(line for line in lines_of(connection, game.id) if line.player_id == player_id)


def follow(
    connection: Connection,
    game: Game,
    respond: Respond,
    now: datetime,
) -> tuple[Game, Outcome | None]:
    """Play what was planned for the move that was just stored, and forget what has become void."""
    lines = lines_of(connection, game.id)
    if not lines:
        return game, None
    first, outcome = game.ply, None
    going = _going_on(game, lines)
    while outcome is None and (reply := respond(game, going)) is not None:
        outcome = reply.outcome
        game = advance(connection, game, reply.moves, outcome, now, conditional_from=first)
        going = _going_on(game, going)
    void = {line.id for line in lines} - {line.id for line in going}
    if void:
        connection.execute(delete(conditional_moves).where(conditional_moves.c.id.in_(void)))
    return game, outcome


def _going_on(game: Game, lines: Iterable[ConditionalLine]) -> tuple[ConditionalLine, ...]:
    return tuple(line for line in lines if line.after(game.moves))
