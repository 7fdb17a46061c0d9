"""Wording of verdicts and durations."""

from __future__ import annotations

import pytest

from bot.events.matches.words import _likelihood, duration_words, verdict
from engine.players.matches import MatchScore
from renderers.strength_chart import strength_of as tally
from tests.cases import for_each


@for_each(
    ("score", "named_first"),
    [
        (MatchScore(wins=30, draws=0, losses=10), "Ann"),
        (MatchScore(wins=10, draws=0, losses=30), "Ben"),
        (MatchScore(wins=40, draws=0, losses=0), "Ann"),
        (MatchScore(wins=0, draws=0, losses=40), "Ben"),
    ],
)
def test_the_better_player_is_named_alone(score: MatchScore, named_first: str) -> None:
    sentence = verdict(score, "Ann", "Ben")
    assert [name for name in ("Ann", "Ben") if name in sentence] == [named_first]


@pytest.mark.parametrize(("wins", "losses", "leader"), [(8, 2, "Ann"), (2, 8, "Ben")])
def test_an_insignificant_lead_is_called_only_a_lead(wins: int, losses: int, leader: str) -> None:
    sentence = verdict(MatchScore(wins=wins, draws=0, losses=losses), "Ann", "Ben")
    assert sentence == f"**{leader} leads 8–2**, not yet conclusive (95%: −7 to +488 Elo)."


def test_the_likelihood_is_the_leaders_and_never_certain() -> None:
    assert _likelihood(tally("wl" * 5), "Ann", "Ben") == []
    assert _likelihood(tally("ww"), "Ann", "Ben") == ["-# Likelihood that Ann is stronger: 99%"]
    assert _likelihood(tally("wl" * 12 + "dl" * 2), "Ann", "Ben") == [
        "-# Likelihood that Ben is stronger: 93%"
    ]


def test_equal_wins_are_no_lead() -> None:
    sentence = verdict(MatchScore(wins=10, draws=1, losses=10), "Ann", "Ben")
    assert sentence.startswith("**Level at 10–10**, not yet conclusive (95%: −")


@for_each(
    ("seconds", "number"),
    [(0, ""), (49, ""), (50, ""), (89, ""), (91, "2"), (3540, "59"), (3600, ""), (7300, "2"), (86400, "24")],
)
def test_a_duration_has_one_rounded_number(seconds: float, number: str) -> None:
    words = duration_words(seconds)
    assert "".join(letter for letter in words if letter.isdigit()) == number


def test_durations_differ_where_people_would_say_so() -> None:
    assert len({duration_words(seconds) for seconds in (10, 60, 600, 3600, 36000)}) == 5
