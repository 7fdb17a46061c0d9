"""Names are drawn with all of their letters, or left to the text of the message."""

from __future__ import annotations

import pytest

from renderers import writing
from tests.cases import for_each

EAST_ASIAN = "NotoSansCJKjp-Bold.otf"


@for_each(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("Zoë 🐙", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("𝓐𝓷𝓷", "Ann"),
        ("Андрей", "Андрей"),
        ("Νίκος", "Νίκος"),
        ("Đặng", "Đặng"),
        ("Ryu 竜", "Ryu 竜"),
        ("竜王 R", "竜王 R"),
        ("  a \t b\n", "a b"),
        ("\u202eAnn\u200b", "Ann"),
        ("★☆★", "★☆★"),
        ("", ""),
    ],
)
def test_names_are_drawn_without_emoji_and_invisible_characters(name: str, drawn: str) -> None:
    assert writing.drawable(name) == drawn


@for_each(
    "name",
    [
        "髙橋 﨑",  # additions of IBM
        "ｱﾝﾊﾟﾝﾏﾝ",
        "Ａｎｎ（１）",
        "「さくら」・ヴェルサイユ〜♪",
        "김철수 ㅋㅋ",
        "简体中文",
        "繁體中文",
        "①㈱",
    ],
)
def test_east_asian_names_are_drawn_as_they_are(name: str) -> None:
    assert writing.drawable(name) == name


@for_each(
    ("name", "drawn"),
    [
        ("か\u3099く", "がく"),
        ("あ\u3099", "あ゛"),
        ("葛\U000e0100城", "葛城"),
        ("김", "김"),
        ("Ann 👩‍💻👍🏽", "Ann"),
        ("Ann 1\ufe0f\u20e3 🇯🇵", "Ann"),
    ],
)
def test_sequences_are_composed_or_left_out_whole(name: str, drawn: str) -> None:
    assert writing.drawable(name) == drawn


@for_each(
    "name",
    [
        "مريم",
        "Ann مريم",
        "שרה",
        "अमित",
        "สมชาย",
        "Z\u0336o\u0336e\u0336",
        "ẹ\u0301",
        "Ann \U00020bb7",
        "🐙🐙",
        "★🐙",
        "\u3164",
        "\ue000",
    ],
)
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


def test_both_weights_of_inter_have_the_same_characters() -> None:
    assert writing.characters_of("Inter-Bold.otf") == writing.characters_of("Inter-SemiBold.otf")


@for_each(
    "letters",
    [
        "aàâæçéèêëîïôœùûüÿ ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ « » ’ … – € nᵒ",
        "äöüß ÄÖÜẞ „“ ‚‘ ×−±%‰",
        "áéíóúüñ ÁÉÍÓÚÜÑ ¿ ¡ ª º ãõâêôç ÃÕÂÊÔÇ",
        "αβγδεζηθικλμνξοπρσςτυφχψω άέήίόύώ",
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя іїєґўћђљњ",
        "\u00a0\u202f",
    ],
)
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
