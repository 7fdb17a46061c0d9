"""The parts of a review's chart, and its description."""

from __future__ import annotations

import dataclasses

from renderers.review_chart import ReviewCourse, ReviewPoint, describe_course, draw_course
from renderers.themes import CLASSIC, WIDTH, Colour
from tests.cases import for_each
from tests.renderers.helpers import near, pixels_of

POINTS = tuple(
    ReviewPoint(8.0 * (ply % 5 - 2), None if ply > 30 else 14, error=3 if ply == 20 else 0, side=1)
    for ply in range(61)
)
COURSE = ReviewCourse(
    ("Ann", "Ben"),
    ("Black", "White"),
    (81.5, None),
    POINTS,
    (tuple(float(ply) for ply in range(61)), tuple(ply / 2 for ply in range(61))),
)


DEPTHS, COURSE_PANEL, LOSSES = (440, 484), (134, 394), (536, 708)
"""Top and bottom of the panels."""


def seen(
    course: ReviewCourse, colour: Colour, rows: tuple[int, int], left: int = 104, right: int = 612
) -> int:
    """Count the pixels of a colour in a part of the picture."""
    return near(pixels_of(draw_course(course))[rows[0] : rows[1], left:right], colour, 3)


def test_losses_and_errors_have_the_colours_of_their_sides() -> None:
    assert seen(COURSE, CLASSIC.won, LOSSES) > 300
    assert seen(COURSE, CLASSIC.lost, LOSSES) > 300
    plain = dataclasses.replace(
        COURSE, points=tuple(dataclasses.replace(point, error=0) for point in COURSE.points)
    )
    assert seen(COURSE, CLASSIC.lost, COURSE_PANEL) > seen(plain, CLASSIC.lost, COURSE_PANEL) + 50


def test_a_long_name_has_the_room_that_a_short_one_leaves() -> None:
    long, longer = "Flipfour (beginner)", "W" * 40
    names = [dataclasses.replace(COURSE, names=pair) for pair in (("Ann", long), ("Ann", long[:-1] + "]"))]
    assert draw_course(names[0]) != draw_course(names[1])
    both = dataclasses.replace(COURSE, names=(longer, longer))
    middle = pixels_of(draw_course(both))[20:52, WIDTH // 2 - 12 : WIDTH // 2 + 12]
    assert near(middle, CLASSIC.won, 40) == near(middle, CLASSIC.lost, 40) == 0


def test_every_point_says_whether_it_is_proved() -> None:
    assert seen(COURSE, CLASSIC.muted, DEPTHS, right=340) > 1000
    assert seen(COURSE, CLASSIC.rating, DEPTHS, right=340) == 0
    assert seen(COURSE, CLASSIC.rating, DEPTHS, left=380) > 1000
    assert seen(COURSE, CLASSIC.muted, DEPTHS, left=380) == 0


def test_names_and_leads_have_the_colours_of_their_sides() -> None:
    first = seen(COURSE, CLASSIC.won, (20, 52), 28, 320), seen(COURSE, CLASSIC.lost, (20, 52), 28, 320)
    second = seen(COURSE, CLASSIC.won, (20, 52), 320), seen(COURSE, CLASSIC.lost, (20, 52), 320)
    assert first[0] > 50 < second[1]
    assert first[1] == second[0] == 0
    points = tuple(ReviewPoint(10.0 if ply < 30 else -10.0, 14) for ply in range(61))
    pixels = pixels_of(draw_course(dataclasses.replace(COURSE, points=points)))
    top, bottom = COURSE_PANEL
    upper, lower = pixels[top : (top + bottom) // 2, 104:330], pixels[(top + bottom) // 2 : bottom, 380:612]
    won, lost = (
        tuple(round(0.62 * below + 0.38 * above) for below, above in zip(CLASSIC.panel, colour, strict=True))
        for colour in (CLASSIC.won, CLASSIC.lost)
    )
    assert near(upper, won, 10) > 5000 > 100 > near(upper, lost, 10)
    assert near(lower, lost, 10) > 5000 > 100 > near(lower, won, 10)


def test_the_sides_can_have_their_own_colours() -> None:
    inks = CLASSIC.connect4.inks
    picture = pixels_of(draw_course(COURSE, inks=inks))
    for ink in inks:
        assert near(picture, ink, 3) > 300
    assert near(picture, CLASSIC.won, 3) == near(picture, CLASSIC.lost, 3) == 0


@for_each("moves", [1, 2, 3])
def test_the_shortest_games_have_a_chart(moves: int) -> None:
    course = dataclasses.replace(
        COURSE, points=POINTS[: moves + 1], losses=((0.0,) * (moves + 1), (0.0,) * (moves + 1))
    )
    assert draw_course(course)
    assert describe_course(course)
    unknown = tuple(dataclasses.replace(point, value=None) for point in course.points)
    assert draw_course(dataclasses.replace(course, points=unknown, ends=("Red", "draw", "Yellow")))


def test_half_a_win_lost_is_described() -> None:
    course = dataclasses.replace(COURSE, ends=("Red", "draw", "Yellow"), losses=((0.0, 1.5), (0.0, 2.0)))
    assert describe_course(course).startswith(
        "Ann: accuracy 82%, wins lost: 1.5. Ben: accuracy unknown, wins lost: 2. "
    )


def test_the_chart_is_described() -> None:
    assert describe_course(COURSE) == (
        "Ann: accuracy 82%, discs lost: 60. Ben: accuracy unknown, discs lost: 30. "
        "The chart shows who was ahead in 61 positions. Ann's biggest lead was 16 discs, after move 4. "
        "Ben's biggest lead was 16 discs, after move 0. From move 32 on it is proved."
    )


def test_the_words_count_moves_as_people_do() -> None:
    """A pass is not a move, and a position's proof covers the move played there."""
    numbers = tuple(min(ply, 10) + max(0, ply - 11) for ply in range(61))
    said = describe_course(dataclasses.replace(COURSE, numbers=numbers))
    assert "From move 31 on it is proved." in said
    proved_at_last = dataclasses.replace(
        COURSE, points=tuple(dataclasses.replace(point, depth=14) for point in POINTS[:-1]) + POINTS[-1:]
    )
    assert "proved" not in describe_course(proved_at_last)
