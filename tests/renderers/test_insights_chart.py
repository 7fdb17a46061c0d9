"""The chart of insights: lengths of bars, heights of points, and its description."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.insights_chart import InsightsCourse, _reach, describe_insights, draw_insights
from renderers.themes import CLASSIC
from tests.renderers.helpers import near, pixels_of
from tests.renderers.ledger import texts_in

DATES = ("3 Jan", "28 Nov")
PHASES = (("Opening", 90.0), ("Middle game", 45.0), ("Endgame", 5.0))
COURSE = InsightsCourse(PHASES, (50.0, 60.0), DATES)


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
