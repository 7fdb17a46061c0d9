"""Texts that strangers could send to make a reader slow."""

from __future__ import annotations

from collections.abc import Iterator

from tests.hostile.evil import Text

_FEW = (" ", "\n", " \n", "1", "1.", "a", "-", "x ", " ,", "[", "f5 ")
"""Units that are most often slow."""

_MORE = (
    *("\t", "\r", "\r\n", "\u2029", "\u3000", "0", "12 ", "-5,", "X", "pa ", "é", "XO", ".", "|"),
    *("-|-\n", "1|-|x|o|\n", "a b c d ", "1 2 3 4 ", "🔴⚪", ":white_circle:", ":", ";", ",", " - ", "/"),
    *("\\", "(", "(;", ")", "B[f5]", "]", '[Black "Ann"]', "{", "[[", '"', "' ", "`", "```x\n", "> ", "<"),
    *("https://a.b/", "a@", "#\n", "f5", "1. f5 d6 ", "+d3-c3", "g8:+18; ", "q="),
)

_AROUND = (("", ""), ("", "k"), ("f5", "k"))
"""What precedes and follows the units: the last character decides whether a text is an almost-match."""


def texts(*, few: bool = False) -> Iterator[Text]:
    """Yield the kinds of texts: all, or a `few`."""
    for unit in _FEW if few else (*_FEW, *_MORE):
        # A text that ends with its units is read to its end by what reads these few.
        for before, after in _AROUND if unit in _FEW else _AROUND[1:]:
            yield Text(before, unit, after)
