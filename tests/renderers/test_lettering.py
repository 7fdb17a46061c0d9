"""Names are written as far as the font can, and omitted otherwise."""

import pytest

from renderers import lettering


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ann", "Ann"),
        ("Zoë 🐙", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("𝓐𝓷𝓷", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("Андрей", "Андрей"),
        ("Νίκος", "Νίκος"),
        ("Đặng", "Đặng"),
        ("Ryu 竜", "Ryu"),
        ("竜王 R", ""),
        ("مريم", ""),
        ("🐙🐙", ""),
        ("  a \t b\n", "a b"),
        ("Z\u0336\u0337o\u0301", "Zó"),
        ("\u202eAnn\u200b", "Ann"),
        ("", ""),
    ],
)
def test_characters_the_font_lacks_are_omitted(name: str, written: str) -> None:
    assert lettering.writable(name) == written


def test_the_font_has_every_listed_character() -> None:
    missing = bytes(lettering.font(20).getmask("\U0010fffd"))
    assert len(lettering.characters()) > 2000
    for letter in "aZé9+−±…жΩ":
        assert letter in lettering.characters()
        assert bytes(lettering.font(20).getmask(letter)) != missing
    assert "竜" not in lettering.characters()


@pytest.mark.parametrize("room", [60, 100, 180])
def test_long_names_end_in_an_ellipsis_within_their_room(room: int) -> None:
    font = lettering.font(23)
    text = lettering.shortened("Maximiliana the Second", font, room)
    assert font.getlength(text) <= room
    assert text.endswith("…")
    assert not text[:-1].endswith(" ")
    assert lettering.shortened("Al", font, room) == "Al"
