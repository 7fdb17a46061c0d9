"""Curves of ratings within bands of their deviations, as a part of larger pictures."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from languages import gettext
from renderers import figures, paint, writing
from renderers.themes import Colour, Theme

HEIGHT: Final = 238
"""Height of the plot with the labels below it, pixels."""

_PLOT: Final = (66, 12, 16, 40)
"""Margins of the plot: left, above, right, below."""
_TEXT: Final = 20
_STEPS: Final = (20, 50, 100, 200, 500, 1000)
"""Distances between grid lines, rating points."""
_MAX_LINES: Final = 4
_CALM: Final = 80.0
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
    left, above, right, below = _PLOT
    width, height = panel.width - left - right, HEIGHT - above - below
    plot = Image.new("RGBA", (width, height), (*theme.frame, 255))
    lowest, highest = _reach(curves)

    def place(point: RatingPoint) -> tuple[float, float]:
        share = (point.rating - lowest) / (highest - lowest)
        return 8 + point.x * (width - 16), height * (1 - share)

    for rating in _lines(lowest, highest):
        y = round(height * (1 - (rating - lowest) / (highest - lowest)))
        plot.paste(theme.panel_edge, (0, y, width, y + 1))
        label = writing.fit(str(rating), _TEXT, left - 12, "SemiBold")
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
    mask = paint.box_mask(plot.size, (0.0, 0.0, float(width), float(height)), 10)
    panel.paste(plot, (left, top + above), mask)
    _draw_ticks(panel, theme, ticks, left + 8, width - 16, top + above + height + 20)


def _reach(curves: Sequence[Curve]) -> tuple[float, float]:
    """Return the ratings at the bottom and the top, between which all lines and bands fit."""
    points = [point for curve in curves for point in curve.points]
    lowest = min(point.rating - point.deviation for point in points)
    highest = max(point.rating + point.deviation for point in points)
    room = max(_CALM, (highest - lowest) * 1.12) - (highest - lowest)
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
    x, y = place
    box = (
        max(0, int(x) - 12),
        max(0, int(y) - 12),
        min(plot.width, int(x) + 13),
        min(plot.height, int(y) + 13),
    )
    tile = plot.crop(box)
    centre = (x - box[0], y - box[1])
    paint.fill(tile, paint.circle_mask(tile.size, centre, 9.5), theme.frame)
    paint.fill(tile, paint.circle_mask(tile.size, centre, 7.0), colour)
    if hollow:
        paint.fill(tile, paint.circle_mask(tile.size, centre, 3.8), theme.frame)
    plot.paste(tile, box[:2])


def _draw_ticks(
    panel: Image.Image, theme: Theme, ticks: Sequence[Tick], left: float, width: float, y: float
) -> None:
    """Draw the labels, those at the ends flush with the plot; one that has no room is left out."""
    taken: list[tuple[float, float]] = []
    ends = [tick for tick in ticks if tick.x in (0.0, 1.0)]
    for tick in [*ends, *(tick for tick in ticks if tick not in ends)]:
        length = writing.length(tick.label, _TEXT, "SemiBold")
        start = left + tick.x * width - length * min(1.0, max(0.0, tick.x if tick in ends else 0.5))
        start = min(max(left - 8, start), left + width + 8 - length)
        if all(start > end + 18 or start + length < begin - 18 for begin, end in taken):
            writing.write(panel, (start, y), tick.label, _TEXT, length, theme.muted, weight="SemiBold")
            taken.append((start, start + length))
