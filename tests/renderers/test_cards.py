"""The pictures of a profile and of two players head to head."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from languages import LANGUAGES, speaking
from renderers.charts import RatingPoint, Tick
from renderers.comparison import Fact, HeadToHead, describe_comparison, draw_comparison
from renderers.figures import ResultRow, Section
from renderers.profile import GameCard, RatingLine, describe_profile, draw_profile
from renderers.themes import CLASSIC, WOOD
from tests.renderers.helpers import LARGEST, Pixels, near, pixels_of
from tests.renderers.ledger import texts_in

RISING = (RatingPoint(0.0, 1500.0, 350.0), RatingPoint(0.5, 1560.0, 90.0), RatingPoint(1.0, 1620.0, 60.0))
FALLING = (RatingPoint(0.0, 1500.0, 350.0), RatingPoint(0.5, 1450.0, 90.0), RatingPoint(1.0, 1380.0, 60.0))
PEOPLE = RatingLine("between people", 1620, 60, 3, False, RISING, RISING[2])
COMPUTER = RatingLine("against the computer", 1380, 60, None, True, FALLING)
SIDES = Section("By side", [ResultRow("Black", 3, 1, 0), ResultRow("White", 0, 0, 2)])
CARD = GameCard(
    "Reversi", 6, [PEOPLE], (Tick(0.0, "3 Mar"), Tick(1.0, "now")), ("win", "draw", "loss"), [SIDES]
)
PLOT = slice(202, 388), slice(88, 602)
"""Rows and columns of the chart of one rating."""


def plot(card: GameCard) -> Pixels:
    return pixels_of(draw_profile(card))[PLOT]


def test_a_band_is_whole_where_the_deviation_is_largest() -> None:
    drawn = plot(CARD._replace(lines=[PEOPLE._replace(peak=None)]))[:, 14:30, :3].astype(int)
    ground = np.abs(drawn - np.array(CLASSIC.frame)).max(axis=-1) < 4
    assert ground[2:6].all()
    assert ground[-6:-2].all()


def test_a_bar_is_as_full_as_its_share() -> None:
    """All games lost are 0%, and the bar is hollow."""
    drawn = {}
    for ink, row in ((CLASSIC.lost, ResultRow("White", 0, 0, 9)), (CLASSIC.won, ResultRow("White", 9, 0, 0))):
        card = CARD._replace(lines=[], form=(), sections=[Section("By side", [row])])
        drawn[ink] = near(pixels_of(draw_profile(card)), ink)
    assert 0 < drawn[CLASSIC.lost] < drawn[CLASSIC.won] / 2


def test_the_same_card_is_drawn_once_in_each_language() -> None:
    other = CARD._replace(games=7)
    file = draw_profile(CARD)
    with speaking(LANGUAGES["de"]):
        german = draw_profile(CARD)
        assert draw_profile(CARD) is german
    assert draw_profile(CARD._replace(lines=[PEOPLE])) is file
    assert len({file, german, draw_profile(other), draw_profile(CARD, theme=WOOD)}) == 4


def test_every_section_makes_the_picture_higher() -> None:
    bare = GameCard("Reversi", 1, [], (), (), [])
    cards = [bare, bare._replace(form=("win",)), bare._replace(form=("win",), accuracy=(80.0, 2)), CARD]
    heights = [pixels_of(draw_profile(card)).shape[0] for card in cards]
    assert heights == sorted(set(heights))


def test_a_line_rises_and_falls_as_the_rating_does() -> None:
    for line, sign in ((PEOPLE, -1), (COMPUTER, 1)):
        drawn = plot(CARD._replace(lines=[line._replace(peak=None)]))
        rows, columns = np.nonzero(np.abs(drawn[..., :3] - np.array(CLASSIC.rating)).max(axis=-1) < 20)
        left, right = rows[columns < 150].mean(), rows[columns > 350].mean()
        assert sign * (right - left) > 15


def test_the_second_rating_is_dashed_and_has_another_colour() -> None:
    both = plot(CARD._replace(lines=[PEOPLE, COMPUTER]))
    second = np.abs(both[..., :3] - np.array(CLASSIC.lost)).max(axis=-1) < 20
    assert near(both, CLASSIC.rating, 20) > 500
    # The line has no gap; between the dashes, columns are empty.
    columns = second.any(axis=0)[30:480]
    assert 0.4 < columns.mean() < 0.9


def test_a_band_as_wide_as_the_deviation_surrounds_the_line() -> None:
    sure, unsure = (
        plot(CARD._replace(lines=[PEOPLE._replace(points=[p._replace(deviation=d) for p in RISING])]))
        for d in (5.0, 60.0)
    )
    assert near(unsure, CLASSIC.frame, 4) < near(sure, CLASSIC.frame, 4) - 5000


def test_wins_draws_and_losses_differ_in_shape() -> None:
    top = 64 + 126 + 238 + 14
    row = pixels_of(draw_profile(CARD))[top : top + 66, 300:]
    full, ring = near(row, CLASSIC.won, 12), near(row, CLASSIC.lost, 12)
    assert full > 2 * ring > 100


def test_bars_are_divided_as_the_games_were() -> None:
    section = Section("By side", [ResultRow("Black", 30, 0, 10)])
    pixels = pixels_of(draw_profile(CARD._replace(lines=[], form=(), sections=[section])))
    # The row with the rim of the games lost.
    line = pixels[64 + 70 + 14 + 44 + 18 - 6, 280:450]
    won, lost = near(line, CLASSIC.won, 12), near(line, CLASSIC.lost, 12)
    # Each part has the width of a dot at least, which is round.
    assert won - 7 == pytest.approx(3 * (lost - 7), abs=8)


def test_extremes_are_drawn_and_described() -> None:
    with pytest.raises(ValueError, match="at most 2 ratings"):
        draw_profile(CARD._replace(lines=[PEOPLE] * 3))
    rng = Random(1)
    wild = [RatingPoint(number / 239, rng.uniform(0.0, 3000.0), 350.0) for number in range(240)]
    line = RatingLine("x" * 40, 3999, 350, 99999, True, wild, wild[100])
    rows = [ResultRow("Rotating Flat (Kling Continuation)", 99999, 99999, 99999)] * 6
    sections = [Section("W" * 30, rows)] * 2
    ticks = [Tick(number / 3, "September 2026") for number in range(4)]
    card = GameCard("Tic-tac-toe", 99999, [line, line], ticks, ("loss",) * 10, sections, (100.0, 12))
    assert len(draw_profile(card)) <= 2 * LARGEST
    assert "99999–99999–99999" in describe_profile(card)


def test_the_description_matches_the_picture() -> None:
    card = CARD._replace(lines=[PEOPLE, COMPUTER], accuracy=(78.42, 12))
    assert describe_profile(card) == (
        "Reversi: 6 games. Rating between people: 1620 ± 60, rank 3, peak 1620; it began at 1500. Rating "
        "against the computer: 1380? ± 60; it began at 1500. Last 3 games, the latest last: W D L. Accuracy "
        "78.4% in 12 reviewed games. Won–drawn–lost. By side: Black 3–1–0, White 0–0–2."
    )
    one = describe_profile(GameCard("Connect 4", 1, [], (), ("loss",), []))
    assert one == "Connect 4: 1 game. No rated games. Last game: L."


def test_the_name_is_in_the_picture() -> None:
    def head(name: str) -> Pixels:
        return pixels_of(draw_profile(CARD._replace(name=name)))[12:60, 40:400]

    assert near(head("Anna"), CLASSIC.text, 12) > 200
    assert (head("Anna") != head("Bernd")).any()
    assert (head("ユキ") != head("佐藤")).any()
    # The fonts have neither name: both get the figure of a person.
    assert (head("مريم") == head("สมชาย")).all()
    assert near(head("مريم"), CLASSIC.muted, 12) > 100
    # A long name leaves room for what is on the right.
    beside = pixels_of(draw_profile(CARD._replace(name="W" * 60)))[12:60, 420:]
    assert near(beside, CLASSIC.text, 12) == 0 < near(beside, CLASSIC.muted, 12)
    assert describe_profile(CARD._replace(name="Anna")).startswith("Anna, Reversi: 6 games. Rating")


POINTS = (RatingPoint(0.0, 1500.0, 350.0), RatingPoint(1.0, 1600.0, 60.0))
RATING = RatingLine("people", 1600, 60, None, False, POINTS, POINTS[1])
SECTION = Section("By side", [ResultRow("Black – White", 3, 0, 1)])
LOWER = RATING._replace(
    rating=1423, provisional=True, points=[p._replace(rating=p.rating - 100) for p in POINTS], peak=None
)
TICKS, FACTS = (Tick(0.0, "start"), Tick(1.0, "5 games")), [Fact("Longest run", ("2 wins", "1 win"))]
SHOWN = HeadToHead("Reversi", (3, 1, 1), (RATING, LOWER), TICKS, [SECTION], FACTS)


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


def test_both_ratings_have_a_curve_in_their_colour_and_the_second_is_dashed() -> None:
    top = 64 + 150 + 14 + 76
    ratings = (RATING._replace(peak=None), LOWER)
    plot = pixels_of(draw_comparison(SHOWN._replace(ratings=ratings)))[top + 12 : top + 198, 88:602]
    assert near(plot, CLASSIC.won, 20) > 1.2 * near(plot, CLASSIC.lost, 20) > 200
    first, second = (
        np.nonzero(np.abs(plot[..., :3] - np.array(colour)).max(axis=-1) < 20)[0].mean()
        for colour in (CLASSIC.won, CLASSIC.lost)
    )
    assert first < second - 20


def test_people_without_ratings_or_games_are_drawn() -> None:
    nothing = HeadToHead("Connect 4", (0, 0, 0), (None, None), (), [], [])
    one = nothing._replace(ratings=(None, RATING), ticks=SHOWN.ticks)
    heights = [pixels_of(draw_comparison(shown)).shape[0] for shown in (nothing, one, SHOWN)]
    assert heights == sorted(set(heights))
    assert len(draw_comparison(SHOWN)) <= LARGEST
    assert describe_comparison(nothing) == (
        "Connect 4, 0 games: 0 won by the first, 0 drawn, 0 won by the second."
    )


def test_the_description_of_two_players_matches_their_picture() -> None:
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
