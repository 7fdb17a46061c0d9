"""The games that have puzzles."""

from __future__ import annotations

from engine.errors import EngineError
from engine.puzzles import connect4_puzzles, reversi_puzzles
from engine.puzzles.puzzle_game import PuzzleGame

PUZZLE_GAMES: dict[str, PuzzleGame] = {
    game.key: game for game in (reversi_puzzles.GAME, connect4_puzzles.GAME)
}


def puzzle_game(key: str) -> PuzzleGame:
    """The game with this key. Raises EngineError when it has no puzzles."""
    if key not in PUZZLE_GAMES:
        raise EngineError(f"there are no puzzles of {key}; there are of {', '.join(PUZZLE_GAMES)}")
    return PUZZLE_GAMES[key]
