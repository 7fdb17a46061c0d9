"""Rankings, charts, brackets and boards in every language: nothing is cut, and no text is on another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.catalog import GAMES
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.pictures import tie_break_headings
from bot.ranks.periods.rankings import RankingKind
from bot.ranks.periods.ui import columns
from bot.ranks.stats.pictures import game_card, head_to_head
from languages import Language, forms, gettext, speaking
from renderers import comparison, leaderboard, profile, review_chart, strength_chart, table
from renderers.figures import OF_GAMES, OF_PUZZLES
from renderers.table import TableRow
from tests.bot.ui.test_translation_of_lists import profiles_and_comparisons
from tests.renderers import test_texts_fit
from tests.renderers.ledger import faults, recording

NAMES = ("Alexandra", "Flipfour")

SIDES = [tuple(kind.sides) for kind in GAMES.values()]


def points_cups_and_streaks() -> None:
    for kind in RankingKind:
        shown = columns(kind)
        cells = ("1234", "567", "89", "4321")[-len(shown) :]
        rows = [TableRow(place, NAMES[place % 2], cells, True, place == 2) for place in (1, 2, 1004)]
        table.draw(rows, shown)


def ratings() -> None:
    for words in (OF_GAMES, OF_PUZZLES):
        rows = [
            leaderboard.RankRow(place, NAMES[0], 1700, 100, 12345, 1234, 9876, False, True)
            for place in (1, 12)
        ]
        leaderboard.draw(rows, words=words)


def tournaments() -> None:
    for form in Form:
        shown = tie_break_headings(form)
        rows = [
            table.StandingRow(place, NAMES[0], 112.5, 120, 10, 110, (1234.25,) * len(shown))
            for place in (1, 2)
        ]
        table.draw_standings_table(rows, shown, final=True)
    test_texts_fit.brackets(NAMES)


def profiles() -> None:
    for shown, compared in [*profiles_and_comparisons()][::3]:
        profile.draw_profile(game_card(shown, NAMES[0]))
        comparison.draw_comparison(head_to_head(compared, NAMES))


def reviews() -> None:
    points = tuple(review_chart.ReviewPoint(float(ply % 30), 14) for ply in range(61))
    losses = tuple(ply * 1.5 for ply in range(61))
    for first, second in SIDES:
        sides = (first.name, second.name)
        course = review_chart.ReviewCourse(NAMES, sides, (81.5, None), points, (losses, losses))
        review_chart.draw_course(course)
        review_chart.draw_course(replace(course, ends=(sides[0], gettext("draw"), sides[1])))


def strength() -> None:
    for first, second in SIDES:
        for results in ("w", "wdl" * 40):
            strength_chart.draw_strength(results, NAMES, (first.name, second.name))


def boards() -> None:
    test_texts_fit.values(NAMES)


PICTURES = (points_cups_and_streaks, ratings, tournaments, profiles, reviews, strength, boards)


@pytest.mark.long
@pytest.mark.parametrize("language", forms(), ids=lambda form: form.cldr)
@pytest.mark.parametrize("draw", PICTURES, ids=lambda draw: draw.__name__)
def test_nothing_is_cut(draw: Callable[[], None], language: Language) -> None:
    # Parts that were drawn before are not recorded; those of boards have no words.
    for cached in (leaderboard._base, leaderboard._background, leaderboard._divider):
        cached.cache_clear()
    with speaking(language), recording() as ledger:
        draw()
    assert ledger.pictures
    assert [fault for picture in ledger.pictures for fault in faults(picture, ("مريم", "🐙"))] == []
