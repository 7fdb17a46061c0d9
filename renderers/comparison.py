"""Two players head to head as a picture: their games with each other, and the courses of both ratings.

The first player is on the left with a solid line, the second on the right with a dashed one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from renderers import figures, lettering, paint, rating_chart, result_rows
from renderers.palette import Palette
from renderers.rating_chart import Curve, RatingPoint, Tick
from renderers.result_rows import Section
from renderers.themes import CLASSIC, WIDTH, Theme


class RatingCourse(NamedTuple):
    """A Glicko-2 rating and its course."""

    rating: int
    deviation: int
    provisional: bool
    points: Sequence[RatingPoint]
    peak: RatingPoint | None = None
    guessed_peak: bool = False


class Fact(NamedTuple):
    """A fact about both players, such as their longest runs."""

    title: str
    values: tuple[str, str]


class HeadToHead(NamedTuple):
    """Two players in one game.

    `score` has the games won by the first, drawn, and won by the second; `ratings` are None for unrated
    players; `ticks` label their chart.
    """

    title: str
    score: tuple[int, int, int]
    ratings: tuple[RatingCourse | None, RatingCourse | None]
    ticks: Sequence[Tick]
    sections: Sequence[Section]
    facts: Sequence[Fact]
    names: tuple[str, str] = ("", "")


_MARGIN: Final = 20
_WIDTH: Final = WIDTH - 2 * _MARGIN
_TITLE: Final = 64
_GAP: Final = 14
_LEFT: Final = 24
_SCORE: Final = 150
_NAMES: Final = 30
_NAME_SIZES: Final = (26, 22)
_FIGURES: Final = 76
_FACT: Final = 40
_TEXT: Final = 22


def draw_comparison(shown: HeadToHead, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG, 640 pixels wide; the players have the colours of games won and lost."""
    panels = [
        _score_panel(theme, shown),
        *([_rating_panel(theme, shown)] if any(shown.ratings) else []),
        *([result_rows.draw_sections(theme, _WIDTH, shown.sections, versus=True)] if shown.sections else []),
        *([_facts_panel(theme, shown.facts)] if shown.facts else []),
    ]
    whole = _TITLE + sum(panel.height + _GAP for panel in panels) - _GAP + _MARGIN
    picture = paint.frame((WIDTH, whole), theme)
    pen = ImageDraw.Draw(picture)
    pen.text((2 * _MARGIN, 35), shown.title, theme.text, lettering.font(32), anchor="lm")
    games = figures.games_text(sum(shown.score))
    pen.text((WIDTH - 2 * _MARGIN, 37), games, theme.muted, lettering.font(_TEXT, "SemiBold"), anchor="rm")
    top = _TITLE
    for panel in panels:
        picture.paste(panel, (_MARGIN, top))
        top += panel.height + _GAP
    exact = (theme.text, theme.muted, theme.panel, theme.groove, theme.won, theme.drawn, theme.lost)
    specimen = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    palette = Palette(theme, [specimen], exact)
    return palette.png(palette.map(picture))


def describe_comparison(shown: HeadToHead) -> str:
    """Describe the picture in words."""
    first, draws, other = shown.score
    games = figures.games_text(first + draws + other)
    people = f"{shown.names[0]} – {shown.names[1]}, " if all(shown.names) else ""
    parts = [
        f"{people}{shown.title}, {games}: {first} won by the first, {draws} drawn, {other} won by the second."
    ]
    for who, rating in zip(("first", "second"), shown.ratings, strict=True):
        if rating is not None:
            value = figures.rating_text(rating.rating, rating.provisional)
            peak = rating_chart.peak_text(rating.peak, rating.guessed_peak, before=", ")
            parts.append(f"Rating of the {who}: {value} ± {rating.deviation}{peak}.")
    if shown.sections:
        parts.append(f"Won by the first–drawn–won by the second. {result_rows.in_words(shown.sections)}")
    parts += [f"{fact.title}: {fact.values[0]} and {fact.values[1]}." for fact in shown.facts]
    return " ".join(parts)


def _score_panel(theme: Theme, shown: HeadToHead) -> Image.Image:
    """Return a panel with both names, their wins in large figures, and a bar."""
    image = result_rows.panel(theme, (_WIDTH, _SCORE))
    pen = ImageDraw.Draw(image)
    first, draws, other = shown.score
    large, room = lettering.font(50), _WIDTH / 2 - _LEFT - _GAP
    one, another = shown.names
    figures.draw_name(image, theme, one, (_LEFT, _NAMES), room, _NAME_SIZES, colour=theme.won)
    right = (_WIDTH - _LEFT, _NAMES)
    figures.draw_name(image, theme, another, right, room, _NAME_SIZES, colour=theme.lost, anchor="rm")
    pen.text((_LEFT, 78), str(first), theme.won, large, anchor="lm")
    pen.text((_WIDTH - _LEFT, 78), str(other), theme.lost, large, anchor="rm")
    drawn = f"{draws} drawn" if sum(shown.score) else "No games yet"
    pen.text((_WIDTH / 2, 80), drawn, theme.muted, lettering.font(_TEXT, "SemiBold"), anchor="mm")
    figures.results_bar(image, theme, _LEFT, 116, _WIDTH - 2 * _LEFT, 16, shown.score)
    return image


def _rating_panel(theme: Theme, shown: HeadToHead) -> Image.Image:
    """Return a panel of both ratings in figures over their courses."""
    image = result_rows.panel(theme, (_WIDTH, _FIGURES + rating_chart.HEIGHT))
    pen = ImageDraw.Draw(image)
    small = lettering.font(_TEXT, "SemiBold")
    curves = []
    for number, rating in enumerate(shown.ratings):
        colour = (theme.won, theme.lost)[number]
        if rating is None:
            place, anchor = ((_LEFT, 42), "lm") if number == 0 else ((_WIDTH - _LEFT, 42), "rm")
            pen.text(place, "no rating", theme.muted, small, anchor=anchor)
            continue
        value, deviation = figures.rating_text(rating.rating, rating.provisional), f"± {rating.deviation}"
        large = lettering.font(38)
        left = float(_LEFT)
        if number == 1:
            left = _WIDTH - _LEFT - large.getlength(value) - 10 - small.getlength(deviation)
        pen.text((left, 42), value, colour, large, anchor="lm")
        pen.text((left + large.getlength(value) + 10, 47), deviation, theme.muted, small, anchor="lm")
        curves.append(Curve(rating.points, colour, rating.peak, dashed=number == 1))
    pen.text((_WIDTH / 2, 44), "rating", theme.muted, small, anchor="mm")
    rating_chart.draw_ratings(image, theme, _FIGURES, curves, shown.ticks)
    return image


def _facts_panel(theme: Theme, facts: Sequence[Fact]) -> Image.Image:
    """Return a panel of facts, with the values on both sides of each title."""
    image = result_rows.panel(theme, (_WIDTH, _FACT * len(facts) + 20))
    pen = ImageDraw.Draw(image)
    font, bold = lettering.font(_TEXT, "SemiBold"), lettering.font(_TEXT)
    for number, fact in enumerate(facts):
        middle = 10 + _FACT * (number + 0.5)
        room = (_WIDTH - 2 * _LEFT - font.getlength(fact.title)) / 2 - 16
        pen.text((_WIDTH / 2, middle), fact.title, theme.muted, font, anchor="mm")
        for x, anchor, value, colour in (
            (_LEFT, "lm", fact.values[0], theme.won),
            (_WIDTH - _LEFT, "rm", fact.values[1], theme.lost),
        ):
            pen.text((x, middle), lettering.shortened(value, bold, room), colour, bold, anchor=anchor)
    return image
