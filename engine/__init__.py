"""Rules of the games and the search core: no I/O, no asyncio, no Discord.

>>> from engine import Limits, reversi, search
>>> search(reversi.start(), Limits(depth=1)).depth
1
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from engine import connect4, reversi
from engine.errors import EngineError, IllegalMove, InvalidPosition, UnknownStyle
from engine.reversi import transcripts
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position, Result
from engine.search.results import Candidate, Progress, SearchResult

if TYPE_CHECKING:
    from engine.jit.ready_note import is_compiled
    from engine.search.deepening import search, warm_up
    from engine.search.rules import perft
else:

    def _loaded_when_called(module, name):
        def function(*arguments: Any, **options: Any) -> Any:
            return getattr(importlib.import_module(module), name)(*arguments, **options)

        function.__name__ = function.__qualname__ = name
        return function

    # The compiler takes a second and 90 MB to load, and who only plays by the rules does not need it.
    is_compiled = _loaded_when_called("engine.jit.ready_note", "is_compiled")
    search = _loaded_when_called("engine.search.deepening", "search")
    perft = _loaded_when_called("engine.search.rules", "perft")
    warm_up = _loaded_when_called("engine.search.deepening", "warm_up")

__all__ = [
    "Candidate",
    "EngineError",
    "IllegalMove",
    "InvalidPosition",
    "Limits",
    "Position",
    "Progress",
    "Result",
    "SearchResult",
    "StopFlag",
    "UnknownStyle",
    "connect4",
    "is_compiled",
    "perft",
    "reversi",
    "search",
    "transcripts",
    "warm_up",
]
