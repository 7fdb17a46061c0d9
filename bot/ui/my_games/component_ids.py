"""The buttons and the menu of the list of somebody's own games.

`only` is the game that is listed, "" for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.component_ids import ComponentId


@dataclass(frozen=True, slots=True)
class ShowMyGames(ComponentId):
    """Show a page of the list in place of the message; `purpose` tells the buttons of one message apart."""

    action: ClassVar[str] = "my_games"
    page: int
    only: str
    purpose: Literal["b", "n", "r", "a"]


@dataclass(frozen=True, slots=True)
class FilterMyGames(ComponentId):
    """List one kind of game, or all."""

    action: ClassVar[str] = "my_games_of"


@dataclass(frozen=True, slots=True)
class TakeUpMine(ComponentId):
    """Let a game go on that was put aside, from this page of the list."""

    action: ClassVar[str] = "my_games_up"
    game: int
    page: int
    only: str


@dataclass(frozen=True, slots=True)
class ContinueHere(ComponentId):
    """Let a game go on in this channel whose own one is gone, from this page of the list."""

    action: ClassVar[str] = "my_games_here"
    game: int
    page: int
    only: str


@dataclass(frozen=True, slots=True)
class NextGame(ComponentId):
    """Lead the person from the game `here` to the next one that waits for them, in a new message."""

    action: ClassVar[str] = "next_game"
    here: int


@dataclass(frozen=True, slots=True)
class NextOfMine(ComponentId):
    """The same, from wherever they were led last, in a new message."""

    action: ClassVar[str] = "next_of_mine"


@dataclass(frozen=True, slots=True)
class SkipGame(ComponentId):
    """The same, in place of the message that leads to the game `here`."""

    action: ClassVar[str] = "next_skip"
    here: int
