"""Evaluations that were found before, by position: a small table beside the transposition table.

An entry is one word, so threads that share the table need no lock. From bit 0: the value + 2^15 (16 bits),
and the upper 48 bits of the check word of the position's hash key, salted as in the transposition table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, load, store
from engine.jit.compiling import inlined
from engine.search.context_words import EVALUATION_MASK, EVALUATIONS, SALT, Context
from engine.search.scores import Score

#: Stands for an evaluation that is not there; no value is as low.
NOT_THERE = np.int64(-32768)

_VALUE = np.uint64(0xFFFF)


@inlined
def evaluation_found_before(place: Word, check: Word, context: Context) -> Score:
    """The evaluation of a position by its hash key, or NOT_THERE."""
    entry = load(np.int64(load(context, EVALUATIONS)), np.int64(place & load(context, EVALUATION_MASK)))
    if entry ^ check ^ load(context, SALT) > _VALUE:
        return NOT_THERE
    return np.int64(entry & _VALUE) + NOT_THERE


@inlined
def keep_evaluation(place: Word, check: Word, value: Score, context: Context) -> Any:
    """Write down the evaluation of a position, over whatever was in its place."""
    entry = (check ^ load(context, SALT)) & ~_VALUE | np.uint64(value - NOT_THERE)
    return store(
        np.int64(load(context, EVALUATIONS)), np.int64(place & load(context, EVALUATION_MASK)), entry
    )
