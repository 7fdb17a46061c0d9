"""How analyses word what is proved of a position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.catalog import GAMES
from bot.study.analysis.analyses import AnalysisReport, AnalysisStatus
from bot.study.analysis.known_values import in_book
from bot.study.analysis.study import read_position
from bot.study.analysis.words import position_facts, report_text
from engine import Candidate, SearchResult
from engine.search.results import Estimate
from tests.cases import for_each

#: White is to move.
STUDY = read_position("f5")
FOUND = SearchResult(
    "f4", 6.0, 26, 1, 0.0, exact=False, line=("f4",), candidates=(Candidate("f4", 6.0, "exact"),)
)

END = "the higher, the better for White."


@for_each(
    ("certainty", "outcome", "told"),
    [
        (None, None, f"Estimates, 26 moves deep: {END} Nothing is proved."),
        (0.95, None, f"Searched to the end of the game, 95% certain: {END}"),
        (0.95, 1, f"Searched to the end of the game, 95% certain: {END} 🔒 Proved: White wins."),
        (None, -1, f"Searched to the end of the game: {END} 🔒 Proved: White loses."),
        (None, 0, f"Searched to the end of the game: {END} 🔒 Proved: a draw."),
    ],
)
def test_a_proved_winner_is_named(certainty: float | None, outcome: int | None, told: str) -> None:
    found = replace(FOUND, certainty=certainty, outcome=outcome)
    assert told in report_text(AnalysisReport(STUDY, AnalysisStatus.DONE, found)).splitlines()


def test_a_proved_score_says_who_wins() -> None:
    found = replace(FOUND, exact=True, certainty=1.0, outcome=1)
    assert "Proved: White wins" not in report_text(AnalysisReport(STUDY, AnalysisStatus.DONE, found))


def test_a_position_of_the_book_has_its_values_alone_as_in_the_explorer() -> None:
    """A search of some seconds may find much else."""
    book = replace(FOUND, move="d6", candidates=(Candidate("d6", Estimate(1.7), "exact"),))
    report = AnalysisReport(STUDY, AnalysisStatus.DONE, FOUND, book)
    told = report_text(report)
    assert "The values are my book's estimates for White, in discs. Nothing is proved." in told
    assert "**d6**" in told
    assert "+1.7" in told
    assert "f4" not in told
    for other in (replace(report, book=None), replace(report, found=replace(FOUND, exact=True))):
        assert "f4" in report_text(other)
        assert "book" not in report_text(other)


def test_the_books_values_are_those_of_the_explorer() -> None:
    found = in_book(STUDY.kind, STUDY.position)
    assert found is not None
    assert found.candidates[0].move == "d6"
    assert in_book(GAMES["connect4"], GAMES["connect4"].start("")) is None


@pytest.mark.parametrize("moves", ["f5d6c3d3c4", "f5d6c3d3c4f4"])
def test_an_opening_keeps_its_name_behind_its_last_move(moves: str) -> None:
    study = read_position(moves)
    assert "📖 Opening: Tiger" in "\n".join(position_facts(study))
