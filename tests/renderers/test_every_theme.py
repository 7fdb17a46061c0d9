"""Every picture is drawn in every theme, in its colours."""

from __future__ import annotations

from collections.abc import Callable

from engine import connect4 as grids
from engine import reversi as boards
from renderers import (
    before_after,
    bracket,
    comparison,
    connect4,
    insights_chart,
    leaderboard,
    profile,
    reversi,
    review_chart,
    strength_chart,
    table,
)
from renderers.themes import THEMES, Look, Theme
from tests.cases import for_each
from tests.renderers import (
    test_bracket,
    test_comparison,
    test_insights_chart,
    test_leaderboard,
    test_profile,
    test_review_chart,
    test_standings,
    test_table,
)
from tests.renderers.helpers import LARGEST, near, pixels_of
from tests.renderers.test_before_after import HEADINGS, plain

CHARTS: dict[str, Callable[[Theme], bytes]] = {
    "bracket": lambda theme: bracket.draw(test_bracket.tree(4), theme=theme),
    "comparison": lambda theme: comparison.draw_comparison(test_comparison.SHOWN, theme=theme),
    "insights": lambda theme: insights_chart.draw_insights(test_insights_chart.COURSE, theme=theme),
    "leaderboard": lambda theme: leaderboard.draw(test_leaderboard.rows(3), theme=theme),
    "profile": lambda theme: profile.draw_profile(test_profile.CARD, theme=theme),
    "review": lambda theme: review_chart.draw_course(test_review_chart.COURSE, theme=theme),
    "standings": lambda theme: table.draw_standings_table(test_standings.rows(4), ("BH",), final=True, theme=theme),
    "strength": lambda theme: strength_chart.draw_strength("wdl", ("a", "b"), ("c", "d"), theme=theme),
    "table": lambda theme: table.draw(test_table.ROWS, test_table.COLUMNS, theme=theme),
}
BOARDS: dict[str, Callable[[Theme], bytes]] = {
    "reversi": lambda theme: reversi.draw(boards.start(), look=Look(theme)),
    "connect 4": lambda theme: connect4.draw(grids.start(), look=Look(theme)),
    "before and after": lambda theme: before_after.draw([plain((9, 9, 9))] * 2, HEADINGS, theme=theme),
}


@for_each("name", {**CHARTS, **BOARDS})
def test_a_picture_is_drawn_in_every_theme(name: str) -> None:
    drawn = {theme: {**CHARTS, **BOARDS}[name](theme) for theme in THEMES.values()}
    assert len({*drawn.values()}) == len(THEMES)
    for theme, picture in drawn.items():
        pixels = pixels_of(picture)
        assert len(picture) <= 2 * LARGEST
        assert near(pixels, theme.frame, 3) > 200
        assert near(pixels, theme.text, 8) > 200
        if name in CHARTS:
            assert pixels.shape[1] == 640
            assert pixels[0, 0, 3] == 0
