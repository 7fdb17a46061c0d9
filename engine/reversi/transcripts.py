"""Reversi games as one word, "f5d6c3d3c4": the moves in order, passes left out.

>>> moves("f5d6c3")
('f5', 'd6', 'c3')
>>> transcript(("f5", "d6", "pass", "c3"))
'f5d6c3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine import reversi
from engine.errors import IllegalMove
from engine.search.position import PASS

_MOVE = re.compile(r"[a-j][0-9]{1,2}")


def moves(text: str, position: reversi.Position | None = None) -> tuple[str, ...]:
    """The moves of a transcript from a position (the start on 8 × 8 when None), with the passes in place.

    Blanks and capitals are allowed. Raises IllegalMove, naming the number of the move that is at fault.
    """
    position = position or reversi.start()
    rest = "".join(text.split()).lower()
    played: list[str] = []
    number = 0
    while rest:
        number += 1
        found = _MOVE.match(rest)
        if found is None:
            raise IllegalMove(f"move {number} of the transcript is not a square: {rest[:4]!r}")
        if position.legal_moves() == (PASS,):
            played.append(PASS)
            position = position.play(PASS)
        name = found[0]
        try:
            position = position.play(name)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} of the transcript: {error}") from None
        played.append(name)
        rest = rest[len(name) :]
    return tuple(played)


def transcript(played: Iterable[str]) -> str:
    """The word for a sequence of moves; inverse of `moves`."""
    return "".join(name for name in played if name != PASS)
