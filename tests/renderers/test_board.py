"""Squares, tiles and palettes of boards, and the cache that creates their parts once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from bench import pictures
from renderers import paint, writing
from renderers.board import ArtCache, Grid
from renderers.palette import Palette, oklab
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, pixels_of


def test_names_of_squares_identify_them() -> None:
    grid = Grid(12, 10, 40, 7, 9)
    names = [grid.name(square) for square in range(grid.squares)]
    assert (names[0], names[12], names[-1]) == ("a1", "a2", "l10")
    assert [grid.index(name) for name in names] == list(range(120))
    assert list(grid.corners())[13] == (47, 49)


@for_each("name", ["m1", "a11", "a0", "a", "", "aa", "a-1", "a²"])
def test_other_names_are_no_squares(name: str) -> None:
    with pytest.raises(ValueError, match="no square"):
        Grid(12, 10, 40, 0, 0).index(name)


def test_a_palette_takes_the_nearest_colour_and_keeps_exact_ones() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (40, 40, 3), dtype=np.uint8)
    specimen = Image.fromarray(noise)
    exact = (255, 0, 254)
    palette = Palette(CLASSIC, [specimen], [exact])
    asked = specimen.convert("RGBA")
    asked.putpixel((0, 0), (*exact, 255))
    got = pixels_of(palette.png(palette.map(asked)))
    assert tuple(got[0, 0]) == (*exact, 255)
    offered = np.unique(got.reshape(-1, 4)[:, :3], axis=0)
    wanted = np.asarray(asked).astype(np.int32).reshape(-1, 4)[:, :3]
    best = distance(wanted[:, None, :], offered[None, :, :]).min(axis=1)
    taken = distance(wanted, got.reshape(-1, 4)[:, :3])
    assert np.allclose(taken, best, atol=1e-3)


def distance(one: npt.NDArray[np.integer], other: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
    """Return the perceived distance of colours."""
    apart: npt.NDArray[np.float32] = np.linalg.norm(oklab(one) - oklab(other), axis=-1)
    return apart


def test_a_palette_keeps_corners_transparent_in_steps() -> None:
    image = paint.frame((200, 100), CLASSIC)
    palette = Palette(CLASSIC, [image])
    got = pixels_of(palette.png(palette.map(image)))
    wanted = np.asarray(image)[..., 3].astype(np.int32)
    assert got[0, 0, 3] == 0
    assert np.abs(got[..., 3] - wanted).max() <= 17
    assert len(np.unique(got[..., 3])) > 4
    assert (np.asarray(palette.rgba(palette.map(image))) == got).all()


def test_shapes_cover_the_area_they_should() -> None:
    size = (64, 64)
    disc = np.asarray(paint.circle_mask(size, (32.0, 32.0), 20.0)).sum() / 255
    assert disc == pytest.approx(np.pi * 400, rel=0.005)
    ring = np.asarray(paint.ring_mask(size, (32.0, 32.0), 20.0, 5.0)).sum() / 255
    assert ring == pytest.approx(np.pi * (400 - 225), rel=0.01)
    box = np.asarray(paint.box_mask(size, (2.0, 4.0, 12.0, 34.0))).sum() / 255
    assert box == pytest.approx(300, rel=0.01)
    triangle = np.asarray(paint.polygon_mask(size, [(0.0, 0.0), (40.0, 0.0), (0.0, 40.0)])).sum() / 255
    assert triangle == pytest.approx(800, rel=0.03)


@for_each("weight", ["Bold", "SemiBold"])
def test_the_font_has_all_drawn_characters(weight: str) -> None:
    font = writing.font(30, weight)
    missing = bytes(font.getmask("\U0010fffd"))
    for character in "abcdefghijklmnopqrstuvwxyz0123456789+−=±":
        assert bytes(font.getmask(character)) != missing


@pytest.mark.long
def test_the_benchmark_measures_whole_games_and_charts() -> None:
    boards, profiles, comparisons = pictures.measure(games=1, charts=3)
    assert boards["pictures"] > 30
    assert profiles["pictures"] == comparisons["pictures"] == 3
    for measured in (boards, profiles, comparisons):
        assert 0 < measured["median_ms"] <= measured["p95_ms"]
        assert 1 < measured["median_kb"] <= measured["largest_kb"] <= LARGEST / 1000


def test_a_thing_is_made_once_for_many_threads() -> None:
    made: list[int] = []
    together = Barrier(8)

    def make(number: int) -> list[int]:
        made.append(number)
        return [number]

    workshop = ArtCache(make, 4)

    def ask() -> list[int]:
        together.wait(timeout=60)
        return workshop.get(3)

    with ThreadPoolExecutor(8) as pool:
        got = [future.result() for future in [pool.submit(ask) for _ in range(8)]]
    assert made == [3]
    assert all(thing is got[0] for thing in got)


def test_a_request_for_another_part_does_not_wait() -> None:
    begun, go_on = Event(), Event()

    def make(slow: bool) -> bool:
        if slow:
            begun.set()
            assert go_on.wait(timeout=60)
        return slow

    workshop = ArtCache(make, 4)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(workshop.get, True)
        assert begun.wait(timeout=60)
        assert workshop.get(False) is False
        go_on.set()
        assert waiting.result() is True


def test_the_least_recently_used_part_is_evicted() -> None:
    made: list[int] = []
    workshop = ArtCache(lambda number: made.append(number), 2)
    for number in (1, 2, 1, 3, 1, 2):
        workshop.get(number)
    assert made == [1, 2, 3, 2]


def test_a_failure_is_retried() -> None:
    tried: list[int] = []

    def make(number: int) -> int:
        tried.append(number)
        if len(tried) == 1:
            raise OSError("no ink")
        return number

    workshop = ArtCache(make, 2)
    with pytest.raises(OSError, match="no ink"):
        workshop.get(5)
    assert workshop.get(5) == 5
