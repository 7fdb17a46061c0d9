"""The small network of the learned Reversi evaluation: patterns in, one value out.

Every index of every pattern (`engine.reversi.eval.patterns`), every number of moves of either side and every
number of discs has a row of WIDTH small integers. The rows that a position shows are added up; the sums, cut
to the range from 0 to 1 and squared, go through a layer of HIDDEN units, cut and squared again, to the
output, to which the sums count directly, too. The rows are the same for the whole game; layer and output
belong to a stage of it. Symmetric positions have the same value, since symmetric patterns share their rows.

A position takes about twice as long as by the pattern weights (`research.reversi_evaluation speed`).
Products and sums are made in one fixed order by fused multiply-adds, so that every machine finds the same
value. With Numba switched off NumPy does the same.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.jit.bits import Word, popcount
from engine.jit.compiling import inlined
from engine.jit.ready_note import PLAIN_PYTHON
from engine.reversi.eval.pattern_sums import (
    PATTERN_MEMORY,
    ROWS_BYTES,
    STAGE_BYTES,
    pattern_indices,
)
from engine.reversi.eval.patterns import (
    HEAD,
    LANES,
    MOVES,
    OPP_MOVES,
    OWN_MOVES,
    PATTERNS,
    SIZES,
    STAGE_DISCS,
    STAGES,
    STARTS,
    USUAL,
    folded,
)
from engine.reversi.flips import legal_squares
from engine.reversi.states import Reversi8

#: Numbers in a row, and units of the layer.
WIDTH, HIDDEN = 32, 16
#: Units of the rows per 1.
FRACTION = 256
#: Values of the network are cut to this, in 1/64 disc.
_MAX = np.int64(4096)
_MAX_MOVES = np.int64(MOVES - 1)

#: Offset of the network in the tables of a search, and of its parts: rows of numbers of discs and
#: moves (int16), rows of patterns (int8), then for each stage the floats of `StageFloats`.
NETWORK_MEMORY = PATTERN_MEMORY + ROWS_BYTES + STAGES * STAGE_BYTES
_HEAD_BYTES = 2 * HEAD * WIDTH
_ENTRIES = sum(SIZES)
_STAGES_AT = _HEAD_BYTES + -(-_ENTRIES * WIDTH // 64) * 64
#: Offsets: the layer's weights (input by input), its constants, its share of the output, what the sums
#: count directly, and the output's constant, alone in its vector.
_CONSTANTS_AT = 4 * WIDTH * HIDDEN
_SHARES_AT = _CONSTANTS_AT + 4 * HIDDEN
_DIRECT_AT = _SHARES_AT + 4 * HIDDEN
_LAST_AT = _DIRECT_AT + 4 * WIDTH
_STAGE_BYTES = _LAST_AT + 4 * HIDDEN
NETWORK_BYTES = _STAGES_AT + STAGES * _STAGE_BYTES


class Network(NamedTuple):
    """The numbers of a network. Outputs are in 1/64 disc.

    `rows`: int16, folded entries × WIDTH, in 1/FRACTION; those of patterns fit int8.
    `layer`: float32, STAGES × WIDTH × HIDDEN; `constants` and `shares`: STAGES × HIDDEN.
    `direct`: STAGES × WIDTH; `last`: STAGES.
    """

    rows: np.ndarray[Any, Any]
    layer: np.ndarray[Any, Any]
    constants: np.ndarray[Any, Any]
    shares: np.ndarray[Any, Any]
    direct: np.ndarray[Any, Any]
    last: np.ndarray[Any, Any]


def write_network(network: Network, memory: np.ndarray[Any, Any]) -> None:
    """Lay a network out for use in `memory` (NETWORK_BYTES uint8)."""
    rows = network.rows[folded()[0][: HEAD + _ENTRIES]]
    memory[:_HEAD_BYTES] = rows[:HEAD].astype(np.int16).view(np.uint8).reshape(-1)
    body = rows[HEAD:].astype(np.int8).view(np.uint8).reshape(-1)
    memory[_HEAD_BYTES : _HEAD_BYTES + body.size] = body
    for stage in range(STAGES):
        last = np.zeros(HIDDEN, np.float32)
        last[0] = network.last[stage]
        parts = (network.layer, network.constants, network.shares, network.direct)
        floats = np.concatenate([part[stage].reshape(-1) for part in parts] + [last]).astype(np.float32)
        start = _STAGES_AT + stage * _STAGE_BYTES
        memory[start : start + _STAGE_BYTES] = floats.view(np.uint8)


if PLAIN_PYTHON:

    def _floats(address: int, count: int) -> np.ndarray[Any, Any]:
        return np.array((ctypes.c_float * count).from_address(address), np.float32)

    def network_output(
        own: Word, opp: Word, discs: Any, moves: Any, replies: Any, rows: Any, network: Any
    ) -> Any:
        """The value of a position in 1/64 disc; `rows` and `network` are addresses."""
        indices = np.zeros(LANES, np.uint16)
        pattern_indices(Reversi8(own, opp), rows, indices.ctypes.data)
        at = int(network)
        sums = np.zeros(WIDTH, np.int64)
        for entry in (discs - 1, OWN_MOVES + moves, OPP_MOVES + replies):
            sums += np.array((ctypes.c_int16 * WIDTH).from_address(at + 2 * WIDTH * int(entry)), np.int64)
        for pattern, index in zip(PATTERNS, indices, strict=False):
            entry = STARTS[pattern.class_number] - HEAD + int(index)
            row = (ctypes.c_int8 * WIDTH).from_address(at + _HEAD_BYTES + WIDTH * entry)
            sums += np.array(row, np.int64)
        inputs = (sums / FRACTION).astype(np.float32)
        stage = at + _STAGES_AT + (int(discs) - 4) // STAGE_DISCS * _STAGE_BYTES
        layer = _floats(stage, WIDTH * HIDDEN).reshape(WIDTH, HIDDEN)
        units = np.clip(inputs, 0, 1) ** 2 @ layer + _floats(stage + _CONSTANTS_AT, HIDDEN)
        value = np.clip(units, 0, 1) ** 2 @ _floats(stage + _SHARES_AT, HIDDEN)
        value += inputs @ _floats(stage + _DIRECT_AT, WIDTH) + _floats(stage + _LAST_AT, 1)[0]
        return np.int64(value)

else:
    from engine.reversi.eval.pattern_sums import index_vector
    from engine.reversi.flips import declared

    _I8, _I16, _I32, _I64 = ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.IntType(64)
    _FLOAT = ir.FloatType()
    _BYTES, _SHORTS, _INTS, _FLOATS = (ir.VectorType(kind, WIDTH) for kind in (_I8, _I16, _I32, _FLOAT))
    _UNITS = ir.VectorType(_FLOAT, HIDDEN)
    _INDICES = ir.VectorType(_I16, LANES)
    #: Independent partial sums, so that the processor need not wait.
    _STRANDS = 4

    def _vector(builder: Any, address: Any, offset: int, kind: Any, align: int = 64) -> Any:
        at = builder.inttoptr(builder.add(address, _I64(offset)), kind.as_pointer())
        return builder.load(at, align=align)

    def _lanes(builder: Any, vector: Any, chosen: list[int]) -> Any:
        return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(_I32, len(chosen)), chosen))

    def _cut_and_squared(builder: Any, vector: Any) -> Any:
        zero, one = (ir.Constant(vector.type, [end] * vector.type.count) for end in (0.0, 1.0))
        vector = builder.select(builder.fcmp_ordered(">", vector, zero), vector, zero)
        vector = builder.select(builder.fcmp_ordered("<", vector, one), vector, one)
        return builder.fmul(vector, vector)

    def _sums(builder: Any, indices: Any, entries: list[Any], network: Any) -> Any:
        """The rows of a position added up, <WIDTH x i16>; `entries` are those of the head."""
        strands: list[Any] = [None] * _STRANDS
        found = [
            _vector(builder, builder.add(network, builder.mul(entry, _I64(2 * WIDTH))), 0, _SHORTS)
            for entry in entries
        ]
        for number, row in enumerate(found):
            strands[number] = row
        for lane, pattern in enumerate(PATTERNS):
            # Atomic, so that each index is one plain load instead of an extraction from the vector.
            index = builder.load_atomic(builder.gep(indices, [_I64(lane)]), "monotonic", 2)
            offset = builder.add(network, builder.mul(builder.zext(index, _I64), _I64(WIDTH)))
            start = _HEAD_BYTES + WIDTH * (STARTS[pattern.class_number] - HEAD)
            row = builder.sext(_vector(builder, offset, start, _BYTES, WIDTH), _SHORTS)
            strand = lane % _STRANDS
            strands[strand] = row if strands[strand] is None else builder.add(strands[strand], row)
        return builder.add(builder.add(strands[0], strands[1]), builder.add(strands[2], strands[3]))

    @intrinsic
    def network_output(
        typing_context: Any, own: Any, opp: Any, discs: Any, moves: Any, replies: Any, rows: Any, network: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            own, opp, discs, moves, replies, rows, network = args
            with builder.goto_entry_block():
                index_place, input_place = builder.alloca(_INDICES), builder.alloca(_FLOATS)
                index_place.align = input_place.align = 64
            builder.store(index_vector(USUAL, builder, [own], [opp], rows), index_place, align=64)
            entries = [
                builder.sub(discs, _I64(1)),
                builder.add(moves, _I64(OWN_MOVES)),
                builder.add(replies, _I64(OPP_MOVES)),
            ]
            sums = _sums(builder, builder.bitcast(index_place, _I16.as_pointer()), entries, network)
            fraction = ir.Constant(_FLOATS, [1 / FRACTION] * WIDTH)
            inputs = builder.fmul(builder.sitofp(builder.sext(sums, _INTS), _FLOATS), fraction)
            builder.store(_cut_and_squared(builder, inputs), input_place, align=64)
            stage = builder.udiv(builder.sub(discs, _I64(4)), _I64(STAGE_DISCS))
            stage = builder.add(network, builder.mul(stage, _I64(_STAGE_BYTES)))
            multiply_add = declared(
                builder.module, ir.FunctionType(_UNITS, [_UNITS] * 3), f"llvm.fma.v{HIDDEN}f32"
            )
            places = builder.bitcast(input_place, _I32.as_pointer())
            strands = [
                _vector(builder, stage, _STAGES_AT + _CONSTANTS_AT, _UNITS),
                ir.Constant(_UNITS, [0.0] * HIDDEN),
            ]
            for number in range(WIDTH):
                one = builder.load_atomic(builder.gep(places, [_I64(number)]), "monotonic", 4)
                alone = builder.insert_element(
                    ir.Constant(_UNITS, ir.Undefined), builder.bitcast(one, _FLOAT), _I32(0)
                )
                weights = _vector(builder, stage, _STAGES_AT + 4 * HIDDEN * number, _UNITS)
                everywhere = _lanes(builder, alone, [0] * HIDDEN)
                strands[number % 2] = builder.call(multiply_add, [everywhere, weights, strands[number % 2]])
            units = _cut_and_squared(builder, builder.fadd(*strands))
            shares = _vector(builder, stage, _STAGES_AT + _SHARES_AT, _UNITS)
            last = _vector(builder, stage, _STAGES_AT + _LAST_AT, _UNITS)
            value = builder.call(multiply_add, [units, shares, last])
            for half in range(WIDTH // HIDDEN):
                part = _lanes(builder, inputs, list(range(half * HIDDEN, (half + 1) * HIDDEN)))
                direct = _vector(builder, stage, _STAGES_AT + _DIRECT_AT + 4 * HIDDEN * half, _UNITS)
                value = builder.call(multiply_add, [part, direct, value])
            count = HIDDEN
            while count > 1:
                count //= 2
                halves = (list(range(start, start + count)) for start in (0, count))
                value = builder.fadd(*(_lanes(builder, value, half) for half in halves))
            return builder.fptosi(builder.extract_element(value, _I32(0)), _I64)

        return types.int64(types.uint64, types.uint64, *[types.int64] * 5), generate


@inlined
def network_value(own: Word, opp: Word, tables: Any) -> Any:
    """The evaluation for the side to move, in 1/64 disc; `tables` is where the search tables are."""
    discs = popcount(own | opp)
    moves = min(popcount(legal_squares(own, opp)), _MAX_MOVES)
    replies = min(popcount(legal_squares(opp, own)), _MAX_MOVES)
    value = network_output(
        own, opp, discs, moves, replies, tables + np.int64(PATTERN_MEMORY), tables + np.int64(NETWORK_MEMORY)
    )
    return max(-_MAX, min(_MAX, value))
