"""What replays of board games have in common: a board smaller than the usual one in the same colours, and the
strip above it."""

from collections.abc import Mapping
from typing import Final

from PIL import Image

from renderers import strip
from renderers.board import Board
from renderers.palette import Palette
from renderers.replay import WIDTH, Frame
from renderers.theme import WIDTH as USUAL_WIDTH

_SCALE: Final = WIDTH / USUAL_WIDTH

STRIP_HEIGHT: Final = round(strip.HEIGHT * _SCALE)
"""Pixels that the strip takes at the top of a picture, its margins included."""

_STRIP_CORNER: Final = (round(strip.WINDOW[0] * _SCALE), round(strip.WINDOW[1] * _SCALE))


class Scene:
    """A board with its strip, of which frames are taken."""

    def __init__(self, board: Board, palette: Palette) -> None:
        self._board = board
        self._palette = palette
        self._strip: tuple[Image.Image, Image.Image] | None = None
        """In true colour, and in the palette."""

    def put_strip(self, drawn: Image.Image) -> None:
        """Show a strip that was drawn for the usual board."""
        size = (round(drawn.width * _SCALE), round(drawn.height * _SCALE))
        strip = drawn.resize(size, Image.Resampling.LANCZOS)
        if self._strip is None:
            self._strip = strip, self._palette.map(strip)
        else:
            self._strip = strip, self._palette.map_again(strip, *self._strip)

    def frame(self, states: Mapping[int, str], milliseconds: int, ply: int | None = None) -> Frame:
        """The squares in their states, below the strip."""
        picture = self._board.compose(states)
        if self._strip is not None:
            picture.paste(self._strip[1], _STRIP_CORNER)
        return Frame(picture, milliseconds, ply)
