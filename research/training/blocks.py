"""Files of training positions: a folder has one for each block of games, and the recipe they were made by.

A block gets its name only once complete, and its content depends on the recipe alone, so the same command
resumes a stopped run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.reversi.boards import Board
from executors.batch import Crew, in_order

#: A position of a game: discs of the side to move and of the other side, the searched value and the target
#: for the side to move in 1/64 disc, where the target comes from (see `selfplay`), and the number of the
#: game. In older files `source` is called `kind`.
ROW = np.dtype(
    [("own", "<u8"), ("opp", "<u8"), ("value", "<i2"), ("target", "<i2"), ("source", "<u4"), ("game", "<u4")]
)

#: The same layout for boards of more than 64 squares: each side's discs are two words.
WIDE_ROW = np.dtype(
    [(name, ROW[name], 2) if name in ("own", "opp") else (name, ROW[name]) for name in ROW.names or ()]
)


def row_type(board: str) -> np.dtype[Any]:
    """Return the type of positions on a board."""
    return WIDE_ROW if Board.named(board).squares > 64 else ROW


def block_path(folder: Path, block: int) -> Path:
    """Return the path of a block."""
    return folder / f"games-{block:06d}.npy"


def write_blocks(
    folder: Path,
    recipe: dict[str, Any],
    count: int,
    job: Callable[[int], Callable[[], np.ndarray[Any, Any]]],
    crew: Crew,
    done: Callable[[], None] = lambda: None,
) -> None:
    """Have the crew make the missing blocks of a folder; `done` is called after each.

    `job` returns the function that makes a block; it must suit the crew. Raises EngineError when the folder
    holds blocks of another recipe.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "recipe.json"
    text = json.dumps(recipe, indent=1, sort_keys=True)
    if note.exists() and read_recipe(folder) != _as_today(json.loads(text)):
        raise EngineError(f"{folder} holds games of another recipe; take another folder")
    note.write_text(text)

    left = []
    for block in range(count):
        if block_path(folder, block).exists():
            done()
        else:
            left.append(block)
    for block, rows in zip(left, in_order(crew, map(job, left)), strict=True):
        _save(block_path(folder, block), rows)
        done()


def _save(path: Path, rows: np.ndarray[Any, Any]) -> None:
    """Write a complete block under its final name."""
    half = path.with_suffix(".part")
    with half.open("wb") as file:
        np.save(file, rows)
    half.replace(path)


def read_recipe(folder: Path) -> dict[str, Any]:
    """Return how the games of a folder were made. Raises EngineError when there are none."""
    try:
        recipe: dict[str, Any] = json.loads((folder / "recipe.json").read_text())
    except OSError as error:
        raise EngineError(f"{folder} holds no training games: {error}") from error
    return _as_today(recipe)


def _as_today(recipe: dict[str, Any]) -> dict[str, Any]:
    """Return a recipe with current names; older recipes do not name the board."""
    renamed = {"blunder_rate" if name == "slips" else name: value for name, value in recipe.items()}
    return {"board": "8x8"} | renamed


def block_files(folder: Path) -> list[Path]:
    """Return the complete blocks of a folder, in order."""
    return sorted(folder.glob("games-*.npy"))


def read_block(path: Path) -> np.ndarray[Any, Any]:
    """Return the positions of one block."""
    rows: np.ndarray[Any, Any] = np.load(path)
    return rows.view(ROW) if rows.itemsize == ROW.itemsize else rows


def each_block(folders: list[Path]) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the positions of some folders, block by block. Raises EngineError when there are none."""
    found = False
    for folder in folders:
        read_recipe(folder)
        for path in block_files(folder):
            found = True
            yield read_block(path)
    if not found:
        raise EngineError("there are no training games yet")
