"""The buttons and menus of a server's custom opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from bot.ui.component_ids import ASKS, FIXED, ONCE, SHOWS, ComponentId

BETWEEN = "|"


class ChooseOpening(ComponentId, action="own_opening"):
    """Choose a style for the opening."""

    phase: str


class ChooseMiddle(ComponentId, action="own_middle"):
    """Choose a style for the middle game."""

    phase: str


class ChooseEnd(ComponentId, action="own_end"):
    """Choose a style for the end of the game."""

    phase: str


class EditNumbers(ComponentId, action="own_numbers"):
    """Open the dialog for depths and lengths."""

    habits: str


class CorrectNumbers(ComponentId, action="own_correct"):
    """Open that dialog again, with the typed numbers in it."""

    typed: str

    @classmethod
    def of(cls, typed: Sequence[str]) -> Self:
        """Return the id that holds the typed numbers; a dot replaces characters that ids can't hold."""
        return cls(BETWEEN.join(text.replace(":", ".").replace(BETWEEN, ".") for text in typed))

    @property
    def values(self) -> list[str]:
        """The text typed into each field."""
        return self.typed.split(BETWEEN)


class NumbersTyped(ComponentId, action="own_typed"):
    """Send the dialog for depths and lengths."""


class SwitchPondering(ComponentId, action="own_ponder"):
    """Switch on or off whether the opponent thinks while a person thinks."""

    to: Literal["on", "off"]


class SaveOpponent(ComponentId, action="own_save"):
    """Save the opponent for everyone in the server."""

    game: str
    name: str


class DiscardOpponent(ComponentId, action="own_cancel"):
    """Discard the draft."""


class PlayOpponent(ComponentId, action="own_play", timeless=FIXED):
    """Play a custom opponent, by its number."""

    opponent: int
    game: str


class ShowOpponents(ComponentId, action="own_page", timeless=SHOWS):
    """Show a page of the list."""

    page: int


class CreateOpponent(ComponentId, action="own_new"):
    """Open the dialog for the name of a new opponent."""

    game: str


class OpponentNamed(ComponentId, action="own_named"):
    """Send the dialog with the name."""

    game: str


class DeleteOpponent(ComponentId, action="own_delete", timeless=ASKS):
    """Ask whether to delete an opponent."""

    opponent: int


class ConfirmDeleteOpponent(ComponentId, action="own_deleted", timeless=ONCE):
    """Delete it."""

    opponent: int
