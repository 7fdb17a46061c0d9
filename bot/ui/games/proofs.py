"""What the computer has proved of a game, as far as people are shown it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.snapshot import GameSnapshot
from data import Ending, GameState
from engine import Position
from engine.search.position import PASS

OBVIOUS_MOVES = 2
"""A proof found by one of so many last moves of a game that was played out tells nothing new."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A final score, for the side to move in `position`, that the search for the move at `ply` has proved."""

    ply: int
    position: Position
    score: int


def proof_of(snapshot: GameSnapshot) -> Proof | None:
    """The result that is proved, if there is one and it may be shown.

    While the game goes on it is shown only when a player has asked for hints, for the position on the board.
    When the game is over, it is the first proof that was found, unless that was just before its end.
    """
    game = snapshot.game
    if game.state is GameState.FINISHED:
        first = next((ply for ply, score in enumerate(game.proved) if score is not None), None)
        return None if first is None or _is_obvious(snapshot, first) else _proof(snapshot, first, first)
    if not game.asked:
        return None
    # What was proved before a person moved need not hold after that move.
    last = max((ply for ply, move in enumerate(game.moves) if move != PASS), default=None)
    return None if last is None or game.proved[last] is None else _proof(snapshot, last, game.ply)


def _is_obvious(snapshot: GameSnapshot, ply: int) -> bool:
    """Whether the game was played to an end that came right after the move at `ply`."""
    game = snapshot.game
    moves_left = sum(move != PASS for move in game.moves[ply:])
    return game.ending is Ending.PLAYED and moves_left <= OBVIOUS_MOVES


def _proof(snapshot: GameSnapshot, ply: int, seen_at: int) -> Proof:
    """The proof found at `ply`, from the point of view of the side to move at `seen_at`."""
    position = snapshot.kind.start(snapshot.game.options)
    for move in snapshot.game.moves[:seen_at]:
        position = position.play(move)
    proved = snapshot.game.proved[ply]
    assert proved is not None
    return Proof(ply, position, proved if position.turn == 0 else -proved)
