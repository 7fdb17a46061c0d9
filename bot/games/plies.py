"""What is stored for one move: the passes that it forces, and the end that it brings."""

from __future__ import annotations

from data import Ending, NewMove, Outcome
from engine import Position
from engine.search.position import PASS


def plies(
    position: Position,
    move: str,
    seconds: float,
    proved: int | None = None,
    given_away: float = 0.0,
    thought: str | None = None,
) -> tuple[list[NewMove], Outcome | None]:
    """`move` for the side to move, with the passes after it, and the outcome if it ends the game.

    Raises IllegalMove.
    """
    made = [NewMove(move, position.turn, seconds, proved, given_away, thought)]
    position = position.play(move)
    while position.legal_moves() == (PASS,):
        made.append(NewMove(PASS, position.turn, 0.0))
        position = position.play(PASS)
    return made, _outcome(position)


def _outcome(position: Position) -> Outcome | None:
    result = position.result()
    if result is None:
        return None
    # The engine's score is that of the side to move; the stored one is the first player's.
    score = result.score if position.turn == 0 else -result.score
    return Outcome(winner=result.winner, score=score, ending=Ending.PLAYED)
