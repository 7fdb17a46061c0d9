"""All data that an installed Flipfour reads is inside its packages, so the wheel contains it."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import renderers
from bench import cli
from bot.catalog.reversi import NAMES
from engine import connect4, reversi
from engine.connect4 import book as connect4_book
from engine.players.matches import balanced_openings
from engine.puzzles import PUZZLE_GAMES, file_of
from engine.reversi import book as reversi_book
from engine.reversi.boards import BOARDS
from engine.reversi.eval.tables import weights_file
from engine.search.position import Position
from engine.search.registry import registered_games
from tests.cases import for_each

ROOT = Path(__file__).parents[1]
OPENINGS = [game.balanced_openings for game in registered_games() if game.balanced_openings is not None]
FONTS = sorted((Path(renderers.__file__).parent / "fonts").glob("*.otf"))
READ = [
    *OPENINGS,
    *FONTS,
    connect4_book.SHIPPED,
    reversi_book.SHIPPED,
    reversi_book.SHIPPED_SMALL,
    *(weights_file(board.size, board.anti) for board in BOARDS.values()),
    cli.CONNECT4_POSITIONS,
    NAMES,
    *map(file_of, PUZZLE_GAMES),
]


@for_each("file", READ)
def test_data_files_are_in_packages_of_the_wheel_and_not_ignored(file: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert file.is_file()
    assert file.relative_to(ROOT).parts[0] in packages
    # Hatchling leaves out what git ignores.
    command = ["git", "check-ignore", "-q", str(file)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode != 0


@for_each("start", [reversi.start(), connect4.start()])
def test_matches_find_the_balanced_openings_of_each_game(start: Position) -> None:
    openings = balanced_openings(start)
    assert len(openings) >= 100
    assert all(opening.result() is None for opening in openings)
