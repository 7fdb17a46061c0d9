"""Garbage collection: what a started bot is made of is not looked through again and again.

Modules, compiled functions and command trees are some 200,000 objects that live as long as the process. A
full collection that walks through them holds up every tap for more than 50 ms.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from bot.catalog import GAMES
from bot.computer.search_core import SearchCore


async def leave_out_what_stays(search_core: SearchCore, freeze: Callable[[], None] = gc.freeze) -> None:
    """Leave everything that is loaded out of later collections, once the search core is."""
    for game in GAMES:
        await search_core.ready(game)
    freeze()
