"""Two players head to head as a picture: their games with each other, and the courses of both ratings.

The first player is on the left with a solid line, the second on the right with a dashed one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from languages import count, gettext
from languages.numbers import enumerated, joined
from renderers import charts, figures, writing
from renderers.charts import Curve, Tick
from renderers.figures import PANEL_GAP, PANEL_MARGIN, PANEL_WIDTH, Section
from renderers.paint import kept
from renderers.profile import RatingLine
from renderers.themes import CLASSIC, WIDTH, Theme


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
    ratings: tuple[RatingLine | None, RatingLine | None]
    ticks: Sequence[Tick]
    sections: Sequence[Section]
    facts: Sequence[Fact]
    names: tuple[str, str] = ("", "")


_TITLE: Final = 64
_LEFT: Final = 24
_SCORE: Final = 150
_NAMES: Final = 30
_NAME_SIZES: Final = (26, 22)
_FIGURES: Final = 76
_SIDE: Final = 210
"""Width of a rating in figures, pixels."""
_FACT: Final = 40
_TEXT: Final = 22


@kept
def draw_comparison(shown: HeadToHead, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG, 640 pixels wide; the players have the colours of games won and lost."""
    panels = [
        _score_panel(theme, shown),
        *([_rating_panel(theme, shown)] if any(shown.ratings) else []),
        *([figures.draw_sections(theme, shown.sections, versus=True)] if shown.sections else []),
        *([_facts_panel(theme, shown.facts)] if shown.facts else []),
    ]
    picture = figures.below_each_other(theme, _TITLE, panels)
    room: float = WIDTH - 4 * PANEL_MARGIN - PANEL_GAP
    title = writing.write(picture, (2 * PANEL_MARGIN, 35), shown.title, 32, room * 0.6, theme.text)
    games, place = figures.games_text(sum(shown.score)), (WIDTH - 2 * PANEL_MARGIN, 37)
    room -= title.width
    writing.write(picture, place, games, _TEXT, room, theme.muted, anchor="rm", weight="SemiBold")
    return figures.png_of_panels(picture, theme)


def describe_comparison(shown: HeadToHead) -> str:
    """Describe the picture in words."""
    first, draws, other = shown.score
    values = {
        "first": shown.names[0],
        "second": shown.names[1],
        "game": shown.title,
        "games": figures.games_text(first + draws + other),
        "wins": count(first),
        "draws": count(draws),
        "losses": count(other),
    }
    if all(shown.names):
        # Translators: {games} is such as “12 games”, {wins} the number of games won by the first.
        head = gettext(
            "{first} – {second}, {game}, {games}: {wins} won by the first, {draws} drawn, {losses} won by "
            "the second.",
            **values,
        )
    else:
        # Translators: {games} is such as “12 games”, {wins} the number of games won by the first.
        head = gettext(
            "{game}, {games}: {wins} won by the first, {draws} drawn, {losses} won by the second.",
            **values,
        )
    one, another = map(_rating_in_words, shown.ratings)
    parts = [head]
    # Translators: two people; {rating} is such as “1623 ± 54, peak 1672”.
    parts += [gettext("Rating of the first: {rating}.", rating=one)] if one else []
    # Translators: two people; {rating} is such as “1623 ± 54, peak 1672”.
    parts += [gettext("Rating of the second: {rating}.", rating=another)] if another else []
    if shown.sections:
        # Translators: explains figures such as “3–0–2” that follow.
        parts += [gettext("Won by the first–drawn–won by the second."), figures.in_words(shown.sections)]
    parts += [
        # Translators: a fact about two people, with the values of both.
        gettext(
            "{title}: {first} and {second}.",
            title=fact.title,
            first=fact.values[0],
            second=fact.values[1],
        )
        for fact in shown.facts
    ]
    return joined(parts)


def _rating_in_words(rating: RatingLine | None) -> str:
    """Return a rating such as "1623 ± 54, peak 1672", "" without one."""
    if rating is None:
        return ""
    value = f"{figures.rating_text(rating.rating, rating.provisional)} ± {rating.deviation}"
    peak = charts.peak_text(rating.peak, rating.guessed_peak)
    return enumerated([value, peak] if peak else [value])


def _score_panel(theme: Theme, shown: HeadToHead) -> Image.Image:
    """Return a panel with both names, their wins in large figures, and a bar."""
    image = figures.panel(theme, (PANEL_WIDTH, _SCORE))
    first, draws, other = shown.score
    room = PANEL_WIDTH / 2 - _LEFT - PANEL_GAP
    one, another = shown.names
    figures.draw_name(image, theme, one, (_LEFT, _NAMES), room, _NAME_SIZES, colour=theme.won)
    right = (PANEL_WIDTH - _LEFT, _NAMES)
    figures.draw_name(image, theme, another, right, room, _NAME_SIZES, colour=theme.lost, anchor="rm")
    room = PANEL_WIDTH / 3 - _LEFT
    wins = writing.write(image, (_LEFT, 78), count(first), 50, room, theme.won)
    right = (PANEL_WIDTH - _LEFT, 78)
    losses = writing.write(image, right, count(other), 50, room, theme.lost, anchor="rm")
    # Translators: a number of games.
    drawn = gettext("{draws} drawn", draws=count(draws)) if sum(shown.score) else gettext("No games yet")
    room = PANEL_WIDTH - 2 * (_LEFT + max(wins.width, losses.width) + PANEL_GAP)
    writing.write(
        image, (PANEL_WIDTH / 2, 80), drawn, _TEXT, room, theme.muted, anchor="mm", weight="SemiBold"
    )
    figures.results_bar(image, theme, _LEFT, 116, PANEL_WIDTH - 2 * _LEFT, 16, shown.score, versus=True)
    return image


def _rating_panel(theme: Theme, shown: HeadToHead) -> Image.Image:
    """Return a panel of both ratings in figures over their courses."""
    image = figures.panel(theme, (PANEL_WIDTH, _FIGURES + charts.HEIGHT))
    curves = []
    middle_room = PANEL_WIDTH - 2 * (_LEFT + _SIDE + PANEL_GAP)
    for number, rating in enumerate(shown.ratings):
        colour = (theme.won, theme.lost)[number]
        if rating is None:
            place = (PANEL_WIDTH - _LEFT, 42) if number else (_LEFT, 42)
            # Translators, all below: beside a person's name.
            none = writing.fit(gettext("no rating"), _TEXT, _SIDE, "SemiBold")
            writing.put(image, place, none, theme.muted, "rm" if number else "lm")
            continue
        value, deviation = figures.rating_text(rating.rating, rating.provisional), f"± {rating.deviation}"
        written = writing.fit(value, 38, _SIDE)
        beside = writing.fit(deviation, _TEXT, _SIDE - written.width - 10, "SemiBold")
        left = PANEL_WIDTH - _LEFT - written.width - 10 - beside.width if number else float(_LEFT)
        writing.put(image, (left, 42), written, colour)
        writing.put(image, (left + written.width + 10, 47), beside, theme.muted)
        curves.append(Curve(rating.points, colour, rating.peak, dashed=number == 1))
    title = gettext("rating")
    writing.write(
        image, (PANEL_WIDTH / 2, 44), title, _TEXT, middle_room, theme.muted, anchor="mm", weight="SemiBold"
    )
    charts.draw_ratings(image, theme, _FIGURES, curves, shown.ticks)
    return image


def _facts_panel(theme: Theme, facts: Sequence[Fact]) -> Image.Image:
    """Return a panel of facts, with the values on both sides of each title."""
    image = figures.panel(theme, (PANEL_WIDTH, _FACT * len(facts) + 20))
    for number, fact in enumerate(facts):
        middle = 10 + _FACT * (number + 0.5)
        room: float = PANEL_WIDTH - 2 * _LEFT - 32
        place = (PANEL_WIDTH / 2, middle)
        title = writing.write(
            image, place, fact.title, _TEXT, room * 0.4, theme.muted, anchor="mm", weight="SemiBold"
        )
        room = (room - title.width) / 2
        first, second = fact.values
        writing.write(image, (_LEFT, middle), first, _TEXT, room, theme.won)
        writing.write(image, (PANEL_WIDTH - _LEFT, middle), second, _TEXT, room, theme.lost, anchor="rm")
    return image
