"""The picture of two people head to head."""

from __future__ import annotations

import numpy as np

from renderers.comparison import Fact, HeadToHead, Rating, describe_comparison, draw_comparison
from renderers.rating_chart import Point, Tick
from renderers.result_rows import Row, Section
from renderers.themes import CLASSIC
from tests.renderers.helpers import LARGEST, near, pixels_of

POINTS = (Point(0.0, 1500.0, 350.0), Point(1.0, 1600.0, 60.0))
RATING = Rating(1600, 60, False, POINTS, POINTS[1])
SECTION = Section("By side", [Row("Black – White", 3, 0, 1)])
SHOWN = HeadToHead(
    "Reversi",
    (3, 1, 1),
    (
        RATING,
        RATING._replace(
            rating=1423,
            provisional=True,
            points=[p._replace(rating=p.rating - 100) for p in POINTS],
            peak=None,
        ),
    ),
    (Tick(0.0, "start"), Tick(1.0, "5 games")),
    [SECTION],
    [Fact("Longest run", ("2 wins", "1 win"))],
)


def test_the_bar_is_divided_as_the_games_were() -> None:
    line = pixels_of(draw_comparison(SHOWN))[64 + 92, 44:596]
    won, lost = near(line, CLASSIC.won, 12), near(line, CLASSIC.lost, 12)
    assert won > 2.4 * lost
    assert line[5, :3].tolist() == list(CLASSIC.won)
    assert line[-6, :3].tolist() == list(CLASSIC.lost)


def test_both_ratings_have_a_curve_in_their_colour() -> None:
    top = 64 + 118 + 14 + 76
    plot = pixels_of(draw_comparison(SHOWN))[top + 12 : top + 198, 88:602]
    places = {}
    for name, colour in (("first", CLASSIC.won), ("second", CLASSIC.lost)):
        rows, _ = np.nonzero(np.abs(plot[..., :3] - np.array(colour)).max(axis=-1) < 20)
        places[name] = rows.mean()
    assert places["first"] < places["second"] - 20


def test_people_without_ratings_or_games_are_drawn() -> None:
    nothing = HeadToHead("Connect 4", (0, 0, 0), (None, None), (), [], [])
    one = nothing._replace(ratings=(None, RATING), ticks=SHOWN.ticks)
    heights = [pixels_of(draw_comparison(shown)).shape[0] for shown in (nothing, one, SHOWN)]
    assert heights == sorted(set(heights))
    assert len(draw_comparison(SHOWN)) <= LARGEST
    assert describe_comparison(nothing) == (
        "Connect 4, 0 games: 0 won by the first, 0 drawn, 0 won by the second."
    )


def test_the_words_tell_what_the_picture_shows() -> None:
    assert describe_comparison(SHOWN) == (
        "Reversi, 5 games: 3 won by the first, 1 drawn, 1 won by the second. Rating of the first: 1600 ± 60, "
        "peak 1600. Rating of the second: 1423? ± 60. Won by the first–drawn–won by the second. By side: "
        "Black – White 3–0–1. Longest run: 2 wins and 1 win."
    )
