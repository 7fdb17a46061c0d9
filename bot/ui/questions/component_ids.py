"""The buttons and the menus of questions.

`question` is the stored question, and `side` the side, 0 or 1, of the person who asked it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class More(ComponentId):
    """Open the menu with everything a person can ask for in a game."""

    action: ClassVar[str] = "more"
    game_id: int


@dataclass(frozen=True, slots=True)
class Ask(ComponentId):
    """Ask for what is chosen from the menu, which was opened at `ply`."""

    action: ClassVar[str] = "ask"
    game_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class ChooseComputer(ComponentId):
    """Choose the level of the computer player that is to play on."""

    action: ClassVar[str] = "ask_level"
    game_id: int


@dataclass(frozen=True, slots=True)
class ChooseOtherComputer(ComponentId):
    """Choose a style, or one of the server's own opponents, to play on."""

    action: ClassVar[str] = "ask_other"
    game_id: int
    group: Literal["style", "own"]
    page: int


@dataclass(frozen=True, slots=True)
class Agree(ComponentId):
    """Agree to what the other person asks for."""

    action: ClassVar[str] = "agree"
    game_id: int
    question: int
    side: int


@dataclass(frozen=True, slots=True)
class Refuse(ComponentId):
    """Refuse that, or withdraw one's own question."""

    action: ClassVar[str] = "refuse"
    game_id: int
    question: int
    side: int
