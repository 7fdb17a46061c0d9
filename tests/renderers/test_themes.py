"""Every theme is readable: contrast ratios by WCAG 2, also with colour-blind vision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from renderers import connect4, overlays, reversi
from renderers.board import Grid
from renderers.themes import THEMES, Colour, Look, Theme
from tests.cases import for_each
from tests.extent import extent
from tests.renderers.helpers import CONNECT4_GRID, LARGEST, REVERSI_GRID, MadeUp, Pixels, after, pixels_of

NAMES = ("classic", "wood", "midnight", "high-contrast", "colour-blind")
"""Names are stored, so they never change."""

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency,
# IEEE Transactions on Visualization and Computer Graphics 15 (2009), severity 1.0; for linear RGB.
VISIONS: Mapping[str, list[list[float]]] = {
    "protan": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
    ],
}  # fmt: skip


class Pair(NamedTuple):
    """A colour, its background and their minimum contrast ratio."""

    what: str
    one: Colour
    other: Colour
    least: float


def luminance(colour: Colour, vision: str | None = None) -> float:
    """Return the relative luminance of WCAG 2 for a kind of vision."""
    share = np.array(colour) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    if vision is not None:
        linear = np.clip(np.array(VISIONS[vision]) @ linear, 0.0, 1.0)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


def ratio(one: Colour, other: Colour, vision: str | None = None) -> float:
    """Return the contrast ratio of two colours."""
    darker, lighter = sorted((luminance(one, vision), luminance(other, vision)))
    return (lighter + 0.05) / (darker + 0.05)


def blended(below: Colour, above: Colour, opacity: float) -> Colour:
    red, green, blue = (round(b * (1 - opacity) + a * opacity) for b, a in zip(below, above, strict=True))
    return red, green, blue


def inks(theme: Theme) -> Iterator[Pair]:
    """Yield letters on their backgrounds: 7 for the most important, 4.5 for all others."""
    for name, ground in (("frame", theme.frame), ("panel", theme.panel), ("asker's row", theme.asker)):
        yield Pair(f"text on the {name}", theme.text, ground, 7.0)
        yield Pair(f"small text on the {name}", theme.muted, ground, 4.5)
        for share, colour in (("won", theme.won), ("drawn", theme.drawn), ("lost", theme.lost)):
            yield Pair(f"games {share} on the {name}", colour, ground, 4.5)
    for share, colour in (("won", theme.won), ("drawn", theme.drawn), ("lost", theme.lost)):
        yield Pair(f"a share {share}", theme.share_ink, colour, 4.5)
    for side, ink in zip(("red", "yellow"), theme.connect4.inks, strict=True):
        for name, ground in (("frame", theme.frame), ("panel", theme.panel)):
            yield Pair(f"{side}'s name on the {name}", ink, ground, 4.5)
    yield Pair("the winner's name", theme.accent_text, theme.accent, 4.5)
    for square in theme.reversi.squares:
        for side, hint in zip(reversi.SIDES, theme.reversi.hints, strict=True):
            yield Pair(f"a hint for {side}", hint.ink, blended(square, hint.shade, hint.opacity), 4.5)
    for quality in np.linspace(0.0, 1.0, 41):
        colour = overlays.colour_of(float(quality), theme)
        yield Pair(f"a value of quality {quality:.2f}", overlays.ink_on(colour), colour, 4.5)


def marks(theme: Theme) -> Iterator[Pair]:
    """Yield shapes on their backgrounds: 3, as for all graphics."""
    board, plate = theme.reversi, theme.connect4
    yield Pair("whose turn it is", theme.accent, theme.panel, 3.0)
    yield Pair("the asker's edge", theme.accent, theme.frame, 3.0)
    yield Pair("a rating's bar", theme.rating, theme.panel, 3.0)
    for side in (0, 1):
        yield Pair(f"the mark on {reversi.SIDES[side]}", board.marks[side], board.discs[side], 3.0)
    yield Pair("red's curve and yellow's", *plate.inks, 1.8)
    yield Pair("the last disc's ring", plate.mark, plate.plate[1], 3.0)
    yield Pair("the last red disc's dot", plate.mark, plate.discs[0], 3.0)
    yield Pair("the last yellow disc's dot", plate.hole[0], plate.discs[1], 3.0)


@lru_cache(maxsize=8)
def drawn(name: str) -> tuple[Pixels, Pixels]:
    """Draw a board with a black column, a white one and empty squares; a plate with red and yellow discs."""
    look = Look(THEMES[name])
    board = MadeUp(8, 8, tuple({0: 0, 1: 1}.get(index % 8) for index in range(64)))
    plate = MadeUp(7, 6, tuple({0: 0, 1: 1}.get(index % 7) for index in range(42)))
    drawn_board = reversi.draw(board, look=look, hints=False)
    return pixels_of(drawn_board), pixels_of(connect4.draw(plate, look=look, hints=False))


def face(pixels: Pixels, grid: Grid, column: int, row: int) -> Colour:
    """Return the median colour of a square next to the sign in its middle."""
    (x, y), cell = grid.corner(row * grid.columns + column), grid.cell
    part = pixels[y + cell * 2 // 5 : y + cell * 3 // 5, x + cell // 5 : x + cell * 3 // 10, :3]
    red, green, blue = np.median(part.reshape(-1, 3), axis=0)
    return int(red), int(green), int(blue)


def discs(name: str) -> Iterator[Pair]:
    """Yield drawn discs of every row against their background and against each other."""
    board, plate = drawn(name)
    apart = 3.0 if name in ("high-contrast", "colour-blind") else 2.2
    for row in range(8):
        black, white, bare = (face(board, REVERSI_GRID, column, row) for column in range(3))
        yield Pair(f"black in row {row + 1}", black, bare, 3.0)
        yield Pair(f"white in row {row + 1}", white, bare, 3.0)
    for row in range(6):
        red, yellow, hole = (face(plate, CONNECT4_GRID, column, row) for column in range(3))
        yield Pair(f"red in row {row + 1}", red, hole, 3.0)
        yield Pair(f"yellow in row {row + 1}", yellow, hole, 3.0)
        yield Pair(f"red and yellow in row {row + 1}", red, yellow, apart)


def too_weak(pairs: Iterator[Pair], vision: str | None = None) -> list[str]:
    found = ((pair, ratio(pair.one, pair.other, vision)) for pair in pairs)
    return [f"{pair.what}: {value:.2f} < {pair.least}" for pair, value in found if value < pair.least]


def test_contrast_ratios_match_the_standard() -> None:
    assert ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    for vision in VISIONS:
        assert ratio((0, 0, 0), (255, 255, 255), vision) == pytest.approx(21.0, abs=0.01)


def test_these_are_the_themes() -> None:
    assert tuple(THEMES) == NAMES


@for_each("name", NAMES)
def test_all_letters_can_be_read(name: str) -> None:
    assert too_weak(inks(THEMES[name])) == []


@for_each("name", NAMES)
def test_all_marks_are_seen(name: str) -> None:
    assert too_weak(marks(THEMES[name])) == []


@for_each("name", NAMES[: extent(2, None)])
def test_all_discs_contrast_with_the_board_and_each_other(name: str) -> None:
    assert too_weak(discs(name)) == []


@pytest.mark.long
@for_each("vision", VISIONS)
def test_one_theme_is_as_clear_to_colour_blind_people(vision: str) -> None:
    theme = THEMES["colour-blind"]
    for pairs in (inks(theme), marks(theme), discs("colour-blind")):
        assert too_weak(pairs, vision) == []


@for_each("name", NAMES)
def test_values_grow_ever_lighter(name: str) -> None:
    shades = [luminance(overlays.colour_of(quality / 20, THEMES[name])) for quality in range(21)]
    assert shades == sorted(shades)


@pytest.mark.long
@for_each("name", NAMES)
def test_crowded_boards_stay_small(name: str) -> None:
    rng, look = Random(11), Look(THEMES[name])
    owners = tuple(rng.choice((0, 1)) if rng.random() < 0.7 else None for _ in range(64))
    squares = [f"{'abcdefgh'[index % 8]}{index // 8 + 1}" for index in range(64)]
    free = tuple(square for square, owner in zip(squares, owners, strict=True) if owner is None)
    taken = [square for square in squares if square not in free]
    board = MadeUp(8, 8, owners, 1, free)
    plate = MadeUp(7, 6, tuple(rng.choice((0, 1)) for _ in range(42)), 0)
    # Wood grain makes larger files.
    most = LARGEST * 3 // 2 if name == "wood" else LARGEST
    assert len(reversi.draw(board, after(taken[0], taken[::3]), look=look)) <= most
    assert len(connect4.draw(plate, after("3"), look=look)) <= most
