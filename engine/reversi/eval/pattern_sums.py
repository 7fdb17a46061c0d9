"""Sums of pattern weights: the inner loop of the learned Reversi evaluation.

The indices of all patterns come at once. For each four neighbouring squares and each filling of them a row
of a small table has what they add to every index; 16 rows for each colour, added as vectors <64 x i16>, give
the indices (the other side's rows count twice). With AVX-512 that takes some thirty cycles, less than to
carry the indices from state to state. With Numba switched off plain loops do the same.

In memory the rows come first, then the tables of the stages (`weights_file.search_tables`). Addresses
are int64.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.jit.bits import Word, popcount
from engine.jit.compiling import PLAIN_PYTHON, inlined
from engine.reversi.eval.patterns import (
    LANES,
    MOVES,
    OPP_MOVES,
    OWN_MOVES,
    PATTERNS,
    STAGE_DISCS,
    STAGE_WEIGHTS,
    STARTS,
)
from engine.reversi.flips import legal_squares
from engine.search.context_words import Context

#: Bytes of a row, of a group of four squares, and of all rows.
_ROW_BYTES = 2 * LANES
_GROUP_BYTES = 16 * _ROW_BYTES
ROWS_BYTES = 16 * _GROUP_BYTES
STAGE_BYTES = 2 * STAGE_WEIGHTS

#: Where the rows start in the tables of a search, after the stable squares of edges.
PATTERN_MEMORY = 65536 * 8

_MOST_MOVES = np.int64(MOVES - 1)

if PLAIN_PYTHON:

    def pattern_indices(own: Word, opp: Word, rows: Any, out: Any) -> Any:
        """Writes the LANES indices of a position as uint16 to the address `out` (aligned to 64 bytes)."""
        total = np.zeros(LANES, np.uint32)
        for group in range(16):
            for discs, times in ((int(own), 1), (int(opp), 2)):
                at = int(rows) + group * _GROUP_BYTES + (discs >> 4 * group & 15) * _ROW_BYTES
                total += times * np.array((ctypes.c_uint16 * LANES).from_address(at), np.uint32)
        ctypes.memmove(int(out), total.astype(np.uint16).ctypes.data, _ROW_BYTES)
        return np.int64(0)

    def weight_at(address: Any, index: Any) -> Any:
        """The int16 number `index` of the array that starts at `address`, as int64."""
        return np.int64(ctypes.c_int16.from_address(int(address) + 2 * int(index)).value)

    def pattern_sum(own: Word, opp: Word, rows: Any, weights: Any) -> Any:
        """The weights of all patterns of a position, in the stage's table at `weights`, added up."""
        indices = np.zeros(LANES, np.uint16)
        pattern_indices(own, opp, rows, indices.ctypes.data)
        return sum(
            (
                weight_at(weights, STARTS[pattern.class_number] + int(index))
                for pattern, index in zip(PATTERNS, indices, strict=False)
            ),
            np.int64(0),
        )

else:
    _I16 = ir.IntType(16)
    _I32 = ir.IntType(32)
    _I64 = ir.IntType(64)
    _VECTOR = ir.VectorType(_I16, LANES)

    def index_vector(builder: Any, own: Any, opp: Any, rows: Any) -> Any:
        """The vector of indices."""
        sums = []
        for discs in (own, opp):
            total = None
            for group in range(16):
                filling = builder.and_(builder.lshr(discs, _I64(4 * group)), _I64(15))
                offset = builder.add(builder.mul(filling, _I64(_ROW_BYTES)), _I64(group * _GROUP_BYTES))
                at = builder.add(rows, offset)
                row = builder.load(builder.inttoptr(at, _VECTOR.as_pointer()), align=64)
                total = row if total is None else builder.add(total, row)
            sums.append(total)
        return builder.add(sums[0], builder.add(sums[1], sums[1]))

    @intrinsic
    def pattern_indices(typing_context: Any, own: Any, opp: Any, rows: Any, out: Any) -> Any:
        """Writes the LANES indices of a position as uint16 to the address `out` (aligned to 64 bytes)."""

        def generate(context: Context, builder: Any, signature: Any, args: Any) -> Any:
            vector = index_vector(builder, args[0], args[1], args[2])
            builder.store(vector, builder.inttoptr(args[3], _VECTOR.as_pointer()), align=64)
            return _I64(0)

        return types.int64(types.uint64, types.uint64, types.int64, types.int64), generate

    @intrinsic
    def weight_at(typing_context: Any, address: Any, index: Any) -> Any:
        """The int16 number `index` of the array that starts at `address`, as int64."""

        def generate(context: Context, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], _I16.as_pointer())
            return builder.sext(builder.load(builder.gep(start, [args[1]])), _I64)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def pattern_sum(typing_context: Any, own: Any, opp: Any, rows: Any, weights: Any) -> Any:
        """The weights of all patterns of a position, in the stage's table at `weights`, added up."""

        def generate(context: Context, builder: Any, signature: Any, args: Any) -> Any:
            vector = index_vector(builder, args[0], args[1], args[2])
            with builder.goto_entry_block():
                place = builder.alloca(_VECTOR)
                place.align = 64
            builder.store(vector, place, align=64)
            start = builder.bitcast(place, _I16.as_pointer())
            tables = builder.inttoptr(args[3], _I16.as_pointer())
            total = _I32(0)
            for lane, pattern in enumerate(PATTERNS):
                # Atomic, so that each index comes as one plain load and not by taking the vector apart.
                index = builder.load_atomic(builder.gep(start, [_I64(lane)]), "monotonic", 2)
                table = builder.gep(tables, [_I64(STARTS[pattern.class_number])])
                weight = builder.load(builder.gep(table, [builder.zext(index, _I64)]))
                total = builder.add(total, builder.sext(weight, _I32))
            return builder.sext(total, _I64)

        return types.int64(types.uint64, types.uint64, types.int64, types.int64), generate


@inlined
def pattern_value(own: Word, opp: Word, tables: Any) -> Any:
    """The learned evaluation for the side to move, in 1/64 disc; `tables` is where the search tables are."""
    rows = tables + np.int64(PATTERN_MEMORY)
    discs = popcount(own | opp)
    stage = (discs - np.int64(4)) // np.int64(STAGE_DISCS)
    weights = rows + np.int64(ROWS_BYTES) + stage * np.int64(STAGE_BYTES)
    moves = min(popcount(legal_squares(own, opp)), _MOST_MOVES)
    replies = min(popcount(legal_squares(opp, own)), _MOST_MOVES)
    total = pattern_sum(own, opp, rows, weights) + weight_at(weights, discs - np.int64(1))
    total += weight_at(weights, np.int64(OWN_MOVES) + moves)
    total += weight_at(weights, np.int64(OPP_MOVES) + replies)
    return max(np.int64(-4096), min(np.int64(4096), total))
