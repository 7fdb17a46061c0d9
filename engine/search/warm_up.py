"""Compiling ahead: the first start on a machine takes seconds, better spent before somebody waits."""

from __future__ import annotations

from dataclasses import replace

from engine import connect4, reversi
from engine.errors import EngineError
from engine.players.styles import default_style
from engine.search.deepening import search
from engine.search.limits import Limits
from engine.search.perft import perft
from engine.search.position import Position

#: More moves than a game has.
_ANY_GAME = 128

#: A position of each class of state that the compiled code knows.
_STARTS: dict[str, tuple[Position, ...]] = {
    "reversi": tuple(reversi.start(size, anti=anti) for anti in (False, True) for size in (8, 6, 10)),
    "connect4": (connect4.start(), connect4.start(8, 7), connect4.start(12, 6)),
}


def warm_up(game: str = "reversi") -> None:
    """Compiles, or loads from the cache on disk, all a game needs. Raises EngineError for an unknown game."""
    if game not in _STARTS:
        raise EngineError(f"there is no game {game!r}")
    for position in _STARTS[game]:
        perft(position, 2)
        position.play(position.legal_moves()[0]).result()
        search(position, Limits(depth=2))
        # The proof of a score, given up as soon as it has begun.
        at_once = replace(default_style(game), ordering_gap=_ANY_GAME)
        search(position, Limits(depth=_ANY_GAME, nodes=100), style=at_once)
