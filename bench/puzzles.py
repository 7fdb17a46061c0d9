"""The cost of creating a puzzle: games played and examined on one core."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from typing import Any

from bot.catalog import GAMES
from bot.puzzles.making import examine, self_play
from engine.puzzles.making import PUZZLE_GAMES
from engine.search.warm_up import warm_up

GAMES_EXAMINED = 10
SEED = 1000


def measure(games: int = GAMES_EXAMINED) -> list[dict[str, Any]]:
    """Examine games as `flipfour puzzles make` does; times are processor seconds."""
    return [_measure(game, games) for game in PUZZLE_GAMES]


def _measure(game: str, games: int) -> dict[str, Any]:
    warm_up(game, usual_board_only=True)
    puzzles, rejected, begun = 0, Counter[str](), time.process_time()
    for source in itertools.islice(self_play(game, SEED), games):
        examined = examine(source)
        puzzles += len(examined.puzzles)
        rejected.update(examined.rejected)
    seconds = time.process_time() - begun
    return {
        "game": GAMES[game].title,
        "games": games,
        "positions": puzzles + rejected.total(),
        "puzzles": puzzles,
        "seconds_a_puzzle_made": seconds / max(1, puzzles),
    }
