"""Numbers, lists and sentences as the readers of the current language write them.

>>> from languages import LANGUAGES, speaking
>>> decimal(2.5), signed(-3, 0), percent(62.5, 1), listed(["a", "b", "c"])
('2.5', '−3', '62.5%', 'a, b and c')
>>> with speaking(LANGUAGES["de"]):
...     decimal(2.5), percent(62.5, 1)
('2,5', '62,5\\xa0%')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from languages import count, current, pgettext


def decimal(value: float, digits: int = 1) -> str:
    """Format a number with a fixed number of decimals; minus is U+2212."""
    text = f"{abs(value):.{digits}f}"
    whole, _, fraction = text.partition(".")
    written = count(int(whole)) + (current().decimal + fraction if fraction else "")
    # What is rounded to zero has no sign.
    return f"−{written}" if value < 0 and float(text) else written


def figure(value: float) -> str:
    """Format a number with the decimals that it has: 3, 2.5; six significant digits at most."""
    text = f"{value:g}"
    return decimal(value, len(text.partition(".")[2])) if text.strip("-").replace(".", "").isdigit() else text


def signed(value: float, digits: int = 0) -> str:
    """Format a difference, with its sign; what is rounded to zero is 0."""
    if not float(f"{value:.{digits}f}"):
        return "0"
    return decimal(value, digits) if value < 0 else f"+{decimal(value, digits)}"


def percent(value: float, digits: int = 0) -> str:
    """Format a percentage: 62.5 for 62.5 %."""
    return current().percent.format(number=decimal(value, digits))


def listed(items: Sequence[str]) -> str:
    """List items: “a”, “a and b”, “a, b and c”."""
    if len(items) < 2:
        return "".join(items)
    return pgettext("list", "{items} and {last}", items=enumerated(items[:-1]), last=items[-1])


def alternatives(items: Sequence[str]) -> str:
    """List alternatives: “a”, “a or b”, “a, b or c”."""
    if len(items) < 2:
        return "".join(items)
    return pgettext("list", "{items} or {last}", items=enumerated(items[:-1]), last=items[-1])


def enumerated(items: Sequence[str]) -> str:
    """List items without a last word: “a, b, c”."""
    # Translators: what separates the items of a list; Japanese has “、”.
    return pgettext("list", ", ").join(items)


def separated(items: Iterable[str]) -> str:
    """List items that have commas of their own: “8x8, rated; random colours”."""
    # Translators: what separates facts and moves with their values: “d3: +2.3; e6: a draw”.
    return pgettext("list", "; ").join(items)


def joined(sentences: Iterable[str]) -> str:
    """Put whole sentences one after the other; Japanese has no spaces between them."""
    return current().between_sentences.join(sentences)


_BEGINNING = re.compile(r"\A([^\w<`]*)([^\W\d_])(?!\d)")
"""Markup and emoji before a first word; squares such as d3, mentions and commands are no words."""


def capitalized(line: str) -> str:
    """Begin a line with a capital letter, behind markup and emoji.

    For lines made of parts: the first of several facts, or a move at the beginning of a sentence.
    """
    return _BEGINNING.sub(lambda match: match[1] + match[2].upper(), line)


def facts_line(facts: Iterable[str]) -> str:
    """Put facts into a small line; "" without any."""
    text = " · ".join(facts)
    return f"-# {capitalized(text)}" if text else ""
