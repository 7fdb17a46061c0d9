"""Whole games as animated pictures.

A game that has pictures of its own for what happens between two positions makes a `Film` of them
(`reversi_replay`, `connect4_replay`); any other one is shown position by position (`still_film`).

The files are GIFs, which every program plays that people forward them to. WebP would gain nothing: for a
game of 61 plies that is a GIF of 1.1 MB, Pillow writes 2.2 MB without loss, and as much or more with it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image

from renderers.gif import GifWriter
from renderers.paint import without_translucence
from renderers.palette import Palette
from renderers.theme import Theme

WIDTH: Final = 480
"""Width of the pictures, pixels; those of a game without a film of its own may be narrower."""

START: Final = 900
STEP: Final = 440
PASS: Final = 900
END: Final = 4000
"""How long positions are to be seen, milliseconds: the first one, those after a move and after a pass, and
the last one before everything begins again."""


class Frame(NamedTuple):
    """A picture and how long it is to be seen; `ply` is the number of moves it shows, None if it only leads
    from one position to the next."""

    picture: Image.Image
    """In the colours of its film."""
    milliseconds: int
    ply: int | None = None


@dataclass(frozen=True)
class Film:
    """The frames of a game: "P" pictures of one `size` in `colours`, of which the first is transparent."""

    size: tuple[int, int]
    colours: bytes
    frames: Iterator[Frame]
    """Drawn one after the other, once."""


class Projection:
    """The file of a film in the making, as far as there was time."""

    def __init__(self, film: Callable[[], Film]) -> None:
        self._film = film
        self._begun: tuple[GifWriter, Iterator[Frame]] | None = None

    def go_on(self, stopped: Callable[[], bool]) -> bytes | None:
        """Draw and write frames until they are all there, or until told to stop; the file, if it is done."""
        if self._begun is None:
            film = self._film()
            self._begun = GifWriter(film.size, film.colours), film.frames
        gif, frames = self._begun
        while not stopped():
            frame = next(frames, None)
            if frame is None:
                return gif.file()
            gif.add(frame.picture, frame.milliseconds)
        return None


def shown_for(ply: int, plies: int, *, passed: bool = False) -> int:
    """How long the position after so many moves is to be seen, milliseconds."""
    if ply == plies:
        return END
    return START if ply == 0 else PASS if passed else STEP


def still_film(pictures: Sequence[Callable[[], bytes]], theme: Theme) -> Film:
    """A film of the pictures of every position; each is a function that draws its PNG."""
    samples = [_narrowed(pictures[index]()) for index in sorted({0, len(pictures) // 2, len(pictures) - 1})]
    palette = Palette(theme, samples, (theme.text, theme.muted, theme.accent), cut=_STILL_COLOURS)
    return Film(samples[0].size, palette.colours, _stills(pictures, palette))


_STILL_COLOURS: Final = 200


def _stills(pictures: Sequence[Callable[[], bytes]], palette: Palette) -> Iterator[Frame]:
    before = _narrowed(pictures[0]())
    mapped = palette.map(before)
    yield Frame(mapped, shown_for(0, len(pictures) - 1), 0)
    for ply, draw in enumerate(pictures[1:], 1):
        picture = _narrowed(draw())
        mapped = palette.map_again(picture, before, mapped)
        before = picture
        yield Frame(mapped, shown_for(ply, len(pictures) - 1), ply)


def _narrowed(png: bytes) -> Image.Image:
    """A picture at most as wide as a replay is, RGBA."""
    with Image.open(BytesIO(png)) as image:
        picture = image.convert("RGBA")
    if picture.width > WIDTH:
        height = round(picture.height * WIDTH / picture.width)
        picture = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
    return without_translucence(picture)
