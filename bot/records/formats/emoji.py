"""Boards of emoji, as bots and people post them, in the letters of other boards."""

from __future__ import annotations

import re

from bot.catalog.squares import EMPTY, SYMBOLS

_CIRCLES = {
    "red": "🔴",
    "yellow": "🟡",
    "blue": "🔵",
    "green": "🟢",
    "black": "⚫",
    "white": "⚪",
    "orange": "🟠",
    "purple": "🟣",
    "brown": "🟤",
}
_SQUARES = {
    "red": "🟥",
    "yellow": "🟨",
    "blue": "🟦",
    "green": "🟩",
    "black": "⬛",
    "white": "⬜",
    "orange": "🟧",
    "purple": "🟪",
    "brown": "🟫",
}
_SMALL = "◻◼◽◾▫▪🔲🔳🔹🔸🔷🔶🔘✨⭐❔❓✖➖❌⭕🕳"
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NAMES = {
    **{f"{colour}_circle": sign for colour, sign in _CIRCLES.items()},
    **{f"{colour}_square": sign for colour, sign in _SQUARES.items()},
    **{
        f"{size}_{colour}_square": "⬛⬜"[colour == "white"]
        for size in ("large", "medium")
        for colour in ("black", "white")
    },
    **{f"{colour}_large_square": "⬛⬜"[colour == "white"] for colour in ("black", "white")},
    **{name: f" {number} " for number, name in enumerate(_NUMBERS)},
    "keycap_ten": " 10 ",
    **{f"regional_indicator_{letter}": f" {letter} " for letter in "abcdefghijkl"},
}
"""Emoji by the names that Discord copies them with."""

_NAMED = re.compile(r":([a-z_]+):")
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_REGIONAL = re.compile("[\U0001f1e6-\U0001f1ff]")
_INVISIBLE = re.compile("[\ufe0e\ufe0f\u200b-\u200d\u2060]")
_BOARD = frozenset({*_CIRCLES.values(), *_SQUARES.values(), *_SMALL})

_FIRST_OF_FOUR, _SECOND_OF_FOUR = "🔴🟥", "🟡🟨"


def in_letters(text: str) -> tuple[str, str | None]:
    """The text with its emoji in letters, and the key of the game that has such discs, if that is known.

    Red and yellow are discs of Connect 4; all other signs are empty squares then. Black and white circles are
    discs of Reversi; where there are none, black and white squares are. A single sign is an empty square.
    """
    text = _NAMED.sub(lambda found: _NAMES.get(found[1], found[0]), text)
    text = _KEYCAP.sub(r" \1 ", text.replace("🔟", " 10 "))
    text = _REGIONAL.sub(lambda found: f" {chr(ord(found[0]) - 0x1F1E6 + ord('a'))} ", text)
    text = _INVISIBLE.sub("", text)
    signs = [letter for letter in text if letter in _BOARD]
    if not signs:
        return text, None
    first, second, game = _discs(signs)
    letters = (
        dict.fromkeys(signs, EMPTY) | dict.fromkeys(first, SYMBOLS[0]) | dict.fromkeys(second, SYMBOLS[1])
    )
    return "".join(letters.get(letter, letter) for letter in text), game


def _discs(signs: list[str]) -> tuple[str, str, str | None]:
    """The signs of the first and the second side, and the game."""
    found = frozenset(signs)
    if found & {*_FIRST_OF_FOUR, *_SECOND_OF_FOUR}:
        if not found & {*_SECOND_OF_FOUR} and "🔵" in found and len(found) > 2:
            return _FIRST_OF_FOUR, "🔵", "connect4"
        return _FIRST_OF_FOUR, _SECOND_OF_FOUR, "connect4"
    if len(found) == 1:
        return "", "", None
    if found & {"⚫", "⚪"}:
        return "⚫", "⚪", "reversi"
    return "⬛", "⬜", "reversi"
