"""What the commands, the views and the use-cases need to know of a game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.catalog.diagram import Diagram
from bot.review.judging import Judging
from data import board_set_up, chosen_board, is_set_up
from engine import Position
from engine.players.levels import Level
from renderers.position import End
from renderers.replay import Film
from renderers.themes import USUAL, Look

OPENING_PLIES = 24
"""No opening is longer than so many moves."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides: its name as people say it, and a disc to set before a player's name."""

    name: str
    disc: str


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A button under the board: its label, the move it plays, and whether it can be pressed now."""

    label: str
    move: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """A board people can choose: how it is stored, and how it is called."""

    options: str
    label: str

    @property
    def typed(self) -> str:
        """What people type for it."""
        return self.options or self.label


class GameKind(Protocol):
    """A game: `bot/catalog/` has one module for each, `GAMES` lists them."""

    key: str
    """The game's name in commands and in storage, such as `reversi`."""
    title: str
    """The game's name as people read it."""
    summary: str
    """One line that describes the game in the command picker."""
    sides: tuple[Side, Side]
    levels: Mapping[str, Level]
    """The computer player's levels by name, weakest first."""
    variants: Sequence[Variant]
    """The boards to choose from; the first is the usual one, stored as "" and always rated."""
    other_boards: str
    """Which boards there are besides `variants`, to follow “or” after a list of those; empty without any."""
    judging: Judging
    """How a review judges its positions."""

    def read_options(self, typed: str) -> str:
        """The options a person typed or chose, as they are stored; `EngineError` says what is wrong."""

    def near_equal(self, style: str) -> float:
        """Moves whose values by a style are no more points apart are about as good in an opening."""
        ...

    def drawn(self, options: str, rng: random.Random) -> str:
        """The options of a game that begins: what they leave to chance is drawn, and follows `DRAWN`."""

    def opening_moves(self, options: str) -> Sequence[str]:
        """The moves that were made on the board before a game under the stored options began."""

    def opening_name(self, position: Position) -> str | None:
        """The name of the opening that ends in this position, if it has one."""

    def opening_of(self, options: str, moves: Sequence[str]) -> str:
        """The opening that people chose who began a game so, as it is stored and counted: at most 64
        characters, "" for none; `moves` are as many as OPENING_PLIES, or all there are."""

    def opening_label(self, opening: str) -> str:
        """An opening of `opening_of` as people call it."""

    def start(self, options: str) -> Position:
        """The first position under the stored options."""

    def rows_of(self, position: Position) -> Sequence[Sequence[int | None]]:
        """The side that owns each square, row by row from the top left; None for an empty one."""
        ...

    def board_of(self, position: Position) -> str:
        """The stored options of the board on which a position stands."""
        ...

    def set_up(self, board: str, squares: str) -> Position:
        """A position on a board that somebody has set up, by the text of `bot.catalog.squares.squares_of`.

        Raises EngineError for a position that no game leads to, as far as that can be seen.
        """
        ...

    def buttons(self, position: Position) -> Sequence[MoveButton]:
        """The buttons for the side to move, in the order people look for them."""

    def draw(self, diagram: Diagram, look: Look = USUAL) -> bytes:
        """A PNG of a position."""

    def write(self, diagram: Diagram, *, turned: bool = False) -> str:
        """A position in letters that are all equally wide, row by row with their coordinates.

        `turned` shows the board from the other side.
        """
        ...

    def describe(self, diagram: Diagram) -> str:
        """A position in words, for people who do not see the picture; at most 1,000 characters without
        values."""

    def score(self, position: Position) -> tuple[str, str] | None:
        """The running score of the two sides, or None when the game counts nothing."""

    def result_line(self, position: Position) -> str:
        """How a finished game ended, to follow “wins” or “a draw,”: such as `35–29`."""

    def move_name(self, move: str) -> str:
        """A move as people say it, to follow “played”: such as `d3` or `column 6`."""

    def margin(self, score: int) -> str:
        """By how much a game was won or lost, such as `by 22`; "" where nothing is counted."""

    def estimate(self, position: Position, score: float) -> str:
        """How the side to move stands by a score that is not proved; better is higher."""

    def proved(self, position: Position, score: int) -> str:
        """What it means for the side to move that `score` is proved: such as `a win by exactly 4`."""

    def value_label(self, position: Position, score: float, *, exact: bool) -> str:
        """A move's value as it is written on the board: at most two short words, such as `+3.2`."""

    def rules(self) -> str:
        """The rules in a few short paragraphs of Discord's markdown."""

    def rules_picture(self, look: Look = USUAL) -> tuple[bytes, str]:
        """A PNG that explains the rules, and the same in words."""

    def prepare(self) -> None:
        """Compile the rules of the usual board, in a thread: on the first start it takes a second."""


@runtime_checkable
class Animated(Protocol):
    """What a game can have besides: how discs fall or turn between its positions, for replays."""

    def film(
        self, positions: Sequence[Position], end: End | None, names: tuple[str, str] | None, look: Look
    ) -> Film:
        """A whole game; `end` is for one that ended before its last position did."""
        ...


@runtime_checkable
class Mapped(Protocol):
    """What a game can have besides: where on the board a move is made, for hints."""

    def place(self, position: Position, move: str) -> tuple[float, float]:
        """From 0 at the left to 1 at the right, and from 0 at the top to 1 at the bottom."""
        ...


def board_label(kind: GameKind, options: str) -> str:
    """What the board of a game is called, by the stored options."""
    set_up = is_set_up(options)
    board = board_set_up(options)[0] if set_up else chosen_board(options)
    label = next((variant.label for variant in kind.variants if variant.options == board), board)
    return f"{label}, from a position" if set_up else label
