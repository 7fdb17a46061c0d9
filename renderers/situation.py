"""What a picture, a text board and a description tell of a position besides its discs: one value for all."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from renderers.position import PositionLike


class End(NamedTuple):
    """How a game ended: who won it, or that nobody did."""

    winner: int | None
    called_off: bool = False


class Situation(NamedTuple):
    """The moves that led to a position, by their names, and how the game ended there.

    `last` is marked strongly: one move, or several of one side whose opponent had to pass in between.
    `flipped` are the discs they turned. `before`, the other side's move before those, is marked lightly. A
    pass marks nothing. `end` is for games that are over although the position is not.
    """

    last: Sequence[str] = ()
    before: str | None = None
    flipped: Collection[str] = ()
    end: End | None = None

    def end_of(self, position: PositionLike) -> End | None:
        """How the game ended; None while it is in progress."""
        result = position.result()
        if self.end is not None or result is None:
            return self.end
        return End(result.winner)

    def to_move(self, position: PositionLike) -> int | None:
        """The side whose turn it is; None when the game is over."""
        return position.turn if self.end_of(position) is None else None


PLAIN = Situation()
"""Nothing is marked, and the position alone says whether the game is over."""


def describe_last(situation: Situation, what: str = "") -> list[str]:
    """The last moves in a sentence, none if there are none; `what` goes before each name."""
    if not situation.last:
        return []
    last = ", then ".join(f"{what}{move}" for move in situation.last)
    if situation.before is not None:
        return [f"The last moves were {what}{situation.before} and, in answer, {last}."]
    if len(situation.last) == 1:
        return [f"The last move was {last}."]
    return [f"The last moves were {last}."]
