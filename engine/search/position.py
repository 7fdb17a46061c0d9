"""The outcome of a game, and the interface of positions."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    import numpy as np

#: Name of the move of a side that has no other.
PASS = "pass"  # noqa: S105 - no password

Self = TypeVar("Self", bound="Position")


class Result(NamedTuple):
    """The end of a game: winner 0 (black, first player), 1 (white, second player) or None for a draw.

    `score` is the final score for the side to move (`position.turn`), as a search of it would say.
    """

    winner: int | None
    score: int


class Position(Protocol):
    """The interface of positions for search, perft and players; positions are immutable."""

    @property
    def turn(self) -> int:
        """Side to move: 0 black or first player, 1 white or second player."""

    @property
    def game(self) -> str:
        """Key of the game, such as "reversi" or "connect4"."""

    @property
    def variant(self) -> Hashable:
        """Size and rules: positions of the same variant can share what searches learn."""

    @property
    def moves_played(self) -> int:
        """Number of moves since the start, not counting passes."""

    def legal_moves(self) -> tuple[str, ...]:
        """Names of the legal moves; ("pass",) when the side must pass; () when the game is over."""

    def play(self: Self, move: str) -> Self:
        """The position after the move."""

    def result(self) -> Result | None:
        """Return the result, or None while the game is in progress."""

    def state(self) -> Any:
        """The position as `engine.search.interface` describes it: words, seen from the side to move."""

    def search_table(self) -> np.ndarray[Any, Any] | None:
        """Words that the game's compiled functions want to read during a search."""

    def move_name(self, square: int) -> str:
        """Name of the move to a square of the state."""

    def move_square(self, name: str) -> int:
        """Square of the state that a legal move goes to."""
