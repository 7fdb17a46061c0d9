"""Tic-tac-toe as a third game: all that one has to write to add a game.

In the project itself these files would be `engine/tictactoe/`, `renderers/tictactoe.py` and
`bot/catalog/tictactoe.py`; `add()` makes them appear there.
"""

from __future__ import annotations

import os
from pathlib import Path

import bot.catalog
import engine
import renderers

HERE = Path(__file__).parent


def add() -> None:
    """Add the game to this process, which should not share its compiled code (`child_environment`)."""
    engine.__path__.append(str(HERE / "engine"))
    renderers.__path__.append(str(HERE / "renderers"))
    bot.catalog.__path__.append(str(HERE / "bot" / "catalog"))
    bot.catalog.discover()


def child_environment(cache: Path) -> dict[str, str]:
    """The environment of a process that adds the game: others could not load what it compiles."""
    return {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
