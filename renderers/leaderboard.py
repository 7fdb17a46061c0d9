"""The top of a leaderboard as a picture: ranks, ratings and records; names stand in the text beside it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from renderers import paint, theme
from renderers.palette import Palette
from renderers.theme import Colour

MOST_ROWS: Final = 11


class Row(NamedTuple):
    """One player's line: Glicko-2 rating with its deviation, both in rating points, and games played."""

    rank: int
    rating: int
    deviation: int
    wins: int
    draws: int
    losses: int
    is_asker: bool = False


WIN: Final[Colour] = (92, 172, 255)
DRAW: Final[Colour] = (158, 168, 187)
LOSS: Final[Colour] = (245, 142, 66)

_MEDALS: Final[dict[int, tuple[Colour, Colour, Colour]]] = {
    1: ((255, 218, 110), (226, 154, 26), (64, 40, 0)),
    2: ((236, 241, 248), (158, 170, 190), (34, 40, 52)),
    3: ((240, 176, 124), (176, 100, 50), (54, 24, 4)),
}
"""Per rank the medal's colour above and below, and that of its number."""

_ASKER: Final[Colour] = (66, 60, 50)
_BAR: Final[Colour] = (99, 214, 173)
_BAND: Final[Colour] = (62, 122, 112)
_GROOVE: Final[Colour] = (27, 32, 42)

_PANEL: Final = (600, 66)
_STEP: Final = 74
_MARGIN: Final = 20
_GAP: Final = 32
_DOTS: Final = (56, 10)
_TEXT_LINE: Final = 25
_BAR_LINE: Final = 45
_BAR_HEIGHT: Final = 11
_RATING: Final = (80, 220)
_RECORD: Final = (334, 244)
"""Left edge and width of a panel's rating part and of its record part, pixels."""


@lru_cache(maxsize=64)
def _base(rank: int, is_asker: bool) -> Image.Image:
    """A row's panel with its rank, on the frame's colour."""
    image = Image.new("RGBA", _PANEL, (*theme.FRAME, 255))
    box = (0.0, 0.0, float(_PANEL[0]), float(_PANEL[1]))
    if is_asker:
        paint.panel(image, box, 18, _ASKER, theme.ACCENT, 3.5)
    else:
        paint.panel(image, box, 18)
    middle = (40.0, _PANEL[1] / 2)
    if rank in _MEDALS:
        above, below, ink = _MEDALS[rank]
        paint.fill(image, paint.circle_mask(_PANEL, (middle[0], middle[1] + 2), 24), (12, 14, 19), 0.5)
        medal = paint.vertical_gradient(_PANEL, above, below)
        image.paste(medal, (0, 0), paint.circle_mask(_PANEL, middle, 24))
        paint.fill(image, paint.ring_mask(_PANEL, middle, 20.5, 1.5), ink, 0.35)
        paint.text(image, middle, str(rank), 27, ink)
    else:
        size = 27 if rank < 100 else 22 if rank < 1000 else 17
        paint.text(image, middle, str(rank), size, theme.MUTED)
    return image


def _bar(image: Image.Image, left: float, right: float, colour: Colour) -> None:
    """A rounded bar on a row; nothing if it has no width."""
    if right - left < 1.0:
        return
    width = round(right - left)
    radius = min(_BAR_HEIGHT, width) / 2
    mask = paint.box_mask((width, _BAR_HEIGHT), (0.0, 0.0, float(width), float(_BAR_HEIGHT)), radius)
    image.paste((*colour, 255), (round(left), _BAR_LINE), mask)


def _draw_rating(image: Image.Image, row: Row, lowest: float, highest: float) -> None:
    """The rating and its deviation as numbers, and on a bar from `lowest` to `highest` rating points."""
    left, width = _RATING
    pen = ImageDraw.Draw(image)
    pen.text((left, _TEXT_LINE), str(row.rating), theme.TEXT, theme.font(30), anchor="lm")
    after = left + pen.textlength(str(row.rating), theme.font(30)) + 10
    deviation = f"±{row.deviation}"
    pen.text((after, _TEXT_LINE + 2), deviation, theme.MUTED, theme.font(22, "SemiBold"), anchor="lm")
    scale = width / (highest - lowest)
    end = left + (row.rating - lowest) * scale
    reach = row.deviation * scale
    _bar(image, left, left + width, _GROOVE)
    _bar(image, left, min(end + reach, left + width), _BAND)
    _bar(image, left, max(end - reach, left + _BAR_HEIGHT), _BAR)
    pen.rectangle((round(end) - 2, _BAR_LINE - 3, round(end) + 1, _BAR_LINE + _BAR_HEIGHT + 2), theme.TEXT)


def _largest_font(labels: Sequence[str], room: float) -> ImageFont.FreeTypeFont:
    """The largest of a few sizes in which the labels stand side by side in `room` pixels."""
    sizes = (25, 22, 19, 16)
    fitting = (size for size in sizes if sum(theme.font(size).getlength(text) for text in labels) <= room)
    return theme.font(next(fitting, 13))


def _draw_record(image: Image.Image, row: Row) -> None:
    """Wins, draws and losses as +, = and − numbers over a bar divided in their proportion."""
    left, width = _RECORD
    pen = ImageDraw.Draw(image)
    _bar(image, left, left + width, _GROOVE)
    played = row.wins + row.draws + row.losses
    parts = (("+", row.wins, WIN), ("=", row.draws, DRAW), ("−", row.losses, LOSS))
    labels = [f"{sign}{count}" for sign, count, _ in parts]
    numbers = _largest_font(labels, width - 20)
    kinds = sum(1 for _, count, _ in parts if count)
    room = width - 3 * (kinds - 1) - _BAR_HEIGHT * kinds
    start = float(left)
    places = zip(labels, parts, ((0.0, "lm"), (0.5, "mm"), (1.0, "rm")), strict=True)
    for label, (_, count, colour), (x, anchor) in places:
        place = (left + width * x, _TEXT_LINE)
        pen.text(place, label, colour, numbers, anchor=anchor)
        if count:
            end = start + _BAR_HEIGHT + room * count / played
            _bar(image, start, end, colour)
            start = end + 3


def _row(row: Row, lowest: float, highest: float) -> Image.Image:
    image = _base(row.rank, row.is_asker).copy()
    _draw_rating(image, row, lowest, highest)
    _draw_record(image, row)
    return image


def _breaks(rows: Sequence[Row]) -> list[bool]:
    """For each row, whether ranks are left out above it (players of equal rating share a rank)."""
    return [row.rank - rows[0].rank > index for index, row in enumerate(rows)]


@lru_cache(maxsize=1)
def _palette() -> Palette:
    specimens = [
        _row(Row(rank, 1500, 60, 30, 10, 20, asker), 1000, 1700)
        for rank in (1, 2, 3, 4, 10)
        for asker in (False, True)
    ]
    exact = (
        theme.TEXT,
        theme.MUTED,
        theme.PANEL,
        theme.ACCENT,
        WIN,
        DRAW,
        LOSS,
        _ASKER,
        _BAR,
        _BAND,
        _GROOVE,
    )
    return Palette(specimens, exact)


@lru_cache(maxsize=1)
def _ellipsis() -> Image.Image:
    """Three dots that stand for the ranks left out."""
    image = Image.new("RGBA", _DOTS, (*theme.FRAME, 255))
    for x in (6.0, 28.0, 50.0):
        paint.fill(image, paint.circle_mask(_DOTS, (x, _DOTS[1] / 2), 4.0), theme.MUTED)
    return _palette().map(image)


@lru_cache(maxsize=16)
def _background(height: int) -> Image.Image:
    return _palette().map(paint.frame((theme.WIDTH, height)))


def draw(rows: Sequence[Row]) -> bytes:
    """A PNG of 1 to 11 rows, 640 pixels wide: the top ten and, set apart below, the asker's own.

    ValueError for another number of rows.
    """
    _check(rows)
    gaps = _breaks(rows)
    height = 2 * _MARGIN + len(rows) * _STEP - (_STEP - _PANEL[1]) + _GAP * sum(gaps)
    picture = _background(height).copy()
    lowest = min(row.rating - row.deviation for row in rows) - 120
    highest = max(row.rating + row.deviation for row in rows) + 20
    top = _MARGIN
    for row, gap in zip(rows, gaps, strict=True):
        if gap:
            picture.paste(_ellipsis(), ((theme.WIDTH - _DOTS[0]) // 2, top + (_GAP - 8 - _DOTS[1]) // 2))
            top += _GAP
        picture.paste(_palette().map(_row(row, lowest, highest)), (_MARGIN, top))
        top += _STEP
    return _palette().png(picture)


def describe(rows: Sequence[Row]) -> str:
    """The rows in words, at most 1000 characters; ValueError as for `draw`."""
    _check(rows)
    lines = [
        f"{row.rank}{' (you)' if row.is_asker else ''}: rating {row.rating} ± {row.deviation}, "
        f"won {row.wins}, drawn {row.draws}, lost {row.losses}."
        for row in rows
    ]
    return " ".join(["Leaderboard.", *lines])


def _check(rows: Sequence[Row]) -> None:
    if not 1 <= len(rows) <= MOST_ROWS:
        raise ValueError(f"a leaderboard picture has 1 to {MOST_ROWS} rows, not {len(rows)}")
