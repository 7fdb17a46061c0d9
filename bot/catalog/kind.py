"""All games, described for commands, views and use-cases, and their positions as people see them."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from bot.catalog.judging import Judging
from data.games.explorer import board_set_up, chosen_board, is_set_up, set_up_on
from engine import Position
from engine.players.computer import Level
from engine.search.position import PASS
from languages import gettext, pgettext
from languages.typed import key_typed
from renderers.board import End, Situation
from renderers.overlays import Better, Values
from renderers.replay import Film
from renderers.themes import USUAL, Look, Pair, Theme


@dataclass(frozen=True, slots=True)
class LastMove:
    """A move on the board: its name, the side that made it, and the position it was made in."""

    move: str
    by: int
    before: Position


@dataclass(frozen=True, slots=True)
class RecentMoves:
    """The moves marked on a board.

    `last` has several moves if a side moved again because the other had to pass; `before` is the other side's
    move before those. `passed` is the side that passed if the last ply was a pass.
    """

    last: tuple[LastMove, ...] = ()
    before: LastMove | None = None
    passed: int | None = None

    @property
    def latest(self) -> LastMove | None:
        return self.last[-1] if self.last else None

    def then(self, move: str, position: Position) -> RecentMoves:
        """Return the recent moves after `move` in `position`."""
        made = LastMove(move, position.turn, position)
        if move == PASS:
            return RecentMoves(self.last, self.before, made.by)
        if self.last and self.last[-1].by == made.by:
            return RecentMoves((*self.last, made), self.before)
        return RecentMoves((made,), self.latest)


NO_MOVES = RecentMoves()


def positions_along(start: Position, moves: Iterable[str]) -> list[Position]:
    """Return the positions of a line of moves: before each one, and the last one."""
    return [*accumulate(moves, lambda position, move: position.play(move), initial=start)]


def recent_moves(positions: Sequence[Position], moves: Sequence[str]) -> RecentMoves:
    """Return the recent moves of a game; each move was made in the position of the same index."""
    recent = NO_MOVES
    for position, move in zip(positions, moves, strict=False):
        recent = recent.then(move, position)
    return recent


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position with everything shown of it.

    `end` is for games that ended before the position did. `hints` shows the legal moves. `names` are the
    players', `values` those of moves, `better` a better move than the last one.
    """

    position: Position
    recent: RecentMoves = NO_MOVES
    end: End | None = None
    hints: bool = False
    names: tuple[str, str] | None = None
    values: Values | None = None
    better: Better | None = None

    def situation(self, flipped: Sequence[str] = ()) -> Situation:
        """Return the moves and the end for a renderer; the last moves turned the `flipped` discs."""
        last, before = self.recent.last, self.recent.before
        return Situation([made.move for made in last], before.move if before else None, flipped, self.end)


OPENING_PLIES = 24
"""Maximum length of an opening in moves."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its English name, and a disc shown before a player's name."""

    english: str
    disc: str

    @property
    def name(self) -> str:
        return pgettext("side", self.english)


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A button under the board: its label, its move, and whether it is enabled."""

    label: str
    move: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """A board to choose: its stored options, its size, and its rules as an English sentence with {size}."""

    options: str
    size: str
    rules: str = "{size}"

    @property
    def label(self) -> str:
        """The translated description in menus."""
        return gettext(self.rules, size=self.size)

    @property
    def typed(self) -> str:
        """Text that users type to choose it."""
        return self.options or self.size


class GameKind(Protocol):
    """A game; `GAMES` lists all."""

    key: str
    """The game's name in commands and in storage, such as `reversi`."""
    sides: tuple[Side, Side]
    levels: Mapping[str, Level]
    """The computer player's levels by name, weakest first."""
    variants: Sequence[Variant]
    """The boards to choose from; the first is the usual one, stored as "" and always rated."""
    judging: Judging
    """Thresholds and rules of reviews."""

    def __hash__(self) -> int: ...

    @property
    def title(self) -> str:
        """The translated name of the game."""

    @property
    def summary(self) -> str:
        """Description of the game in the command picker, one line."""

    @property
    def other_boards(self) -> str:
        """Boards besides `variants`, to follow “or” after a list of those; empty without any."""

    def read_options(self, typed: str) -> str:
        """Return the stored form of options that a user typed or chose; EngineError if they are wrong."""

    def near_equal(self, style: str) -> float:
        """Return the maximum difference in a style's points between moves that are equal in an opening."""

    def drawn(self, options: str, rng: random.Random) -> str:
        """Return the options of a new game; choices left to chance are made and follow `DRAWN`."""

    def opening_moves(self, options: str) -> Sequence[str]:
        """Return the moves made before a game with these options begins."""

    def opening_name(self, position: Position) -> str | None:
        """Return the English name of the opening that ends in this position, None without one."""

    def opening_lines(self) -> Mapping[str, tuple[str, ...]]:
        """Return the moves of the openings of the usual board by their English names."""

    def opening_of(self, options: str, moves: Sequence[str]) -> str:
        """Return the key of the opening chosen by the players: at most 64 characters, "" for none.

        `moves` are the first OPENING_PLIES moves, or all.
        """

    def opening_label(self, opening: str) -> str:
        """Return the translated name of an opening of `opening_of`."""

    def start(self, options: str) -> Position:
        """Return the first position under the stored options."""

    def rows_of(self, position: Position) -> Sequence[Sequence[int | None]]:
        """Return the owner of each square, row by row from the top left; None for an empty one."""

    def board_of(self, position: Position) -> str:
        """Return the stored options of a position's board."""

    def set_up(self, board: str, squares: str) -> Position:
        """Return a position from the text of `squares_of`.

        Raises EngineError for a position that is detectably impossible.
        """

    def buttons(self, position: Position) -> Sequence[MoveButton]:
        """Return the buttons for the side to move, in board order."""

    def draw(self, diagram: Diagram, look: Look = USUAL) -> bytes:
        """Return a PNG of a position."""

    def write(self, diagram: Diagram, *, turned: bool = False) -> str:
        """Write a position in monospaced letters, row by row with coordinates.

        `turned` shows the board from the other side.
        """

    def describe(self, diagram: Diagram, *, by_row: bool = False) -> str:
        """Describe a position, in English in at most 1,000 characters without values.

        `by_row` begins a line for each row.
        """

    def score(self, position: Position) -> tuple[str, str] | None:
        """Return the score of the two sides, None if the game has no score."""

    def win_line(self, position: Position, winner: str) -> str:
        """Say who has won and how, without a full stop, such as `Ann wins 35–29`."""

    def draw_line(self, position: Position) -> str:
        """Describe a draw in a phrase to follow “a draw,”, such as `32–32`."""

    def move_name(self, move: str) -> str:
        """Return a move to follow “played”, such as `d3` or `column 6`."""

    def margin(self, score: int) -> str:
        """Return the margin of a win, such as `by 22`; "" if the game has no score."""

    def estimate(self, position: Position, score: float) -> str:
        """Describe an unproved score for the side to move; higher is better."""

    def proved(self, position: Position, score: int) -> str:
        """Describe a proved score for the side to move, such as `a win by exactly 4`."""

    def value_label(self, position: Position, score: float, *, exact: bool) -> str:
        """Return a move's value for the board: at most two short words, such as `+3.2`."""

    def rules(self) -> str:
        """Return the rules in a few short paragraphs of Discord's markdown."""

    def rules_picture(self, look: Look = USUAL) -> tuple[bytes, str]:
        """Return a PNG that explains the rules, and its description."""


@runtime_checkable
class Animated(Protocol):
    """A game whose replays show how discs fall or turn."""

    def film(
        self, positions: Sequence[Position], end: End | None, names: tuple[str, str] | None, look: Look
    ) -> Film:
        """Return the film of a whole game; `end` if it ended before its last position did."""


@runtime_checkable
class Coloured(Protocol):
    """A game whose charts have the colours of its sides."""

    def inks(self, theme: Theme) -> Pair:
        """Return the colours of the two sides for letters and lines."""


@runtime_checkable
class Mapped(Protocol):
    """A game whose hints can show the place of a move on the board."""

    def place(self, position: Position, move: str) -> tuple[float, float]:
        """Return the place of a move, from 0 to 1 from the left and from the top."""


@runtime_checkable
class ByColumn(Protocol):
    """A game with a move for each column, whose proved values are listed in the order of the columns."""

    def deciding_disc(self, position: Position, score: int) -> int | None:
        """Return the number of the disc that wins under best play, from 1; None for a draw."""

    def brief_value(self, position: Position, score: int) -> str:
        """Return a proved value in four characters: +n and -n for moves to a win or loss, = for a draw."""


@runtime_checkable
class Lined(Protocol):
    """A game that is won by a line."""

    def winning_squares(self, position: Position) -> Sequence[int]:
        """Return the numbers of the squares of the winning lines, row by row from the top left."""


def board_label(kind: GameKind, options: str) -> str:
    """Return the name of a board by the stored options."""
    set_up = is_set_up(options)
    board = board_set_up(options)[0] if set_up else chosen_board(options)
    label = next((variant.label for variant in kind.variants if variant.options == board), board)
    # Translators: {board} is the name of a board, such as “8x8”.
    return gettext("{board}, from a position", board=label) if set_up else label


def opening_label(name: str) -> str:
    """Return the translated name of an opening by its English one; "" for none."""
    return pgettext("opening", name) if name else ""


def board_typed(variants: Sequence[Variant], typed: str) -> str | None:
    """Return the stored options of a board whose description was typed; None if it is none of these."""
    labels = {variant.options: variant for variant in variants}
    return key_typed(typed, labels, lambda options: labels[options].label)


SYMBOLS = "XO"
EMPTY = "-"


def squares_of(kind: GameKind, position: Position) -> str:
    """Return the squares of a position and the side to move as text."""
    return f"{signs_of(kind.rows_of(position))}{SYMBOLS[position.turn]}"


def signs_of(rows: Sequence[Sequence[int | None]]) -> str:
    """Return the owners of squares as text."""
    return "".join([EMPTY if owner is None else SYMBOLS[owner] for row in rows for owner in row])


def square_count(kind: GameKind, board: str) -> int:
    return sum(map(len, kind.rows_of(kind.start(board))))


def options_from(kind: GameKind, position: Position) -> str:
    """Return the stored options of a game from a position; those of its board at the usual start."""
    board = kind.board_of(position)
    return board if kind.start(board) == position else set_up_on(board, squares_of(kind, position))


FIRST = "reversi"
"""The game listed first; the others follow in the order of their modules' names."""

_games: dict[str, GameKind] = {}

GAMES: Mapping[str, GameKind] = MappingProxyType(_games)
"""All games in the order of menus."""


def register(kind: GameKind) -> None:
    """Add a game to bots created from now on; ValueError if its key is taken."""
    if kind.key in _games:
        raise ValueError(f"there is a game {kind.key} already")
    _games[kind.key] = kind


def discover() -> None:
    """Import the modules of `bot.catalog`, each of which registers its game."""
    catalog = importlib.import_module("bot.catalog")
    names = {module.name for module in pkgutil.iter_modules(catalog.__path__)}
    for name in sorted(names, key=lambda name: (name != FIRST, name)):
        importlib.import_module(f"bot.catalog.{name}")
