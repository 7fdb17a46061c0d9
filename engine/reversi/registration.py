"""Reversi's registration with the search: styles, levels, symmetries, and moves that are easy to overlook."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from engine.reversi.boards import SIZES, SYMMETRIES, image_of
from engine.reversi.position import Position, square_index, square_name, start
from engine.reversi.styles import GREEDY, LEVELS, LOSER, MOBILITY, NETWORK, PATTERNS, POSITIONAL, WIN_OR_LOSE
from engine.search import position as any_game
from engine.search.registry import RegisteredGame, Style

if TYPE_CHECKING:
    from engine.reversi.book import ReversiBook

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
    assert isinstance(position, Position)
    last = position.size - 1
    square = square_index(move, position.size) if move != any_game.PASS else 1
    return square % position.size in (0, last) and square // position.size in (0, last)


@functools.cache
def _images(symmetry: int, size: int) -> tuple[int, ...]:
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
