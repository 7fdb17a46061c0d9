"""The buttons, menus and dialogs of imported games. `import_id` is the stored file, `number` a game in it."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId, Step


class ImportSent(ComponentId, action="im_sent"):
    """A text or a file was sent with the dialog."""


class ShowPage(ComponentId, action="im_page"):
    """Show a page of the list of games, counted from 0."""

    import_id: int
    page: int
    step: Step


class ChooseGame(ComponentId, action="im_game"):
    """Show the game chosen from the list."""

    import_id: int


class AskNumber(ComponentId, action="im_ask"):
    """Ask for the number of a game."""

    import_id: int


class NumberTyped(ComponentId, action="im_number"):
    """The number of a game was typed."""

    import_id: int


class ImportStep(ComponentId, action="im_step"):
    """Go on from the position after `ply` moves."""

    import_id: int
    number: int
    ply: int
    step: Step


class ReviewImported(ComponentId, action="im_review"):
    """Review the game."""

    import_id: int
    number: int


class AnalyseImported(ComponentId, action="im_look"):
    """Analyse the position after `ply` moves."""

    import_id: int
    number: int
    ply: int


class PlayOnImported(ComponentId, action="im_play"):
    """Begin a game from the position after `ply` moves."""

    import_id: int
    number: int
    ply: int
