"""Every chart and table is drawn in every theme, in its colours; boards are in `test_themes`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from renderers import bracket, charts, comparison, leaderboard, profile, review_chart, strength_chart, table
from renderers.themes import THEMES, Theme
from tests.cases import for_each
from tests.extent import extent
from tests.renderers import test_cards, test_charts, test_tables
from tests.renderers.helpers import LARGEST, near, pixels_of

CHARTS: dict[str, Callable[[Theme], bytes]] = {
    "bracket": lambda theme: bracket.draw(test_tables.tree(4), theme=theme),
    "comparison": lambda theme: comparison.draw_comparison(test_cards.SHOWN, theme=theme),
    "insights": lambda theme: charts.draw_insights(test_charts.INSIGHTS, theme=theme),
    "leaderboard": lambda theme: leaderboard.draw(test_tables.ranks(3), theme=theme),
    "profile": lambda theme: profile.draw_profile(test_cards.CARD, theme=theme),
    "review": lambda theme: review_chart.draw_course(test_charts.COURSE, theme=theme),
    "standings": lambda theme: table.draw_standings_table(test_tables.rows(4), ("BH", "SB"), theme=theme),
    "strength": lambda theme: strength_chart.draw_strength("wdl", ("a", "b"), ("c", "d"), theme=theme),
    "table": lambda theme: table.draw(test_tables.ROWS, test_tables.COLUMNS, theme=theme),
}


@pytest.mark.long
@for_each("name", CHARTS)
def test_a_picture_is_drawn_in_every_theme(name: str) -> None:
    drawn = {theme: CHARTS[name](theme) for theme in [*THEMES.values()][: extent(2, None)]}
    assert len({*drawn.values()}) == len(drawn)
    for theme, picture in drawn.items():
        pixels = pixels_of(picture)
        assert len(picture) <= 2 * LARGEST
        assert near(pixels, theme.frame, 3) > 200
        assert near(pixels, theme.text, 8) > 200
        assert (pixels.shape[1], pixels[0, 0, 3]) == (640, 0)
