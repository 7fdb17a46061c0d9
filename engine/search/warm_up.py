"""Compiling ahead of time, since the first start on a machine takes a while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.jit.compiling import record_compiled
from engine.search.context import SearchContext
from engine.search.deepening import search
from engine.search.limits import Limits
from engine.search.position import Position
from engine.search.registry import default_style, registered
from engine.search.rules import passing, perft
from engine.search.tables import TranspositionTable

#: Called with the number of steps done and the number of all steps.
WarmUpProgress = Callable[[int, int], None]


def warm_up(
    game: str = "reversi", progress: WarmUpProgress | None = None, *, usual_board_only: bool = False
) -> None:
    """Compile all that a game needs, or load it from the cache on disk.

    `progress` is called with (done, total) before the first step and after each one; from an empty cache a
    step takes a second or two. With `usual_board_only` other boards are left to a later call, or to their
    first use. Raises EngineError for an unknown game.
    """
    starts = registered(game).starts[: 1 if usual_board_only else None]
    steps = [(step, start) for start in starts for step in (_rules, _search, _proof, _book)]
    for done, (step, start) in enumerate(steps):
        if progress is not None:
            progress(done, len(steps))
        step(start)
    if not usual_board_only:
        record_compiled(game)
    if progress is not None:
        progress(len(steps), len(steps))


def _rules(start: Position) -> None:
    perft(start, 2)
    start.play(start.legal_moves()[0]).result()
    passing(start.state())


def _search(start: Position) -> None:
    search(start, Limits(depth=2))


def _proof(start: Position) -> None:
    """Start to prove a score, and stop at once."""
    # With such a gap, no searches for move ordering come first.
    longest = registered(start.game).most_plies
    at_once = replace(default_style(start.game), ordering_gap=longest)
    search(start, Limits(depth=longest, nodes=100), style=at_once)


def _book(start: Position) -> None:
    """Store what the opening book knows in a table, as a search does before its clock starts."""
    book = default_style(start.game).book_for(start)
    if book is not None:
        book.fill(SearchContext(TranspositionTable(1), None, start.search_table()), start)
