"""The puzzles that come with the program."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine.errors import EngineError
from engine.puzzles.games import PUZZLE_GAMES
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.puzzles_file import read

FOLDER = Path(__file__).parent


def file_of(game: str) -> Path:
    """The file with the puzzles of a game."""
    return FOLDER / f"{game}.puzzles"


def shipped(game: str | None = None) -> Sequence[Puzzle]:
    """The puzzles of a game or of all, those of each game from the easiest; read once.

    Empty for a game without puzzles. Raises EngineError when the file cannot be read.
    """
    if game is None:
        return _of_all_games()
    return _of_game(game) if game in PUZZLE_GAMES else ()


def find(key: str) -> Puzzle | None:
    """The puzzle with this id; None when none is shipped with it."""
    return _by_id().get(key)


@functools.cache
def _of_game(game: str) -> tuple[Puzzle, ...]:
    file = file_of(game)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EngineError(f"the puzzles cannot be read: {error}") from error
    return read(text, game, file.name)


@functools.cache
def _of_all_games() -> tuple[Puzzle, ...]:
    return tuple(puzzle for game in PUZZLE_GAMES for puzzle in _of_game(game))


@functools.cache
def _by_id() -> Mapping[str, Puzzle]:
    return MappingProxyType({puzzle.id: puzzle for puzzle in shipped()})
