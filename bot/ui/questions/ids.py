"""The buttons and menus of questions to the opponent."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class More(ComponentId, action="more"):
    """Open the menu with everything a person can ask for in a game."""

    game_id: int


class Ask(ComponentId, action="ask"):
    """Ask for what is chosen from the menu, which was opened at `ply`."""

    game_id: int
    ply: int


class ChooseComputer(ComponentId, action="ask_level"):
    """Choose the level of the computer player that is to play on."""

    game_id: int


class ChooseOtherComputer(ComponentId, action="ask_other"):
    """Choose a style, or one of the server's own opponents, to play on."""

    game_id: int
    group: Literal["style", "own"]
    page: int


class Agree(ComponentId, action="agree"):
    """Agree to what the other person asks for."""

    game_id: int
    question: int
    side: int


class Refuse(ComponentId, action="refuse"):
    """Refuse that, or withdraw one's own question."""

    game_id: int
    question: int
    side: int
