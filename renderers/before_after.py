"""Two boards side by side, each below a move and what it leads to: as a picture, and as a film of both."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from PIL import Image

from renderers import paint, writing
from renderers.palette import png_of
from renderers.replay import WIDTH, Film, Frame, narrowed
from renderers.themes import Theme

_MARGIN: Final = 14
_HEADING: Final = 118
"""Height of the heading above each board."""
_SIZES: Final = (40, 32)
"""Font sizes of the move and of what it leads to: readable on a phone, at a third of the size."""
_MARK: Final = (10, 0, 3)
"""Width of the mark beside a heading, and its colours' places among those of values."""


class Heading(NamedTuple):
    """The text above a board: a move, and its value."""

    move: str
    value: str


def draw(boards: Sequence[bytes], headings: Sequence[Heading], *, theme: Theme) -> bytes:
    """Return the PNG of two boards, given as PNGs of equal size, the better move at the right."""
    pictures = [narrowed(png) for png in boards]
    image = _canvas(pictures[0].size, headings, theme)
    for number, picture in enumerate(pictures):
        image.alpha_composite(picture, _corner(number))
    return png_of(image, theme, (theme.text, theme.muted), cut=200)


def film(films: Sequence[Film], headings: Sequence[Heading], *, theme: Theme) -> Film:
    """Return one film of two, which have the same colours; the shorter one keeps its last picture."""
    first, second = films
    if (first.size, first.colours) != (second.size, second.colours):
        raise ValueError("only films of the same board and theme can be shown side by side")
    # Boards have few colours like those of the marks.
    colours = first.colours + bytes(channel for place in _MARK[1:] for channel in theme.values[place])
    canvas = _in_colours(paint.without_translucence(_canvas(first.size, headings, theme)), colours)
    return Film(canvas.size, colours, _together(canvas, first.frames, second.frames))


def _canvas(board: tuple[int, int], headings: Sequence[Heading], theme: Theme) -> Image.Image:
    width, height = board
    image = paint.frame((2 * width + 3 * _MARGIN, height + _HEADING + _MARGIN), theme)
    thick, *places = _MARK
    for number, heading in enumerate(headings):
        left = _corner(number, width)[0]
        box = (left, _MARGIN + 6, left + thick, _HEADING - 10)
        paint.fill(image, paint.box_mask(image.size, box, thick / 2), theme.values[places[number]])
        room, at = width - thick - 16, left + thick + 14
        for text, size, middle, colour in (
            (heading.move, _SIZES[0], 42, theme.text),
            (heading.value, _SIZES[1], 86, theme.muted),
        ):
            writing.write(image, (at, middle), text, size, room, colour, smallest=size // 2)
    return image


def _corner(number: int, width: int = WIDTH) -> tuple[int, int]:
    return _MARGIN + number * (width + _MARGIN), _HEADING


def _in_colours(image: Image.Image, colours: bytes) -> Image.Image:
    """Map an image to a film's colours but for the first one, which leaves pixels of a film unchanged."""
    opaque = Image.new("P", (1, 1))
    opaque.putpalette(colours[3:6] + colours[3:])
    mapped = image.convert("RGB").quantize(palette=opaque, dither=Image.Dither.NONE)
    # The first two are the same colour, so the second can stand for the first.
    mapped = mapped.point([1, *range(1, 256)])
    mapped.paste(0, mask=image.getchannel("A").point([255] + [0] * 255))
    mapped.putpalette(colours)
    return mapped


def _together(canvas: Image.Image, *films: Iterator[Frame]) -> Iterator[Frame]:
    """Yield a frame whenever one of the films changes."""
    shown = [next(film) for film in films]
    left = [frame.milliseconds for frame in shown]
    while any(left):
        picture = canvas.copy()
        for number, frame in enumerate(shown):
            picture.paste(frame.picture, _corner(number, frame.picture.width), _drawn(frame.picture))
        step = min(time for time in left if time)
        yield Frame(picture, step)
        for number, film in enumerate(films):
            left[number] = max(0, left[number] - step)
            if not left[number] and (following := next(film, None)) is not None:
                shown[number], left[number] = following, following.milliseconds


def _drawn(picture: Image.Image) -> Image.Image:
    """Return the mask of a frame's pixels outside of its rounded corners."""
    return Image.frombytes("L", picture.size, picture.tobytes()).point([0] + [255] * 255)
