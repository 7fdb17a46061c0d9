"""The button of puzzles that stand in channels, by which their messages are found, too."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class TryPuzzle(ComponentId, action="puzzle_try"):
    """Try a puzzle that stands in a channel, for oneself; `post` is the one that stands there."""

    post: int
    puzzle: str
