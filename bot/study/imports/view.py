"""Imported games: lists, single games and dialogs. `import_id` is the stored file, `number` a game in it."""

from __future__ import annotations

import discord

from bot.catalog import Diagram, recent_moves
from bot.core.paging import last_page
from bot.core.snapshot import CALLED_OFF_BEFORE
from bot.study.analysis.view import ways_on
from bot.study.imports import words
from bot.study.imports.imports import ImportedFile, positions_of
from bot.study.records.formats.record import GameRecord
from bot.ui.component_ids import ASKS, CHOSEN, SHOWS, ComponentId, Step
from bot.ui.components import DIALOG_SECONDS, Field, button, dialog, select
from bot.ui.layout import BLUE, Part, View, around, card, row
from bot.ui.pictures import draw_diagram
from bot.ui.publisher import Drawing
from bot.ui.step_through import step_buttons
from data.games.records import Ending
from engine import Position
from engine.search.position import PASS
from languages import count, gettext
from renderers.position import End
from renderers.themes import Look


class ImportSent(ComponentId, action="im_sent"):
    """Send a text or a file with the dialog."""


class ShowPage(ComponentId, action="im_page", timeless=SHOWS):
    """Show a page of the list of games, counted from 0."""

    import_id: int
    page: int
    step: Step


class ChooseGame(ComponentId, action="im_game", timeless=CHOSEN):
    """Show the game chosen from the list."""

    import_id: int


class AskNumber(ComponentId, action="im_ask", timeless=ASKS):
    """Prompt for a game's number."""

    import_id: int


class NumberTyped(ComponentId, action="im_number", timeless=SHOWS):
    """Send the number of a game."""

    import_id: int


class ImportStep(ComponentId, action="im_step"):
    """Step from the position after `ply` moves."""

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
    """Start a game from the position after `ply` moves."""

    import_id: int
    number: int
    ply: int


PAGE = 25
"""Games per page: Discord's limit for a menu."""

MAX_FILES = 2
"""Maximum files in the dialog."""

MAX_TYPED = 4000
"""Maximum characters of a text in a dialog, set by Discord."""


def import_dialog() -> discord.ui.Modal:
    """Create the dialog for a text or files."""
    modal = discord.ui.Modal(title=gettext(words.TITLE), custom_id=str(ImportSent()), timeout=DIALOG_SECONDS)
    text: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="text", style=discord.TextStyle.paragraph, required=False, max_length=MAX_TYPED
    )
    file: discord.ui.FileUpload[discord.ui.Modal] = discord.ui.FileUpload(
        custom_id="file", required=False, max_values=MAX_FILES
    )
    modal.add_item(
        discord.ui.Label(text=gettext(words.TEXT), description=gettext(words.TEXT_HINT), component=text)
    )
    modal.add_item(
        discord.ui.Label(text=gettext(words.FILE), description=gettext(words.FILE_HINT), component=file)
    )
    return modal


def number_dialog(import_id: int) -> discord.ui.Modal:
    """Create the dialog for a game's number."""
    return dialog(
        gettext(words.TITLE),
        [Field(gettext(words.NUMBER), gettext(words.NUMBER_HINT), "1")],
        NumberTyped(import_id),
    )


def list_entries(file: ImportedFile, page: int) -> list[discord.SelectOption]:
    """Return the games on a page of the list. This plays them, so it takes many milliseconds."""
    first = page * PAGE + 1
    return [
        discord.SelectOption(
            label=words.list_label(number, record), value=str(number), description=words.list_line(record)
        )
        for number, record in enumerate(file.games(first, PAGE), first)
    ]


def list_view(file: ImportedFile, options: list[discord.SelectOption], page: int) -> View:
    """Draw a page of the list with its `list_entries`."""
    import_id, first = file.id, page * PAGE + 1
    # Translators: the placeholder of a menu with games.
    placeholder = gettext(
        "Games {first} to {last} of {total}",
        first=count(first),
        last=count(first + len(options) - 1),
        total=count(file.count),
    )
    parts: list[Part] = [
        words.list_text(file),
        row(select(placeholder, options, ChooseGame(import_id))),
    ]
    if file.count > PAGE:
        steps = step_buttons(page, last_page(file.count, PAGE), lambda step: ShowPage(import_id, page, step))
        # Translators: a button that asks for the number of a game.
        parts.append(row(*steps, button(gettext("Number…"), AskNumber(import_id), emoji="🔢")))
    return card(*parts, colour=BLUE)


async def draw_game(
    import_id: int, record: GameRecord, number: int, of: int, ply: int, look: Look
) -> Drawing:
    """Draw a game after `ply` moves."""
    positions = positions_of(record)
    position, kind = positions[ply], record.kind
    over = record.ending is not None and ply == len(record.moves)
    end = End(record.winner, called_off=record.ending is Ending.CALLED_OFF) if over else None
    diagram = Diagram(position, recent_moves(positions, record.moves[:ply]), end)
    text = words.game_text(record, number, of, position, ply)
    buttons = _game_buttons(import_id, record, number, of, ply, position)
    file_name = f"import-{import_id}-{number}-{ply}.png"
    board, files = await draw_diagram(kind, diagram, look, file_name, words.names_of(record))
    return Drawing(card(*around(board, text), *buttons, colour=BLUE), files)


def _game_buttons(
    import_id: int, record: GameRecord, number: int, of: int, ply: int, position: Position
) -> list[Part]:
    plies = len(record.moves)
    steps = step_buttons(ply, plies, lambda step: ImportStep(import_id, number, ply, step))
    over, at = position.result() is not None, (import_id, number, ply)
    too_short = sum(move != PASS for move in record.moves) < CALLED_OFF_BEFORE
    actions = [
        button(gettext("Review"), ReviewImported(import_id, number), emoji="🔍", disabled=too_short),
        *ways_on(AnalyseImported(*at), PlayOnImported(*at), over=over),
    ]
    if of > 1:
        page = (number - 1) // PAGE
        actions.append(button(gettext("All games"), ShowPage(import_id, page + 1, "back"), emoji="📥"))
    return [row(*steps), row(*actions)]
