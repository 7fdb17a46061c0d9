"""Conditional moves in games with days per move: “if c4, then d3”, planned on the opponent's turn.

A line is played in the transaction that stores the opponent's move, as long as the game follows it. Only its
owner can see it before that.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.people import Person
from bot.core.snapshot import GameSnapshot
from bot.play.games.changes import load, plies, require_side
from bot.play.games.refusals import (
    HandedOver,
    IllegalInLine,
    LineWithoutAnswer,
    NothingToPlan,
    TooManyLines,
    YourTurn,
)
from data import Storage
from data.db.registry import Registry
from data.games.conditional import ConditionalLine, ConditionalStore, Reply
from data.games.records import Game, GameChanged, NewMove
from data.games.time_control import Correspondence
from engine import IllegalMove
from engine.search.position import PASS
from languages.typed import folded

MAX_LINES = 20
"""Maximum lines one player may have in one game."""


class Conditionals:
    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def planned(self, game_id: int, who: Person) -> tuple[GameSnapshot, tuple[ConditionalLine, ...]]:
        """Return the game and the lines of `who` in it."""
        snapshot = await load(self._storage, game_id)
        require_plannable(snapshot, require_side(snapshot, who))
        return snapshot, await self._storage[ConditionalStore].of(snapshot.game, who.id)

    async def plan(
        self, game_id: int, who: Person, typed: Sequence[str]
    ) -> tuple[GameSnapshot, tuple[ConditionalLine, ...]]:
        """Add lines, each typed as moves from the opponent's next one on; returns all lines then.

        A new line replaces those that answer the same moves differently.
        """
        snapshot = await load(self._storage, game_id)
        while True:
            side = require_side(snapshot, who)
            require_plan(snapshot, side)
            lines = [
                line.after(snapshot.game.moves)
                for line in await self._storage[ConditionalStore].of(snapshot.game, who.id)
            ]
            for text in typed:
                new = _read(snapshot, side, text)
                lines = [line for line in lines if _is_compatible(line, new, snapshot.game.turn, side)] + [
                    new
                ]
            if len(lines) > MAX_LINES:
                raise TooManyLines(MAX_LINES)
            try:
                return snapshot, await self._storage[ConditionalStore].replace(snapshot.game, who.id, lines)
            except GameChanged as changed:
                snapshot = GameSnapshot.of(changed.game)

    async def remove(
        self, game_id: int, who: Person, line_id: int | None
    ) -> tuple[GameSnapshot, tuple[ConditionalLine, ...]]:
        """Drop one line, or (None) all; returns those that are left."""
        snapshot, lines = await self.planned(game_id, who)
        while True:
            left = [line.after(snapshot.game.moves) for line in lines if line_id not in (None, line.id)]
            try:
                return snapshot, await self._storage[ConditionalStore].replace(snapshot.game, who.id, left)
            except GameChanged as changed:
                snapshot = GameSnapshot.of(changed.game)
                require_plannable(snapshot, require_side(snapshot, who))
                lines = await self._storage[ConditionalStore].of(snapshot.game, who.id)


def can_be_planned(game: Game) -> bool:
    """Return whether a game has conditional moves: one between two people with days per move."""
    people = all(seat.player_id is not None for seat in game.seats)
    return people and game.clock is not None and isinstance(game.clock.control, Correspondence)


def respond(game: Game, lines: Sequence[ConditionalLine]) -> Reply | None:
    """Return the planned answer of the person to move, if they play themselves."""
    snapshot = GameSnapshot.of(game)
    if snapshot.player_to_move is not None:
        return None
    owner = snapshot.to_move.player_id
    move = next((line.after(game.moves)[0] for line in lines if line.player_id == owner), None)
    if move is None:
        return None
    try:
        made, outcome = plies(snapshot.position, NewMove(move, snapshot.position.turn, 0.0))
    except IllegalMove:
        return None
    return Reply(tuple(made), outcome)


def require_plannable(snapshot: GameSnapshot, side: int) -> None:
    """Refuse conditional moves to the person on a side who can have none."""
    if not can_be_planned(snapshot.game):
        raise NothingToPlan
    if snapshot.game.delegates[side] is not None:
        raise HandedOver


def require_plan(snapshot: GameSnapshot, side: int) -> None:
    """Refuse new conditional moves on a player's own turn."""
    require_plannable(snapshot, side)
    if snapshot.position.turn == side:
        raise YourTurn


def _read(snapshot: GameSnapshot, side: int, typed: str) -> tuple[str, ...]:
    """Parse the moves of a line and the passes they force; it ends with a move of `side`."""
    position, line = snapshot.position, list[str]()
    for word in typed.split():
        while position.legal_moves() == (PASS,):
            line.append(PASS)
            position = position.play(PASS)
        move = next((legal for legal in position.legal_moves() if legal == folded(word)), None)
        if move is None or move == PASS:
            raise IllegalInLine(typed, word)
        line.append(move)
        mover, position = position.turn, position.play(move)
    if not line or mover != side:
        raise LineWithoutAnswer(typed)
    return tuple(line)


def _is_compatible(line: Sequence[str], new: Sequence[str], turn: int, side: int) -> bool:
    """Return whether a line is compatible with a new one of `side`: no part of it, and no other answer.

    `turn` is the side to move before both.
    """
    parting = next((i for i, pair in enumerate(zip(line, new, strict=False)) if pair[0] != pair[1]), None)
    if parting is None:
        return len(line) > len(new)
    return (turn + parting) % 2 != side
