"""Boards drawn row by row, with or without names of columns and rows, such as our own in letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.catalog.squares import EMPTY, SYMBOLS

SIGNS = {
    **dict.fromkeys("Xx*Bb●⚫Rr", SYMBOLS[0]),
    **dict.fromkeys("Oo0Ww○⚪Yy", SYMBOLS[1]),
    **dict.fromkeys("-._·", EMPTY),
}
"""How squares are written in many places."""

_POSSIBLE = "*"
"""A black disc in some places; an empty square that may be played where black discs are written otherwise."""
_LAST, _BEFORE = ">", "~"
"""What goes before the last disc, and before the one of the other side."""

_FEWEST = 4
"""Fewer rows or columns are no board."""
_LONGEST = 8000
"""Characters of a text in which a board is looked for."""

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
    """The squares of a board in the order of its coordinates, and what else its drawing shows.

    `possible` and `last` are numbers of squares; `lettered` is whether its columns have letters (None: they
    have no names). `side` is the separate symbol after the board, if there is one: whose turn it is.
    """

    rows: tuple[str, ...]
    possible: frozenset[int]
    last: frozenset[int]
    lettered: bool | None
    side: str


def drawn_in(text: str) -> DrawnBoard | None:
    """The board that is drawn in a text, if there is one."""
    if len(text) > _LONGEST:
        return None
    lines = [line for line in text.splitlines() if not _RULE.fullmatch(line)]
    cleaned = "\n".join(lines)
    return _below_names(cleaned) or _in_lines(lines)


def without_names(text: str) -> str:
    """The text without the names of columns."""
    for names in _column_names():
        text = _names_pattern(names).sub(" ", text)
    return text


def _column_names() -> list[Sequence[str]]:
    """Every way to name columns from either side, the longest first."""
    found: list[Sequence[str]] = []
    for count in range(len(_NUMBERS), _FEWEST - 1, -1):
        for names in (tuple(_LETTERS[:count]), _NUMBERS[:count]):
            found += [names, names[::-1]]
    return found


def _names_pattern(names: Sequence[str]) -> re.Pattern[str]:
    between = r"[\s|]*+" if names[0].isalpha() else r"[\s|]++"
    return re.compile(rf"(?<![\w.]){between.join(names)}(?![\w.])", re.IGNORECASE)


def _below_names(text: str) -> DrawnBoard | None:
    """A board below the names of its columns, also where all of it was pasted into one line."""
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
    """A board of lines that are equally long, without the names of its columns above it."""
    found = [(at, row) for at, row in enumerate(map(_ROW.fullmatch, lines)) if row is not None]
    found = [(at, row) for at, row in found if len(_signs(row["cells"])) >= _FEWEST]
    if len(found) < _FEWEST or len({len(_signs(row["cells"])) for _, row in found}) > 1:
        return None
    written = "\n".join(lines)
    names = next((names for names in _column_names() if _names_pattern(names).search(written)), ())
    rows, labels = [row["cells"] for _, row in found], [row["label"] for _, row in found]
    return _board(rows, labels, names, "\n".join(lines[found[-1][0] + 1 :]))


def _signs(cells: str) -> list[str]:
    """The squares of a row, each with the mark before it."""
    return re.findall(rf"(?:[{_LAST}{_BEFORE}]\s*)?{_SIGN}", cells)


def _board(cells: list[str], labels: list[str | None], names: Sequence[str], after: str) -> DrawnBoard:
    """The board, turned so that its coordinates begin at the top left."""
    rows = [_signs(row) for row in cells]
    if names and names[0] not in ("a", "1"):
        rows = [row[::-1] for row in rows]
    numbers = [int(label) for label in labels if label is not None]
    lettered = names[0].isalpha() if names else None
    # In Connect 4, gravity says which row is the lowest; people number rows from either end.
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
