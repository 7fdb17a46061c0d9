"""The buttons, menus and dialogs of imported games. `import_id` is the stored file, `number` a game in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId
from bot.ui.step_through import Step


@dataclass(frozen=True, slots=True)
class ImportSent(ComponentId):
    """A text or a file was sent with the dialog."""

    action: ClassVar[str] = "im_sent"


@dataclass(frozen=True, slots=True)
class ShowPage(ComponentId):
    """Show a page of the list of games, counted from 0."""

    action: ClassVar[str] = "im_page"
    import_id: int
    page: int
    step: Step


@dataclass(frozen=True, slots=True)
class ChooseGame(ComponentId):
    """Show the game chosen from the list."""

    action: ClassVar[str] = "im_game"
    import_id: int


@dataclass(frozen=True, slots=True)
class AskNumber(ComponentId):
    """Ask for the number of a game."""

    action: ClassVar[str] = "im_ask"
    import_id: int


@dataclass(frozen=True, slots=True)
class NumberTyped(ComponentId):
    """The number of a game was typed."""

    action: ClassVar[str] = "im_number"
    import_id: int


@dataclass(frozen=True, slots=True)
class ImportStep(ComponentId):
    """Go on from the position after `ply` moves."""

    action: ClassVar[str] = "im_step"
    import_id: int
    number: int
    ply: int
    step: Step


@dataclass(frozen=True, slots=True)
class ReviewImported(ComponentId):
    """Review the game."""

    action: ClassVar[str] = "im_review"
    import_id: int
    number: int


@dataclass(frozen=True, slots=True)
class AnalyseImported(ComponentId):
    """Analyse the position after `ply` moves."""

    action: ClassVar[str] = "im_look"
    import_id: int
    number: int
    ply: int


@dataclass(frozen=True, slots=True)
class PlayOnImported(ComponentId):
    """Begin a game from the position after `ply` moves."""

    action: ClassVar[str] = "im_play"
    import_id: int
    number: int
    ply: int
