"""Matches and strength tests follow the reader's language."""

from __future__ import annotations

from bot.events.matches.strength import StrengthReport
from bot.events.matches.view import strength_view
from bot.events.matches.words import duration_words, strength_summary
from bot.messages.jobs import Status
from bot.ui.layout import View
from data.jobs.strength_tests import NewStrengthTest, StrengthTest
from languages import speaking
from tests.bot.helpers import ANN
from tests.bot.ui.words_shown import left_in_english
from tests.cases import for_each
from tests.languages.pseudo import PERSON

PLAYED = ("", "wdl", "ww" * 20, "ll" * 20, "wl" * 10, "wwl" * 40)


@for_each("status", Status)
@for_each("seconds", [None, 30.0, 600.0, 8000.0])
def test_a_strength_test_is_translated(status: Status, seconds: float | None) -> None:
    asked = NewStrengthTest(1, 2, ANN.id, "reversi", "6x6", "hard", "greedy|greedy:4", 120, 1)
    tests = [StrengthTest(1, 1, asked, results, (5000, 6000), (2, 3)) for results in PLAYED]
    reports = [StrengthReport(test, status, seconds) for test in tests]
    with speaking(PERSON):
        shown: list[str | View] = [
            *(strength_view(report, None) for report in reports),
            *map(strength_summary, reports),
        ]
        # A unit, not a word.
        assert left_in_english(*shown, duration_words(7000), known=("Elo",)) == []
