"""The buttons and menus of questions to the opponent."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class More(ComponentId, action="more"):
    """Open the menu of all a player can ask in a game."""

    game_id: int


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


class Agree(ComponentId, action="agree"):
    """Agree to the opponent's request."""

    game_id: int
    question: int
    side: int


class Refuse(ComponentId, action="refuse"):
    """Refuse the request, or withdraw the player's own."""

    game_id: int
    question: int
    side: int
