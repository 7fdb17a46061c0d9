"""The charts of insights, of comparisons of strength and of reviews, with their descriptions."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.players.matches import MatchScore
from renderers.charts import InsightsCourse, _reach, describe_insights, draw_insights
from renderers.review_chart import ReviewCourse, ReviewPoint, describe_course, draw_course
from renderers.strength_chart import describe_strength, draw_strength, strength_of
from renderers.themes import CLASSIC, WIDTH, Colour
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, near, pixels_of
from tests.renderers.ledger import texts_in

DATES = ("3 Jan", "28 Nov")
PHASES = (("Opening", 90.0), ("Middle game", 45.0), ("Endgame", 5.0))
INSIGHTS = InsightsCourse(PHASES, (50.0, 60.0), DATES)


def test_bars_are_as_long_as_the_accuracies() -> None:
    picture = pixels_of(draw_insights(InsightsCourse(PHASES, (), DATES)))
    lines = [picture[56 + 46 * row + 23] for row in range(3)]
    lengths = [near(line, CLASSIC.rating, 6) for line in lines]
    whole = lengths[0] + near(lines[0], CLASSIC.groove, 6)
    assert whole > 250
    assert lengths == pytest.approx([whole * accuracy / 100 for _, accuracy in PHASES], abs=8)


def test_bars_have_their_names_and_figures() -> None:
    texts = texts_in(lambda: draw_insights(InsightsCourse(PHASES, (), DATES)))
    for row, (name, accuracy) in enumerate(PHASES):
        top = 56 + 46 * row
        for text in (name, f"{accuracy:.0f}%"):
            assert top < texts[text][1] < texts[text][3] < top + 46, text
        assert texts[name][2] < texts[f"{accuracy:.0f}%"][0]


def test_points_have_their_figures_and_the_curve_its_dates() -> None:
    texts = texts_in(lambda: draw_insights(InsightsCourse((), (40.0, 60.0, 80.0), DATES)))
    figures = [texts[figure] for figure in ("40%", "60%", "80%")]
    for x, (left, _, right, _) in zip((74, 320, 566), figures, strict=True):
        assert (left + right) / 2 == pytest.approx(x, abs=4)
    assert [bottom for _, _, _, bottom in figures] == sorted((box[3] for box in figures), reverse=True)
    first, last = (texts[date] for date in DATES)
    assert first[0] < 40 < 600 < last[2]


def test_points_are_as_high_as_the_accuracies() -> None:
    picture = pixels_of(draw_insights(InsightsCourse((), (40.0, 60.0, 80.0), DATES)))
    heights = []
    for x in (74, 320, 566):
        column = picture[:, x - 8 : x + 9]
        rows = [y for y in range(60, 260) if near(column[y], CLASSIC.rating, 6) > 12]
        heights.append(sum(rows) / len(rows))
    assert heights[0] > heights[1] > heights[2]
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2], abs=4)


@given(st.lists(st.floats(5, 100), min_size=2, max_size=6))
def test_the_curve_keeps_within_its_panel_and_is_not_exaggerated(accuracies: list[float]) -> None:
    lowest, highest = _reach(accuracies)
    assert 0 <= lowest <= min(accuracies) <= max(accuracies) <= highest <= 100
    assert highest - lowest >= 30


def test_the_description_has_every_figure() -> None:
    assert describe_insights(InsightsCourse(PHASES, (40.0, 62.4), DATES)) == (
        "Accuracy by phase: Opening 90%, Middle game 45%, Endgame 5%. "
        "Accuracy over time, 3 Jan to 28 Nov: 40%, 62%."
    )
    assert "over time" not in describe_insights(InsightsCourse(PHASES, (), DATES))
    assert "by phase" not in describe_insights(InsightsCourse((), (40.0, 62.4), DATES))


SIDES = ("Black", "White")
PLAYERS = ("easy", "hard")


def bar(results: str, number: int, players: tuple[str, str] = PLAYERS) -> tuple[int, int, int]:
    """Count the pixels of won, drawn and lost in one line of a bar; bar 0, of all games, is at the top."""
    line = pixels_of(draw_strength(results, players, SIDES))[206 + 76 * number + 38]
    won, drawn, lost = (near(line, colour, 6) for colour in (CLASSIC.won, CLASSIC.drawn, CLASSIC.lost))
    return won, drawn, lost


def test_the_bar_of_all_games_is_divided_as_they_were() -> None:
    assert strength_of("wdlww") == MatchScore(3, 1, 1, pairs=(0, 0, 1, 1, 0))
    won, drawn, lost = bar("w" * 10 + "d" * 10 + "l" * 20, 0)
    assert won == pytest.approx(drawn, abs=6)
    assert lost == pytest.approx(2 * won, abs=8)


def test_each_side_has_a_bar_of_its_own() -> None:
    # The first player wins when moving first, and loses otherwise.
    results = "wl" * 6
    assert bar(results, 1)[2] == bar(results, 2)[0] == 0
    assert bar(results, 1)[0] == bar(results, 2)[2] > 500


@pytest.mark.long
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
    # Two players of one name are numbered.
    assert "hard (1) and hard (2) have played 1 game." in describe_strength("w", ("hard", "hard"), SIDES)


@for_each(("results", "said"), [
    ("w" * 20, "> +287 Elo: easy won every game, 95% certain."),
    ("l" * 20, "> +287 Elo: hard won every game, 95% certain."),
    ("wd" * 60, "+191 Elo: easy is stronger, 95%: +"),
    ("ld" * 60, "+191 Elo: hard is stronger, 95%: +"),
    ("wl", "0 Elo: not yet conclusive, 95%: −"),
])  # fmt: skip
def test_the_headline_is_the_leaders(results: str, said: str) -> None:
    assert said in describe_strength(results, PLAYERS, SIDES)


@for_each(("name", "drawn"), [
    ("Zoë 🐙", "Zoë"), ("竜王", "竜王"), ("مريم", "?"), ("x" * 40, "x" * 17 + "…"), ("$\\bad{$", "$\\bad{$"),
    ("", "?"),
])  # fmt: skip
def test_names_of_all_kinds_can_be_drawn(name: str, drawn: str) -> None:
    assert describe_strength("w", (name, "hard"), SIDES).startswith(f"{drawn} and hard have")
    assert bar("ww", 0, (name, "hard"))[0] > 500


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


def test_the_chart_is_described() -> None:
    assert describe_course(COURSE) == (
        "Ann: accuracy 82%, discs lost: 60. Ben: accuracy unknown, discs lost: 30. "
        "The chart shows who was ahead in 61 positions. Ann's biggest lead was 16 discs, after move 4. "
        "Ben's biggest lead was 16 discs, after move 0. From move 32 on it is proved."
    )
    course = dataclasses.replace(COURSE, ends=("Red", "draw", "Yellow"), losses=((0.0, 1.5), (0.0, 2.0)))
    said = "Ann: accuracy 82%, wins lost: 1.5. Ben: accuracy unknown, wins lost: 2. "
    assert describe_course(course).startswith(said)


def test_the_words_count_moves_as_people_do() -> None:
    """A pass is not a move, and a position's proof covers the move played there."""
    numbers = tuple(min(ply, 10) + max(0, ply - 11) for ply in range(61))
    said = describe_course(dataclasses.replace(COURSE, numbers=numbers))
    assert "From move 31 on it is proved." in said
    proved_at_last = dataclasses.replace(
        COURSE, points=tuple(dataclasses.replace(point, depth=14) for point in POINTS[:-1]) + POINTS[-1:]
    )
    assert "proved" not in describe_course(proved_at_last)
