"""What the computer has proved of a game, in words."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from engine.search.position import PASS


def proof_line(snapshot: GameSnapshot) -> str | None:
    """The result as the last search proved it, or None.

    While the game goes on it is told only when a player has asked for the computer's thinking; when it is
    over, from which move on the result was known.
    """
    game = snapshot.game
    if snapshot.going:
        if not game.asked:
            return None
        # What was proved before a person moved need not hold after his move.
        last = max((ply for ply, move in enumerate(game.moves) if move != PASS), default=None)
        proved = None if last is None else game.proved[last]
        if proved is None:
            return None
        return f"-# 🔒 Proved: with best play of both sides, {_result(snapshot, game.ply, proved)}."
    for ply, proved in enumerate(game.proved):
        if proved is not None:
            result = _result(snapshot, ply, proved)
            return f"-# 🔒 Proved at move {ply + 1}: with best play of both sides, {result}."
    return None


def _result(snapshot: GameSnapshot, ply: int, proved: int) -> str:
    """What a final score, from the first player's point of view, means for the side to move at a ply."""
    position = snapshot.kind.start(snapshot.game.options)
    for move in snapshot.game.moves[:ply]:
        position = position.play(move)
    score = proved if position.turn == 0 else -proved
    side = snapshot.kind.sides[position.turn]
    return f"{snapshot.kind.proved(position, score)} for {side.disc} {side.name}"
