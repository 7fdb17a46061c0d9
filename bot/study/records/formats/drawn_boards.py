"""Boards drawn row by row in letters or emoji, with or without names of columns and rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.catalog.kind import EMPTY, SYMBOLS

SIGNS = {
    **dict.fromkeys("Xx*Bb●⚫Rr", SYMBOLS[0]),
    **dict.fromkeys("Oo0Ww○⚪Yy", SYMBOLS[1]),
    **dict.fromkeys("-._·", EMPTY),
}
"""Signs in common use for squares."""

_POSSIBLE = "*"
"""A black disc, or a legal move where black discs have another sign."""
_LAST, _BEFORE = ">", "~"
"""Prefixes of the last disc and of the one before it."""

_FEWEST = 4
"""Minimum number of rows and columns of a board."""
MAX_SEARCHED = 8000
"""Maximum length of a text searched for a board, characters."""

_SIGN = "[" + re.escape("".join(SIGNS)) + "]"
_CELL = rf"[\s|]*+(?:[{_LAST}{_BEFORE}]\s*+)?{_SIGN}"
_LABEL = r"(?:(?P<label>[0-9]{1,2})(?=[\s|:>~]))?"
_ROW = re.compile(rf"\s*+{_LABEL}[\s|:]*+(?P<cells>(?:{_CELL})++)[\s|]*+(?:[0-9]{{1,2}})?\s*+")
_SIDE = re.compile(rf"\s*({_SIGN})\s*(?:[;\n]|$)")
_LETTERS, _NUMBERS = "abcdefghijkl", tuple(map(str, range(1, 13)))
_RULE = re.compile(r"(?=.*(?:[+─━═┼]|\|-{2,}\|))[\s+|=─━┼┬┴├┤└┘┌┐╔╗╚╝║═-]*")
"""A line between rows."""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """The squares of a board in the order of its coordinates, and the other marks of its drawing.

    `possible` and `last` are numbers of squares; `lettered` is True if its columns have letters, None if they
    have no names. `side` is the symbol after the board, if any: the side to move.
    """

    rows: tuple[str, ...]
    possible: frozenset[int]
    last: frozenset[int]
    lettered: bool | None
    side: str


def drawn_in(text: str) -> DrawnBoard | None:
    """Return the board drawn in a text, None without one."""
    if len(text) > MAX_SEARCHED:
        return None
    lines = [line for line in text.splitlines() if not _RULE.fullmatch(line)]
    cleaned = "\n".join(lines)
    return _below_names(cleaned) or _in_lines(lines)


def without_names(text: str) -> str:
    """Remove the names of columns from a text."""
    for names in _column_names():
        text = _names_pattern(names).sub(" ", text)
    return text


def _column_names() -> list[Sequence[str]]:
    """Return every way to name columns from either side, the longest first."""
    found: list[Sequence[str]] = []
    for count in range(len(_NUMBERS), _FEWEST - 1, -1):
        for names in (tuple(_LETTERS[:count]), _NUMBERS[:count]):
            found += [names, names[::-1]]
    return found


def _names_pattern(names: Sequence[str]) -> re.Pattern[str]:
    between = r"[\s|]*+" if names[0].isalpha() else r"[\s|]++"
    return re.compile(rf"(?<![\w.]){between.join(names)}(?![\w.])", re.IGNORECASE)


def _below_names(text: str) -> DrawnBoard | None:
    """Find a board below the names of its columns, even if all of it is in one line."""
    for names in _column_names():
        head = _names_pattern(names).search(text)
        if head is None:
            continue
        row = re.compile(
            rf"\s*+{_LABEL}(?P<cells>(?:{_CELL}){{{len(names)}}})[\s|]*+(?:(?P=label)(?![0-9]))?"
        )
        at, labels, rows = head.end(), [], []
        while (found := row.match(text, at)) is not None:
            labels.append(found["label"])
            rows.append(found["cells"])
            at = found.end()
        if len(rows) >= _FEWEST:
            return _board(rows, labels, names, text[at:])
    return None


def _in_lines(lines: list[str]) -> DrawnBoard | None:
    """Find a board of lines of equal length without names of columns above it."""
    found = [(at, row) for at, row in enumerate(map(_ROW.fullmatch, lines)) if row is not None]
    found = [(at, row) for at, row in found if len(_signs(row["cells"])) >= _FEWEST]
    if len(found) < _FEWEST or len({len(_signs(row["cells"])) for _, row in found}) > 1:
        return None
    written = "\n".join(lines)
    names = next((names for names in _column_names() if _names_pattern(names).search(written)), ())
    rows, labels = [row["cells"] for _, row in found], [row["label"] for _, row in found]
    return _board(rows, labels, names, "\n".join(lines[found[-1][0] + 1 :]))


def _signs(cells: str) -> list[str]:
    """Return the squares of a row, each with the mark before it."""
    return re.findall(rf"(?:[{_LAST}{_BEFORE}]\s*)?{_SIGN}", cells)


def _board(cells: list[str], labels: list[str | None], names: Sequence[str], after: str) -> DrawnBoard:
    """Return the board, turned so that its coordinates begin at the top left."""
    rows = [_signs(row) for row in cells]
    if names and names[0] not in ("a", "1"):
        rows = [row[::-1] for row in rows]
    numbers = [int(label) for label in labels if label is not None]
    lettered = names[0].isalpha() if names else None
    # In Connect 4, gravity shows the lowest row; rows are numbered from either end.
    if lettered and len(numbers) == len(rows) and numbers == sorted(numbers, reverse=True):
        rows.reverse()
    squares = [sign for row in rows for sign in row]
    starred = any(sign[-1] in "XxBb●⚫Rr" for sign in squares)
    meant = [EMPTY if starred and sign[-1] == _POSSIBLE else SIGNS[sign[-1]] for sign in squares]
    width = len(rows[0])
    side = _SIDE.match(after)
    return DrawnBoard(
        rows=tuple("".join(meant[at : at + width]) for at in range(0, len(meant), width)),
        possible=frozenset(at for at, sign in enumerate(squares) if starred and sign[-1] == _POSSIBLE),
        last=frozenset(at for at, sign in enumerate(squares) if sign[0] == _LAST),
        lettered=lettered,
        side="" if side is None else SIGNS[side[1]].replace(EMPTY, ""),
    )


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
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NAMES = {
    **{f"{colour}_circle": sign for colour, sign in _CIRCLES.items()},
    **{f"{colour}_square": sign for colour, sign in _SQUARES.items()},
    **{
        f"{size}_{colour}_square": "⬛⬜"[colour == "white"]
        for size in ("large", "medium")
        for colour in ("black", "white")
    },
    **{f"{colour}_large_square": "⬛⬜"[colour == "white"] for colour in ("black", "white")},
    **{name: f" {number} " for number, name in enumerate(_DIGITS)},
    "keycap_ten": " 10 ",
    **{f"regional_indicator_{letter}": f" {letter} " for letter in "abcdefghijkl"},
}
"""Emoji by the names with which Discord copies them."""

_NAMED = re.compile(r":([a-z_]+):")
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_REGIONAL = re.compile("[\U0001f1e6-\U0001f1ff]")
_INVISIBLE = re.compile("[\ufe0e\ufe0f\u200b-\u200d\u2060]")
_BOARD_EMOJI = frozenset({*_CIRCLES.values(), *_SQUARES.values(), *_SMALL})

_FIRST_OF_FOUR, _SECOND_OF_FOUR = "🔴🟥", "🟡🟨"


def in_letters(text: str) -> tuple[str, str | None]:
    """Convert emoji to letters; return the text and the key of the game with such discs, if known.

    Red and yellow are discs of Connect 4, with all other signs as empty squares. Black and white circles are
    discs of Reversi, or else black and white squares. A single kind of sign is an empty square.
    """
    text = _NAMED.sub(lambda found: _NAMES.get(found[1], found[0]), text)
    text = _KEYCAP.sub(r" \1 ", text.replace("🔟", " 10 "))
    text = _REGIONAL.sub(lambda found: f" {chr(ord(found[0]) - 0x1F1E6 + ord('a'))} ", text)
    text = _INVISIBLE.sub("", text)
    signs = [letter for letter in text if letter in _BOARD_EMOJI]
    if not signs:
        return text, None
    first, second, game = _discs(signs)
    letters = (
        dict.fromkeys(signs, EMPTY) | dict.fromkeys(first, SYMBOLS[0]) | dict.fromkeys(second, SYMBOLS[1])
    )
    return "".join(letters.get(letter, letter) for letter in text), game


def _discs(signs: list[str]) -> tuple[str, str, str | None]:
    """Return the signs of the first and the second side, and the game."""
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
