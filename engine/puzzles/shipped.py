"""The puzzles shipped with the program."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine.errors import EngineError
from engine.puzzles.making import PUZZLE_GAMES
from engine.puzzles.puzzle import Puzzle, read

FOLDER = Path(__file__).parent


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.puzzles"


def retired_file_of(file: Path) -> Path:
    """Return the file of the puzzles left out when another file was rebuilt."""
    return file.with_stem(f"{file.stem}-retired")


def shipped(game: str | None = None) -> Sequence[Puzzle]:
    """The puzzles of a game or of all, those of each game from the easiest; read once.

    Empty for a game without puzzles. Raises EngineError when the file cannot be read.
    """
    if game is None:
        return _of_all_games()
    return _of_game(game) if game in PUZZLE_GAMES else ()


def find(key: str) -> Puzzle | None:
    """Return the puzzle with this id, a retired one too; None when there is none."""
    return _by_id().get(key) or _retired_by_id().get(key)


@functools.cache
def retired(game: str) -> Sequence[Puzzle]:
    """Return a game's retired puzzles, which are not offered any more but may have attempts."""
    file = retired_file_of(file_of(game))
    return _in_file(file, game) if file.exists() else ()


@functools.cache
def _of_game(game: str) -> tuple[Puzzle, ...]:
    return _in_file(file_of(game), game)


def _in_file(file: Path, game: str) -> tuple[Puzzle, ...]:
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


@functools.cache
def _retired_by_id() -> Mapping[str, Puzzle]:
    return MappingProxyType({puzzle.id: puzzle for game in PUZZLE_GAMES for puzzle in retired(game)})
