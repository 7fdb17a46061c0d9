"""The child process that compiles a game: `python -m bot.computer.compile_child reversi`.

It prints a line such as `3 15` for every step: done, and in all.
"""

from __future__ import annotations

import os
import sys

from engine import warm_up

NICENESS = 5
"""People who play meanwhile come first."""


def main(game: str) -> None:
    """Fill the cache on disk."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    warm_up(game, lambda done, total: print(done, total, flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
