"""The strip above a board: both players with their scores, the turn or the winner, the shares of discs."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import Final, Literal, NamedTuple

from PIL import Image

from renderers import paint, writing
from renderers.board import PositionLike, Situation
from renderers.palette import Palette
from renderers.themes import WIDTH, Colour, Theme

HEIGHT: Final = 102
"""Height of the strip with its margins, pixels."""

ICON: Final = 48
"""Side of the square sprites of the two sides, pixels."""

Mark = Literal["idle", "turn", "winner"]
"""State of a side shown by its panel."""

MARKS: Final[tuple[Mark, ...]] = ("idle", "turn", "winner")

MIDDLE: Final = (WIDTH / 2, 89.0)
"""Middle of the line below the players, pixels."""

_MARGIN: Final = 28
_TOP: Final = 12
_PANEL: Final = (284, 64)
_INDENT: Final = 66
"""From a panel's outer edge to its text, pixels."""
_MARK: Final = 28
"""Width a mark takes from a name without a score."""
_NAME_LINE: Final = 19
_NUMBER_LINE: Final = 44
_ANCHORS: Final[tuple[writing.Anchor, writing.Anchor]] = ("lm", "rm")
"""Alignment of the texts of both sides."""

_BAR_HEIGHT: Final = 16
_NOTE_WIDTHS: Final = (150, 280)
"""Smallest and largest width of a note next to the bar, pixels."""


class _Room(NamedTuple):
    """Room for a text in pixels, and its largest and smallest font size."""

    width: int
    height: int
    largest: int
    smallest: int


_NAME: Final = _Room(186, 26, 22, 19)
_NUMBER: Final = _Room(92, 26, 32, 22)
_ALONE: Final = _Room(186, 52, 27, 18)
"""Room for a name above a score, for the score, and for a name without one, in up to two lines."""

WINDOW: Final = (20, 10, 620, HEIGHT)
"""Box with everything the strip shows, inside the frame's corners, pixels."""


def cut_out(picture: Image.Image) -> Image.Image:
    """Return the strip of a board's RGBA picture in RGB, for a picture of another size."""
    return picture.crop(WINDOW).convert("RGB")


def marks_of(position: PositionLike, situation: Situation) -> tuple[Mark, Mark]:
    """Return the states of the two sides' panels."""
    end, to_move = situation.end_of(position), situation.to_move(position)
    marks: list[Mark] = ["idle", "idle"]
    if to_move is not None:
        marks[to_move] = "turn"
    elif end is not None and end.winner is not None:
        marks[end.winner] = "winner"
    return marks[0], marks[1]


def _panel_left(side: int) -> int:
    return _MARGIN if side == 0 else WIDTH - _MARGIN - _PANEL[0]


def _mirrored(side: int, left: float, width: float) -> float:
    """Return the left edge of a part `width` pixels wide; the second panel mirrors the first."""
    return left if side == 0 else _PANEL[0] - left - width


def _draw_mark(image: Image.Image, theme: Theme, mark: Mark, x: float, y: float, direction: int) -> None:
    """Draw a triangle pointing at the side to move, or a crown for the winner, around (x, y)."""
    if mark == "turn":
        points = [(x - 9 * direction, y - 11), (x + 10 * direction, y), (x - 9 * direction, y + 11)]
        paint.fill(image, paint.polygon_mask(image.size, points), theme.accent)
    elif mark == "winner":
        crown = [(-17, -10), (-8, -1), (0, -14), (8, -1), (17, -10), (13, 12), (-13, 12)]
        points = [(x + across, y + down) for across, down in crown]
        paint.fill(image, paint.polygon_mask(image.size, points), theme.accent_text)


def _panel(
    theme: Theme, side: int, mark: Mark, icon: Image.Image, ground: Colour, mark_line: float
) -> Image.Image:
    """Return one side's panel without name and score, on the frame's colour."""
    width, height = _PANEL
    image = Image.new("RGBA", _PANEL, (*theme.frame, 255))
    if mark == "winner":
        paint.panel(image, theme, height / 2, theme.accent, theme.accent)
    elif mark == "turn":
        paint.panel(image, theme, height / 2, theme.panel, theme.accent, 4.0)
    else:
        paint.panel(image, theme, height / 2)
    inset = (height - ICON) // 2 + 1
    left = round(_mirrored(side, inset, ICON))
    paint.dot(image, (left + ICON / 2, height / 2), ICON / 2 - 1, ground)
    image.alpha_composite(icon, (left, (height - ICON) // 2))
    _draw_mark(image, theme, mark, width - 36 if side == 0 else 36, mark_line, -1 if side == 0 else 1)
    return image


def _text(theme: Theme, content: str, room: _Room, side: int, mark: Mark, colour: Colour) -> Image.Image:
    """Return a line of text on a panel's colour, aligned to the panel's outer side."""
    ground, ink = (theme.accent, theme.accent_text) if mark == "winner" else (theme.panel, colour)
    width, height, largest, smallest = room
    image = Image.new("RGB", (width, height), ground)
    fitted = writing.fit(content, largest, width, smallest=smallest, height=height)
    writing.put(image, (width * side, height / 2), fitted, ink, _ANCHORS[side])
    return image


def has_room(name: str) -> bool:
    """Return whether a name is written whole above a score."""
    return writing.length(name, _NAME.smallest) <= _NAME.width


def _bar(theme: Theme, colour: Colour, width: int) -> Image.Image:
    """Return the whole bar in one colour, with a light edge so that it shows on the dark frame."""
    size = (width, _BAR_HEIGHT)
    image = Image.new("RGBA", size, (*theme.frame, 255))
    paint.fill(image, paint.box_mask(size, (0, 0, *size), _BAR_HEIGHT / 2), theme.bar_edge)
    inner = (2.0, 2.0, width - 2.0, _BAR_HEIGHT - 2.0)
    paint.fill(image, paint.box_mask(size, inner, _BAR_HEIGHT / 2 - 2), colour)
    return image


def _note(theme: Theme, words: str) -> Image.Image:
    """Return a few words in a frame as wide as they need."""
    narrowest, widest = _NOTE_WIDTHS
    fitted = writing.fit(words, 18, widest - 20)
    size = (max(narrowest, ceil(fitted.width) + 20), 26)
    image = Image.new("RGBA", size, (*theme.frame, 255))
    paint.panel(image, theme, size[1] / 2, theme.panel, theme.accent, 2.0)
    writing.put(image, (size[0] / 2, size[1] / 2), fitted, theme.text, "mm")
    return image


class StripArt:
    """The strip's parts in true colour.

    `icons` are the sides' sprites, `colours` fill the bar. `ground` is the board's colour, behind the icons
    and for the empty share of the board. In games that are not `scored` the panels have room for the name
    only.
    """

    def __init__(
        self,
        theme: Theme,
        icons: tuple[Image.Image, Image.Image],
        colours: tuple[Colour, Colour],
        ground: Colour,
        *,
        scored: bool = True,
    ) -> None:
        self.theme = theme
        self.scored = scored
        self.bar_colours = (*colours, ground)
        mark_line = _NUMBER_LINE if scored else _PANEL[1] / 2
        self.panels = {
            (side, mark): _panel(theme, side, mark, icons[side], ground, mark_line)
            for side in (0, 1)
            for mark in MARKS
        }

    def specimens(self) -> list[Image.Image]:
        """Return images with the colours a palette needs."""
        theme = self.theme
        numbers = [
            _text(theme, str(count), _NUMBER, 0, mark, theme.text) for count in (27, 48) for mark in MARKS
        ]
        names = [
            _text(theme, "Ames", _NAME, 0, mark, colour)
            for mark in MARKS
            for colour in (theme.text, theme.muted)
        ]
        bars = [_bar(theme, colour, 100) for colour in self.bar_colours]
        return [*self.panels.values(), *bars, *numbers, *names]


class ScoreStrip:
    """The strip in a palette, ready to be pasted."""

    def __init__(self, art: StripArt, palette: Palette, sides: Callable[[], tuple[str, str]]) -> None:
        """Prepare the parts; `sides` returns what replaces names that are unknown or cannot be written."""
        self._palette = palette
        self._theme = art.theme
        self._sides = sides
        self._scored = art.scored
        self._bar_colours = art.bar_colours
        self._panels = dict(zip(art.panels, palette.map_all(art.panels.values()), strict=True))
        self._name = lru_cache(maxsize=256)(self._map_name)
        self._number = lru_cache(maxsize=512)(self._map_number)
        self._bars = lru_cache(maxsize=4)(self._map_bars)
        self._note = lru_cache(maxsize=8)(lambda words: palette.map(_note(art.theme, words)))

    def _map_name(self, name: str, side: int, mark: Mark) -> Image.Image:
        room = _NAME if self._scored else _ALONE
        if not self._scored and mark != "idle":
            room = room._replace(width=room.width - _MARK)
        colour = self._theme.muted if self._scored and mark == "idle" else self._theme.text
        return self._palette.map(_text(self._theme, name, room, side, mark, colour))

    def _map_number(self, count: int, side: int, mark: Mark) -> Image.Image:
        return self._palette.map(_text(self._theme, str(count), _NUMBER, side, mark, self._theme.text))

    def _map_bars(self, width: int) -> tuple[Image.Image, ...]:
        return tuple(self._palette.map(_bar(self._theme, colour, width)) for colour in self._bar_colours)

    def paste_sides(
        self, picture: Image.Image, marks: tuple[Mark, Mark], names: tuple[str, str] | None = None
    ) -> None:
        """Paste the two sides' panels with their players' names on a "P" picture."""
        for side in (0, 1):
            mark = marks[side]
            picture.paste(self._panels[side, mark], (_panel_left(side), _TOP))
            name = (names and writing.drawable(names[side])) or self._sides()[side]
            middle = _NAME_LINE if self._scored else _PANEL[1] // 2
            self._paste_text(picture, self._name(name, side, mark), side, middle)

    def paste_score(
        self,
        picture: Image.Image,
        counts: tuple[int, int],
        marks: tuple[Mark, Mark],
        capacity: int,
        note: str = "",
    ) -> None:
        """Paste the scores on the panels and the bar below, whose whole width means `capacity` discs.

        `note` is a short text next to the bar.
        """
        for side in (0, 1):
            self._paste_text(picture, self._number(counts[side], side, marks[side]), side, _NUMBER_LINE)
        width = WIDTH - 2 * _MARGIN
        if note:
            words = self._note(note)
            picture.paste(words, (_MARGIN + width - words.width, round(MIDDLE[1] - words.height / 2)))
            width -= words.width + 16
        first = round(width * counts[0] / capacity)
        second = width - round(width * counts[1] / capacity)
        top = round(MIDDLE[1] - _BAR_HEIGHT / 2)
        spans = ((0, first), (second, width), (first, second))
        for bar, (start, end) in zip(self._bars(width), spans, strict=True):
            if start < end:
                picture.paste(bar.crop((start, 0, end, _BAR_HEIGHT)), (_MARGIN + start, top))

    def _paste_text(self, picture: Image.Image, text: Image.Image, side: int, middle: int) -> None:
        left = _panel_left(side) + round(_mirrored(side, _INDENT, text.width))
        picture.paste(text, (left, _TOP + middle - text.height // 2))
