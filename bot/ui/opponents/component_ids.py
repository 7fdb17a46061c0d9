"""The menus and buttons with which a server's own opponents are made and listed.

The draft of an opponent is in these ids, a part in each: `phase` and `habits` are words of its recipe, with
slashes for the colons. So a draft outlives a restart, and nothing is stored before it is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from bot.ui.component_ids import ComponentId

BETWEEN = "|"


@dataclass(frozen=True, slots=True)
class ChooseOpening(ComponentId):
    """Choose a style for the opening."""

    action: ClassVar[str] = "own_opening"
    phase: str


@dataclass(frozen=True, slots=True)
class ChooseMiddle(ComponentId):
    """Choose a style for the middle game."""

    action: ClassVar[str] = "own_middle"
    phase: str


@dataclass(frozen=True, slots=True)
class ChooseEnd(ComponentId):
    """Choose a style for the end of the game."""

    action: ClassVar[str] = "own_end"
    phase: str


@dataclass(frozen=True, slots=True)
class EditNumbers(ComponentId):
    """Open the dialog for depths and lengths."""

    action: ClassVar[str] = "own_numbers"
    habits: str


@dataclass(frozen=True, slots=True)
class CorrectNumbers(ComponentId):
    """Open that dialog once more, with what was typed into it."""

    action: ClassVar[str] = "own_correct"
    typed: str

    @classmethod
    def of(cls, typed: Sequence[str]) -> Self:
        """The id that holds what was typed; a dot stands for what cannot stand in an id."""
        return cls(BETWEEN.join(text.replace(":", ".").replace(BETWEEN, ".") for text in typed))

    @property
    def values(self) -> list[str]:
        """What was typed into each field."""
        return self.typed.split(BETWEEN)


@dataclass(frozen=True, slots=True)
class NumbersTyped(ComponentId):
    """Send the dialog for depths and lengths."""

    action: ClassVar[str] = "own_typed"


@dataclass(frozen=True, slots=True)
class SwitchPondering(ComponentId):
    """Switch on or off whether the opponent thinks while a person thinks."""

    action: ClassVar[str] = "own_ponder"
    to: Literal["on", "off"]


@dataclass(frozen=True, slots=True)
class SaveOpponent(ComponentId):
    """Save the opponent for everyone in the server."""

    action: ClassVar[str] = "own_save"
    game: str
    name: str


@dataclass(frozen=True, slots=True)
class DiscardOpponent(ComponentId):
    """Do not make the opponent."""

    action: ClassVar[str] = "own_cancel"


@dataclass(frozen=True, slots=True)
class PlayOpponent(ComponentId):
    """Play one of the server's own opponents, by its number."""

    action: ClassVar[str] = "own_play"
    opponent: int
    game: str


@dataclass(frozen=True, slots=True)
class ShowOpponents(ComponentId):
    """Show a page of the list."""

    action: ClassVar[str] = "own_page"
    page: int
