"""Files of training positions: a folder has one for each block of games, and a recipe of how it was made.

Blocks get their names only when they are whole, and a block is the same whenever and by whatever number of
threads it is made: what was stopped is taken up by the same command.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import EngineError

#: A position of a game: discs of the side to move and of the other, the searched value and the target for
#: the side to move in 1/64 disc, how the value was come by (`selfplay`), and the number of the game.
ROW = np.dtype(
    [("own", "<u8"), ("opp", "<u8"), ("value", "<i2"), ("target", "<i2"), ("kind", "<u4"), ("game", "<u4")]
)


def block_path(folder: Path, block: int) -> Path:
    """Where a block lies."""
    return folder / f"games-{block:06d}.npy"


def write_blocks(
    folder: Path,
    recipe: dict[str, Any],
    count: int,
    make: Callable[[int], np.ndarray[Any, Any]],
    threads: int = 1,
    done: Callable[[], None] = lambda: None,
) -> None:
    """Makes the blocks that the folder does not have yet; `done` hears of each.

    Raises EngineError when the folder holds blocks of another recipe.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "recipe.json"
    text = json.dumps(recipe, indent=1, sort_keys=True)
    if note.exists() and note.read_text() != text:
        raise EngineError(f"{folder} holds games of another recipe; take another folder")
    note.write_text(text)

    def work(block: int) -> None:
        path = block_path(folder, block)
        if not path.exists():
            half = path.with_suffix(".part")
            with half.open("wb") as file:
                np.save(file, make(block))
            half.replace(path)
        done()

    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, range(count)):
            pass


def read_recipe(folder: Path) -> dict[str, Any]:
    """How a folder's games were made. Raises EngineError when there are none."""
    try:
        recipe: dict[str, Any] = json.loads((folder / "recipe.json").read_text())
    except OSError as error:
        raise EngineError(f"{folder} holds no training games: {error}") from error
    return recipe


def block_files(folder: Path) -> list[Path]:
    """The whole blocks of a folder, in order."""
    return sorted(folder.glob("games-*.npy"))


def read_blocks(folders: list[Path]) -> np.ndarray[Any, Any]:
    """All positions of some folders; games of different folders have different numbers."""
    parts: list[np.ndarray[Any, Any]] = []
    first = 0
    for folder in folders:
        read_recipe(folder)
        rows = [np.load(path) for path in block_files(folder)]
        if rows:
            part = np.concatenate(rows)
            part["game"] += first
            first = int(part["game"].max()) + 1
            parts.append(part)
    if not parts:
        raise EngineError("there are no training games yet")
    return np.concatenate(parts)
