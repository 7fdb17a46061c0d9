"""The words of messages, for tests of their language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.ui.layout import View
from tests.languages.pseudo import untranslated

SHOWN = ("content", "label", "placeholder", "description", "title")


def words_of(view: View) -> list[str]:
    """Return everything that people read in a message, but for lines that are cut off."""
    texts = _texts(view.to_components())  # type: ignore[no-untyped-call]
    return [text for text in texts if not text.endswith("…")]


def left_in_english(*texts: str | View, known: tuple[str, ...] = ()) -> list[str]:
    """Return the words that the pseudo-language has not translated."""
    shown = [line for text in texts for line in ([text] if isinstance(text, str) else words_of(text))]
    assert shown
    return [word for line in shown for word in untranslated(line, known)]


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for one in part:
            yield from _texts(one)
    elif isinstance(part, dict):
        yield from (part[key] for key in SHOWN if isinstance(part.get(key), str))
        for value in part.values():
            yield from _texts(value)
