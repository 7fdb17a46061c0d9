"""Sums of pattern weights: the inner loop of the learned Reversi evaluations.

The indices of all patterns come at once. For each four neighbouring squares and each filling of them a row
of a small table has what they add to every index; the rows for each colour, added as vectors <64 x i16>,
give the indices (the other side's rows count twice). On 8 × 8, with AVX-512, that takes some thirty cycles,
less than to carry the indices from state to state. With Numba switched off plain loops do the same.

In memory the rows come first, then the tables of the stages (`tables.search_tables`). Addresses are int64.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.jit.bits import count_squares, words_of
from engine.jit.compiling import dispatched, implements
from engine.jit.ready_note import PLAIN_PYTHON
from engine.reversi.eval.patterns import LANES, MOVES, PATTERN_SETS, USUAL, PatternSet
from engine.reversi.states import STATES
from engine.search.interface import State, legal, passed

#: Bytes of a row, and of a group of four squares.
_ROW_BYTES = 2 * LANES
_GROUP_BYTES = 16 * _ROW_BYTES
#: Groups in a word.
_GROUPS = 16

#: Offset of the rows in the tables of a search, after the stable squares of edges.
PATTERN_MEMORY = 65536

_MAX_MOVES = np.int64(MOVES - 1)
#: Units of values per disc.
_UNIT = 64


def rows_bytes(patterns: PatternSet) -> int:
    return (patterns.groups[-1] + 1) * _GROUP_BYTES


def stage_bytes(patterns: PatternSet) -> int:
    return 2 * patterns.stage_weights


#: Sizes for 8 × 8, in bytes.
ROWS_BYTES, STAGE_BYTES = rows_bytes(USUAL), stage_bytes(USUAL)


@dispatched
def pattern_indices(state: State, rows: Any, out: Any) -> Any:
    """Write the LANES indices of a position as uint16 to the address `out` (aligned to 64 bytes)."""


@dispatched
def pattern_sum(state: State, rows: Any, weights: Any) -> Any:
    """The weights of all patterns of a position, in the stage's table at `weights`, added up."""


@dispatched
def pattern_value(state: State, tables: Any) -> Any:
    """The learned evaluation for the side to move, in 1/64 disc; `tables` is where the search tables are."""


if PLAIN_PYTHON:

    def weight_at(address: Any, index: Any) -> Any:
        """The int16 number `index` of the array that starts at `address`, as int64."""
        return np.int64(ctypes.c_int16.from_address(int(address) + 2 * int(index)).value)

    def _loops(patterns: PatternSet) -> tuple[Any, Any]:
        """`pattern_indices` and `pattern_sum` of a board, of the words of both sides."""

        def indices_of(own: Any, opp: Any, rows: Any, out: Any) -> Any:
            total = np.zeros(LANES, np.uint32)
            for group in patterns.groups:
                word, place = divmod(group, _GROUPS)
                for discs, times in ((int(own[word]), 1), (int(opp[word]), 2)):
                    at = int(rows) + group * _GROUP_BYTES + (discs >> 4 * place & 15) * _ROW_BYTES
                    total += times * np.array((ctypes.c_uint16 * LANES).from_address(at), np.uint32)
            ctypes.memmove(int(out), total.astype(np.uint16).ctypes.data, _ROW_BYTES)
            return np.int64(0)

        def sum_of(own: Any, opp: Any, rows: Any, weights: Any) -> Any:
            indices = np.zeros(LANES, np.uint16)
            indices_of(own, opp, rows, indices.ctypes.data)
            return sum(
                (
                    weight_at(weights, start + int(index))
                    for start, index in zip(patterns.lane_starts, indices, strict=False)
                ),
                np.int64(0),
            )

        return indices_of, sum_of

else:
    _I16 = ir.IntType(16)
    _I32 = ir.IntType(32)
    _I64 = ir.IntType(64)
    _VECTOR = ir.VectorType(_I16, LANES)

    def index_vector(patterns: PatternSet, builder: Any, own: list[Any], opp: list[Any], rows: Any) -> Any:
        """Return the vector of indices; `own` and `opp` are the words of both sides."""
        sums = []
        for words in (own, opp):
            total = None
            for group in patterns.groups:
                word, place = divmod(group, _GROUPS)
                filling = builder.and_(builder.lshr(words[word], _I64(4 * place)), _I64(15))
                offset = builder.add(builder.mul(filling, _I64(_ROW_BYTES)), _I64(group * _GROUP_BYTES))
                at = builder.add(rows, offset)
                row = builder.load(builder.inttoptr(at, _VECTOR.as_pointer()), align=64)
                total = row if total is None else builder.add(total, row)
            sums.append(total)
        return builder.add(sums[0], builder.add(sums[1], sums[1]))

    @intrinsic
    def weight_at(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start = builder.inttoptr(args[0], _I16.as_pointer())
            return builder.sext(builder.load(builder.gep(start, [args[1]])), _I64)

        return types.int64(types.int64, types.int64), generate

    def _loops(patterns: PatternSet) -> tuple[Any, Any]:
        words: Any = types.UniTuple(types.uint64, patterns.groups[-1] // _GROUPS + 1)  # type: ignore[no-untyped-call]

        def vector(builder: Any, args: Any) -> Any:
            own, opp = (
                [builder.extract_value(side, number) for number in range(len(words))] for side in args[:2]
            )
            return index_vector(patterns, builder, own, opp, args[2])

        @intrinsic
        def indices_of(typing_context: Any, own: Any, opp: Any, rows: Any, out: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                indices = vector(builder, args)
                builder.store(indices, builder.inttoptr(args[3], _VECTOR.as_pointer()), align=64)
                return _I64(0)

            return types.int64(words, words, types.int64, types.int64), generate

        @intrinsic
        def sum_of(typing_context: Any, own: Any, opp: Any, rows: Any, weights: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                indices = vector(builder, args)
                with builder.goto_entry_block():
                    place = builder.alloca(_VECTOR)
                    place.align = 64
                builder.store(indices, place, align=64)
                start = builder.bitcast(place, _I16.as_pointer())
                tables = builder.inttoptr(args[3], _I16.as_pointer())
                total = _I32(0)
                for lane, table_start in enumerate(patterns.lane_starts):
                    # Atomic, so that each index is one plain load instead of an extraction from the vector.
                    index = builder.load_atomic(builder.gep(start, [_I64(lane)]), "monotonic", 2)
                    table = builder.gep(tables, [_I64(table_start)])
                    weight = builder.load(builder.gep(table, [builder.zext(index, _I64)]))
                    total = builder.add(total, builder.sext(weight, _I32))
                return builder.sext(total, _I64)

            return types.int64(words, words, types.int64, types.int64), generate

        return indices_of, sum_of


def _register(size: int, anti: bool) -> None:
    state_class, patterns = STATES[size, anti], PATTERN_SETS[size, anti]
    indices_of, sum_of = _loops(patterns)
    stage_discs, one_stage = np.int64(patterns.stage_discs), np.int64(stage_bytes(patterns))
    own_moves, opp_moves = np.int64(patterns.own_moves), np.int64(patterns.opp_moves)
    rows_at, stages_at = np.int64(PATTERN_MEMORY), np.int64(PATTERN_MEMORY + rows_bytes(patterns))
    most = np.int64(_UNIT * patterns.squares)

    @implements(pattern_indices, state_class)
    def indices_of_class(state: State, rows: Any, out: Any) -> Any:
        return indices_of(words_of(state.own), words_of(state.opp), rows, out)

    @implements(pattern_sum, state_class)
    def sum_of_class(state: State, rows: Any, weights: Any) -> Any:
        return sum_of(words_of(state.own), words_of(state.opp), rows, weights)

    @implements(pattern_value, state_class)
    def value_of_class(state: State, tables: Any) -> Any:
        discs = count_squares(state.own | state.opp)
        stage = (discs - np.int64(4)) // stage_discs
        weights = tables + stages_at + stage * one_stage
        moves = min(count_squares(legal(state)), _MAX_MOVES)
        replies = min(count_squares(legal(passed(state))), _MAX_MOVES)
        total = pattern_sum(state, tables + rows_at, weights) + weight_at(weights, discs - np.int64(1))
        total += weight_at(weights, own_moves + moves)
        total += weight_at(weights, opp_moves + replies)
        return max(-most, min(most, total))


for _size, _anti in STATES:
    _register(_size, _anti)
