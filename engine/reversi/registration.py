"""Reversi's registration with the search: styles, levels, symmetries, and moves that are easy to overlook."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.reversi.boards import SIZES, SYMMETRIES, image_of
from engine.reversi.position import Position, square_index, square_name, start
from engine.search import position as any_game
from engine.search.registry import LevelRow, RegisteredGame, Style

if TYPE_CHECKING:
    from engine.reversi.book import ReversiBook

# Numbers of the styles in compiled code.
#: Sum of square values.
POSITIONAL = np.uint64(1)
#: Disc difference.
GREEDY = np.uint64(2)
#: Sign of the result.
WIN_OR_LOSE = np.uint64(3)
#: Disc difference, the fewest discs being best.
LOSER = np.uint64(4)
#: Mobility, corners, frontier and square values together.
MOBILITY = np.uint64(5)
#: The learned pattern weights.
PATTERNS = np.uint64(6)
#: The learned network.
NETWORK = np.uint64(7)

LEVELS = (
    LevelRow("toddler", "greedy:1 misjudges=2.5@64.0 misses=0.97", 470, thinks=False),
    LevelRow("child", "greedy:1 misjudges=1.5@64.0 misses=0.25", 810, thinks=False),
    LevelRow("beginner", "patterns:1 misjudges=9.0@24.0/165.0 misses=0.4", 1050),
    LevelRow("easy", "patterns:2 misjudges=8.0@24.0/165.0 misses=0.3", 1200),
    LevelRow("medium", "patterns:4 misjudges=7.2@20.0/150.0 misses=0.3", 1350),
    LevelRow("hard", "patterns:5 misjudges=5.6@18.0/125.0 misses=0.3", 1540),
    LevelRow("steady", "patterns:5 misjudges=4.2@16.0/100.0 misses=0.25", 1720),
    LevelRow("strong", "patterns:5 misjudges=3.15@13.0/80.0 misses=0.2", 1920),
    LevelRow("club", "patterns:6 misjudges=2.6@12.0/65.0 misses=0.2", 2080),
    LevelRow("county", "patterns:6 misjudges=2.0@10.0/50.0 misses=0.15", 2240),
    LevelRow("league", "patterns:7 misjudges=1.85@7.0/40.0 misses=0.1", 2410),
    LevelRow("regional", "patterns:7 misjudges=1.15@6.0/22.0 misses=0.05", 2570),
    LevelRow("tournament", "patterns:8 misjudges=0.9@5.0/14.0", 2760),
    LevelRow("national", "patterns:9 misjudges=0.66@3.6/9.7", 2930),
    LevelRow("expert", "patterns:10 misjudges=0.3@1.7/5.5", 3130),
    LevelRow("champion", "patterns:13 misjudges=0.44@2.5/5.5", 3310),
    LevelRow("legend", "network:14 misjudges=0.33@2.0/3.6", 3500),
    LevelRow("oracle", "network:18 misjudges=0.3@1.8/3.5", 3650),
    LevelRow("master", "network:time", 3840),
)


#: Length of a line of turned discs that people overlook, because it ends far from the move.
_FAR = 3


def hard_to_see(position: any_game.Position, move: str) -> bool:
    """Return whether a move flips a single disc, or only whole lines of three discs or more."""
    assert isinstance(position, Position)
    if move == any_game.PASS:
        return False
    turned = position.flips(move)
    if len(turned) == 1:
        return True
    size = position.size
    x, y = square_index(move, size) % size, square_index(move, size) // size
    lines: dict[tuple[int, int], int] = {}
    for name in turned:
        right, up = square_index(name, size) % size - x, square_index(name, size) // size - y
        direction = ((right > 0) - (right < 0), (up > 0) - (up < 0))
        lines[direction] = lines.get(direction, 0) + 1
    return min(lines.values()) >= _FAR


def is_corner(position: any_game.Position, move: str) -> bool:
    """Return whether a move takes a corner."""
    assert isinstance(position, Position)
    last = position.size - 1
    square = square_index(move, position.size) if move != any_game.PASS else 1
    return square % position.size in (0, last) and square // position.size in (0, last)


@functools.cache
def _images(symmetry: int, size: int) -> tuple[int, ...]:
    """Return where a symmetry maps each square."""
    return tuple(image_of(square, symmetry, size) for square in range(size * size))


def images(position: any_game.Position) -> dict[str, str]:
    """Return the legal moves that are symmetric to an earlier one, each with the earliest."""
    assert isinstance(position, Position)
    cells, size = position.cells(), position.size
    found: dict[str, str] = {}
    for symmetry in SYMMETRIES[1:]:
        goes_to = _images(symmetry, size)
        if any(cells[square] != cells[image] for square, image in enumerate(goes_to)):
            continue
        for move in position.legal_moves():
            if move != any_game.PASS:
                first = square_index(move, size)
                image = goes_to[first]
                if image > first:
                    name = square_name(image, size)
                    found[name] = min(found.get(name, move), move, key=lambda each: square_index(each, size))
    return found


#: Number of moves left from which games are solved, by size of the board. 6 × 6 is solved from the start.
_SOLVED_FROM = {6: 36, 8: 26, 10: 22}


def _book_for(position: any_game.Position) -> ReversiBook | None:
    from engine.reversi.book import shipped_for

    return shipped_for(position)


def _solves_from(position: any_game.Position) -> int:
    """The learned weights order moves so well that the endgame can be solved from further away."""
    assert isinstance(position, Position)
    return _SOLVED_FROM[position.size]


STYLES = (
    Style(
        "network",
        int(NETWORK),
        unit=64.0,
        solves_from=_solves_from,
        clear_lead=6.0,
        book=_book_for,
    ),
    # A unit of the styles is about one disc of the final score.
    Style(
        "patterns",
        int(PATTERNS),
        unit=64.0,
        solves_from=_solves_from,
        clear_lead=6.0,
        book=_book_for,
    ),
    Style("positional", int(POSITIONAL), unit=16.0),
    Style("mobility", int(MOBILITY), unit=64.0),
    # Those who count discs see a corner as one square like all others, with few discs to turn.
    Style("greedy", int(GREEDY), hard_to_see=is_corner),
    Style("narrow", int(GREEDY), at_most=1),
    Style("win-or-lose", int(WIN_OR_LOSE), at_least=-1, at_most=1),
    Style("loser", int(LOSER), solves=False),
)


GAME = RegisteredGame(
    key="reversi",
    starts=tuple(start(size, anti=anti) for anti in (False, True) for size in (8, 6, 10)),
    # The second half of a board of 10 × 10 lies in a second word.
    squares=128,
    # A move needs an empty square next to a disc; 64 is far above what was ever seen on 10 × 10.
    most_moves=64,
    # No two passes follow each other.
    most_plies=2 * (max(SIZES) ** 2 - 4),
    styles=STYLES,
    levels=LEVELS,
    move_pattern="[a-j](?:10|[1-9])",
    balanced_openings=Path(__file__).parent / "balanced-8ply.txt",
    hard_to_see=hard_to_see,
    images=images,
)
