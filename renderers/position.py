"""What a picture needs to know of a position; the engine's positions of every board game offer it."""

from typing import Protocol


class ResultLike(Protocol):
    """How a finished game ended."""

    @property
    def winner(self) -> int | None:
        """0, 1 or None for a draw."""


class PositionLike(Protocol):
    """A position on a rectangular board."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def turn(self) -> int:
        """0 or 1: who is to move."""

    def cells(self) -> tuple[int | None, ...]:
        """The owner of every square, row by row from the top left."""

    def legal_moves(self) -> tuple[str, ...]:
        """Names of the squares that may be played; ("pass",) or () when there are none."""

    def result(self) -> ResultLike | None:
        """None while the game goes on."""


class ScoredPosition(PositionLike, Protocol):
    """A position of a game in which discs are counted."""

    def points(self) -> tuple[int, int]:
        """The score of the two sides."""
