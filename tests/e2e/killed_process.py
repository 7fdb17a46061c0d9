"""Play a game in a separate process that the operating system kills during the game.

    python -m tests.e2e.killed_process DATABASE MOMENT

Ann plays against the computer. At her third move the process sends itself SIGKILL: nothing is closed, and
nothing is written any more. MOMENT is `search` (while the computer thinks) or `stored` (its move is stored,
but not shown).
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.core.publisher import Publisher
from tests.e2e.world import World

MOVES_BEFORE = 2


def kill_myself(*_: Any, **__: Any) -> Any:
    """The end, without a word."""
    os.kill(os.getpid(), signal.SIGKILL)


async def play(database: Path, moment: str) -> None:
    """Play until killed."""
    world = World(database)
    await world.start()
    await world.ann.types("reversi start", bot="easy", colour="first")
    for _ in range(MOVES_BEFORE):
        await world.ann.taps(world.board().moves[0])
    if moment == "search":
        world.searches.instead = kill_myself
    else:
        world.bot.services[Publisher].show = kill_myself  # type: ignore[method-assign]
    await world.ann.taps(world.board().moves[0])


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2]))
