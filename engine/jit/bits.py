"""Words of 64 squares, and sets of squares in one word or in two.

Operations that Numba has no name for are an LLVM intrinsic when compiled, and a line of Python when Numba is
switched off (NUMBA_DISABLE_JIT=1).
"""

from __future__ import annotations

import ctypes
import operator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from engine.jit.compiling import INNER_OPTIONS, dispatched, implements
from engine.jit.ready_note import PLAIN_PYTHON

#: 64 squares, bit 0 first. Typed constants only: a uint64 and an int64 added make a float64 in Numba.
Word: TypeAlias = Any

_U64 = ir.IntType(64)
_BOOL = ir.IntType(1)

if PLAIN_PYTHON:

    def popcount(word: Word) -> Any:
        """Number of bits set, as int64."""
        return np.int64(int(word).bit_count())

    def lowest(word: Word) -> Any:
        """Index of the lowest bit set, as int64; 64 for an empty word."""
        word = int(word)
        return np.int64((word & -word).bit_length() - 1 if word else 64)

    def load(address: Any, index: Any) -> Word:
        """The uint64 number `index` of the array that starts at `address`."""
        return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value)

    def load_byte(address: Any, index: Any) -> Any:
        """The uint8 number `index` of the array that starts at `address`, as int64."""
        return np.int64(ctypes.c_uint8.from_address(int(address) + int(index)).value)

    def store(address: Any, index: Any, word: Word) -> Any:
        """Write the uint64 number `index` of the array that starts at `address`."""
        ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value = int(word)
        return np.int64(0)

    def prefetch(address: Any) -> Any:
        """Prefetch the memory at an address that will soon be read."""
        return np.int64(0)

    def mix(a: Word, b: Word) -> Word:
        """A well-spread hash of two words: both halves of their 128-bit product, folded."""
        product = int(a) * int(b)
        return np.uint64((product ^ (product >> 64)) & 0xFFFFFFFFFFFFFFFF)

else:
    # The same as above.

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(_BOOL, 0))

        return types.int64(types.uint64), generate

    @intrinsic
    def load(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], _U64.as_pointer())
            return builder.load(builder.gep(start, [args[1]]))

        return types.uint64(types.int64, types.int64), generate

    @intrinsic
    def load_byte(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
            return builder.zext(builder.load(builder.gep(start, [args[1]])), _U64)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def store(typing_context: Any, address: Any, index: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], _U64.as_pointer())
            builder.store(args[2], builder.gep(start, [args[1]]))
            return ir.Constant(_U64, 0)

        return types.int64(types.int64, types.int64, types.uint64), generate

    @intrinsic
    def prefetch(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            number = ir.IntType(32)
            pointer = ir.IntType(8).as_pointer()
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            # For reading and writing (1), into all caches (3), as data (1).
            how = [ir.Constant(number, 1), ir.Constant(number, 3), ir.Constant(number, 1)]
            builder.call(function, [builder.inttoptr(args[0], pointer), *how])
            return ir.Constant(_U64, 0)

        return types.int64(types.int64), generate

    @intrinsic
    def mix(typing_context: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), _U64)
            return builder.xor(builder.trunc(product, _U64), high)

        return types.uint64(types.uint64, types.uint64), generate


_SIZE = np.uint64(64)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

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
def one_square(like: Squares, square: Square) -> Squares:
    """The set of one square, a word or a pair as `like` is."""


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
    return squares & (squares - _ONE)


@implements(one_square, np.uint64)
def _one_square(like: Word, square: Square) -> Word:
    return _ONE << np.uint64(square)


class Pair(NamedTuple):
    """128 bits: bit 0 of `low` is bit 0, bit 0 of `high` is bit 64. Compiled code has its operators, too."""

    low: Word
    high: Word

    def __and__(self, other: Pair) -> Pair:
        return Pair(self.low & other.low, self.high & other.high)

    def __or__(self, other: Pair) -> Pair:
        return Pair(self.low | other.low, self.high | other.high)

    def __xor__(self, other: Pair) -> Pair:
        return Pair(self.low ^ other.low, self.high ^ other.high)

    def __sub__(self, other: Pair) -> Pair:
        borrowed = _ONE if self.low < other.low else _ZERO
        return Pair(self.low - other.low, self.high - other.high - borrowed)

    def __lshift__(self, bits: Word) -> Pair:
        return Pair(self.low << bits, self.high << bits | self.low >> (_SIZE - bits))

    def __rshift__(self, bits: Word) -> Pair:
        return Pair(self.low >> bits | self.high << (_SIZE - bits), self.high >> bits)


def pair_of(number: int) -> Pair:
    """The pair with the bits of a whole number below 2^128."""
    return Pair(np.uint64(number & 2**64 - 1), np.uint64(number >> 64))


def _overloaded(operation: Any, function: Any) -> None:
    def choose(first: Any, second: Any) -> Any:
        return function if getattr(first, "instance_class", None) is Pair else None

    overload(operation, jit_options=INNER_OPTIONS, strict=False)(choose)


_overloaded(operator.and_, Pair.__and__)
_overloaded(operator.or_, Pair.__or__)
_overloaded(operator.xor, Pair.__xor__)
_overloaded(operator.sub, Pair.__sub__)
_overloaded(operator.lshift, Pair.__lshift__)
_overloaded(operator.rshift, Pair.__rshift__)


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


@implements(one_square, Pair)
def _one_square_of_pair(like: Pair, square: Square) -> Pair:
    if square < np.int64(64):
        return Pair(_ONE << np.uint64(square), _ZERO)
    return Pair(_ZERO, _ONE << np.uint64(square - np.int64(64)))
