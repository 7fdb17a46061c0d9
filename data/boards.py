"""The text by which a game stores its board."""

from __future__ import annotations

DRAWN = ":"
"""What stands before the part of it that was drawn by lot for one game."""


def chosen_board(options: str) -> str:
    """The board as people choose it, and are rated on it: without what was drawn; "" for the usual one."""
    return options.partition(DRAWN)[0]
