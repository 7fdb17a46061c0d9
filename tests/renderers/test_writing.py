"""Texts are shrunk, broken and cut to fit, and drawn on a common baseline."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageDraw

from renderers import writing
from renderers.writing import Anchor
from tests.cases import for_each

WHITE = (255, 255, 255)


def drawn(text: str, anchor: Anchor = "lm", mode: str = "RGB", x: float = 100.0) -> npt.NDArray[np.uint8]:
    """Return the brightness of a text at (x, 40)."""
    image = Image.new(mode, (300, 80), (0, 0, 0) if mode == "RGB" else (0, 0, 0, 255))
    writing.write(image, (x, 40), text, 30, 300, WHITE, anchor=anchor)
    return np.asarray(image.convert("L"))


def test_a_text_that_fits_keeps_its_size() -> None:
    fitted = writing.fit("Draw", 22, 100)
    assert (fitted.lines, fitted.size) == (("Draw",), 22)
    assert fitted.width == writing.length("Draw", 22)


def test_a_longer_one_shrinks_until_it_fits() -> None:
    fitted = writing.fit("Unentschieden", 22, 120)
    assert fitted.lines == ("Unentschieden",)
    assert fitted.size < 22
    assert fitted.width <= 120 < writing.length("Unentschieden", fitted.size + 1)


def test_it_is_cut_off_in_its_smallest_size() -> None:
    fitted = writing.fit("Unentschieden nach Zugwiederholung", 22, 120)
    assert fitted.size == 13
    assert fitted.lines[0].endswith("…")
    assert fitted.width <= 120
    assert writing.fit("Unentschieden", 22, 120, smallest=22).lines[0].endswith("…")


def test_it_is_broken_into_lines_where_there_is_room_below() -> None:
    fitted = writing.fit("not yet reliable enough to rank", 20, 160, height=50)
    assert fitted.lines == ("not yet reliable", "enough to rank")
    assert fitted.size == 20
    places = [y for _, (_, y) in fitted.placed((0, 100))]
    assert places == pytest.approx([88.5, 111.5])
    cut = writing.fit("not yet reliable enough to rank any of them here", 20, 80, height=30)
    assert len(cut.lines) == 2
    assert cut.lines[-1].endswith("…")
    assert cut.width <= 80


@for_each(
    ("text", "room", "lines"),
    [
        ("対局者の、推定値", 65, ("対局者", "の、推", "定値")),
        ("「対局」レーティング", 125, ("「対局」", "レーティング")),
        ("「対局」", 65, ("「対", "局」")),
        ("김철수 対局", 65, ("김철수", "対局")),
    ],
)
def test_japanese_is_broken_between_characters_but_not_before_punctuation(
    text: str, room: int, lines: tuple[str, ...]
) -> None:
    assert writing.fit(text, 20, room, smallest=20, height=90).lines == lines


def test_a_word_longer_than_its_line_is_cut_off_there() -> None:
    fitted = writing.fit("「対局」レーティング", 20, 65, smallest=20, height=90)
    assert fitted.lines == ("「対", "局」", "レー…")


@for_each("anchor", ["lm", "mm", "rm"])
def test_one_font_is_drawn_as_pillow_draws_it(anchor: Anchor) -> None:
    image = Image.new("L", (300, 80))
    pen = ImageDraw.Draw(image)
    pen.text((150, 40), "Ann 12", 255, writing.font(30), anchor=anchor)
    for mode in ("RGB", "RGBA"):
        apart = np.asarray(image).astype(int) - drawn("Ann 12", anchor, mode, 150)
        assert np.abs(apart).max() <= 1


def test_both_fonts_have_one_baseline() -> None:
    """Kana change nothing of the letters before them, and are in the middle of the line themselves."""
    alone, mixed = drawn("Ann "), drawn("Ann 竜王")
    width = int(writing.length("Ann ", 30))
    assert (alone[:, : 100 + width] == mixed[:, : 100 + width]).all()
    rows = np.flatnonzero(mixed[:, 100 + width :].any(axis=1))
    assert abs((rows.min() + rows.max()) / 2 - 40) <= 2
    columns = np.flatnonzero(mixed.any(axis=0))
    assert columns.max() <= 100 + writing.length("Ann 竜王", 30)


@for_each("mode", ["RGB", "RGBA"])
def test_a_text_may_reach_beyond_the_edge(mode: str) -> None:
    assert drawn("竜王 Ann", "mm", mode, 0)[:, 0:60].any()
    assert drawn("竜王 Ann", "lm", mode, 290)[:, 290:].any()


def test_letters_without_a_glyph_are_never_boxes() -> None:
    assert (drawn("Ann") == drawn("Ann\U0001f419")).all()


def test_several_texts_have_the_size_of_the_longest() -> None:
    size = writing.common_size(["won", "unentschieden"], 20, 80)
    assert size == writing.fit("unentschieden", 20, 80).size < 20
    assert writing.common_size([], 20, 80) == 20
