"""A strength comparison's chart: bars, lead, course and description."""

from __future__ import annotations

import pytest

from engine.players.matches import MatchScore
from renderers.strength_chart import describe_strength, draw_strength, strength_of
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, near, pixels_of

SIDES = ("Black", "White")
PLAYERS = ("easy", "hard")


def bar(results: str, number: int, players: tuple[str, str] = PLAYERS) -> tuple[int, int, int]:
    """Count the pixels of won, drawn and lost in one line of a bar; bar 0, of all games, is at the top."""
    line = pixels_of(draw_strength(results, players, SIDES))[206 + 76 * number + 38]
    won, drawn, lost = (near(line, colour, 6) for colour in (CLASSIC.won, CLASSIC.drawn, CLASSIC.lost))
    return won, drawn, lost


def test_results_are_counted() -> None:
    assert strength_of("wdlww") == MatchScore(3, 1, 1, pairs=(0, 0, 1, 1, 0))


def test_the_bar_of_all_games_is_divided_as_they_were() -> None:
    won, drawn, lost = bar("w" * 10 + "d" * 10 + "l" * 20, 0)
    assert won == pytest.approx(drawn, abs=6)
    assert lost == pytest.approx(2 * won, abs=8)


def test_each_side_has_a_bar_of_its_own() -> None:
    # The first player wins when moving first, and loses otherwise.
    results = "wl" * 6
    assert bar(results, 1)[2] == bar(results, 2)[0] == 0
    assert bar(results, 1)[0] == bar(results, 2)[2] > 500


@for_each("results", ["w", "l", "d", "wl", "d" * 200, "w" * 199 + "l", "wdl" * 60])
def test_every_result_can_be_drawn(results: str) -> None:
    png = draw_strength(results, PLAYERS, SIDES)
    assert len(png) < LARGEST
    assert tuple(pixels_of(png)[20, 20]) == (*CLASSIC.frame, 255)


def test_the_lead_is_drawn_on_the_leaders_half() -> None:
    # Below the names and above the first bar is the headline, at the bottom the course.
    for results, leader, other in (
        ("wwwd" * 10, CLASSIC.won, CLASSIC.lost),
        ("llld" * 10, CLASSIC.lost, CLASSIC.won),
    ):
        picture = pixels_of(draw_strength(results, PLAYERS, SIDES))
        assert near(picture[102:186], leader, 12) > 300
        assert near(picture[102:186], other, 12) == 0
        plot = picture[474:660, 320:612]
        halves = near(plot[:90], leader, 12), near(plot[96:], leader, 12)
        assert max(halves) > 600
        assert min(halves) == 0
        assert (halves[0] > halves[1]) == (leader == CLASSIC.won)


def test_the_words_have_every_number_of_the_chart() -> None:
    words = describe_strength("wlwd", PLAYERS, SIDES)
    assert words.startswith("easy and hard have played 4 games. +")
    assert " Elo: not yet conclusive, 95%: −" in words
    assert "All games: easy won 2, hard won 1, 1 drawn." in words
    assert "easy as Black, hard as White: easy won 2, hard won 0, 0 drawn." in words
    assert "easy as White, hard as Black: easy won 0, hard won 1, 1 drawn." in words
    assert len(describe_strength("w" * 200, ("x" * 99, "y" * 99), SIDES)) < 1000


@for_each(
    ("results", "said"),
    [
        ("w" * 20, "> +287 Elo: easy won every game, 95% certain."),
        ("l" * 20, "> +287 Elo: hard won every game, 95% certain."),
        ("wd" * 60, "+191 Elo: easy is stronger, 95%: +"),
        ("ld" * 60, "+191 Elo: hard is stronger, 95%: +"),
        ("wl", "0 Elo: not yet conclusive, 95%: −"),
    ],
)
def test_the_headline_is_the_leaders(results: str, said: str) -> None:
    assert said in describe_strength(results, PLAYERS, SIDES)


def test_two_players_of_one_name_are_numbered() -> None:
    assert "hard (1) and hard (2) have played 1 game." in describe_strength("w", ("hard", "hard"), SIDES)


@for_each(
    ("name", "drawn"),
    [
        ("Zoë 🐙", "Zoë"),
        ("竜王", "竜王"),
        ("مريم", "?"),
        ("x" * 40, "x" * 17 + "…"),
        ("$\\bad{$", "$\\bad{$"),
        ("", "?"),
    ],
)
def test_names_of_all_kinds_can_be_drawn(name: str, drawn: str) -> None:
    assert describe_strength("w", (name, "hard"), SIDES).startswith(f"{drawn} and hard have")
    assert bar("ww", 0, (name, "hard"))[0] > 500
