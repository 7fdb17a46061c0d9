"""The buttons and the menu of the list of somebody's own games.

`only` is the game that is listed, "" for all.
"""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class ShowMyGames(ComponentId, action="my_games"):
    """Show a page of the list in place of the message; `purpose` tells the buttons of one message apart."""

    page: int
    only: str
    purpose: Literal["b", "n", "r", "a"]


class FilterMyGames(ComponentId, action="my_games_of"):
    """List one kind of game, or all."""


class TakeUpMine(ComponentId, action="my_games_up"):
    """Let a game go on that was put aside, from this page of the list."""

    game: int
    page: int
    only: str


class ContinueHere(ComponentId, action="my_games_here"):
    """Let a game go on in this channel whose own one is gone, from this page of the list."""

    game: int
    page: int
    only: str


class NextGame(ComponentId, action="next_game"):
    """Lead the person from the game `here` to the next one that waits for them, in a new message."""

    here: int


class NextOfMine(ComponentId, action="next_of_mine"):
    """The same, from wherever they were led last, in a new message."""


class SkipGame(ComponentId, action="next_skip"):
    """The same, in place of the message that leads to the game `here`."""

    here: int
