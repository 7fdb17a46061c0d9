"""Text from strangers (names, typed text, headers of files), made safe to show to others.

`safe` is for messages; `shortened` for what Discord shows without markup: buttons, menus, suggestions, alt
texts and pictures. Nothing else prepares such text. Names come from storage as `data.Untrusted`, which
refuses to be formatted unprepared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from data.people.personal import DELETED_NAME
from languages import gettext

MAX_REPEATED = 100
"""Maximum characters of a name in a list, and of typed text that an answer repeats."""

SEPARATOR = " · "
"""Separator of facts in one line."""

MAX_MARKS = 3
"""Maximum combining marks on a letter. No script needs more, and many would cover the lines around it."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing although Unicode does not call them invisible."""

JOINERS = frozenset("\u200c\u200d")
"""Invisible, but some scripts and most emoji of several parts are not written without them."""

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Isolation marks for right-to-left text, which would otherwise reorder the figures next to it."""

MARKUP = re.compile(r"[\\*_~|`<>@#\[\]/]|:(?=[^\s:]+:|[a-z_]{2,}$)", re.MULTILINE)
"""Starts of styles, mentions, times, commands, emoji and links, anywhere in a text; a colon only where it
can start an emoji together with the text after it.
"""

LINE_START = re.compile(r"^([^\S\n]*+)([-+]|\d++(?=[.)]))", re.MULTILINE)
"""Starts of lists and small print."""


def one_line(text: str) -> str:
    """Return the visible characters of a text in one line, for places without markup."""
    return " ".join("".join(_visible(text)).split())


def shortened(text: str, most: int = MAX_REPEATED) -> str:
    """Return a stranger's text for places without markup: one line of at most `most` characters."""
    if text == DELETED_NAME:
        # Translators: in place of a person's name.
        return gettext("deleted player")
    line = one_line(text)
    if text and not line:
        # Translators: in place of a name that has no visible characters.
        return gettext("unnamed")
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in line[:most]):
        return f"{ISOLATE}{cut(line, most - 2)}{END_OF_ISOLATE}"
    return cut(line, most)


def cut(text: str, most: int) -> str:
    """Return a text of at most `most` characters; a longer one ends in an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def fitted(parts: Sequence[str], join: Callable[[Sequence[str]], str], most: int = MAX_REPEATED) -> str:
    """Return the parts, joined and shortened; the last ones are left out if that is longer than `most`."""
    fitting = next((count for count in range(len(parts), 1, -1) if len(join(parts[:count])) <= most), 1)
    return shortened(join(parts[:fitting]), most)


def safe(text: str, most: int = MAX_REPEATED) -> str:
    """Return a stranger's text for a message: one line in which Discord finds no markup."""
    return escaped(shortened(text, most))


def escaped(text: str) -> str:
    """Escape markup in a text of any number of lines, for a message."""
    return LINE_START.sub(_escaped_start, MARKUP.sub(r"\\\g<0>", text))


def in_code(text: str) -> str:
    """Prepare text between backticks, where a backslash would be visible."""
    return one_line(text).replace("`", "'")


def _escaped_start(match: re.Match[str]) -> str:
    space, sign = match.groups()
    return f"{space}{sign}\\" if sign.isdigit() else f"{space}\\{sign}"


def _visible(text: str) -> Iterator[str]:
    """Yield the visible characters of a text, and a space for each white one."""
    before, marks = "", 0
    for letter, after in zip(text, f"{text[1:]} ", strict=False):
        category = unicodedata.category(letter)
        if letter.isspace():
            letter = " "
        elif letter in JOINERS:
            if before.isascii() or after.isascii() or after in JOINERS:
                continue
        elif letter in BLANK or category[0] == "C":
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            before = letter
            yield letter
