"""The chart of a review, looked at where its parts must be, and in words."""

from __future__ import annotations

import dataclasses
from io import BytesIO

import pytest
from PIL import Image

from renderers.review_chart import Course, CoursePoint, describe_course, draw_course
from renderers.theme import WIDTH, Colour, Theme
from renderers.themes import CLASSIC, THEMES

POINTS = tuple(
    CoursePoint(8.0 * (ply % 5 - 2), None if ply > 30 else 14, error=3 if ply == 20 else 0, side=1)
    for ply in range(61)
)
COURSE = Course(
    ("Ann", "Ben"),
    (81.5, None),
    POINTS,
    (tuple(float(ply) for ply in range(61)), tuple(ply / 2 for ply in range(61))),
    "discs",
)


def colours(png: bytes, box: tuple[int, int, int, int]) -> dict[Colour, int]:
    """How often each colour appears in a part of the picture."""
    part = Image.open(BytesIO(png)).convert("RGB").crop(box)
    counted = part.getcolors(part.width * part.height)
    assert counted is not None
    return {colour: count for count, colour in counted if isinstance(colour, tuple)}  # type: ignore[misc]


def test_it_is_as_wide_as_every_picture_and_small() -> None:
    png = draw_course(COURSE)
    assert Image.open(BytesIO(png)).width == WIDTH
    assert len(png) < 60_000
    assert draw_course(COURSE) == png


def test_every_point_says_whether_it_is_proved() -> None:
    png = draw_course(COURSE)
    left, right = colours(png, (104, 440, 340, 484)), colours(png, (380, 440, 612, 484))
    assert left[CLASSIC.muted] > 1000
    assert CLASSIC.rating not in left
    assert right[CLASSIC.rating] > 1000
    assert CLASSIC.muted not in right


def test_an_error_has_the_colour_of_its_side() -> None:
    plain = dataclasses.replace(
        COURSE, points=tuple(dataclasses.replace(point, error=0) for point in COURSE.points)
    )
    course = (104, 134, 612, 394)
    with_error, without = colours(draw_course(COURSE), course), colours(draw_course(plain), course)
    assert with_error.get(CLASSIC.lost, 0) > without.get(CLASSIC.lost, 0) + 50


def test_what_both_gave_away_is_drawn_in_their_colours() -> None:
    found = colours(draw_course(COURSE), (104, 536, 612, 708))
    assert found[CLASSIC.won] > 300
    assert found[CLASSIC.lost] > 300


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_the_shortest_games_have_a_chart(moves: int) -> None:
    course = dataclasses.replace(
        COURSE, points=POINTS[: moves + 1], losses=((0.0,) * (moves + 1), (0.0,) * (moves + 1))
    )
    assert draw_course(course)
    assert describe_course(course)


def test_nobody_knows_who_is_ahead_where_there_is_no_value() -> None:
    points = tuple(dataclasses.replace(point, value=None) for point in POINTS[:40]) + POINTS[40:]
    assert draw_course(dataclasses.replace(COURSE, points=points, ends=("Red", "draw", "Yellow")))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_it_has_the_colours_of_the_theme(theme: Theme) -> None:
    found = colours(draw_course(COURSE, theme=theme), (0, 0, 640, 790))
    for colour in (theme.frame, theme.panel, theme.won, theme.lost, theme.rating):
        assert found[colour] > 100


def test_it_says_in_words_what_it_shows() -> None:
    assert describe_course(COURSE) == (
        "Ann: accuracy 82 %, 60 discs given away. Ben: accuracy unknown, 30 discs given away. "
        "The chart shows who was ahead in 61 positions. Ann was ahead most after move 4, by 16 discs. "
        "Ben was ahead most after move 0, by 16 discs. From move 31 on it is proved."
    )
