"""Conditional moves in games with days for a move: “if c4, then d3”, planned while the other person thinks.

A line is played in the transaction that stores the other person's move, as long as the game goes as planned.
Nobody but its owner learns of it before that.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot import refusals
from bot.games.changes import load, plies, require_side
from bot.games.people import Person
from bot.games.snapshot import GameSnapshot
from data import ConditionalLine, Correspondence, Game, GameChanged, Reply, Storage
from engine import IllegalMove
from engine.search.position import PASS

MOST_LINES = 20
"""So many lines one person can have in one game."""


class Conditionals:
    """What people plan to answer."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def planned(self, game_id: int, who: Person) -> tuple[GameSnapshot, tuple[ConditionalLine, ...]]:
        """The game, and what `who` has planned in it."""
        snapshot = await load(self._storage, game_id)
        require_plannable(snapshot, require_side(snapshot, who))
        return snapshot, await self._storage.conditional.of(snapshot.game, who.id)

    async def plan(
        self, game_id: int, who: Person, typed: Sequence[str]
    ) -> tuple[GameSnapshot, tuple[ConditionalLine, ...]]:
        """Add lines, each typed as moves from the other person's next one on; returns all there are then.

        A line takes the place of those that answer the same moves otherwise.
        """
        snapshot = await load(self._storage, game_id)
        while True:
            side = require_side(snapshot, who)
            require_plan(snapshot, side)
            lines = [
                line.after(snapshot.game.moves)
                for line in await self._storage.conditional.of(snapshot.game, who.id)
            ]
            for text in typed:
                new = _read(snapshot, side, text)
                lines = [line for line in lines if _can_stand(line, new, snapshot.game.turn, side)] + [new]
            if len(lines) > MOST_LINES:
                raise refusals.TooManyLines(MOST_LINES)
            try:
                return snapshot, await self._storage.conditional.replace(snapshot.game, who.id, lines)
            except GameChanged as changed:
                snapshot = GameSnapshot.of(changed.game)

    async def remove(
        self, game_id: int, who: Person, line_id: int | None
    ) -> tuple[GameSnapshot, tuple[ConditionalLine, ...]]:
        """Drop one line, or all (None); returns those that are left."""
        snapshot, lines = await self.planned(game_id, who)
        while True:
            left = [line.after(snapshot.game.moves) for line in lines if line_id not in (None, line.id)]
            try:
                return snapshot, await self._storage.conditional.replace(snapshot.game, who.id, left)
            except GameChanged as changed:
                snapshot = GameSnapshot.of(changed.game)
                require_plannable(snapshot, require_side(snapshot, who))
                lines = await self._storage.conditional.of(snapshot.game, who.id)


def can_be_planned(game: Game) -> bool:
    """Whether a game has conditional moves: one of two people who have days for a move."""
    people = all(seat.player_id is not None for seat in game.seats)
    return people and game.clock is not None and isinstance(game.clock.control, Correspondence)


def respond(game: Game, lines: Sequence[ConditionalLine]) -> Reply | None:
    """What the person to move has planned to play, if they play themselves."""
    snapshot = GameSnapshot.of(game)
    if snapshot.player_to_move is not None:
        return None
    owner = snapshot.to_move.player_id
    move = next((line.after(game.moves)[0] for line in lines if line.player_id == owner), None)
    if move is None:
        return None
    try:
        made, outcome = plies(snapshot.position, move, 0.0)
    except IllegalMove:
        return None
    return Reply(tuple(made), outcome)


def require_plannable(snapshot: GameSnapshot, side: int) -> None:
    """Refuse conditional moves where the person on a side can have none."""
    if not can_be_planned(snapshot.game):
        raise refusals.NothingToPlan
    if snapshot.game.delegates[side] is not None:
        raise refusals.HandedOver


def require_plan(snapshot: GameSnapshot, side: int) -> None:
    """Refuse new conditional moves to the person on a side, who plans while the other one thinks."""
    require_plannable(snapshot, side)
    if snapshot.position.turn == side:
        raise refusals.YourTurn


def _read(snapshot: GameSnapshot, side: int, typed: str) -> tuple[str, ...]:
    """The moves of a line, with the passes that they force; it ends with a move of `side`."""
    position, line = snapshot.position, list[str]()
    for word in typed.split():
        while position.legal_moves() == (PASS,):
            line.append(PASS)
            position = position.play(PASS)
        move = next((legal for legal in position.legal_moves() if legal == word.casefold()), None)
        if move is None or move == PASS:
            raise refusals.IllegalInLine(typed, word)
        line.append(move)
        mover, position = position.turn, position.play(move)
    if not line or mover != side:
        raise refusals.LineWithoutAnswer(typed)
    return tuple(line)


def _can_stand(line: Sequence[str], new: Sequence[str], turn: int, side: int) -> bool:
    """Whether a line can stand beside one of `side`: it is no part of it, and answers nothing otherwise.

    `turn` is the side to move before both.
    """
    parting = next((i for i, pair in enumerate(zip(line, new, strict=False)) if pair[0] != pair[1]), None)
    if parting is None:
        return len(line) > len(new)
    return (turn + parting) % 2 != side
