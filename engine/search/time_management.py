"""The sequence of iterations, and when more time would not change the move."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

from engine.search import rules
from engine.search.interface import certainties
from engine.search.position import Position
from engine.search.registry import Style
from engine.search.root import Iteration, Root

#: Moves left from which selective searches to the end come before the exact one.
_SELECTIVE_FROM = 16
#: Additional moves from which ten times the time reaches the end.
_MOVES_FOR_TENFOLD = 4
#: No search ends before this depth because its move is clear.
_CLEAR_FROM = 12
#: Share of the time after which the search first checks for a clear lead; each later check is at twice the
#: share.
_LEAD_AFTER = 0.1
#: A search far from the end of the game is over with this share of its time, or with the lesser one when so
#: many iterations in a row had the same best move. Near the end is where the search goes for the end of the
#: game, or would with this many moves fewer: there, every second finds more (research/README.md).
_FAR_SHARE = 0.4
_HELD_SHARE = 0.1
_HELD_ITERATIONS = 6
_NEAR_THE_END = 2
#: Four of five proofs of a score take at most this many times the time used so far. Proving first who wins
#: takes a third as long, and most of that is saved afterwards (research/README.md).
_PROOF_TAKES = 5
#: A search to the end is quick that has taken no more than this share of its time or nodes when the boldest
#: level is done; without a limit, no more than so many nodes.
_QUICK_SHARE = 1 / 30
_QUICK_NODES = 20_000_000


def iterations(
    position: Position, style: Style, deepest: int | None, seconds: float | None = None
) -> Iterator[Iteration]:
    """The iterations of a search limited to `deepest` plies or to `seconds`, if any, up to the proof."""
    left = int(rules.moves_left(position.state()))
    levels = len(certainties(position.state()))
    to_the_end = deepest is None or deepest >= left
    solve = to_the_end and style.solves
    last = left - solve if to_the_end else deepest or 0
    if solve and (deepest is not None or left <= _solves_from(position, style, seconds)):
        last = left - style.ordering_gap
    for depth in range(1, last + 1):
        yield Iteration(depth)
    if solve:
        if left >= _SELECTIVE_FROM:
            for selectivity in range(levels):
                yield Iteration(left, True, selectivity)
        yield Iteration(left, True)


def _solves_from(position: Position, style: Style, seconds: float | None) -> int:
    """Return the number of moves left from which the search aims for the end of the game."""
    usual = style.solves_from(position)
    if seconds is None or not certainties(position.state()):
        return usual
    return usual + round(_MOVES_FOR_TENFOLD * min(1.0, math.log10(seconds)))


class TimeManager:
    """Ends a search of at most `seconds` where more time would hardly change the move.

    Its rules come from searches of positions from games played to their end: an iteration that started with
    less time than the one before had taken never changed the move, nor did any later one after a shallower
    search had shown the best move far ahead of all others. Far from the end of the game, a best move that has
    lasted some iterations seldom changes, and loses little where it does; near the end, every second counts
    (research/README.md).
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> None:
        self._seconds = seconds
        self._clock = clock
        self._begun = clock()
        self._before = 0.0
        self._look_at = _LEAD_AFTER * seconds
        self._move = ""
        self._held = 0

    def enough(self, root: Root, following: Iteration) -> bool:
        """Return whether the search can skip the following iteration and all later ones.

        Call it after every iteration.
        """
        now = self._clock() - self._begun
        taken, self._before = now - self._before, now
        self._held = self._held + 1 if root.move == self._move else 1
        self._move = root.move
        if now + taken > self._seconds and not following.proves:
            return True
        if root.style.clear_lead is None or root.depth < _CLEAR_FROM:
            return False
        return self._settled(root, now) or self._stands_out(root, root.style.clear_lead, now)

    def _settled(self, root: Root, now: float) -> bool:
        """Return whether the end of the game is far and the best move unlikely to change."""
        near = _NEAR_THE_END + _solves_from(root.position, root.style, self._seconds)
        if int(rules.moves_left(root.position.state())) <= near:
            return False
        share = _HELD_SHARE if self._held >= _HELD_ITERATIONS else _FAR_SHARE
        return now >= share * self._seconds

    def _stands_out(self, root: Root, lead: float, now: float) -> bool:
        """Return whether the best move is far ahead of all others."""
        if now < self._look_at:
            return False
        self._look_at = 2 * now
        return root.leads_by(lead)


class MiddleLevels:
    """Decides when a quick search skips the levels of selectivity between the boldest and the surest.

    They are for searches that may not get as far as the surest one, and for people who wait. Without them,
    the ten FFO problems 40 to 49 take 2 % less time (research/README.md).
    """

    def __init__(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._between = range(1, len(certainties(position.state())) - 1)
        self._seconds = seconds
        self._most_nodes = _QUICK_NODES if nodes is None else _QUICK_SHARE * nodes
        self._clock = clock
        self._begun = clock()

    def left_out(self, root: Root, following: Iteration) -> bool:
        """Return whether to skip the following iteration for the one after it."""
        if not following.exact or following.selectivity not in self._between:
            return False
        if self._seconds is None:
            return root.context.nodes <= self._most_nodes
        return self._clock() - self._begun <= _QUICK_SHARE * self._seconds


class OutcomeFirst:
    """Decides when a search of at most `seconds` proves who wins before it proves by how much."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> None:
        self._seconds = seconds
        self._clock = clock
        self._begun = clock()

    def due(self, root: Root, following: Iteration) -> bool:
        """Return whether the time left is too short for the proof that the following iteration is."""
        if not following.proves or not root.outcome_is_open:
            return False
        taken = self._clock() - self._begun
        return taken + _PROOF_TAKES * taken > self._seconds
