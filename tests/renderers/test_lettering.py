"""Names in the fonts that have their letters, and texts that shrink, break or end where they must."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageDraw

from renderers import writing
from renderers.writing import Anchor
from tests.cases import for_each

EAST_ASIAN = "NotoSansCJKjp-Bold.otf"


@for_each(("name", "drawn"), [
    ("Ann", "Ann"), ("Zoë 🐙", "Zoë"), ("Zoe\u0308", "Zoë"), ("𝓐𝓷𝓷", "Ann"), ("Андрей", "Андрей"),
    ("Νίκος", "Νίκος"), ("Đặng", "Đặng"), ("Ryu 竜", "Ryu 竜"), ("竜王 R", "竜王 R"), ("  a \t b\n", "a b"),
    ("\u202eAnn\u200b", "Ann"), ("★☆★", "★☆★"), ("", ""),
])  # fmt: skip
def test_names_are_drawn_without_emoji_and_invisible_characters(name: str, drawn: str) -> None:
    assert writing.drawable(name) == drawn


@for_each("name", [
    "髙橋 﨑",  # additions of IBM
    "ｱﾝﾊﾟﾝﾏﾝ", "Ａｎｎ（１）", "「さくら」・ヴェルサイユ〜♪", "김철수 ㅋㅋ", "简体中文", "繁體中文", "①㈱",
])  # fmt: skip
def test_east_asian_names_are_drawn_as_they_are(name: str) -> None:
    assert writing.drawable(name) == name


@for_each(("name", "drawn"), [
    ("か\u3099く", "がく"), ("あ\u3099", "あ゛"), ("葛\U000e0100城", "葛城"), ("김", "김"),
    ("Ann 👩‍💻👍🏽", "Ann"), ("Ann 1\ufe0f\u20e3 🇯🇵", "Ann"),
])  # fmt: skip
def test_sequences_are_composed_or_left_out_whole(name: str, drawn: str) -> None:
    assert writing.drawable(name) == drawn


@for_each("name", [
    "مريم", "Ann مريم", "שרה", "अमित", "สมชาย", "Z\u0336o\u0336e\u0336", "ẹ\u0301", "Ann \U00020bb7", "🐙🐙",
    "★🐙", "\u3164", "\ue000",
])  # fmt: skip
def test_names_that_would_lose_a_letter_or_a_mark_are_left_to_the_text(name: str) -> None:
    assert writing.drawable(name) == ""


@for_each("name", ["Inter-Bold.otf", "Inter-SemiBold.otf", EAST_ASIAN])
def test_a_font_has_every_listed_character(name: str) -> None:
    font = writing._loaded(name, 20)
    missing = bytes(font.getmask("\U0010fffd"))
    points = writing.characters_of(name)
    assert len(points) > 2000
    boxes = [chr(point) for point in points[::7] if bytes(font.getmask(chr(point))) == missing]
    assert boxes == []
    assert name == EAST_ASIAN or points == writing.characters_of("Inter-Bold.otf")


@for_each("letters", [
    "aàâæçéèêëîïôœùûüÿ ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ « » ’ … – € nᵒ", "äöüß ÄÖÜẞ „“ ‚‘ ×−±%‰",
    "áéíóúüñ ÁÉÍÓÚÜÑ ¿ ¡ ª º ãõâêôç ÃÕÂÊÔÇ", "αβγδεζηθικλμνξοπρσςτυφχψω άέήίόύώ",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя іїєґўћђљњ", "\u00a0\u202f",
])  # fmt: skip
def test_european_letters_are_in_inter(letters: str) -> None:
    assert [run.east_asian for run in writing.runs(letters)] == [False]
    assert writing.runs(letters)[0].text == letters


def test_the_characters_of_jis_x_0208_have_glyphs() -> None:
    rows = (bytes((lead, trail)) for lead in range(0xA1, 0xF5) for trail in range(0xA1, 0xFF))
    characters = "".join(row.decode("euc_jp", "ignore") for row in rows)
    assert len(characters) > 6800
    # Noto Sans CJK lacks one of its signs.
    assert [character for character in characters if not writing.has_glyph(character)] == ["≒"]


def test_runs_divide_a_text_by_font_and_leave_out_what_has_no_glyph() -> None:
    assert writing.runs("Ryu 竜王 7") == (("Ryu ", False), ("竜王", True), (" 7", False))
    assert writing.runs("a🐙b") == (("ab", False),)
    assert writing.length("Ryu 竜王", 20) == writing.length("Ryu ", 20) + 40


@pytest.mark.parametrize("room", [60, 100, 180])
@pytest.mark.parametrize("name", ["Maximiliana the Second", "山田の太郎左衛門之介 Yamada"])
def test_long_names_end_in_an_ellipsis_within_their_room(name: str, room: int) -> None:
    text = writing.shortened(name, 23, room)
    assert writing.length(text, 23) <= room
    assert text.endswith("…")
    assert not text[:-1].endswith(" ")
    assert writing.shortened("Al", 23, room) == "Al"


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


def test_a_longer_one_shrinks_until_it_fits_or_is_cut_off_in_its_smallest_size() -> None:
    fitted = writing.fit("Unentschieden", 22, 120)
    assert (fitted.lines, fitted.size < 22) == (("Unentschieden",), True)
    assert fitted.width <= 120 < writing.length("Unentschieden", fitted.size + 1)
    fitted = writing.fit("Unentschieden nach Zugwiederholung", 22, 120)
    assert fitted.size == 13
    assert fitted.lines[0].endswith("…")
    assert fitted.width <= 120
    assert writing.fit("Unentschieden", 22, 120, smallest=22).lines[0].endswith("…")


def test_it_is_broken_into_lines_where_there_is_room_below() -> None:
    fitted = writing.fit("not yet reliable enough to rank", 20, 160, height=50)
    assert (fitted.lines, fitted.size) == (("not yet reliable", "enough to rank"), 20)
    places = [y for _, (_, y) in fitted.placed((0, 100))]
    assert places == pytest.approx([88.5, 111.5])
    cut = writing.fit("not yet reliable enough to rank any of them here", 20, 80, height=30)
    assert len(cut.lines) == 2
    assert cut.lines[-1].endswith("…")
    assert cut.width <= 80


@for_each(("text", "room", "lines"), [
    ("対局者の、推定値", 65, ("対局者", "の、推", "定値")),
    ("「対局」レーティング", 125, ("「対局」", "レーティング")), ("「対局」", 65, ("「対", "局」")),
    # A word longer than its line is cut off there.
    ("「対局」レーティング", 65, ("「対", "局」", "レー…")), ("김철수 対局", 65, ("김철수", "対局")),
])  # fmt: skip
def test_japanese_is_broken_but_not_before_punctuation(text: str, room: int, lines: tuple[str, ...]) -> None:
    assert writing.fit(text, 20, room, smallest=20, height=90).lines == lines


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
def test_a_text_may_reach_beyond_the_edge_and_has_no_boxes(mode: str) -> None:
    assert (drawn("Ann", mode=mode) == drawn("Ann\U0001f419", mode=mode)).all()
    assert drawn("竜王 Ann", "mm", mode, 0)[:, 0:60].any()
    assert drawn("竜王 Ann", "lm", mode, 290)[:, 290:].any()


def test_several_texts_have_the_size_of_the_longest() -> None:
    size = writing.common_size(["won", "unentschieden"], 20, 80)
    assert size == writing.fit("unentschieden", 20, 80).size < 20
    assert writing.common_size([], 20, 80) == 20
