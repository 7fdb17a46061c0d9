"""Fit the network of the learned evaluation by gradients, one position after the other.

Rows, which most positions do not touch, are updated by AdaGrad: a number that has changed much changes less
from then on. The numbers of the stages are updated by RMSProp, once per `batch` of positions. Threads update
the same numbers without locks, so only a run with one thread is reproducible.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import popcount
from engine.jit.compiling import compiled, inlined
from engine.reversi.eval.network import FRACTION, HIDDEN, WIDTH, Network
from engine.reversi.eval.pattern_sums import pattern_indices
from engine.reversi.eval.patterns import (
    HEAD,
    MOVES,
    OPP_MOVES,
    OWN_MOVES,
    PATTERNS,
    STAGE_DISCS,
    STAGES,
    STARTS,
    folded,
)
from engine.reversi.flips import legal_squares
from engine.reversi.states import Reversi8
from research.training.fit import discs_of_stage
from research.training.samples import Positions, workspace

#: Unit of outputs while training, in 1/64 disc.
_UNIT = 1024.0
#: Initial values of rows: sums in the middle of their range, where gradients flow.
_MIDDLE = 0.3
#: Initial squares of gradients, so that the first steps are small.
_FIRST_ROW_SQUARE, _FIRST_SQUARE = 0.1, 0.01
#: RMSProp remembers this share of the squares, and divides by a little more than their root.
_KEPT, _LITTLE = np.float32(0.999), np.float32(1e-5)
#: Positions per piece of work of a thread.
_PIECE = 100_000

_STARTS = np.array([STARTS[pattern.class_number] for pattern in PATTERNS], np.int64)
_PATTERNS = np.int64(len(PATTERNS))
_SHOWN = len(PATTERNS) + 3
_MAX_MOVES = np.int64(MOVES - 1)
_OWN_MOVES, _OPP_MOVES = np.int64(OWN_MOVES), np.int64(OPP_MOVES)
_ZERO, _ONE, _TWO = np.float32(0), np.float32(1), np.float32(2)
_WIDTH, _HIDDEN, _STAGES = np.int64(WIDTH), np.int64(HIDDEN), np.int64(STAGES)
_FOUR, _STAGE_DISCS = np.int64(4), np.int64(STAGE_DISCS)


@dataclass(frozen=True, slots=True)
class NetworkFit:
    """Parameters of a fit of the network.

    `trust`: share of the searched value in the target of an unsolved position.
    `rate`, `layer_rate`: steps of rows and of stages in the first half; then 0.3 of it, at last 0.1.
    `kept_aside`: one game in this many is for validation.
    """

    trust: float = 0.7
    epochs: int = 5
    rate: float = 0.04
    layer_rate: float = 0.001
    batch: int = 64
    kept_aside: int = 20
    seed: int = 1

    def pace(self, epoch: int) -> float:
        """Return the factor of the rates in an epoch."""
        done = epoch / self.epochs
        return 1.0 if done < 0.5 else 0.3 if done < 0.8 else 0.1


class Floats(NamedTuple):
    """A network being fitted, float32, in the shapes of `engine.reversi.eval.network.Network`."""

    rows: np.ndarray[Any, Any]
    layer: np.ndarray[Any, Any]
    constants: np.ndarray[Any, Any]
    shares: np.ndarray[Any, Any]
    direct: np.ndarray[Any, Any]
    last: np.ndarray[Any, Any]

    @classmethod
    def filled(cls, count: int, row: float, stage: float) -> Floats:
        """Return a network with this many rows, in which all numbers are equal."""
        shapes = ((STAGES, WIDTH, HIDDEN), (STAGES, HIDDEN), (STAGES, HIDDEN), (STAGES, WIDTH), (STAGES,))
        return cls(
            np.full((count, WIDTH), row, np.float32),
            *(np.full(shape, stage, np.float32) for shape in shapes),
        )

    @classmethod
    def random(cls, seed: int) -> Floats:
        """Return the random network a fit begins with."""
        draw = np.random.default_rng(seed)
        numbers = cls.filled(folded()[1], 0, 0)
        numbers.rows[:] = draw.normal(0, 0.02, numbers.rows.shape)
        numbers.rows[3:64] += _MIDDLE
        numbers.layer[:] = draw.normal(0, 0.25, numbers.layer.shape)
        numbers.constants[:] = 0.2
        numbers.shares[:] = draw.normal(0, 0.5, numbers.shares.shape)
        numbers.direct[:] = draw.normal(0, 0.3, WIDTH)
        return numbers

    @classmethod
    def of(cls, network: Network) -> Floats:
        """Return a network in float32, to continue from."""
        return cls(
            (network.rows / FRACTION).astype(np.float32),
            network.layer.astype(np.float32),
            network.constants.astype(np.float32),
            (network.shares / _UNIT).astype(np.float32),
            (network.direct / _UNIT).astype(np.float32),
            (network.last / _UNIT).astype(np.float32),
        )

    def rounded(self) -> Network:
        """Return the network with rows of small integers."""
        rows = np.rint(self.rows * FRACTION)
        rows[:HEAD] = np.clip(rows[:HEAD], -32768, 32767)
        rows[HEAD:] = np.clip(rows[HEAD:], -127, 127)
        unit = np.float32(_UNIT)
        return Network(
            rows.astype(np.int16),
            self.layer,
            self.constants,
            self.shares * unit,
            self.direct * unit,
            self.last * unit,
        )


@dataclass(frozen=True, slots=True)
class NetworkStage:
    """Errors on the positions of a stage: mean absolute and root mean square, in discs."""

    stage: int
    unseen: int
    unseen_error: float
    unseen_deviation: float

    @property
    def discs(self) -> str:
        """The numbers of discs of the stage."""
        return discs_of_stage(self.stage)


class Scratch(NamedTuple):
    """Buffers of one thread: see `_estimate` and `_learn`."""

    shown: np.ndarray[Any, Any]
    inputs: np.ndarray[Any, Any]
    squares: np.ndarray[Any, Any]
    units: np.ndarray[Any, Any]
    at_units: np.ndarray[Any, Any]
    at_inputs: np.ndarray[Any, Any]


def _scratch() -> Scratch:
    sizes = WIDTH, WIDTH, HIDDEN, HIDDEN, WIDTH
    return Scratch(np.zeros(_SHOWN, np.int32), *(np.zeros(size, np.float32) for size in sizes))


@inlined
def _cut(value: Any) -> Any:
    return min(max(value, _ZERO), _ONE)


@compiled
def _show(own: Any, opp: Any, place: Any, shared: Any, shown: Any) -> Any:
    """Write the numbers of the rows that a position uses; return its stage.

    `place` has the address of the rows that make indices, room for those of a position, and its address.
    """
    nibbles, indices, address = place
    pattern_indices(Reversi8(own, opp), nibbles, address)
    discs = popcount(own | opp)
    for lane in range(_PATTERNS):
        shown[lane] = shared[_STARTS[lane] + np.int64(indices[lane])]
    shown[_PATTERNS] = discs - np.int64(1)
    shown[_PATTERNS + 1] = _OWN_MOVES + min(popcount(legal_squares(own, opp)), _MAX_MOVES)
    shown[_PATTERNS + 2] = _OPP_MOVES + min(popcount(legal_squares(opp, own)), _MAX_MOVES)
    return (discs - _FOUR) // _STAGE_DISCS


@compiled
def _estimate(numbers: Any, stage: Any, scratch: Any) -> Any:
    """Return the output for the rows in `scratch.shown`; store inputs, their squares and units there."""
    rows, layer, constants, shares, direct, last = numbers
    shown, inputs, squares, units = scratch[0], scratch[1], scratch[2], scratch[3]
    for i in range(_WIDTH):
        inputs[i] = _ZERO
    for k in range(len(shown)):
        row = shown[k]
        for i in range(_WIDTH):
            inputs[i] += rows[row, i]
    value = last[stage]
    for j in range(_HIDDEN):
        units[j] = constants[stage, j]
    for i in range(_WIDTH):
        value += direct[stage, i] * inputs[i]
        cut = _cut(inputs[i])
        square = cut * cut
        squares[i] = square
        for j in range(_HIDDEN):
            units[j] += layer[stage, i, j] * square
    for j in range(_HIDDEN):
        cut = _cut(units[j])
        value += shares[stage, j] * cut * cut
    return value


@inlined
def _collect(error: Any, numbers: Any, stage: Any, scratch: Any, slopes: Any) -> None:
    """Add the gradients of a stage's numbers to `slopes`; those of inputs stay in `scratch.at_inputs`."""
    _, layer, _, shares, direct, _ = numbers
    _, of_layer, of_constants, of_shares, of_direct, of_last = slopes
    _, inputs, squares, units, at_units, at_inputs = scratch
    of_last[stage] += error
    for j in range(_HIDDEN):
        cut = _cut(units[j])
        of_shares[stage, j] += error * cut * cut
        inside = _ZERO < units[j] < _ONE
        at_units[j] = error * shares[stage, j] * _TWO * cut if inside else _ZERO
        of_constants[stage, j] += at_units[j]
    for i in range(_WIDTH):
        of_direct[stage, i] += error * inputs[i]
        square, slope = squares[i], _ZERO
        for j in range(_HIDDEN):
            of_layer[stage, i, j] += at_units[j] * square
            slope += at_units[j] * layer[stage, i, j]
        inside = _ZERO < inputs[i] < _ONE
        at_inputs[i] = error * direct[stage, i] + (slope * _TWO * inputs[i] if inside else _ZERO)


@inlined
def _move_all(numbers: Any, slopes: Any, squares: Any, count: Any, rate: Any) -> None:
    """Apply one step of RMSProp to an array; `slopes` are sums over `count` positions, and reset to 0."""
    flat, slope_of, square_of = numbers.reshape(-1), slopes.reshape(-1), squares.reshape(-1)
    for i in range(len(flat)):
        slope = slope_of[i] / count
        square_of[i] = _KEPT * square_of[i] + (_ONE - _KEPT) * slope * slope
        flat[i] -= rate * slope / (np.sqrt(square_of[i]) + _LITTLE)
        slope_of[i] = _ZERO


@compiled
def _learn(
    positions: Any,
    place: Any,
    shared: Any,
    numbers: Any,
    squares: Any,
    slopes: Any,
    scratch: Any,
    rates: Any,
    batch: Any,
) -> Any:
    """Process positions once; return the sum of the squared errors before each step."""
    own, opp, targets = positions
    rows, layer, constants, shares, direct, last = numbers
    row_squares, layer_squares, constant_squares, share_squares, direct_squares, last_squares = squares
    _, layer_slopes, constant_slopes, share_slopes, direct_slopes, last_slopes = slopes
    shown, at_inputs = scratch[0], scratch[5]
    rate, layer_rate = rates
    total, waiting = 0.0, np.int64(0)
    for position in range(len(own)):
        stage = _show(own[position], opp[position], place, shared, shown)
        error = _estimate(numbers, stage, scratch) - targets[position]
        total += error * error
        _collect(error, numbers, stage, scratch, slopes)
        for k in range(len(shown)):
            row = shown[k]
            for i in range(_WIDTH):
                slope = at_inputs[i]
                square = row_squares[row, i] + slope * slope
                row_squares[row, i] = square
                rows[row, i] -= rate * slope / np.sqrt(square)
        waiting += np.int64(1)
        if waiting == batch or position == len(own) - 1:
            count = np.float32(waiting)
            _move_all(layer, layer_slopes, layer_squares, count, layer_rate)
            _move_all(constants, constant_slopes, constant_squares, count, layer_rate)
            _move_all(shares, share_slopes, share_squares, count, layer_rate)
            _move_all(direct, direct_slopes, direct_squares, count, layer_rate)
            _move_all(last, last_slopes, last_squares, count, layer_rate)
            waiting = np.int64(0)
    return total


@compiled
def _measure(
    positions: Any,
    place: Any,
    shared: Any,
    numbers: Any,
    scratch: Any,
    found: Any,
) -> None:
    """Add the number of positions and their absolute and squared errors to `found` (STAGES × 3)."""
    own, opp, targets = positions
    for position in range(len(own)):
        stage = _show(own[position], opp[position], place, shared, scratch[0])
        error = _estimate(numbers, stage, scratch) - targets[position]
        found[stage, 0] += 1
        found[stage, 1] += abs(error)
        found[stage, 2] += error * error


def _pieces(positions: Positions) -> list[Positions]:
    return [positions.part(slice(start, start + _PIECE)) for start in range(0, len(positions.own), _PIECE)]


def _in_units(positions: Positions) -> Positions:
    return positions._replace(targets=positions.targets / np.float32(_UNIT))


def fit_network(
    seen: Positions,
    settings: NetworkFit,
    threads: int = 1,
    start: Network | None = None,
    done: Callable[[int, float], None] = lambda epoch, error: None,
) -> Network:
    """Fit the network to positions in random order.

    `done` is called after each epoch, counted from 0, with the root mean square error in discs,
    measured at each position before its step.
    """
    shared = folded()[0].astype(np.int32)
    order = np.random.default_rng(settings.seed).permutation(len(seen.own))
    pieces = _pieces(_in_units(seen.part(order)))
    numbers = Floats.random(settings.seed) if start is None else Floats.of(start)
    squares = Floats.filled(folded()[1], _FIRST_ROW_SQUARE, _FIRST_SQUARE)

    def work(piece: Positions, pace: float) -> float:
        near = workspace()
        rates = np.float32(settings.rate * pace), np.float32(settings.layer_rate * pace)
        slopes = Floats.filled(1, 0, 0)
        place = near.rows, near.indices, near.address
        moved = tuple(numbers), tuple(squares), tuple(slopes)
        batch = np.int64(settings.batch)
        return float(_learn(tuple(piece), place, shared, *moved, tuple(_scratch()), rates, batch))

    with ThreadPoolExecutor(threads) as pool:
        for epoch in range(settings.epochs):
            pace = settings.pace(epoch)
            total = sum(pool.map(lambda piece: work(piece, pace), pieces))  # noqa: B023
            done(epoch, _UNIT / 64 * float(np.sqrt(total / len(order))))
    return numbers.rounded()


def network_errors(network: Network, positions: Positions, threads: int = 1) -> list[NetworkStage]:
    """Return the errors of each stage that has positions."""
    shared = folded()[0].astype(np.int32)
    numbers = Floats.of(network)

    def work(piece: Positions) -> np.ndarray[Any, Any]:
        near, found = workspace(), np.zeros((STAGES, 3))
        place = near.rows, near.indices, near.address
        _measure(tuple(piece), place, shared, tuple(numbers), tuple(_scratch()), found)
        return found

    with ThreadPoolExecutor(threads) as pool:
        totals = sum(pool.map(work, _pieces(_in_units(positions))), np.zeros((STAGES, 3)))
    in_discs = _UNIT / 64
    return [
        NetworkStage(
            stage,
            int(count),
            in_discs * float(errors / count),
            in_discs * float(np.sqrt(squares / count)),
        )
        for stage, (count, errors, squares) in enumerate(totals)
        if count
    ]
