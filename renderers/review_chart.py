"""A reviewed game as a chart: who was ahead after each move, how certainly, and the losses of both sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from renderers import figures, lettering, paint
from renderers.palette import Palette
from renderers.themes import CLASSIC, WIDTH, Colour, Theme

_HEIGHT: Final = 790
_LEFT: Final = 28
_RIGHT: Final = WIDTH - 28
_PLOT_LEFT: Final = 104
_COURSE: Final = (134, 394)
_DEPTHS: Final = (440, 484)
_LOSSES: Final = (536, 708)
"""Top and bottom of the three panels, pixels."""
_TEXT: Final = 22
_DEEPEST: Final = 24
"""Depth in plies at which a bar of the depths has its full height."""
_REACHES: Final = (4, 8, 16, 32, 64, 100)
_NAMES_APART: Final = 16
_DOTS: Final = (2.6, 5.0, 6.5, 8.5)
"""Radius of a point: no error, an inaccuracy, a mistake, a blunder."""


@dataclass(frozen=True, slots=True)
class ReviewPoint:
    """A position: the first side's lead (None if unknown), the depth of its search (None if proved).

    `error` (0 to 3) is the size of the error that led to it, by `side`.
    """

    value: float | None
    depth: int | None
    error: int = 0
    side: int = 0


@dataclass(frozen=True, slots=True)
class ReviewCourse:
    """A reviewed game: names and accuracies of the sides, positions, and sums of losses at each.

    `numbers` are the moves played before each position, needed when passes make them fewer than the plies.
    `ends` label the top, middle and bottom of the course in place of numbers.
    """

    names: tuple[str, str]
    accuracies: tuple[float | None, float | None]
    points: tuple[ReviewPoint, ...]
    losses: tuple[tuple[float, ...], tuple[float, ...]]
    unit: str
    ends: tuple[str, str, str] | None = None
    numbers: tuple[int, ...] = ()

    def number(self, position: int) -> int:
        """Return the number of moves that led to a position."""
        return self.numbers[position] if self.numbers else position


def draw_course(course: ReviewCourse, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG of a game with at least one move.

    The first side has the colour of games won, the second that of games lost.
    """
    picture = paint.frame((WIDTH, _HEIGHT), theme)
    _draw_names(picture, theme, course)
    _draw_values(picture, theme, course)
    _draw_depths(picture, theme, course)
    _draw_losses(picture, theme, course)
    exact = (theme.won, theme.lost, theme.rating, theme.text, theme.muted, theme.panel)
    palette = Palette(theme, [picture], exact)
    return palette.png(palette.map(picture))


def describe_course(course: ReviewCourse) -> str:
    """Describe the chart in words."""
    parts = []
    for name, accuracy, losses in zip(course.names, course.accuracies, course.losses, strict=True):
        worth = "unknown" if accuracy is None else f"{accuracy:.0f}%"
        parts.append(f"{name}: accuracy {worth}, {course.unit} lost: {_amount(losses[-1])}.")
    parts.append(f"The chart shows who was ahead in {len(course.points)} positions.")
    values = [(move, point.value) for move, point in enumerate(course.points) if point.value is not None]
    if values and course.ends is None:
        for name, (move, value) in (
            (course.names[0], max(values, key=lambda item: item[1])),
            (course.names[1], min(values, key=lambda item: item[1])),
        ):
            ahead = value if name == course.names[0] else -value
            if ahead > 0:
                parts.append(
                    f"{name} was ahead most after move {course.number(move)}, by {ahead:.0f} {course.unit}."
                )
    first = _proved_from(course)
    if first is not None:
        # The next move is the one played in that position.
        number = course.number(first) + 1
        parts.append(f"From move {number} on it is proved." if first else "All of it is proved.")
    return " ".join(parts)


def _amount(loss: float) -> str:
    """Format a sum of losses: half a win shows, tenths of many discs do not."""
    whole = loss >= 10 or loss == round(loss)
    return f"{loss:.0f}" if whole else f"{loss:.1f}"


def _proved_from(course: ReviewCourse) -> int | None:
    """Return the first position from which everything is proved, None unless a move was played there."""
    estimated = [number for number, point in enumerate(course.points) if point.depth is not None]
    first = max(estimated, default=-1) + 1
    return first if first < len(course.points) - 1 else None


def _x(course: ReviewCourse, number: float) -> float:
    """Return the place of a position across a plot."""
    inset = 12
    share = number / max(1, len(course.points) - 1)
    return inset + share * (_RIGHT - _PLOT_LEFT - 2 * inset)


def _draw_names(picture: Image.Image, theme: Theme, course: ReviewCourse) -> None:
    """Write both names in their colours with the accuracies below."""
    first, second = names = [lettering.writable(name) or "?" for name in course.names]
    room = _RIGHT - _LEFT - 2 * _NAMES_APART
    font = figures.largest_font([first + second], room, (30, 26, _TEXT))
    # A long name gets the room left by the other one.
    rooms = [max(room / 2, room - font.getlength(other)) for other in (second, first)]
    sides = ((_LEFT, "lm", theme.won), (_RIGHT, "rm", theme.lost))
    for (x, anchor, colour), name, width, accuracy in zip(
        sides, names, rooms, course.accuracies, strict=True
    ):
        known = lettering.shortened(name, font, width)
        paint.text(picture, (x, 36), known, round(font.size), colour, anchor=anchor)
        worth = "not judged" if accuracy is None else f"{accuracy:.0f}% accuracy"
        paint.text(picture, (x, 70), worth, 24, theme.text, anchor=anchor, weight="SemiBold")


def _panel(theme: Theme, top: int, bottom: int) -> Image.Image:
    return Image.new("RGBA", (_RIGHT - _PLOT_LEFT, bottom - top), (*theme.panel, 255))


def _paste(picture: Image.Image, plot: Image.Image, top: int) -> None:
    whole = (0.0, 0.0, float(plot.width), float(plot.height))
    picture.paste(plot, (_PLOT_LEFT, top), paint.box_mask(plot.size, whole, 12))


def _label(
    picture: Image.Image, place: tuple[float, float], text: str, colour: Colour, anchor: str = "rm"
) -> None:
    paint.text(picture, place, text, _TEXT, colour, anchor=anchor, weight="SemiBold")


def _reach(values: Sequence[float]) -> int:
    """Return the first round number not below any of the values."""
    largest = max(map(abs, values), default=0.0)
    return next((reach for reach in _REACHES if reach >= largest), _REACHES[-1])


def _draw_values(picture: Image.Image, theme: Theme, course: ReviewCourse) -> None:
    """Draw who was ahead: a curve with a point per position, errors larger in the colour of their side."""
    top, bottom = _COURSE
    plot = _panel(theme, top, bottom)
    middle = plot.height / 2
    reach = 50 if course.ends else _reach([point.value for point in course.points if point.value is not None])

    def place(number: float, value: float) -> tuple[float, float]:
        share = max(-1.0, min(1.0, value / reach))
        return _x(course, number), middle - share * (middle - 14)

    for share in (0.5, 1.0):
        for y in (middle - share * (middle - 14), middle + share * (middle - 14)):
            plot.paste(theme.panel_edge, (0, round(y), plot.width, round(y) + 1))
    for run in _runs(course.points):
        known = _with_crossings([(float(number), course.points[number].value or 0.0) for number in run])
        for colour, limit in ((theme.won, max), (theme.lost, min)):
            edge = [place(number, limit(0.0, value)) for number, value in known]
            line = [place(number, 0.0) for number, _ in known]
            if len(known) > 1:
                figures.band(plot, edge, line, colour, 0.38)
        if len(known) > 1:
            figures.curve(plot, [place(number, value) for number, value in known], theme.text, 3.0)
    plot.paste(theme.text, (0, round(middle), plot.width, round(middle) + 1))
    _draw_boundary(plot, theme, course)
    for number, point in enumerate(course.points):
        if point.value is not None:
            _draw_point(plot, theme, place(number, point.value), point)
    _paste(picture, plot, top)
    words = course.ends or (f"+{reach}", "0", f"+{reach}")
    for y, text, colour in (
        (top + 14, words[0], theme.won),
        ((top + bottom) / 2, words[1], theme.text),
        (bottom - 14, words[2], theme.lost),
    ):
        _label(picture, (_PLOT_LEFT - 14, y), text, colour)
    title = "Who wins with best play" if course.ends else f"Ahead, in {course.unit}"
    _label(picture, (_PLOT_LEFT, top - 16), title, theme.muted, "lm")


def _runs(points: Sequence[ReviewPoint]) -> list[list[int]]:
    """Return the runs of positions with known values."""
    runs: list[list[int]] = [[]]
    for number, point in enumerate(points):
        if point.value is not None:
            runs[-1].append(number)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _with_crossings(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a curve with a corner wherever it crosses the middle line."""
    crossed = list(places[:1])
    for (before, low), (after, high) in pairwise(places):
        if low * high < 0:
            crossed.append((before + (after - before) * low / (low - high), 0.0))
        crossed.append((after, high))
    return crossed


def _draw_boundary(plot: Image.Image, theme: Theme, course: ReviewCourse) -> None:
    """Draw a dotted line between estimated and proved positions."""
    first = _proved_from(course)
    if first:
        x = round(_x(course, first - 0.5))
        for y in range(0, plot.height, 8):
            plot.paste(theme.rating, (x - 1, y, x + 1, y + 4))


def _draw_point(plot: Image.Image, theme: Theme, place: tuple[float, float], point: ReviewPoint) -> None:
    """Draw a dot, hollow for an estimate, larger and coloured for an error."""
    radius = _DOTS[point.error]
    colour = (theme.won, theme.lost)[point.side] if point.error else theme.text
    edge = 2.0 if point.error else 1.0
    box = _around(plot, place, radius + edge + 1)
    tile = plot.crop(box)
    centre = (place[0] - box[0], place[1] - box[1])
    paint.fill(tile, paint.circle_mask(tile.size, centre, radius + edge), theme.frame)
    paint.fill(tile, paint.circle_mask(tile.size, centre, radius), colour)
    if point.depth is not None:
        paint.fill(tile, paint.circle_mask(tile.size, centre, radius * 0.55), theme.frame)
    plot.paste(tile, box[:2])


def _around(plot: Image.Image, place: tuple[float, float], reach: float) -> tuple[int, int, int, int]:
    x, y = place
    return (
        max(0, int(x - reach)),
        max(0, int(y - reach)),
        min(plot.width, int(x + reach) + 1),
        min(plot.height, int(y + reach) + 1),
    )


def _draw_depths(picture: Image.Image, theme: Theme, course: ReviewCourse) -> None:
    """Draw a bar per position as high as its search was deep, full and coloured if proved."""
    top, bottom = _DEPTHS
    plot = _panel(theme, top, bottom)
    width = max(2, round((_x(course, 1) - _x(course, 0)) * 0.7)) if len(course.points) > 1 else 12
    for number, point in enumerate(course.points):
        share = 1.0 if point.depth is None else max(0.08, min(0.9, point.depth / _DEEPEST))
        x = round(_x(course, number) - width / 2)
        height = round(share * (plot.height - 8))
        colour = theme.rating if point.depth is None else theme.muted
        plot.paste(colour, (max(0, x), plot.height - 4 - height, x + width, plot.height - 4))
    _paste(picture, plot, top)
    depths = [point.depth for point in course.points if point.depth is not None]
    if depths:
        low, high = min(depths), max(depths)
        plies = f"{low}" if low == high else f"{low} to {high}"
        _label(picture, (_PLOT_LEFT, top - 16), f"Estimates, {plies} moves deep", theme.muted, "lm")
    if len(depths) < len(course.points):
        _label(picture, (_RIGHT, top - 16), "Proved", theme.rating)


def _draw_losses(picture: Image.Image, theme: Theme, course: ReviewCourse) -> None:
    """Draw the sum of each side's losses up to each position."""
    top, bottom = _LOSSES
    plot = _panel(theme, top, bottom)
    _draw_boundary(plot, theme, course)
    most = max(4.0, *(losses[-1] for losses in course.losses))
    for losses, colour in zip(course.losses, (theme.won, theme.lost), strict=True):
        places = [
            (_x(course, number), plot.height - 12 - loss / most * (plot.height - 30))
            for number, loss in enumerate(losses)
        ]
        steps = [step for before, after in pairwise(places) for step in (before, (after[0], before[1]))]
        figures.curve(plot, [*steps, places[-1]], colour, 3.5)
    _paste(picture, plot, top)
    _label(picture, (_PLOT_LEFT, top - 16), f"Lost by errors so far, in {course.unit}", theme.muted, "lm")
    ends = [top + plot.height - 12 - losses[-1] / most * (plot.height - 30) for losses in course.losses]
    if abs(ends[0] - ends[1]) < _TEXT + 2:
        lower = 0 if ends[0] > ends[1] else 1
        ends[lower] = ends[1 - lower] + _TEXT + 2
        over = max(0.0, ends[lower] - (bottom - 8))
        ends = [end - over for end in ends]
    for y, losses, colour in zip(ends, course.losses, (theme.won, theme.lost), strict=True):
        _label(picture, (_PLOT_LEFT - 14, y), _amount(losses[-1]), colour)
    moves = len(course.points) - 1
    for move in sorted({0, moves // 4, moves // 2, moves * 3 // 4, moves}):
        x = _PLOT_LEFT + _x(course, move)
        _label(picture, (x, bottom + 20), str(move), theme.muted, "mm")
    _label(picture, ((_PLOT_LEFT + _RIGHT) / 2, bottom + 50), "moves", theme.muted, "mm")
