"""Charts: curves of ratings as a part of larger pictures, and a person's insights, as bars and a curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, NamedTuple

from PIL import Image

from languages import gettext, pgettext
from languages.numbers import enumerated, joined, percent
from renderers import figures, paint, writing
from renderers.paint import kept
from renderers.palette import png_of
from renderers.themes import CLASSIC, WIDTH, Colour, Theme

HEIGHT: Final = 238
"""Height of the plot with the labels below it, pixels."""

_MARGINS: Final = (66, 12, 16, 40)
"""Margins of the plot: left, above, right, below."""
_TICK_TEXT: Final = 20
_STEPS: Final = (20, 50, 100, 200, 500, 1000)
"""Distances between grid lines, rating points."""
_MAX_LINES: Final = 4
_CALM_RATINGS: Final = 80.0
"""Minimum range of the chart in rating points, so that small changes look small."""


class RatingPoint(NamedTuple):
    """A rating and its deviation at a place across the chart, from 0 to 1."""

    x: float
    rating: float
    deviation: float


class Curve(NamedTuple):
    """A rating over time with its peak, as a line, dashed if wanted."""

    points: Sequence[RatingPoint]
    colour: Colour
    peak: RatingPoint | None = None
    dashed: bool = False


class Tick(NamedTuple):
    """A label below the chart, at a place from 0 to 1."""

    x: float
    label: str


def peak_text(peak: RatingPoint | None, provisional: bool) -> str:
    """Return the peak of a course, such as "peak 1672"; "" without one."""
    if peak is None:
        return ""
    # Translators: the highest rating so far, beside the current one.
    return gettext("peak {rating}", rating=figures.rating_text(round(peak.rating), provisional))


def draw_ratings(
    panel: Image.Image, theme: Theme, top: int, curves: Sequence[Curve], ticks: Sequence[Tick]
) -> None:
    """Draw one or two curves of at least two points across an opaque panel, HEIGHT pixels from `top`."""
    left, above, right, below = _MARGINS
    width, height = panel.width - left - right, HEIGHT - above - below
    plot = Image.new("RGBA", (width, height), (*theme.frame, 255))
    lowest, highest = _reach_of_ratings(curves)

    def place(point: RatingPoint) -> tuple[float, float]:
        share = (point.rating - lowest) / (highest - lowest)
        return 8 + point.x * (width - 16), height * (1 - share)

    for rating in _lines(lowest, highest):
        y = round(height * (1 - (rating - lowest) / (highest - lowest)))
        plot.paste(theme.panel_edge, (0, y, width, y + 1))
        label = writing.fit(str(rating), _TICK_TEXT, left - 12, "SemiBold")
        writing.put(panel, (left - 10, top + above + y), label, theme.muted, "rm")
    for curve in curves:
        edges = [
            [place(point._replace(rating=point.rating + sign * point.deviation)) for point in curve.points]
            for sign in (1, -1)
        ]
        figures.band(plot, edges[0], edges[1], curve.colour, 0.2)
    for curve in reversed(curves):
        draw = figures.dashes if curve.dashed else figures.curve
        draw(plot, [place(point) for point in curve.points], curve.colour, 3.5)
    for curve in reversed(curves):
        if curve.peak is not None:
            _mark(plot, theme, place(curve.peak), curve.colour, hollow=True)
        _mark(plot, theme, place(curve.points[-1]), curve.colour, hollow=False)
    panel.paste(plot, (left, top + above), paint.box_mask(plot.size, (0, 0, *plot.size), 10))
    _draw_ticks(panel, theme, ticks, left + 8, width - 16, top + above + height + 20)


def _reach_of_ratings(curves: Sequence[Curve]) -> tuple[float, float]:
    """Return the ratings at the bottom and the top, between which all lines and bands fit."""
    points = [point for curve in curves for point in curve.points]
    lowest = min(point.rating - point.deviation for point in points)
    highest = max(point.rating + point.deviation for point in points)
    room = max(_CALM_RATINGS, (highest - lowest) * 1.12) - (highest - lowest)
    return lowest - room / 2, highest + room / 2


def _lines(lowest: float, highest: float) -> list[int]:
    """Return the round ratings between the two."""
    for step in _STEPS:
        lines = list(range(int(-(-lowest // step)) * step, int(highest) + 1, step))
        if len(lines) <= _MAX_LINES:
            return lines
    return []


def _mark(
    plot: Image.Image, theme: Theme, place: tuple[float, float], colour: Colour, *, hollow: bool
) -> None:
    """Draw a dot for the current rating, a ring for the peak."""
    paint.dot(plot, place, 9.5, theme.frame)
    paint.dot(plot, place, 7.0, colour)
    if hollow:
        paint.dot(plot, place, 3.8, theme.frame)


def _draw_ticks(
    panel: Image.Image, theme: Theme, ticks: Sequence[Tick], left: float, width: float, y: float
) -> None:
    """Draw the labels, those at the ends flush with the plot; one that has no room is left out."""
    taken: list[tuple[float, float]] = []
    ends = [tick for tick in ticks if tick.x in (0.0, 1.0)]
    for tick in [*ends, *(tick for tick in ticks if tick not in ends)]:
        length = writing.length(tick.label, _TICK_TEXT, "SemiBold")
        start = left + tick.x * width - length * min(1.0, max(0.0, tick.x if tick in ends else 0.5))
        start = min(max(left - 8, start), left + width + 8 - length)
        if all(start > end + 18 or start + length < begin - 18 for begin, end in taken):
            writing.write(panel, (start, y), tick.label, _TICK_TEXT, length, theme.muted, weight="SemiBold")
            taken.append((start, start + length))


_LEFT: Final = 28
_RIGHT: Final = WIDTH - 28
_WIDE: Final = _RIGHT - _LEFT
_TEXT: Final = 24
"""Font size of all words, legible on a phone, which shows pictures at about half size."""
_TITLE: Final = 56
"""Height of a title with the space above it, pixels."""
_ROW: Final = 46
_LABEL: Final = 210
"""Room for the label of a bar, pixels."""
_SHARE: Final = 84
"""Room for the figure after a bar."""
_BAR: Final = 20
_PLOT: Final = 210
"""Height of the curve's panel."""
_DATES: Final = 42
_BELOW: Final = 22
_INSET: Final = 46
"""Distance of the first and the last point from the panel's edges."""
_CALM: Final = 30
"""Minimum range of the curve in percentage points, so that small changes look small."""
_ROUND: Final = 10


@dataclass(frozen=True, slots=True)
class InsightsCourse:
    """Accuracies in percent: of phases by their names, and of parts of the time between two dates.

    One of them may be empty.
    """

    phases: tuple[tuple[str, float], ...]
    trend: tuple[float, ...]
    dates: tuple[str, str]


@kept
def draw_insights(course: InsightsCourse, *, theme: Theme = CLASSIC) -> bytes:
    """Return the PNG of a chart with something to show."""
    picture = paint.frame((WIDTH, _height(course)), theme)
    top = 0
    if course.phases:
        _draw_title(picture, theme, top, _by_phase())
        top = _draw_phases(picture, theme, top + _TITLE, course.phases)
    if course.trend:
        _draw_title(picture, theme, top, _over_time())
        _draw_trend(picture, theme, top + _TITLE, course)
    return png_of(picture, theme, (theme.rating, theme.text, theme.muted, theme.panel, theme.groove))


def describe_insights(course: InsightsCourse) -> str:
    """Describe the chart in words."""
    parts = []
    if course.phases:
        bars = [
            # Translators: {phase} such as “endgame”; {accuracy} such as 87%.
            pgettext("phase", "{phase} {accuracy}", phase=phase, accuracy=percent(accuracy))
            for phase, accuracy in course.phases
        ]
        # Translators: a title and what is below it.
        parts.append(gettext("{title}: {rows}.", title=_by_phase(), rows=enumerated(bars)))
    if course.trend:
        first, last = course.dates
        # Translators: a title with the time that it is about: {first} and {last} are dates.
        over_time = gettext("{title}, {first} to {last}", title=_over_time(), first=first, last=last)
        title = _over_time() if first == last else over_time
        figures_in_order = enumerated([percent(accuracy) for accuracy in course.trend])
        parts.append(gettext("{title}: {rows}.", title=title, rows=figures_in_order))
    return joined(parts)


def _by_phase() -> str:
    # Translators: a title above bars.
    return gettext("Accuracy by phase")


def _over_time() -> str:
    # Translators: a title above a curve.
    return gettext("Accuracy over time")


def _height(course: InsightsCourse) -> int:
    bars = _TITLE + _ROW * len(course.phases) if course.phases else 0
    return bars + (_TITLE + _PLOT + _DATES if course.trend else 0) + _BELOW


def _draw_title(picture: Image.Image, theme: Theme, top: int, title: str) -> None:
    writing.write(picture, (_LEFT, top + _TITLE * 0.6), title, _TEXT, _WIDE, theme.muted, weight="SemiBold")


def _draw_phases(picture: Image.Image, theme: Theme, top: int, phases: Sequence[tuple[str, float]]) -> int:
    """Draw a bar from 0% to 100% for each phase; return where they end."""
    left, right = _LEFT + _LABEL + 12, _RIGHT - _SHARE
    for name, accuracy in phases:
        middle, above = top + _ROW / 2, top + (_ROW - _BAR) // 2
        writing.write(picture, (_LEFT, middle), name, _TEXT, _LABEL, theme.text, weight="SemiBold")
        figures.bar(picture, left, right, above, _BAR, theme.groove)
        figures.bar(picture, left, left + (right - left) * accuracy / 100, above, _BAR, theme.rating)
        writing.write(
            picture, (_RIGHT, middle), percent(accuracy), _TEXT, _SHARE - 10, theme.text, anchor="rm"
        )
        top += _ROW
    return top


def _draw_trend(picture: Image.Image, theme: Theme, top: int, course: InsightsCourse) -> None:
    """Draw a curve with its figures at the points, and the first and the last date below."""
    plot = Image.new("RGBA", (_WIDE, _PLOT), (*theme.panel, 255))
    lowest, highest = _reach(course.trend)
    step = (_WIDE - 2 * _INSET) / (len(course.trend) - 1)

    def height(accuracy: float) -> float:
        # Room for a figure above each point.
        return _PLOT - 16 - (accuracy - lowest) / (highest - lowest) * (_PLOT - 64)

    for line in range(lowest, highest + 1, _ROUND):
        row = round(height(line))
        plot.paste(theme.panel_edge, (0, row, _WIDE, row + 1))
    points = [(_INSET + number * step, height(accuracy)) for number, accuracy in enumerate(course.trend)]
    figures.curve(plot, points, theme.rating, 4.0)
    for (x, y), accuracy in zip(points, course.trend, strict=True):
        paint.dot(plot, (x, y), 8.0, theme.rating)
        writing.write(plot, (x, y - 26), percent(accuracy), _TEXT, step - 6, theme.text, anchor="mm")
    picture.paste(plot, (_LEFT, top), paint.box_mask(plot.size, (0, 0, *plot.size), 12))
    below = top + _PLOT + _DATES / 2
    first, last = course.dates
    ends: tuple[tuple[int, str, writing.Anchor], ...] = ((_LEFT, first, "lm"), (_RIGHT, last, "rm"))
    for left, date, anchor in ends[: 1 if last == first else 2]:
        writing.write(
            picture, (left, below), date, _TEXT, _WIDE / 2 - 10, theme.muted, anchor=anchor, weight="SemiBold"
        )


def _reach(accuracies: Sequence[float]) -> tuple[int, int]:
    """Return round percentages between which all are, not too close to each other."""
    lowest = floor(min(accuracies) / _ROUND) * _ROUND
    highest = ceil(max(accuracies) / _ROUND) * _ROUND
    while highest - lowest < _CALM:
        if lowest > 0:
            lowest -= _ROUND
        elif highest < 100:
            highest += _ROUND
    return lowest, highest
