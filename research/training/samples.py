"""Positions of training games by their number of discs, and sums over all of them.

A position stores its discs and its target, 20 bytes; the indices of its weights are recomputed in each sweep.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from engine.jit.bits import count_squares
from engine.jit.compiling import compiled
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval.pattern_sums import pattern_indices
from engine.reversi.eval.patterns import LANES, MOVES, PATTERN_SETS, USUAL, PatternSet
from engine.reversi.states import state_of
from engine.search.interface import legal, passed
from research.training.selfplay import SOLVED, UNIT, state_at

_USUAL = BOARDS[8, False]
_MAX_MOVES, _MOVES = np.int64(MOVES - 1), np.int64(MOVES)
_ONE = np.int64(1)
#: Bytes per cache line; rows are aligned to it.
_ALIGNED = 64
#: Sums of this many positions use float32, larger ones float64.
_CHUNK = 200_000


class Positions(NamedTuple):
    """Discs of the side to move, of the other side, and targets in 1/64 disc (float32).

    On boards of more than 64 squares discs are rows of two words.
    """

    own: np.ndarray[Any, Any]
    opp: np.ndarray[Any, Any]
    targets: np.ndarray[Any, Any]

    def part(self, chosen: Any) -> Positions:
        """Return some of the positions, by a slice or a mask."""
        return Positions(self.own[chosen], self.opp[chosen], self.targets[chosen])


#: Positions by their number of discs.
Sample: TypeAlias = dict[int, Positions]


class Sums(NamedTuple):
    """Over the positions with one number of discs: their number, absolute errors and squared errors, summed.

    `correlations` has, for each folded weight, the summed errors of the positions whose estimates use it.
    """

    positions: int
    errors: float
    squares: float
    correlations: np.ndarray[Any, Any]


# Rows are of any type here, since mypy takes seconds for each sum of two arrays whose types it is told.


def targets(rows: Any, trust: float) -> np.ndarray[Any, Any]:
    """Return the targets of a fit: exact scores, or a mix of the searched value and the game's score."""
    share = np.where(rows["source"] == SOLVED, 0.0, trust)
    mixed: np.ndarray[Any, Any] = share * rows["value"] + (1 - share) * rows["target"]
    return mixed.astype(np.float32)


def discs_of(rows: Any) -> np.ndarray[Any, Any]:
    """Return the number of discs of each position."""
    counts: np.ndarray[Any, Any] = np.bitwise_count(rows["own"] | rows["opp"]).astype(np.int64)
    return counts if counts.ndim == 1 else counts.sum(axis=1)


def samples(blocks: Iterable[np.ndarray[Any, Any]], trust: float, kept_aside: int) -> tuple[Sample, Sample]:
    """Split blocks of rows into positions to fit to and, from one game in `kept_aside`, validation ones."""
    pieces: tuple[dict[int, list[Positions]], dict[int, list[Positions]]] = ({}, {})
    for rows in blocks:
        discs, aside = discs_of(rows), rows["game"] % kept_aside == kept_aside - 1
        order = np.argsort(2 * discs + aside, kind="stable")
        whole = Positions(rows["own"], rows["opp"], targets(rows, trust)).part(order)
        keys, starts = np.unique((2 * discs + aside)[order], return_index=True)
        for key, start, end in zip(keys, starts, [*starts[1:], len(rows)], strict=True):
            # Copy, or every block would stay in memory as a whole.
            part = Positions(*(column[start:end].copy() for column in whole))
            pieces[key % 2].setdefault(int(key // 2), []).append(part)
    seen, unseen = ({discs: _joined(of.pop(discs)) for discs in sorted(of)} for of in pieces)
    return seen, unseen


def _joined(parts: list[Positions]) -> Positions:
    return Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def joined(sample: Sample) -> Positions:
    """Return all positions joined."""
    return _joined(list(sample.values()))


def size(sample: Sample) -> int:
    """Return the number of positions."""
    return sum(len(positions.own) for positions in sample.values())


@compiled
def _sweep(
    like: Any, positions: Any, rows: Any, starts: Any, table: Any, out: Any, indices: Any, scratch: Any
) -> Any:
    """Return the sums of the absolute errors of the estimates by `table` and of their squares.

    `starts` has the offsets of the tables of own moves and of each pattern; `out` gets the errors at each
    weight and may be empty. `scratch` is the address of `indices`, `like` any state of the board.
    """
    total, squares = 0.0, 0.0
    own, opp, targets = positions
    own_moves = starts[0]
    for position in range(len(own)):
        state = state_at(like, own, opp, position)
        pattern_indices(state, rows, scratch)
        discs = count_squares(state.own | state.opp) - _ONE
        moves = own_moves + min(count_squares(legal(state)), _MAX_MOVES)
        replies = own_moves + _MOVES + min(count_squares(legal(passed(state))), _MAX_MOVES)
        value = table[discs] + table[moves] + table[replies]
        for lane in range(len(starts) - 1):
            value += table[starts[lane + 1] + np.int64(indices[lane])]
        error = targets[position] - value
        total += abs(error)
        squares += error * error
        if len(out):
            out[discs] += error
            out[moves] += error
            out[replies] += error
            for lane in range(len(starts) - 1):
                out[starts[lane + 1] + np.int64(indices[lane])] += error
    return total, squares


class Workspace:
    """The rows that make indices, and room for the indices of one position, for one thread."""

    def __init__(self, patterns: PatternSet) -> None:
        small = patterns.nibbles()
        self._memory = np.zeros(small.nbytes + 2 * LANES + _ALIGNED, np.uint8)
        start = -self._memory.ctypes.data % _ALIGNED
        aligned = self._memory[start:][: small.nbytes + 2 * LANES]
        aligned[: small.nbytes] = small.view(np.uint8).reshape(-1)
        self.rows = np.int64(aligned.ctypes.data)
        self.indices = aligned[small.nbytes :].view(np.uint16)
        self.address = np.int64(self.indices.ctypes.data)


_workspaces = threading.local()


def workspace(patterns: PatternSet = USUAL) -> Workspace:
    """Return this thread's workspace."""
    of_thread: dict[Any, Workspace] = _workspaces.__dict__
    if patterns not in of_thread:
        of_thread[patterns] = Workspace(patterns)
    return of_thread[patterns]


def sums(
    positions: Positions, weights: np.ndarray[Any, Any], correlations: bool = True, board: Board = _USUAL
) -> Sums:
    """Return the errors of the estimates by folded weights (floats)."""
    patterns, like = PATTERN_SETS[board.size, board.anti], state_of(board, 0, 0)
    starts = np.array([patterns.own_moves, *patterns.lane_starts], np.int64)
    near = workspace(patterns)
    shared, count = patterns.folded()
    table = weights[shared].astype(np.float32)
    out = np.zeros(patterns.stage_weights if correlations else 0, np.float32)
    found, errors, squares = np.zeros(count), 0.0, 0.0
    for start in range(0, len(positions.own), _CHUNK):
        part = positions.part(slice(start, start + _CHUNK))
        more, more_squares = _sweep(like, part, near.rows, starts, table, out, near.indices, near.address)
        errors, squares = errors + more, squares + more_squares
        if correlations:
            found += np.bincount(shared, out, minlength=count)
            out[:] = 0
    return Sums(len(positions.own), errors / int(UNIT), squares / int(UNIT) ** 2, found)
