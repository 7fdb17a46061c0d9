"""Sets of squares in one word or in two."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba.extending import overload

from engine.jit.bits import Word, lowest, popcount
from engine.jit.compiling import INNER_OPTIONS, dispatched, implements

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


_SIZE = np.uint64(64)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


class Pair(NamedTuple):
    """128 bits: bit 0 of `low` is bit 0, bit 0 of `high` is bit 64."""

    low: Word
    high: Word

    def __and__(self, other: Pair) -> Pair:
        return _and(self, other)

    def __or__(self, other: Pair) -> Pair:
        return _or(self, other)

    def __xor__(self, other: Pair) -> Pair:
        return _xor(self, other)

    def __sub__(self, other: Pair) -> Pair:
        return _minus(self, other)

    def __lshift__(self, bits: Word) -> Pair:
        return _shifted_up(self, bits)

    def __rshift__(self, bits: Word) -> Pair:
        return _shifted_down(self, bits)


def pair_of(number: int) -> Pair:
    """The pair with the bits of a whole number below 2^128."""
    return Pair(np.uint64(number & 2**64 - 1), np.uint64(number >> 64))


def _and(a: Pair, b: Pair) -> Pair:
    return Pair(a.low & b.low, a.high & b.high)


def _or(a: Pair, b: Pair) -> Pair:
    return Pair(a.low | b.low, a.high | b.high)


def _xor(a: Pair, b: Pair) -> Pair:
    return Pair(a.low ^ b.low, a.high ^ b.high)


def _minus(a: Pair, b: Pair) -> Pair:
    borrowed = _ONE if a.low < b.low else _ZERO
    return Pair(a.low - b.low, a.high - b.high - borrowed)


def _shifted_up(a: Pair, bits: Word) -> Pair:
    return Pair(a.low << bits, a.high << bits | a.low >> (_SIZE - bits))


def _shifted_down(a: Pair, bits: Word) -> Pair:
    return Pair(a.low >> bits | a.high << (_SIZE - bits), a.high >> bits)


def _overloaded(operation: Any, function: Any) -> None:
    def choose(first: Any, second: Any) -> Any:
        return function if getattr(first, "instance_class", None) is Pair else None

    overload(operation, jit_options=INNER_OPTIONS, strict=False)(choose)


_overloaded(operator.and_, _and)
_overloaded(operator.or_, _or)
_overloaded(operator.xor, _xor)
_overloaded(operator.sub, _minus)
_overloaded(operator.lshift, _shifted_up)
_overloaded(operator.rshift, _shifted_down)


@implements(words_of, Pair)
def _words_of_pair(squares: Pair) -> tuple[Word, ...]:
    return squares.low, squares.high


@implements(count_squares, Pair)
def _count_of_pair(moves: Pair) -> Any:
    return popcount(moves.low) + popcount(moves.high)


@implements(first_square, Pair)
def _first_of_pair(moves: Pair) -> Any:
    if moves.low != _ZERO:
        return lowest(moves.low)
    return lowest(moves.high) + np.int64(64)


@implements(without_first, Pair)
def _pair_without_first(moves: Pair) -> Pair:
    if moves.low != _ZERO:
        return Pair(moves.low & (moves.low - _ONE), moves.high)
    return Pair(moves.low, moves.high & (moves.high - _ONE))
