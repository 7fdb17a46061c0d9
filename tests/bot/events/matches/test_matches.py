"""Words of matches."""

from __future__ import annotations

from bot.events.matches.strength import StrengthReport
from bot.events.matches.ui import strength_view
from bot.events.matches.words import _likelihood, duration_words, strength_measured, verdict
from bot.messages.jobs import Status
from bot.ui.layout import View
from data.jobs.reviews import NewStrengthTest, StrengthTest
from engine.players.matches import MatchScore
from languages import speaking
from renderers.strength_chart import strength_of as tally
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
            *(strength_measured(report, None) for report in reports),
        ]
        # A unit, not a word.
        assert left_in_english(*shown, duration_words(7000), known=("Elo",)) == []


@for_each(("wins", "losses", "named"), (30, 10, "Ann"), (10, 30, "Ben"), (40, 0, "Ann"), (0, 40, "Ben"))
def test_the_better_player_is_named_alone(wins: int, losses: int, named: str) -> None:
    sentence = verdict(MatchScore(wins=wins, draws=0, losses=losses), "Ann", "Ben")
    assert [name for name in ("Ann", "Ben") if name in sentence] == [named]


@for_each(("wins", "losses", "leader"), [(8, 2, "Ann"), (2, 8, "Ben")])
def test_an_insignificant_lead_is_called_only_a_lead(wins: int, losses: int, leader: str) -> None:
    sentence = verdict(MatchScore(wins=wins, draws=0, losses=losses), "Ann", "Ben")
    assert sentence == f"**{leader} leads 8–2**, not yet conclusive (95%: −7 to +488 Elo)."


def test_likelihoods_levels_and_durations_are_told_apart() -> None:
    assert _likelihood(tally("wl" * 5), "Ann", "Ben") == []
    assert _likelihood(tally("ww"), "Ann", "Ben") == ["-# Likelihood that Ann is stronger: 99%"]
    assert _likelihood(tally("wl" * 12 + "dl" * 2), "Ann", "Ben") == [
        "-# Likelihood that Ben is stronger: 93%"
    ]
    sentence = verdict(MatchScore(wins=10, draws=1, losses=10), "Ann", "Ben")
    assert sentence.startswith("**Level at 10–10**, not yet conclusive (95%: −")
    assert len({duration_words(seconds) for seconds in (10, 60, 600, 3600, 36000)}) == 5


@for_each(
    ("seconds", "number"),
    (0, ""),
    (49, ""),
    (50, ""),
    (89, ""),
    (91, "2"),
    (3540, "59"),
    (3600, ""),
    (7300, "2"),
    (86400, "24"),
)
def test_a_duration_has_one_rounded_number(seconds: float, number: str) -> None:
    words = duration_words(seconds)
    assert "".join(letter for letter in words if letter.isdigit()) == number
