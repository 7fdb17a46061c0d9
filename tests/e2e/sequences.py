"""Games and positions of Reversi that the tests play."""

from __future__ import annotations

WIPE_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""The shortest game there is: nine moves, and White has no disc left. Black has 13 discs and wins 64–0."""

BLACK_IS_STUCK = "c4 c3 f5 b4 a4 a5 c2 a3"
"""After these eight moves Black cannot move, and White is to move again."""

MANY_MOVES = "O-------XO-OOOO--X--XXO--O-OXO--X-OXXOO-O-OO-X------XOO--OXO--X- X"
"""A position in which Black has 31 moves."""
