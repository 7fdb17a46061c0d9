"""The buttons of a list of games that are over."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId

NOBODY = 0
"""Stands for no person: for the whole server, or for any opponent."""

COMPUTER = 1
"""Stands for the computer as an opponent: no person on Discord has this id."""


class ShowHistory(ComponentId, action="past_games"):
    """Show a page of the list in place of the message; "" stands for all games, or all results."""

    page: int
    player: int
    only: str
    opponent: int
    result: Literal["", "win", "draw", "loss"]
    rated: Literal["", "yes", "no"]
