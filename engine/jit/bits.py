"""Words of 64 squares: the one-instruction operations and the memory accesses Numba has no name for.

Each operation is an LLVM intrinsic when compiled and a line of Python when Numba is switched off
(NUMBA_DISABLE_JIT=1).
"""

from __future__ import annotations

import ctypes
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

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

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """Number of bits set, as int64."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """Index of the lowest bit set, as int64; 64 for an empty word."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(_BOOL, 0))

        return types.int64(types.uint64), generate

    @intrinsic
    def load(typing_context: Any, address: Any, index: Any) -> Any:
        """The uint64 number `index` of the array that starts at `address`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], _U64.as_pointer())
            return builder.load(builder.gep(start, [args[1]]))

        return types.uint64(types.int64, types.int64), generate

    @intrinsic
    def load_byte(typing_context: Any, address: Any, index: Any) -> Any:
        """The uint8 number `index` of the array that starts at `address`, as int64."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
            return builder.zext(builder.load(builder.gep(start, [args[1]])), _U64)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def store(typing_context: Any, address: Any, index: Any, word: Any) -> Any:
        """Write the uint64 number `index` of the array that starts at `address`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], _U64.as_pointer())
            builder.store(args[2], builder.gep(start, [args[1]]))
            return ir.Constant(_U64, 0)

        return types.int64(types.int64, types.int64, types.uint64), generate

    @intrinsic
    def prefetch(typing_context: Any, address: Any) -> Any:
        """Prefetch the memory at an address that will soon be read."""

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
        """A well-spread hash of two words: both halves of their 128-bit product, folded."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), _U64)
            return builder.xor(builder.trunc(product, _U64), high)

        return types.uint64(types.uint64, types.uint64), generate
