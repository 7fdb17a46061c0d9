"""Analyses: each search deeper than the last; one per person; cut short, stopped, replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.computer.pool import MAX_BACKGROUND_SECONDS, SearchPool
from bot.study.analysis.analyses import SHARES, Analyses, AnalysisReport, AnalysisStatus
from bot.study.analysis.known_values import ProvedPositions
from bot.study.analysis.refusals import AnalysisOver
from bot.study.analysis.study import read_position
from data import Storage
from engine import Candidate, SearchResult, StopFlag
from tests.bot.helpers import ANN, BOB, QuickReviews, kit_of

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
    def status(self) -> AnalysisStatus:
        return self.reports[-1].status


def analyses_of(storage: Storage, **given: Any) -> Analyses:
    """Return analyses that take next to no time, by a pool with these parameters."""
    return Analyses(
        kit_of(storage, pool=SearchPool(1, 1.0, **given), settings=QuickReviews()), ProvedPositions()
    )


@pytest.fixture
def analyses(storage: Storage) -> Analyses:
    return analyses_of(storage)


async def test_every_search_is_shown_and_none_is_shallower(analyses: Analyses) -> None:
    shown = Shown()
    await analyses.run(STUDY, ANN, 1, shown)
    assert [report.status for report in shown.reports] == [
        *[AnalysisStatus.RUNNING] * (len(SHARES) - 1),
        AnalysisStatus.DONE,
    ]
    depths = [report.found.depth for report in shown.reports if report.found is not None]
    assert depths == sorted(depths)
    with pytest.raises(AnalysisOver):
        analyses.stop(ANN, 1)


async def test_a_proof_ends_the_analysis(analyses: Analyses) -> None:
    shown = Shown()
    await analyses.run(read_position("444455"), ANN, 1, shown)
    assert shown.status is AnalysisStatus.DONE
    if shown.reports[-1].found is not None and shown.reports[-1].found.exact:
        assert sum(r.found is not None and r.found.exact for r in shown.reports) == 1


async def test_it_is_stopped_by_its_own_message_only(analyses: Analyses) -> None:
    shown = Shown()

    def stop() -> None:
        with pytest.raises(AnalysisOver):
            analyses.stop(ANN, 2)
        with pytest.raises(AnalysisOver):
            analyses.stop(BOB, 1)
        if shown.status is AnalysisStatus.RUNNING:
            analyses.stop(ANN, 1)

    shown.then = stop
    await analyses.run(STUDY, ANN, 1, shown)
    assert [report.status for report in shown.reports] == [AnalysisStatus.RUNNING, AnalysisStatus.STOPPED]


async def test_a_gone_message_ends_the_analysis(analyses: Analyses) -> None:
    shown = Shown()
    shown.seen = False
    await analyses.run(STUDY, ANN, 1, shown)
    assert len(shown.reports) == 1


async def test_a_new_analysis_replaces_the_persons_last(analyses: Analyses) -> None:
    first, second, begun = Shown(), Shown(), asyncio.Event()
    first.then = begun.set
    running = asyncio.create_task(analyses.run(STUDY, ANN, 1, first))
    await begun.wait()
    await analyses.run(read_position("4455"), ANN, 2, second)
    await running
    assert (first.status, second.status) == (AnalysisStatus.STOPPED, AnalysisStatus.DONE)


async def test_a_replaced_analysis_is_silent_in_the_same_message(analyses: Analyses) -> None:
    first, begun = Shown(), asyncio.Event()
    first.then = begun.set
    running = asyncio.create_task(analyses.run(STUDY, ANN, 1, first))
    await begun.wait()
    await analyses.end(ANN, 1)
    shown = len(first.reports)
    await running
    assert len(first.reports) == shown
    assert first.status is AnalysisStatus.RUNNING


def found_in(seconds: float, **more: Any) -> SearchResult:
    """Return a search result with one move."""
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
    assert [report.status for report in shown.reports] == [
        AnalysisStatus.RUNNING,
        AnalysisStatus.RUNNING,
        AnalysisStatus.STOPPED,
    ]
    assert shown.reports[-1].found == shown.reports[1].found
