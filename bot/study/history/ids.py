"""Typed ids of the buttons below a list of finished games."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import SHOWS, ComponentId

NOBODY = 0
"""Player id that means the whole server, or any opponent."""

COMPUTER = 1
"""Player id that means the computer as an opponent; Discord assigns it to no user."""


class ShowHistory(ComponentId, action="past_games", timeless=SHOWS):
    """Replace the message by a page of the list; "" means all games, or all results."""

    page: int
    player: int
    only: str
    opponent: int
    result: Literal["", "win", "draw", "loss"]
    rated: Literal["", "yes", "no"]
