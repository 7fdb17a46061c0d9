"""The buttons and menus of the card of `/play` and `/help`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

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
class StartAgainstOther(ComponentId):
    """Play the computer in a style, or as one of the server's own opponents."""

    action: ClassVar[str] = "start_other"
    game: str
    group: Literal["style", "own"]
    page: int


@dataclass(frozen=True, slots=True)
class AgainstFriend(ComponentId):
    """Show the ways to play against a person."""

    action: ClassVar[str] = "start_friend"


@dataclass(frozen=True, slots=True)
class InviteFriend(ComponentId):
    """Challenge a person chosen from a menu."""

    action: ClassVar[str] = "start_invite"
    game: str


@dataclass(frozen=True, slots=True)
class OpenToAll(ComponentId):
    """Post a card to start from, which anybody can join."""

    action: ClassVar[str] = "start_open"
    game: str


@dataclass(frozen=True, slots=True)
class ShowStyles(ComponentId):
    """Explain styles of play and recipes."""

    action: ClassVar[str] = "styles"


@dataclass(frozen=True, slots=True)
class ShowRules(ComponentId):
    """Show the rules of a game."""

    action: ClassVar[str] = "rules"
    game: str


@dataclass(frozen=True, slots=True)
class ShowMore(ComponentId):
    """Show what else there is to do."""

    action: ClassVar[str] = "what_else"
