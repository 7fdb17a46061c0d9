"""Reversi's two inner loops, legal squares and flipped discs, for four axes at once.

The four axes of the 8 × 8 board lie in the lanes of one vector <4 x i64>; LLVM makes AVX2 or AVX-512
of it where the processor has them, and plain code elsewhere. With Numba switched off the same results
come from a loop over the directions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

from engine.jit.bits import Square, Word
from engine.jit.ready_note import PLAIN_PYTHON
from engine.search.scores import Context

_FULL = 0xFFFFFFFFFFFFFFFF
#: Columns b to g: discs that can be jumped over along a row or a diagonal.
_INNER = 0x7E7E7E7E7E7E7E7E
#: Distance between neighbours along row, column and the two diagonals.
_SHIFTS = (1, 8, 9, 7)
_JUMPABLE = (_INNER, _FULL, _INNER, _INNER)
_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def _rays(square: int, sign: int) -> list[int]:
    rays = []
    for step_x, step_y in _STEPS:
        x, y = square % 8 + sign * step_x, square // 8 + sign * step_y
        ray = 0
        while 0 <= x < 8 and 0 <= y < 8:
            ray |= 1 << (8 * y + x)
            x, y = x + sign * step_x, y + sign * step_y
        rays.append(ray)
    return rays


#: Squares on the rays towards higher and towards lower indices: [64 squares][4 axes].
_RAYS_UP = [_rays(square, +1) for square in range(64)]
_RAYS_DOWN = [_rays(square, -1) for square in range(64)]


if PLAIN_PYTHON:

    def legal_squares(own: Word, opp: Word) -> Word:
        """Return the empty squares where a disc of `own` would flip at least one disc of `opp`."""
        mine, other, found = int(own), int(opp), 0
        for shift, jumpable in zip(_SHIFTS, _JUMPABLE, strict=True):
            inner = other & jumpable
            up, down = inner & (mine << shift), inner & (mine >> shift)
            for _ in range(5):
                up |= inner & (up << shift)
                down |= inner & (down >> shift)
            found |= (up << shift) | (down >> shift)
        return np.uint64(found & ~(mine | other) & _FULL)

    def flipped_discs(own: Word, opp: Word, square: Square) -> Word:
        """Return the discs of `opp` that a disc of `own` on `square` flips; 0 for an illegal move."""
        mine, other, found = int(own), int(opp), 0
        for ray in _RAYS_UP[int(square)]:
            stop = ray & ~other
            stop &= -stop
            if stop & mine:
                found |= ray & (stop - 1)
        for ray in _RAYS_DOWN[int(square)]:
            stop = ray & ~other
            stop = 1 << (stop.bit_length() - 1) if stop else 0
            if stop & mine:
                found |= ray & ~((stop << 1) - 1)
        return np.uint64(found)

else:
    _U64 = ir.IntType(64)
    _FOUR = ir.VectorType(_U64, 4)

    def _vector(values: tuple[int, ...]) -> Any:
        return ir.Constant(_FOUR, [ir.Constant(_U64, value) for value in values])

    def _broadcast(builder: Any, word: Any) -> Any:
        single = builder.insert_element(
            ir.Constant(_FOUR, ir.Undefined), word, ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), 4), [ir.Constant(ir.IntType(32), 0)] * 4)
        return builder.shuffle_vector(single, ir.Constant(_FOUR, ir.Undefined), zeros)

    def declared(module: Any, signature: Any, name: str) -> Any:
        """Return a function of LLVM."""
        return get_or_insert_function(module, signature, name)  # type: ignore[no-untyped-call]

    def _any_lane(builder: Any, vector: Any) -> Any:
        signature = ir.FunctionType(_U64, [_FOUR])
        reduce = declared(builder.module, signature, "llvm.vector.reduce.or.v4i64")
        return builder.call(reduce, [vector])

    def _counts_leading_zeros(context: Any) -> bool:
        """Return whether the processor counts the leading zeros of four words in one instruction."""
        _, _, features = context.codegen().magic_tuple()
        return "+avx512cd" in features and "+avx512vl" in features

    def _leading_zeros(builder: Any, vector: Any) -> Any:
        signature = ir.FunctionType(_FOUR, [_FOUR, ir.IntType(1)])
        count = declared(builder.module, signature, "llvm.ctlz.v4i64")
        return builder.call(count, [vector, ir.Constant(ir.IntType(1), 0)])

    def _table(builder: Any, rays: list[list[int]], name: str) -> Any:
        if name in builder.module.globals:
            return builder.module.globals[name]
        array = ir.ArrayType(_FOUR, 64)
        table = ir.GlobalVariable(builder.module, array, name)
        table.linkage = "internal"
        table.global_constant = True
        table.align = 32
        table.initializer = ir.Constant(array, [_vector(tuple(row)) for row in rays])
        return table

    def _ray(builder: Any, rays: list[list[int]], name: str, square: Square) -> Any:
        table = _table(builder, rays, name)
        return builder.load(builder.gep(table, [ir.Constant(_U64, 0), square]))

    def _turned_down_by_count(builder: Any, ray: Any, free: Any, mine: Any) -> Any:
        """Return what a move flips towards lower indices: the highest non-opposing square of the ray must
        be own.
        """
        zero, one = _vector((0,) * 4), _vector((1,) * 4)
        stop = builder.and_(free, ray)
        # An empty ray has 64 leading zeros, too far to shift: any bit outside the ray will do then.
        zeros = builder.and_(_leading_zeros(builder, stop), _vector((63,) * 4))
        top = _vector((1 << 63,) * 4)
        stop = builder.and_(builder.and_(builder.lshr(top, zeros), ray), mine)
        above = builder.sub(zero, builder.shl(stop, one))
        return builder.and_(ray, above)

    def _turned_down_by_shifts(builder: Any, ray: Any, free: Any, mine: Any) -> Any:
        """Like `_turned_down_by_count`, faster if leading zeros take twenty instructions."""
        from_stop = builder.and_(free, ray)
        for squares in (1, 2, 4):
            distance = _vector(tuple(squares * shift for shift in _SHIFTS))
            from_stop = builder.or_(from_stop, builder.lshr(from_stop, distance))
        from_stop = builder.and_(from_stop, ray)
        behind = builder.lshr(from_stop, _vector(_SHIFTS))
        stop = builder.and_(builder.and_(from_stop, builder.not_(behind)), mine)
        closed = builder.sext(builder.icmp_unsigned("!=", stop, _vector((0,) * 4)), _FOUR)
        return builder.and_(builder.and_(ray, builder.not_(from_stop)), closed)

    @intrinsic
    def legal_squares(typing_context: Any, own: Any, opp: Any) -> Any:
        def generate(context: Context, builder: Any, signature: Any, args: Any) -> Any:
            shift = _vector(_SHIFTS)
            twice = _vector(tuple(2 * value for value in _SHIFTS))
            mine, other = _broadcast(builder, args[0]), _broadcast(builder, args[1])
            inner = builder.and_(other, _vector(_JUMPABLE))
            # Runs of one, two, then two more and two more discs, in both senses of each axis.
            up = builder.and_(inner, builder.shl(mine, shift))
            down = builder.and_(inner, builder.lshr(mine, shift))
            up = builder.or_(up, builder.and_(inner, builder.shl(up, shift)))
            down = builder.or_(down, builder.and_(inner, builder.lshr(down, shift)))
            pairs_up = builder.and_(inner, builder.shl(inner, shift))
            pairs_down = builder.lshr(pairs_up, shift)
            for _ in range(2):
                up = builder.or_(up, builder.and_(pairs_up, builder.shl(up, twice)))
                down = builder.or_(down, builder.and_(pairs_down, builder.lshr(down, twice)))
            found = builder.or_(builder.shl(up, shift), builder.lshr(down, shift))
            return builder.and_(_any_lane(builder, found), builder.not_(builder.or_(args[0], args[1])))

        return types.uint64(types.uint64, types.uint64), generate

    @intrinsic
    def flipped_discs(typing_context: Any, own: Any, opp: Any, square: Square) -> Any:
        def generate(context: Context, builder: Any, signature: Any, args: Any) -> Any:
            zero = _vector((0,) * 4)
            mine, other = _broadcast(builder, args[0]), _broadcast(builder, args[1])
            free = builder.not_(other)
            # Upwards: the lowest square of the ray without an opposing disc must be own.
            ray = _ray(builder, _RAYS_UP, "flipfour.rays.up", args[2])
            stop = builder.and_(free, ray)
            stop = builder.and_(builder.and_(stop, builder.sub(zero, stop)), mine)
            blocked = builder.icmp_unsigned("==", stop, zero)
            below = builder.sub(stop, builder.zext(builder.not_(blocked), _FOUR))
            flips = builder.and_(ray, below)
            ray = _ray(builder, _RAYS_DOWN, "flipfour.rays.down", args[2])
            turn = _turned_down_by_count if _counts_leading_zeros(context) else _turned_down_by_shifts
            flips = builder.or_(flips, turn(builder, ray, free, mine))
            return _any_lane(builder, flips)

        return types.uint64(types.uint64, types.uint64, types.int64), generate
