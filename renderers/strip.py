"""The strip above a board: each side's disc and count, whose turn it is or who won, the balance between."""

from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from renderers import paint, theme
from renderers.palette import Palette
from renderers.position import PositionLike
from renderers.theme import Colour

HEIGHT: Final = 96
"""Pixels that the strip takes at the top of a picture, its margins included."""

ICON: Final = 56
"""Side of the square sprites that stand for the two sides, pixels."""

Mark = Literal["idle", "turn", "winner"]
"""What a side's counter shows beside the number."""

MIDDLE: Final = (theme.WIDTH / 2, 52.0)
"""The strip's middle in the picture, pixels."""

MARKS: Final[tuple[Mark, ...]] = ("idle", "turn", "winner")

_MARGIN: Final = 28
_TOP: Final = 20
_PILL_HEIGHT: Final = 64
_PILL_WIDTH: Final = 196
_PILL_WIDTH_ALONE: Final = 128
"""With a number, and without."""
_NUMBER: Final = (72, 48)
_BAR_HEIGHT: Final = 18
_BAR_LEFT: Final = _MARGIN + _PILL_WIDTH + 16
_BAR_WIDTH: Final = theme.WIDTH - 2 * _BAR_LEFT
_BAR_TOP: Final = _TOP + (_PILL_HEIGHT - _BAR_HEIGHT) // 2


def marks_of(position: PositionLike, turn_marked: bool, winner: int | None) -> tuple[Mark, Mark]:
    """What the two sides' counters show; `winner` if the game is over although the position is not."""
    result = position.result()
    marks: list[Mark] = ["idle", "idle"]
    if winner is None and result is not None:
        winner = result.winner
    if winner is not None:
        marks[winner] = "winner"
    elif result is None and turn_marked:
        marks[position.turn] = "turn"
    return marks[0], marks[1]


def _pill_left(side: int, width: int) -> int:
    return _MARGIN if side == 0 else theme.WIDTH - _MARGIN - width


def _draw_mark(image: Image.Image, mark: Mark, x: float, y: float, direction: int) -> None:
    """A triangle that points at the number for the turn, a crown for the winner, around (x, y)."""
    if mark == "turn":
        points = [(x - 9 * direction, y - 11), (x + 10 * direction, y), (x - 9 * direction, y + 11)]
        paint.fill(image, paint.polygon_mask(image.size, points), theme.ACCENT)
    elif mark == "winner":
        crown = [(-17, -10), (-8, -1), (0, -14), (8, -1), (17, -10), (13, 12), (-13, 12)]
        points = [(x + across, y + down) for across, down in crown]
        paint.fill(image, paint.polygon_mask(image.size, points), theme.ACCENT_TEXT)


def _pill(side: int, mark: Mark, icon: Image.Image, ground: Colour, width: int) -> Image.Image:
    """One side's counter without its number, on the frame's colour."""
    height = _PILL_HEIGHT
    image = Image.new("RGBA", (width, height), (*theme.FRAME, 255))
    box = (0.0, 0.0, float(width), float(height))
    if mark == "winner":
        paint.panel(image, box, height / 2, theme.ACCENT, theme.ACCENT)
    elif mark == "turn":
        paint.panel(image, box, height / 2, theme.PANEL, theme.ACCENT, 4.0)
    else:
        paint.panel(image, box, height / 2)
    inset = (height - ICON) // 2 + 2
    left = inset if side == 0 else width - inset - ICON
    paint.fill(image, paint.circle_mask(image.size, (left + ICON / 2, height / 2), ICON / 2 - 2), ground)
    image.alpha_composite(icon, (left, (height - ICON) // 2))
    _draw_mark(image, mark, width - 34 if side == 0 else 34, height / 2, -1 if side == 0 else 1)
    return image


def _number(count: int, mark: Mark) -> Image.Image:
    """A count on its counter's colour."""
    winner = mark == "winner"
    image = Image.new("RGBA", _NUMBER, (*(theme.ACCENT if winner else theme.PANEL), 255))
    middle = (_NUMBER[0] / 2, _NUMBER[1] / 2)
    paint.text(image, middle, str(count), 40, theme.ACCENT_TEXT if winner else theme.TEXT)
    return image


def _bar(colour: Colour) -> Image.Image:
    """The whole balance bar in one colour, on the frame's."""
    size = (_BAR_WIDTH, _BAR_HEIGHT)
    image = Image.new("RGBA", size, (*theme.FRAME, 255))
    box = (0.0, 0.0, float(_BAR_WIDTH), float(_BAR_HEIGHT))
    paint.fill(image, paint.box_mask(size, box, _BAR_HEIGHT / 2), theme.BAR_EDGE)
    inner = (2.0, 2.0, _BAR_WIDTH - 2.0, _BAR_HEIGHT - 2.0)
    paint.fill(image, paint.box_mask(size, inner, _BAR_HEIGHT / 2 - 2), colour)
    return image


class StripArt:
    """The strip's parts in true colour.

    `icons` are the sides' sprites, `colours` fill the balance bar, `ground` is the board's colour: it
    stands behind the icons and for the share of the board that is still empty. Games without a score
    are not `scored`: their counters are narrower.
    """

    def __init__(
        self,
        icons: tuple[Image.Image, Image.Image],
        colours: tuple[Colour, Colour],
        ground: Colour,
        *,
        scored: bool = True,
    ) -> None:
        width = _PILL_WIDTH if scored else _PILL_WIDTH_ALONE
        self.pills = {
            (side, mark): _pill(side, mark, icons[side], ground, width) for side in (0, 1) for mark in MARKS
        }
        self.bars = (_bar(colours[0]), _bar(colours[1]), _bar(ground))

    def specimens(self) -> list[Image.Image]:
        """What a palette must be able to show."""
        numbers = [_number(count, mark) for count in (27, 48) for mark in MARKS]
        return [*self.pills.values(), *self.bars, *numbers]


class ScoreStrip:
    """The strip in a palette, ready to be pasted."""

    def __init__(self, art: StripArt, palette: Palette) -> None:
        self._palette = palette
        self._pills = {key: palette.map(image) for key, image in art.pills.items()}
        self._bars = tuple(palette.map(image) for image in art.bars)
        self._number = lru_cache(maxsize=512)(self._map_number)

    def _map_number(self, count: int, mark: Mark) -> Image.Image:
        return self._palette.map(_number(count, mark))

    def paste_sides(self, picture: Image.Image, marks: tuple[Mark, Mark]) -> None:
        """Put the two sides' counters, still without numbers, on a "P" picture."""
        for side in (0, 1):
            pill = self._pills[side, marks[side]]
            picture.paste(pill, (_pill_left(side, pill.width), _TOP))

    def paste_score(
        self, picture: Image.Image, counts: tuple[int, int], marks: tuple[Mark, Mark], capacity: int
    ) -> None:
        """Put numbers on the counters and the bar between; the whole bar stands for `capacity` discs."""
        for side in (0, 1):
            middle = _pill_left(side, _PILL_WIDTH) + _PILL_WIDTH // 2
            number = self._number(counts[side], marks[side])
            picture.paste(number, (middle - _NUMBER[0] // 2, _TOP + (_PILL_HEIGHT - _NUMBER[1]) // 2))
        first = round(_BAR_WIDTH * counts[0] / capacity)
        second = _BAR_WIDTH - round(_BAR_WIDTH * counts[1] / capacity)
        for bar, start, end in zip(self._bars, (0, second, first), (first, _BAR_WIDTH, second), strict=True):
            if start < end:
                picture.paste(bar.crop((start, 0, end, _BAR_HEIGHT)), (_BAR_LEFT + start, _BAR_TOP))
