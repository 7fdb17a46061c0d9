"""The buttons and menus of the explorer; each contains the position."""

from __future__ import annotations

from bot.ui.analysis.view import AtPosition


class ExploreMove(AtPosition, action="op_move"):
    """Show the position after a move."""

    move: str


class ExploreChoice(AtPosition, action="op_choose"):
    """Show the position after a move chosen from the menu with this number."""

    menu: int


class ExploreBack(AtPosition, action="op_back"):
    """Show the position before the last move."""


class ExploreStart(AtPosition, action="op_start"):
    """Show the position that the walk began with."""
