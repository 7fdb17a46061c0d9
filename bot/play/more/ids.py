"""Typed ids of the menu under More."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class Ask(ComponentId, action="ask"):
    """Request what is chosen from the menu, which was opened at `ply`."""

    game_id: int
    ply: int


class ChooseComputer(ComponentId, action="ask_level"):
    """Choose the level of the computer player that is to play on."""

    game_id: int


class ChooseOtherComputer(ComponentId, action="ask_other"):
    """Choose a style or a custom opponent to play for the player."""

    game_id: int
    group: Literal["style", "own"]
    page: int
