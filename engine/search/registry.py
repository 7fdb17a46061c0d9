"""The registered games, and the styles in which a game can be searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import EngineError
from engine.search import scores as numbers
from engine.search.position import Position
from engine.search.scores import MAX_PLY, NO_MOVE, PLY_WORDS

if TYPE_CHECKING:
    from engine.search.opening_book import OpeningBook


@dataclass(frozen=True, slots=True)
class Style:
    """A way of valuing positions."""

    name: str
    number: int
    """The style's number in compiled code."""
    unit: float = 1.0
    """Units of its values per point of displayed scores."""
    at_least: int | None = None
    """Values up to this are all the same to it."""
    at_most: int | None = None
    """Values from this on are all the same to it."""
    solves: bool = True
    """True if it searches the endgame for the exact final score."""
    solves_from: Callable[[Position], int] = lambda position: 22
    """Number of moves left from which a search without depth limit aims for the exact final score."""
    ordering_gap: int = 8
    """Before that, move ordering uses searches that stop this many plies short of the end."""
    sooner_is_better: bool = False
    """True if an earlier win counts more, so that the first win found is the best."""
    random_ties: bool = False
    """True if its players choose at random among equally good moves."""
    weights: tuple[int, ...] = ()
    """Numbers that compiled code reads."""
    preference: Callable[[Position, str], int] | None = None
    """Decides between moves of the same value, the greatest first."""
    hard_to_see: Callable[[Position, str], bool] | None = None
    """Moves that its players easily overlook, where they are others than the game's."""
    clear_lead: float | None = None
    """Lead, in points at some depth, from which the best move is assumed to stay best."""
    book: Callable[[Position], OpeningBook | None] | None = None
    """Gives the opening book of a position's board that a search without depth limit may probe, if any."""

    def book_for(self, position: Position) -> OpeningBook | None:
        """The opening book of a position's board. Raises EngineError when its file is damaged."""
        return None if self.book is None else self.book(position)


#: Final scores only.
EXACT = Style("exact", int(numbers.EXACT))


class LevelRow(NamedTuple):
    """A named level: the computer player's text form, and the fixed rating of games against it."""

    name: str
    player: str
    rating: int
    thinks: bool = True
    """False for players so weak that how they do says nothing about a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredGame:
    """A game's entry in the registry: all the engine knows about it."""

    key: str
    """The `game` of its positions, such as "reversi"."""
    starts: tuple[Position, ...]
    """A start position for each class of state, the usual board first: compiling ahead goes by it."""
    squares: int
    """States number their squares below this."""
    most_moves: int
    """Maximum legal moves of a position."""
    most_plies: int
    """Maximum plies of a game, passes included."""
    styles: tuple[Style, ...]
    """The styles with a fixed name; the first, the strongest, is the default."""
    parse_style: Callable[[str], Style | None] = lambda name: None
    """Reads the name of a style that has numbers in it; None for any other name. Raises UnknownStyle."""
    levels: tuple[LevelRow, ...] = ()
    """Levels, weakest first."""
    move_pattern: str = "."
    """A regular expression for one move of a transcript such as "f5d6c3"."""
    balanced_openings: Path | None = None
    """A file of openings on the usual board that are about equally good for both sides."""
    hard_to_see: Callable[[Position, str], bool] = lambda position, move: False
    """Return whether people easily overlook a legal move."""
    images: Callable[[Position], dict[str, str]] = lambda position: {}
    """Legal moves of a symmetric position that are another one turned or mirrored, each with that one."""

    def split_moves(self, transcript: str) -> list[str]:
        """Split a transcript into moves; a character that starts no move is returned alone."""
        return re.findall(f"{self.move_pattern}|.", transcript)


_games: dict[str, RegisteredGame] = {}


def register(game: RegisteredGame) -> None:
    """Add a game. Raises EngineError when its key is taken or the search core has no room for it."""
    if game.key in _games:
        raise EngineError(f"there is a game {game.key!r} already")
    for what, number, most in (
        ("squares", game.squares, int(NO_MOVE)),
        ("moves in a position", game.most_moves, int(PLY_WORDS)),
        ("plies", game.most_plies, MAX_PLY - 1),
    ):
        if not 0 < number <= most:
            raise EngineError(f"{game.key} has {number} {what}; the search core has room for {most}")
    for what, names in (
        ("style", [style.name for style in game.styles]),
        ("level", [level.name for level in game.levels]),
    ):
        if twice := {name for name in names if names.count(name) > 1}:
            raise EngineError(f"{game.key} has two {what}s {min(twice)!r}")
    if not game.starts or not game.styles:
        raise EngineError(f"{game.key} needs a start position and a style")
    _games[game.key] = game


def registered(key: str) -> RegisteredGame:
    """The game with this key. Raises EngineError when there is none."""
    if key not in _games:
        raise EngineError(f"there is no game {key!r}")
    return _games[key]


def registered_games() -> tuple[RegisteredGame, ...]:
    """Return all games in order of registration."""
    return tuple(_games.values())


def default_style(key: str) -> Style:
    """The strongest style of a game. Raises EngineError when there is no such game."""
    return registered(key).styles[0]
