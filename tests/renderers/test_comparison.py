"""The picture of two players head to head."""

from __future__ import annotations

import numpy as np

from renderers.comparison import Fact, HeadToHead, RatingCourse, describe_comparison, draw_comparison
from renderers.figures import ResultRow, Section
from renderers.rating_chart import RatingPoint, Tick
from renderers.themes import CLASSIC
from tests.renderers.helpers import LARGEST, Pixels, near, pixels_of
from tests.renderers.ledger import texts_in

POINTS = (RatingPoint(0.0, 1500.0, 350.0), RatingPoint(1.0, 1600.0, 60.0))
RATING = RatingCourse(1600, 60, False, POINTS, POINTS[1])
SECTION = Section("By side", [ResultRow("Black – White", 3, 0, 1)])
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
    line = pixels_of(draw_comparison(SHOWN))[64 + 124, 44:596]
    won, lost = near(line, CLASSIC.won, 12), near(line, CLASSIC.lost, 12)
    assert won > 2.4 * lost
    assert line[5, :3].tolist() == list(CLASSIC.won)
    assert line[-6, :3].tolist() == list(CLASSIC.lost)


def test_each_players_figures_are_on_their_side() -> None:
    texts = texts_in(lambda: draw_comparison(SHOWN._replace(score=(7, 2, 5))))
    for first, second in (("7", "5"), ("1600", "1423?"), ("2 wins", "1 win")):
        assert texts[first][2] < 320 < texts[second][0], first


def test_the_second_curve_is_dashed() -> None:
    top = 64 + 150 + 14 + 76
    ratings = (RATING._replace(peak=None), SHOWN.ratings[1])
    plot = pixels_of(draw_comparison(SHOWN._replace(ratings=ratings)))[top + 12 : top + 198, 88:602]
    assert near(plot, CLASSIC.won, 20) > 1.2 * near(plot, CLASSIC.lost, 20) > 200


def test_both_ratings_have_a_curve_in_their_colour() -> None:
    top = 64 + 150 + 14 + 76
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


def test_the_description_matches_the_picture() -> None:
    assert describe_comparison(SHOWN) == (
        "Reversi, 5 games: 3 won by the first, 1 drawn, 1 won by the second. Rating of the first: 1600 ± 60, "
        "peak 1600. Rating of the second: 1423? ± 60. Won by the first–drawn–won by the second. By side: "
        "Black – White 3–0–1. Longest run: 2 wins and 1 win."
    )


def test_both_names_are_in_the_picture_in_their_colours() -> None:
    def heads(*names: str) -> tuple[Pixels, Pixels]:
        row = pixels_of(draw_comparison(SHOWN._replace(names=(names[0], names[1]))))[70:110]
        return row[:, 44:300], row[:, 340:596]

    first, second = heads("Anna", "Bernd")
    assert near(first, CLASSIC.won, 12) > 100 < near(second, CLASSIC.lost, 12)
    # Another name changes its own place only; a long one is cut off within it.
    other, same = heads("A very long name that does not fit at all", "Bernd")
    # Colours may differ a little, as every picture has its own palette.
    assert np.abs(same.astype(int) - second).max() < 8
    assert near(other, CLASSIC.won, 12) > near(first, CLASSIC.won, 12)
    # The fonts have neither: both get the figure of a person.
    unknown, unknown_too = heads("مريم", "สมชาย")
    assert near(unknown, CLASSIC.won, 12) > 100 < near(unknown_too, CLASSIC.lost, 12)
    assert (unknown == heads("שרה", "")[0]).all()
    named = describe_comparison(SHOWN._replace(names=("Anna", "ユキ")))
    assert named.startswith("Anna – ユキ, Reversi, 5 games: 3 won by the first")
