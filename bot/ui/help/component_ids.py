"""The buttons and menus of the card of `/play` and `/help`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class StartGame(ComponentId):
    """Play the computer at the level that suits the person."""

    action: ClassVar[str] = "start"
    game: str


@dataclass(frozen=True, slots=True)
class StartAtLevel(ComponentId):
    """Play the computer at a level chosen from a menu."""

    action: ClassVar[str] = "start_level"
    game: str


@dataclass(frozen=True, slots=True)
class ShowRules(ComponentId):
    """Show the rules of a game."""

    action: ClassVar[str] = "rules"
    game: str


@dataclass(frozen=True, slots=True)
class ShowMore(ComponentId):
    """Show what else there is to do."""

    action: ClassVar[str] = "what_else"
