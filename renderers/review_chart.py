"""A reviewed game as a chart: who was ahead after each move, how certainly, and the losses of both sides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from PIL import Image

from languages import gettext, ngettext, pgettext
from languages.numbers import decimal, joined, percent
from renderers import figures, paint, writing
from renderers.palette import png_of
from renderers.themes import CLASSIC, WIDTH, Colour, Pair, Theme

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
_WIDE: Final = _RIGHT - _PLOT_LEFT
"""Width of a plot, pixels."""
_REACHES: Final = (4, 8, 16, 32, 64, 100)
_NAMES_APART: Final = 16
_NAME_SIZES: Final = (30, _TEXT)
"""Largest and smallest font size of the names."""
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
    """A reviewed game: names and accuracies of the players, positions, and sums of losses at each.

    `sides` replace names that cannot be written. `numbers` are the moves played before each position, needed
    when passes make them fewer than the plies. Leads and losses are discs; with `ends`, which label the top,
    middle and bottom of the course in place of numbers, losses are wins.
    """

    names: tuple[str, str]
    sides: tuple[str, str]
    accuracies: tuple[float | None, float | None]
    points: tuple[ReviewPoint, ...]
    losses: tuple[tuple[float, ...], tuple[float, ...]]
    ends: tuple[str, str, str] | None = None
    numbers: tuple[int, ...] = ()

    def number(self, position: int) -> int:
        """Return the number of moves that led to a position."""
        return self.numbers[position] if self.numbers else position


def draw_course(course: ReviewCourse, *, theme: Theme = CLASSIC, inks: Pair | None = None) -> bytes:
    """Return a PNG of a game with at least one move.

    `inks` are the colours of the two sides, by default those of games won and lost.
    """
    picture = paint.frame((WIDTH, _HEIGHT), theme)
    if inks is not None:
        theme = replace(theme, won=inks[0], lost=inks[1])
    _draw_names(picture, theme, course)
    _draw_values(picture, theme, course)
    _draw_depths(picture, theme, course)
    _draw_losses(picture, theme, course)
    exact = (theme.won, theme.lost, theme.rating, theme.text, theme.muted, theme.panel)
    return png_of(picture, theme, exact)


def describe_course(course: ReviewCourse) -> str:
    """Describe the chart in words."""
    parts = []
    for name, accuracy, losses in zip(course.names, course.accuracies, course.losses, strict=True):
        # Translators: in place of an accuracy in percent.
        worth = gettext("unknown") if accuracy is None else percent(accuracy)
        values = {"name": name, "accuracy": worth, "number": _amount(losses[-1])}
        if course.ends is None:
            parts.append(gettext("{name}: accuracy {accuracy}, discs lost: {number}.", **values))
        else:
            parts.append(gettext("{name}: accuracy {accuracy}, wins lost: {number}.", **values))
    positions = len(course.points)
    parts.append(
        ngettext(
            "The chart shows who was ahead in {number} position.",
            "The chart shows who was ahead in {number} positions.",
            positions,
        )
    )
    if course.ends is None:
        parts += _leads(course)
    first = _proved_from(course)
    if first is not None:
        # The next move is the one played in that position.
        number = course.number(first) + 1
        proved_from = gettext("From move {number} on it is proved.", number=number)
        parts.append(proved_from if first else gettext("All of it is proved."))
    return joined(parts)


def _leads(course: ReviewCourse) -> Iterator[str]:
    """Yield a sentence on the largest lead of each player who was ahead, in discs."""
    values = [(point.value, -ply) for ply, point in enumerate(course.points) if point.value is not None]
    for name, sign in zip(course.names, (1, -1), strict=True):
        lead, earliest = max(((sign * value, ply) for value, ply in values), default=(0.0, 0))
        if lead > 0:
            yield ngettext(
                "{name}'s biggest lead was {number} disc, after move {move}.",
                "{name}'s biggest lead was {number} discs, after move {move}.",
                round(lead),
                name=name,
                move=course.number(-earliest),
            )


def _amount(loss: float) -> str:
    """Format a sum of losses: half a win shows, tenths of many discs do not."""
    return decimal(loss, 0 if loss >= 10 or loss == round(loss) else 1)


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
    first, second = (
        writing.drawable(name) or side for name, side in zip(course.names, course.sides, strict=True)
    )
    room = _RIGHT - _LEFT - 2 * _NAMES_APART
    size = writing.fit(first + second, _NAME_SIZES[0], room, smallest=_NAME_SIZES[1]).size
    ends: tuple[tuple[int, writing.Anchor], ...] = ((_LEFT, "lm"), (_RIGHT, "rm"))
    for (x, anchor), name, other, colour, accuracy in zip(
        ends, (first, second), (second, first), (theme.won, theme.lost), course.accuracies, strict=True
    ):
        # A long name gets the room left by the other one.
        width = max(room / 2, room - writing.length(other, size))
        writing.write(picture, (x, 36), name, size, width, colour, anchor=anchor, smallest=size)
        if accuracy is None:
            # Translators: in place of an accuracy in percent.
            worth = gettext("not judged")
        else:
            # Translators: beside a player's name.
            worth = gettext("{percent} accuracy", percent=percent(accuracy))
        writing.write(picture, (x, 70), worth, 24, room / 2, theme.text, anchor=anchor, weight="SemiBold")


def _panel(theme: Theme, top: int, bottom: int) -> Image.Image:
    return Image.new("RGBA", (_RIGHT - _PLOT_LEFT, bottom - top), (*theme.panel, 255))


def _paste(picture: Image.Image, plot: Image.Image, top: int) -> None:
    picture.paste(plot, (_PLOT_LEFT, top), paint.box_mask(plot.size, (0, 0, *plot.size), 12))


def _label(
    picture: Image.Image,
    place: tuple[float, float],
    text: str,
    colour: Colour,
    anchor: writing.Anchor = "rm",
    room: float = _PLOT_LEFT - 18,
) -> None:
    """Write a label, by default left of a plot."""
    writing.write(picture, place, text, _TEXT, room, colour, anchor=anchor, weight="SemiBold")


def _title(picture: Image.Image, top: int, text: str, colour: Colour, room: float = _WIDE) -> None:
    """Write the title of the plot that begins at `top`."""
    _label(picture, (_PLOT_LEFT, top - 16), text, colour, "lm", room)


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
    title = gettext("Who wins with best play") if course.ends else gettext("Ahead, in discs")
    _title(picture, top, title, theme.muted)


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
    paint.dot(plot, place, radius + edge, theme.frame)
    paint.dot(plot, place, radius, colour)
    if point.depth is not None:
        paint.dot(plot, place, radius * 0.55, theme.frame)


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
        if low == high:
            # Translators: how far a search looked ahead.
            title = ngettext("Estimates, {number} move deep", "Estimates, {number} moves deep", high)
        else:
            # Translators: how far searches looked ahead.
            title = gettext("Estimates, {low} to {high} moves deep", low=low, high=high)
        _title(picture, top, title, theme.muted, _WIDE * 0.68)
    if len(depths) < len(course.points):
        # Translators: the title of the bars of positions whose result is proved.
        _label(picture, (_RIGHT, top - 16), gettext("Proved"), theme.rating, room=_WIDE * 0.28)


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
    in_wins = gettext("Lost by errors so far, in wins")
    title = in_wins if course.ends else gettext("Lost by errors so far, in discs")
    _title(picture, top, title, theme.muted)
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
    # Translators: below the axis of a chart.
    axis, place = pgettext("heading", "moves"), ((_PLOT_LEFT + _RIGHT) / 2, bottom + 50)
    _label(picture, place, axis, theme.muted, "mm", _WIDE)
