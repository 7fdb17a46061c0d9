"""The chart of a comparison: its bars are as long as the shares are, and everything in it is also said."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.players.matches import MatchScore
from renderers import charts, theme
from renderers.charts import describe_strength, draw_strength, strength_of
from tests.renderers.helpers import near, pixels_of

SIDES = ("Black", "White")
PLAYERS = ("easy", "hard")


def bar(results: str, number: int, players: tuple[str, str] = PLAYERS) -> tuple[int, int, int]:
    """The pixels of won, drawn and lost in one line of a bar; that of all games is number 0, the top one."""
    picture = pixels_of(draw_strength(results, players, SIDES))
    lines = [
        tuple(near(line, colour, 6) for colour in (charts.FIRST, charts.DRAWN, charts.SECOND))
        for line in picture
    ]
    # The bars are where a line is coloured nearly from side to side.
    full = np.flatnonzero([sum(line) > 0.8 * picture.shape[1] for line in lines])
    groups = np.split(full, np.flatnonzero(np.diff(full) > 20) + 1)
    won, drawn, lost = lines[groups[number][3]]
    return won, drawn, lost


def test_results_are_counted() -> None:
    assert strength_of("wdlww") == MatchScore(wins=3, draws=1, losses=1)


def test_the_bar_of_all_games_is_divided_as_they_were() -> None:
    won, drawn, lost = bar("w" * 10 + "d" * 10 + "l" * 20, 0)
    assert won == pytest.approx(drawn, abs=6)
    assert lost == pytest.approx(2 * won, abs=8)


def test_each_side_has_a_bar_of_its_own() -> None:
    # The first player wins whenever he moves first, and loses whenever he does not.
    results = "wl" * 6
    assert bar(results, 1)[2] == bar(results, 2)[0] == 0
    assert bar(results, 1)[0] == bar(results, 2)[2] > 500


@pytest.mark.parametrize("results", ["w", "l", "d", "wl", "d" * 200, "w" * 199 + "l", "wdl" * 60])
def test_every_result_can_be_drawn_on_its_own_background(results: str) -> None:
    png = draw_strength(results, PLAYERS, SIDES)
    assert len(png) < 200_000
    picture = pixels_of(png)
    assert picture.shape[:2] == (675, 900)
    for corner in (picture[0, 0], picture[-1, -1]):
        assert tuple(corner) == (*theme.FRAME, 255)


def test_the_words_have_every_number_of_the_chart() -> None:
    words = describe_strength("wlwd", PLAYERS, SIDES)
    assert "4 games between easy and hard" in words
    assert "All games: easy won 2, drawn 1, hard won 1." in words
    assert "easy is Black, hard is White: easy won 2, drawn 0, hard won 0." in words
    assert "easy is White, hard is Black: easy won 0, drawn 1, hard won 1." in words
    assert "62%" in words
    assert len(describe_strength("w" * 200, ("x" * 99, "y" * 99), SIDES)) < 1000


def test_two_players_of_one_name_are_told_apart() -> None:
    assert "between hard (1) and hard (2)" in describe_strength("w", ("hard", "hard"), SIDES)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("Zoë 🐙", "Zoë"), ("竜王", "?"), ("x" * 40, "x" * 17 + "…"), ("$\\bad{$", "$\\bad{$"), ("", "?")],
)
def test_names_of_all_kinds_can_be_drawn(name: str, drawn: str) -> None:
    assert f"between {drawn} and" in describe_strength("w", (name, "hard"), SIDES)
    assert bar("ww", 0, (name, "hard"))[0] > 500


def test_charts_can_be_drawn_in_many_threads() -> None:
    wanted = draw_strength("wwdl", PLAYERS, SIDES)
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda _: draw_strength("wwdl", PLAYERS, SIDES), range(8)))
    assert drawn == [wanted] * 8


def test_nothing_loads_matplotlib_before_a_chart_is_drawn() -> None:
    code = "import sys, bot.app, renderers.charts; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=100).returncode == 0
