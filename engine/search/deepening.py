"""Searching a position: iterative deepening over the compiled core, by one thread or several."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from engine.errors import EngineError
from engine.search.alphabeta import table_move
from engine.search.context import SearchContext
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.registry import Style, default_style
from engine.search.results import ProgressCallback, SearchResult
from engine.search.root import Iteration, Root
from engine.search.scores import STOP
from engine.search.tables import MEGABYTES, TABLES, TranspositionTable
from engine.search.team import Team
from engine.search.time_management import MiddleLevels, OutcomeFirst, TimeManager, iterations

#: Depth of a search that fills 1 MB of table; each further ply doubles that.
_SMALL_DEPTH = 6
#: Seconds between two reports of a search that is busy with one move of the root.
_REPORT_EVERY = 0.1

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
                _deepen(root, limits, _time_manager(limits), _outcome_first(limits))
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


def _time_manager(limits: Limits) -> TimeManager | None:
    """Return the time manager that may end the search early, if the limits allow it."""
    if not limits.early_stop or limits.seconds is None or limits.depth is not None:
        return None
    return TimeManager(limits.seconds)


def _outcome_first(limits: Limits) -> OutcomeFirst | None:
    """Return whether the outcome may be proved first. Searches limited in depth or nodes must be
    deterministic.
    """
    if limits.seconds is None or limits.depth is not None or limits.nodes is not None:
        return None
    return OutcomeFirst(limits.seconds)


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


def _deepen(
    root: Root, limits: Limits, time_manager: TimeManager | None, outcome_first: OutcomeFirst | None
) -> None:
    """Search iteration by iteration until the last one, a proof or the stop."""
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
