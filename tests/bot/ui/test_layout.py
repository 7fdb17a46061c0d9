"""Parts of messages keep to Discord's limits."""

from __future__ import annotations

from bot.ui.layout import MAX_ALT, picture


def test_an_alt_text_is_cut_off_at_the_limit() -> None:
    (item,) = picture("board.png", "x" * (MAX_ALT + 1)).items
    assert item.description == "x" * (MAX_ALT - 1) + "…"
