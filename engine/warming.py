"""Compiling ahead: the first start on a machine takes seconds, better spent before somebody waits."""

from __future__ import annotations

from engine import reversi
from engine.counting import perft
from engine.errors import EngineError
from engine.limits import Limits
from engine.searching import search


def warm_up(game: str = "reversi") -> None:
    """Compiles, or loads from the cache on disk, all a game needs. Raises EngineError for an unknown game."""
    if game != "reversi":
        raise EngineError(f"there is no game {game!r}")
    position = reversi.start()
    perft(position, 2)
    position.play("d3").result()
    search(position, Limits(depth=2))
