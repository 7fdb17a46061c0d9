"""How analyses word what is proved of a position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.analysis.analyses import AnalysisReport, AnalysisStatus
from bot.analysis.study import read_position
from bot.ui.analysis.words import report_text
from engine import Candidate, SearchResult

#: White is to move.
STUDY = read_position("f5")
FOUND = SearchResult(
    "f4", 6.0, 26, 1, 0.0, exact=False, line=("f4",), candidates=(Candidate("f4", 6.0, "exact"),)
)

END = "the higher, the better for White."


@pytest.mark.parametrize(
    ("certainty", "outcome", "told"),
    [
        (None, None, f"Estimates, 26 moves deep: {END} Nothing is proved."),
        (0.95, None, f"Searched to the end of the game, 95% certain: {END}"),
        (0.95, 1, f"Searched to the end of the game, 95% certain: {END} 🔒 White's win is proved."),
        (None, -1, f"Searched to the end of the game: {END} 🔒 White's loss is proved."),
        (None, 0, f"Searched to the end of the game: {END} 🔒 A draw is proved."),
    ],
)
def test_a_proved_winner_is_named(certainty: float | None, outcome: int | None, told: str) -> None:
    found = replace(FOUND, certainty=certainty, outcome=outcome)
    assert told in report_text(AnalysisReport(STUDY, AnalysisStatus.DONE, found)).splitlines()


def test_a_proved_score_says_who_wins() -> None:
    found = replace(FOUND, exact=True, certainty=1.0, outcome=1)
    assert "win is proved" not in report_text(AnalysisReport(STUDY, AnalysisStatus.DONE, found))
