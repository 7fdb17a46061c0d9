"""Searching a position: iterative deepening over the compiled core, by one thread or several.

The core can be compiled ahead of time, since the first start on a machine takes a while.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from engine.errors import EngineError
from engine.jit.compiling import record_compiled
from engine.search.alphabeta import table_move
from engine.search.context import SearchContext, Team
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.registry import Style, default_style, registered
from engine.search.results import ProgressCallback, SearchResult
from engine.search.root import Iteration, Root
from engine.search.rules import passing, perft
from engine.search.scores import STOP
from engine.search.tables import MEGABYTES, TABLES, TranspositionTable
from engine.search.time_management import MiddleLevels, OutcomeFirst, TimeManager, iterations

#: Depth of a search that fills 1 MB of table; each further ply doubles that.
_SMALL_DEPTH = 6
#: Seconds between two reports of a search that is busy with one move of the root.
_REPORT_EVERY = 0.1

#: Called with the number of steps done and the number of all steps.
WarmUpProgress = Callable[[int, int], None]

#: Classes of states whose search is compiled in this process.
_compiled: set[type[Any]] = set()


def search(
    position: Position,
    limits: Limits | None = None,
    stop: StopFlag | None = None,
    progress: ProgressCallback | None = None,
    *,
    style: Style | None = None,
    table: TranspositionTable | None = None,
    threads: int = 1,
    within: float = 0.0,
    valued: Collection[str] = (),
    techniques: int | None = None,
) -> SearchResult:
    """Return the best move found within the limits (10 seconds when None), by iterative deepening.

    Runs in the calling thread without the GIL and ends in real time, or within milliseconds after `stop` is
    set. Always returns a legal move, even when stopped at once.

    - `progress` is called after each root move in the same thread and ten times a second in another, never
    concurrently.
    - `style` is the way of play, by default the game's strongest. A search without depth limit probes the
    style's opening book when the book is proved or the limits allow an early stop.
    - `table` shares memory between searches. Without one, a search limited in depth or nodes starts with an
    empty table and is deterministic in one thread; others reuse what the last search learned.
    - `threads` above one search the same tree together. They share a node limit, and can find a different one
    of several equal moves each time.
    - Candidates at most `within` points worse than the best, and the moves in `valued`, have exact values,
    the others bounds.
    - `techniques` (bits of `engine.search.scores`) switches parts of the search off for measurements.

    Raises EngineError when the game is over and for fewer than one thread.
    """
    if threads < 1:
        raise EngineError(f"a search needs at least one thread, not {threads!r}")
    limits = Limits() if limits is None else limits
    style = style or default_style(position.game)
    book = style.book_for(position) if limits.depth is None else None
    known = least = None
    if book is not None and (book.proved or limits.early_stop):
        probe = book.probe(position, within=within)
        if probe is not None and _has_values(probe, valued):
            return probe
        if book.proved:
            known, least = book.value(position), book.least(position)
    _compile(position, style)
    with _memory(position, limits, table, techniques) as memory:
        team = Team(threads, memory, limits.nodes, position.search_table(), techniques)
        if book is not None:
            book.fill(team, position)
        root = Root(position, style, team, progress, within=within, valued=valued, known=known, least=least)
        # A separate timer, because the event loop may be busy.
        deadline = StopFlag()
        flags = [deadline] if stop is None else [deadline, stop]
        for flag in flags:
            flag.attach(team.words)
        try:
            if limits.seconds is not None:
                deadline.set_after(limits.seconds)
            with _reporting(root, progress):
                _deepen(root, limits)
        finally:
            team.close()
            deadline.cancel()
            for flag in flags:
                flag.detach(team.words)
        return root.result()


def _has_values(probe: SearchResult, moves: Collection[str]) -> bool:
    known = {candidate.move for candidate in probe.candidates if candidate.bound == "exact"}
    return known.issuperset(moves)


def _memory(
    position: Position, limits: Limits, table: TranspositionTable | None, techniques: int | None
) -> AbstractContextManager[TranspositionTable]:
    """The table a search was given, else a pooled one, or a fresh one where the result must not vary."""
    if table is not None:
        return nullcontext(table)
    if limits.depth is None and limits.nodes is None and techniques is None:
        return TABLES.borrow(position)
    return nullcontext(TranspositionTable(_megabytes(limits.depth)))


def _compile(position: Position, style: Style) -> None:
    """Compile everything before the clock of a search starts."""
    kind = type(position.state())
    if kind in _compiled:
        return
    context = SearchContext(TranspositionTable(1), None, position.search_table())
    root = Root(position, style, context)
    for exact in (False, True):
        context.words[STOP] = 1
        root.search(Iteration(1, exact))
    root.result()
    # The progress a search that is not stopped reports.
    context.value(table_move, position.state())
    _compiled.add(kind)


def _megabytes(depth: int | None) -> float:
    """Size of a fresh table: new memory costs time, so it is no larger than the depth can fill."""
    return MEGABYTES if depth is None else min(MEGABYTES, 2.0 ** max(0, min(depth, 99) - _SMALL_DEPTH))


@contextmanager
def _reporting(root: Root, progress: ProgressCallback | None) -> Iterator[None]:
    """Report progress while the root is busy with one move, too."""
    if progress is None:
        yield
        return
    done = threading.Event()

    def report() -> None:
        while not done.wait(_REPORT_EVERY):
            root.report()

    reporter = threading.Thread(target=report, name="progress of a search", daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


def _deepen(root: Root, limits: Limits) -> None:
    """Search iteration by iteration until the last one, a proof or the stop."""
    time_manager: TimeManager | None = None
    outcome_first: OutcomeFirst | None = None
    if limits.seconds is not None and limits.depth is None:
        time_manager = TimeManager(limits.seconds) if limits.early_stop else None
        # Searches limited in depth or nodes must be deterministic.
        outcome_first = OutcomeFirst(limits.seconds) if limits.nodes is None else None
    middle_levels = MiddleLevels(root.position, limits.seconds, limits.nodes)
    for iteration in iterations(root.position, root.style, limits.depth, limits.seconds):
        if middle_levels.left_out(root, iteration):
            continue
        if root.proved or (time_manager is not None and time_manager.enough(root, iteration)):
            break
        late = outcome_first is not None and outcome_first.due(root, iteration)
        if late and (not root.prove_outcome() or root.proved):
            break
        if not root.search(iteration):
            break


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
