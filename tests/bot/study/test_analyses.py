"""Analyses: their life, known values, words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.catalog import GAMES
from bot.catalog.kind import ByColumn
from bot.computer.pool import MAX_BACKGROUND_SECONDS, SearchPool
from bot.core.snapshot import is_solved
from bot.study.analyses import (
    SHARES,
    Analyses,
    AnalysisOver,
    AnalysisReport,
    AnalysisStatus,
    ProvedPositions,
    in_book,
    read_position,
)
from bot.study.analysis_ui import position_facts, report_text
from bot.ui.candidates import deciding_line, solved_lines
from data import Storage
from engine import Candidate, Limits, SearchResult, StopFlag, connect4
from engine.connect4 import book
from engine.search.listing import list_moves
from engine.search.results import Estimate
from tests.bot.helpers import ANN, BOB, QuickReviews, kit_of
from tests.cases import for_each, there

STUDY = read_position("f5d6c3")


class Shown:
    """Records an analysis; `seen` is False once its message is gone."""

    def __init__(self) -> None:
        self.reports: list[AnalysisReport] = []
        self.seen = True
        self.then: Callable[[], None] = lambda: None

    async def __call__(self, report: AnalysisReport) -> bool:
        self.reports.append(report)
        self.then()
        return self.seen

    @property
    def statuses(self) -> list[AnalysisStatus]:
        return [report.status for report in self.reports]

    @property
    def status(self) -> AnalysisStatus:
        return self.statuses[-1]


def analyses_of(storage: Storage, **given: Any) -> Analyses:
    """Return analyses that take next to no time, by a pool with these parameters."""
    features = {ProvedPositions: ProvedPositions(), SearchPool: SearchPool(1, 1.0, **given)}
    return Analyses(kit_of(storage, features=features, settings=QuickReviews()))


@pytest.fixture
def analyses(storage: Storage) -> Analyses:
    return analyses_of(storage)


async def test_every_search_is_shown_and_none_is_shallower(analyses: Analyses) -> None:
    shown = Shown()
    await analyses.run(STUDY, ANN, 1, shown)
    assert shown.statuses == [*[AnalysisStatus.RUNNING] * (len(SHARES) - 1), AnalysisStatus.DONE]
    depths = [report.found.depth for report in shown.reports if report.found is not None]
    assert depths == sorted(depths)
    with pytest.raises(AnalysisOver):
        analyses.stop(ANN, 1)


async def test_an_analysis_ends_with_a_proof_or_its_message(analyses: Analyses) -> None:
    shown = Shown()
    await analyses.run(read_position("444455"), ANN, 1, shown)
    assert shown.status is AnalysisStatus.DONE
    if shown.reports[-1].found is not None and shown.reports[-1].found.exact:
        assert sum(r.found is not None and r.found.exact for r in shown.reports) == 1
    shown = Shown()
    shown.seen = False
    await analyses.run(STUDY, ANN, 1, shown)
    assert len(shown.reports) == 1


async def test_it_is_stopped_by_its_own_message_only(analyses: Analyses) -> None:
    shown = Shown()

    def stop() -> None:
        for who, message_id in ((ANN, 2), (BOB, 1)):
            with pytest.raises(AnalysisOver):
                analyses.stop(who, message_id)
        if shown.status is AnalysisStatus.RUNNING:
            analyses.stop(ANN, 1)

    shown.then = stop
    await analyses.run(STUDY, ANN, 1, shown)
    assert shown.statuses == [AnalysisStatus.RUNNING, AnalysisStatus.STOPPED]


async def begun(analyses: Analyses) -> tuple[Shown, asyncio.Task[None]]:
    """Begin an analysis of Ann's."""
    shown, begins = Shown(), asyncio.Event()
    shown.then = begins.set
    running = asyncio.create_task(analyses.run(STUDY, ANN, 1, shown))
    await begins.wait()
    return shown, running


async def test_a_new_analysis_replaces_the_persons_last(analyses: Analyses) -> None:
    second = Shown()
    first, running = await begun(analyses)
    await analyses.run(read_position("4455"), ANN, 2, second)
    await running
    assert (first.status, second.status) == (AnalysisStatus.STOPPED, AnalysisStatus.DONE)


async def test_a_replaced_analysis_is_silent_in_the_same_message(analyses: Analyses) -> None:
    first, running = await begun(analyses)
    await analyses.end(ANN, 1)
    shown = first.statuses
    await running
    assert first.statuses == shown
    assert first.status is AnalysisStatus.RUNNING


def found_in(seconds: float, **more: Any) -> SearchResult:
    candidates = (Candidate("d3", 6.0, "exact"),)
    found = SearchResult("d3", 6.0, 26, 1, seconds, exact=False, line=(), candidates=candidates)
    return replace(found, **more)


async def test_a_search_cut_short_is_repeated(storage: Storage) -> None:
    searches = 0

    async def run(work: Callable[..., Any], seconds: float, stop: StopFlag) -> Any:
        nonlocal searches
        searches += 1
        return found_in(0.0, candidates=()) if searches == 1 else found_in(seconds)

    analyses, shown = analyses_of(storage, run=run), Shown()
    await analyses.run(STUDY, ANN, 1, shown)
    assert shown.status is AnalysisStatus.DONE
    assert shown.reports[0].found is not None
    assert searches == len(SHARES) + 1


async def test_a_proved_winner_is_kept_until_the_score_is_proved(storage: Storage) -> None:
    estimate = found_in(60.0)
    looks = [
        replace(estimate, certainty=0.82),
        replace(estimate, certainty=None, outcome=1),
        replace(estimate, certainty=0.95),
        replace(estimate, certainty=1.0, outcome=1, exact=True),
    ]

    async def run(work: Callable[..., Any], seconds: float, stop: StopFlag) -> Any:
        return next(left)

    left, shown = iter(looks), Shown()
    analyses = analyses_of(storage, run=run)
    await analyses.run(STUDY, ANN, 1, shown)
    assert [report.found for report in shown.reports] == [looks[0], looks[1], looks[1], looks[3]]


async def test_an_analysis_ends_at_its_deadline_with_what_it_has(storage: Storage) -> None:
    now = 0.0

    async def run(work: Callable[..., Any], seconds: float, stop: StopFlag) -> Any:
        nonlocal now
        now += 0.6 * MAX_BACKGROUND_SECONDS
        return await asyncio.to_thread(work, seconds, stop)

    shown = Shown()
    await analyses_of(storage, run=run, clock=lambda: now).run(STUDY, ANN, 1, shown)
    assert shown.statuses == [*[AnalysisStatus.RUNNING] * 2, AnalysisStatus.STOPPED]
    assert shown.reports[-1].found == shown.reports[1].found


KIND = GAMES["connect4"]


def brief(moves: str) -> list[str]:
    position = connect4.parse(moves) if moves else connect4.start()
    found = list_moves(position, Limits(seconds=60.0))
    lines = there(solved_lines(KIND, position, found))
    return lines[0].splitlines()[2].split()


@for_each(
    ("first", "outcome", "disc"),
    ("1", "loses", 40),
    ("2", "loses", 42),
    ("3", "draws", None),
    ("4", "wins", 41),
)
def test_first_moves_end_as_published(first: str, outcome: str, disc: int | None) -> None:
    """Found by James Allen and by Victor Allis in 1988; the other columns mirror these."""
    assert isinstance(KIND, ByColumn)
    value = there(book.shipped().value(connect4.parse(first)))
    assert outcome == ("draws" if value == 0 else "loses" if value > 0 else "wins")
    assert KIND.deciding_disc(connect4.start(), -value) == disc


def test_columns_are_told_with_the_disc_that_decides() -> None:
    start = connect4.start()
    assert brief("") == ["-20", "-21", "=", "+21", "=", "-21", "-20"]
    assert deciding_line(KIND, start, 1) == "The game ends with disc 41."
    assert deciding_line(KIND, start, 0) is None
    assert brief("152535") == ["-1", "-1", "-1", "+1", "+17", "-1", "-1"]
    assert brief("4444441122") == ["=", "=", "+1", ".", "+16", "+14", "+15"]
    assert deciding_line(KIND, connect4.parse("152535"), 18) == "The game ends with disc 7."


@for_each(("first", "disc"), [("1", 40), ("2", 42), ("4", 41)])
def test_the_deciding_disc_is_the_same_after_the_best_moves(first: str, disc: int) -> None:
    assert isinstance(KIND, ByColumn)
    position = connect4.parse(first)
    for _ in range(6):
        score = there(book.shipped().score(position))
        assert KIND.deciding_disc(position, score) == disc
        position = position.play(next(iter(book.shipped().values(position))))


def test_a_solved_position_is_known_again_but_no_estimate() -> None:
    proved = ProvedPositions()
    solved, large = connect4.parse("44"), connect4.start(columns=8, rows=7)
    found = list_moves(solved, Limits(seconds=60.0))
    assert is_solved(found)
    proved.note(KIND, solved, found)
    assert proved.known(KIND, connect4.parse("44")) is found
    guess = list_moves(large, Limits(depth=4))
    assert not is_solved(guess)
    proved.note(KIND, large, guess)
    assert proved.known(KIND, large) is None
    assert solved_lines(KIND, large, guess) is None


#: White is to move.
STUDY_WORDS = read_position("f5")
FOUND = SearchResult(
    "f4", 6.0, 26, 1, 0.0, exact=False, line=("f4",), candidates=(Candidate("f4", 6.0, "exact"),)
)

END = "the higher, the better for White."


@for_each(
    ("certainty", "outcome", "told"),
    (None, None, f"Estimates, 26 moves deep: {END} Nothing is proved."),
    (0.95, None, f"Searched to the end of the game, 95% certain: {END}"),
    (0.95, 1, f"Searched to the end of the game, 95% certain: {END} 🔒 Proved: White wins."),
    (None, -1, f"Searched to the end of the game: {END} 🔒 Proved: White loses."),
    (None, 0, f"Searched to the end of the game: {END} 🔒 Proved: a draw."),
)
def test_proofs_are_named(certainty: float | None, outcome: int | None, told: str) -> None:
    found = replace(FOUND, certainty=certainty, outcome=outcome)
    assert told in report_text(AnalysisReport(STUDY_WORDS, AnalysisStatus.DONE, found)).splitlines()


def test_a_proved_score_says_who_wins() -> None:
    found = replace(FOUND, exact=True, certainty=1.0, outcome=1)
    assert "Proved: White wins" not in report_text(AnalysisReport(STUDY_WORDS, AnalysisStatus.DONE, found))


def test_a_position_of_the_book_has_its_values_alone_as_in_the_explorer() -> None:
    """A search of some seconds may find much else."""
    book = replace(FOUND, move="d6", candidates=(Candidate("d6", Estimate(1.7), "exact"),))
    report = AnalysisReport(STUDY_WORDS, AnalysisStatus.DONE, FOUND, book)
    told = report_text(report)
    assert "The values are my book's estimates for White, in discs. Nothing is proved." in told
    assert "**d6**" in told
    assert "+1.7" in told
    assert "f4" not in told
    for other in (replace(report, book=None), replace(report, found=replace(FOUND, exact=True))):
        assert "f4" in report_text(other)
        assert "book" not in report_text(other)


def test_the_books_values_are_those_of_the_explorer() -> None:
    found = there(in_book(STUDY_WORDS.kind, STUDY_WORDS.position))
    assert found.candidates[0].move == "d6"
    assert in_book(GAMES["connect4"], GAMES["connect4"].start("")) is None


@for_each("moves", ["f5d6c3d3c4", "f5d6c3d3c4f4"])
def test_an_opening_keeps_its_name_behind_its_last_move(moves: str) -> None:
    study = read_position(moves)
    assert "📖 Opening: Tiger" in "\n".join(position_facts(study))
