"""Sets of squares: one 64-bit word, or a NamedTuple of words for boards that need more (see `pairs`)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from engine.jit.bits import Word, lowest, popcount
from engine.jit.dispatch import dispatched, implements

#: A set of squares: a uint64 whose bits are the squares, or a NamedTuple of words.
Squares: TypeAlias = Any
#: The number of a square, int64.
Square: TypeAlias = Any


@dispatched
def count_squares(squares: Squares) -> Any:
    """Number of squares in a set, as int64."""


@dispatched
def first_square(squares: Squares) -> Square:
    """The lowest square of a set that is not empty."""


@dispatched
def without_first(squares: Squares) -> Squares:
    """The set without its lowest square."""


@dispatched
def words_of(squares: Squares) -> tuple[Word, ...]:  # type: ignore[empty-body]
    """The words that hold a set, lowest squares first."""


@implements(words_of, np.uint64)
def _words(squares: Word) -> tuple[Word, ...]:
    return (squares,)


@implements(count_squares, np.uint64)
def _count(squares: Word) -> Any:
    return popcount(squares)


@implements(first_square, np.uint64)
def _first(squares: Word) -> Square:
    return lowest(squares)


@implements(without_first, np.uint64)
def _without_first(squares: Word) -> Word:
    return squares & (squares - np.uint64(1))
