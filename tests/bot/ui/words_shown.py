"""The words of messages, for tests of their language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.ui.layout import View
from tests.e2e.limits import check_part
from tests.languages.pseudo import untranslated


def shown(view: Any) -> Iterator[str]:
    """Yield every text of a message; Discord's limits are checked."""
    waiting: list[Any] = [view.to_components()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += reversed(part)
        elif isinstance(part, dict):
            if "type" in part:
                check_part(part)
            waiting += reversed(part.values())
            texts = (part.get(key) for key in ("content", "label", "placeholder", "description", "title"))
            yield from (text for text in texts if isinstance(text, str))


def words_of(view: View) -> list[str]:
    """Return everything that people read in a message, but for lines that are cut off."""
    return [text for text in shown(view) if not text.endswith("…")]


def left_in_english(*texts: str | View, known: tuple[str, ...] = ()) -> list[str]:
    """Return the words that the pseudo-language has not translated."""
    shown = [line for text in texts for line in ([text] if isinstance(text, str) else words_of(text))]
    assert shown
    return [word for line in shown for word in untranslated(line, known)]
