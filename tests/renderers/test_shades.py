"""Colours of palettes look like those that were drawn: no specks on discs, no bands on surfaces."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from renderers import connect4, connect4_replay, reversi, reversi_replay, shades
from renderers.look import Look
from renderers.palette import Palette
from renderers.themes import THEMES
from renderers.workshop import Workshop

SPOT = 3
"""Side of the smallest square of pixels that is seen as a spot where its colour is wrong."""

VISIBLE = 0.026
"""A difference in Oklab that is seen at 200 %: the highlights that became olive were 0.075 off."""

NARROW = 150
"""Pixels: each sheet's two left columns of squares have all there is on it."""

Pixels = npt.NDArray[np.float32]


class Recording(Palette):
    """Remembers what it maps."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.drawn: list[Image.Image] = []
        super().__init__(*args, **options)

    def map(self, image: Image.Image) -> Image.Image:
        self.drawn.append(image)
        return super().map(image)


def spots(difference: Pixels) -> Pixels:
    """The mean difference in each square of `SPOT` pixels."""
    sums = np.pad(difference.cumsum(0).cumsum(1), ((1, 0), (1, 0), (0, 0)))
    across = sums[SPOT:, SPOT:] - sums[:-SPOT, SPOT:] - sums[SPOT:, :-SPOT] + sums[:-SPOT, :-SPOT]
    means: Pixels = across / SPOT**2
    return means


def worst_spot(palette: Palette, image: Image.Image) -> float:
    """How far the colour of the worst spot of an image is off."""
    wanted = np.asarray(image.convert("RGBA"))
    opaque = wanted[..., 3:] == 255
    got = np.asarray(palette.rgba(Palette.map(palette, image)))[..., :3]
    difference = np.where(opaque, shades.oklab(got) - shades.oklab(wanted[..., :3]), 0)
    return float(np.linalg.norm(spots(difference), axis=-1).max())


def narrowed(image: Image.Image) -> Image.Image:
    return image.crop((0, 0, min(image.width, NARROW), image.height))


ROOMS: dict[str, tuple[ModuleType, ModuleType, tuple[int, ...]]] = {
    "reversi": (reversi, reversi_replay, (8, 8)),
    "connect4": (connect4, connect4_replay, (7, 6, 4)),
}
"""Of each game: what draws its boards and its replays, and the size of its usual board."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", ROOMS)
def test_no_spot_of_a_board_is_off_in_colour(game: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    boards, replays, size = ROOMS[game]
    for room in (boards, replays):
        monkeypatch.setattr(room, "_ARTS", Workshop(room._make_art, 1))
    monkeypatch.setattr(boards, "Palette", Recording)
    palette = boards.art_of(*size, Look(THEMES[theme])).palette
    # A replay's tiles are smaller, in the same colours.
    replays._ARTS.get(*size, THEMES[theme], False)
    off = [worst_spot(palette, narrowed(image)) for image in palette.drawn]
    assert len(off) > 10
    assert max(off) < VISIBLE
