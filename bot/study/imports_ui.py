"""`/import`: files and texts of games. `import_id` is the stored file, `number` a game in it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.catalog import Diagram, recent_moves
from bot.core.paging import last_page
from bot.core.snapshot import CALLED_OFF_BEFORE
from bot.study import imports_words as words
from bot.study.analyses import Study
from bot.study.analysis_ui import leads_on, ways_on
from bot.study.records.files import ImportedFile, Imports
from bot.study.records.recognition import MAX_BYTES, File
from bot.study.records.record import GameRecord
from bot.study.records.refusals import FileTooLarge
from bot.study.review.ui import show_review
from bot.ui.component_ids import ASKS, CHOSEN, SHOWS, ComponentId, Step, read_number
from bot.ui.components import DIALOG_SECONDS, Field, after_step, button, dialog, select, step_buttons
from bot.ui.layout import BLUE, Part, View, around, card, row
from bot.ui.options import option, refuse_with, refuse_without
from bot.ui.pictures import draw_diagram, own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import CONNECTION_LOST, Request
from bot.ui.routes import on_choice, on_dialog, on_press
from bot.ui.slash import slash_command
from bot.ui.untrusted import safe
from data.games.records import Ending
from engine.search.position import PASS
from languages import count, gettext
from languages.typed import folded
from renderers.board import End
from renderers.themes import Look


class ImportSent(ComponentId, action="im_sent"):
    """Send a text or a file with the dialog."""


class OfImport(ComponentId):
    import_id: int


class OfImportedGame(OfImport):
    number: int


class AtImportedPly(OfImportedGame):
    ply: int


class ShowPage(OfImport, action="im_page", timeless=SHOWS):
    """Show a page of the list of games, counted from 0."""

    page: int
    step: Step


class ChooseGame(OfImport, action="im_game", timeless=CHOSEN):
    """Show the game chosen from the list."""


class AskNumber(OfImport, action="im_ask", timeless=ASKS):
    """Prompt for a game's number."""


class NumberTyped(OfImport, action="im_number", timeless=SHOWS):
    """Send the number of a game."""


class ImportStep(AtImportedPly, action="im_step"):
    step: Step


class ReviewImported(OfImportedGame, action="im_review"):
    """Have the game reviewed."""


class AnalyseImported(AtImportedPly, action="im_look"):
    """Analyse the position after `ply` moves."""


class PlayOnImported(AtImportedPly, action="im_play"):
    """Start a game from the position after `ply` moves."""


PAGE = 25
"""Games per page: Discord's limit for a menu."""

MAX_FILES = 2
"""Maximum files in the dialog."""

MAX_TYPED = 4000
"""Maximum characters of a text in a dialog, set by Discord."""


def import_dialog() -> discord.ui.Modal:
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
    # Translators: below the label of a field in a dialog, at most 100 characters.
    hint = gettext("Shown before the players in the list")
    return dialog(gettext(words.TITLE), [Field(gettext(words.NUMBER), hint, "1")], NumberTyped(import_id))


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


async def draw_game(file: ImportedFile, record: GameRecord, number: int, ply: int, look: Look) -> Drawing:
    positions, plies, kind = record.positions(), len(record.moves), record.kind
    position, at = positions[ply], (file.id, number, ply)
    ended = record.ending is not None and ply == plies
    end = End(record.winner, called_off=record.ending is Ending.CALLED_OFF) if ended else None
    diagram = Diagram(position, recent_moves(positions, record.moves[:ply]), end)
    file_name = f"import-{file.id}-{number}-{ply}.png"
    board, files = await draw_diagram(kind, diagram, look, file_name, words.names_of(record))
    too_short = sum(move != PASS for move in record.moves) < CALLED_OFF_BEFORE
    actions = [
        button(gettext("Review"), ReviewImported(file.id, number), emoji="🔍", disabled=too_short),
        *ways_on(AnalyseImported(*at), PlayOnImported(*at), over=position.result() is not None),
    ]
    if file.count > 1:
        page = (number - 1) // PAGE
        actions.append(button(gettext("All games"), ShowPage(file.id, page + 1, "back"), emoji="📥"))
    view = card(
        *around(board, words.game_text(record, number, file.count, position, ply)),
        row(*step_buttons(ply, plies, lambda step: ImportStep(*at, step))),
        row(*actions),
        colour=BLUE,
    )
    return Drawing(view, files)


MAX_NUMBER = 20_000
"""No file we accept can hold more games than this."""


async def take(request: Request, files: Sequence[File], first: int = 1) -> None:
    """Read games and show them in private: a single game, or a list.

    Of a large WTHOR file, those from number `first` on.
    """
    file = await request.kit[Imports].take(files, request.person, first)
    if file.count == 1:
        await _show_game(request, file, 1)
    else:
        await _show_list(request, file, 0)


DOWNLOAD_SECONDS = 10.0
"""Maximum time in which Discord sends an uploaded file."""


async def download(request: Request, url: str, size: int, name: str) -> File:
    """Download an uploaded file; refused if it is too large."""
    if size > MAX_BYTES:
        raise FileTooLarge
    try:
        async with asyncio.timeout(DOWNLOAD_SECONDS):
            content: bytes = await request.interaction.client.http.get_from_cdn(url)
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        raise BadRequest(gettext("I couldn't get that file from Discord. Please upload it again.")) from error
    return File(content, name)


@on_dialog(ImportSent, files=MAX_FILES)
async def sent(request: Request, dialog: ImportSent, typed: Sequence[str]) -> None:
    """Read the text or the files of the dialog; files take precedence."""
    text, *uploaded = typed
    attached = [request.resolved("attachments", file_id) for file_id in uploaded if file_id]
    files = [
        await download(request, str(each["url"]), int(each["size"]), str(each["filename"]))
        for each in attached
    ]
    await take(request, files or [File(text.encode())])


@on_press(ShowPage)
async def show_page(request: Request, pressed: ShowPage) -> None:
    file = await _file(request, pressed)
    await _show_list(request, file, after_step(pressed.page, pressed.step, last_page(file.count, PAGE)))


@on_choice(ChooseGame, read_number)
async def choose_game(request: Request, menu: ChooseGame, chosen: int) -> None:
    file = await _file(request, menu)
    await _show_game(request, file, chosen)


@on_press(AskNumber, opens_dialog=True)
async def ask_number(request: Request, pressed: AskNumber) -> None:
    await request.open_dialog(number_dialog(pressed.import_id))


@on_dialog(NumberTyped)
async def number_typed(request: Request, dialog: NumberTyped, typed: Sequence[str]) -> None:
    file = await _file(request, dialog)
    number = folded(typed[0]).lstrip("#")
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= file.count):
        raise BadRequest(
            gettext(
                "Enter a number from 1 to {most}, not “{typed}”.",
                most=count(file.count),
                typed=safe(typed[0]),
            )
        )
    await _show_game(request, file, int(number))


@on_press(ImportStep)
async def step(request: Request, pressed: ImportStep) -> None:
    file = await _file(request, pressed)
    plies = len(file.game(pressed.number).moves)
    await _show_game(request, file, pressed.number, after_step(pressed.ply, pressed.step, plies))


@on_press(ReviewImported)
async def review(request: Request, pressed: ReviewImported) -> None:
    game_id = await request.kit[Imports].keep(
        pressed.import_id, pressed.number, request.person, request.channel_id
    )
    await show_review(request, game_id, sees_channel=True, private=True)


@leads_on(AnalyseImported, PlayOnImported)
async def _study(request: Request, pressed: AnalyseImported | PlayOnImported) -> Study:
    record = (await _file(request, pressed)).game(pressed.number)
    return Study.of(record.kind, record.kind.start(record.options), record.moves[: pressed.ply])


async def _file(request: Request, of: OfImport) -> ImportedFile:
    return await request.kit[Imports].file(of.import_id, request.person)


async def _show_list(request: Request, file: ImportedFile, page: int) -> None:
    entries = await asyncio.to_thread(list_entries, file, page)
    await request.show_in(Drawing(list_view(file, entries, page), []), ChooseGame, ImportStep)


async def _show_game(request: Request, file: ImportedFile, number: int, ply: int | None = None) -> None:
    """Show a game after `ply` moves; None means its end."""
    record = file.game(number)
    at = len(record.moves) if ply is None else min(ply, len(record.moves))
    drawing = await draw_game(file, record, number, at, await own_look(request))
    await request.show_in(drawing, ChooseGame, ImportStep)


@slash_command(
    name="import",
    description="Import games as text or a file: step through them, have them reviewed, or play on",
    opens_dialog=True,
)
@app_commands.describe(
    text="Moves such as f5d6c3, 4455 or 1. f5 d6, or text in GGF, SGF, PGN or JSON",
    file="A file of games: moves, GGF, SGF, PGN, WTHOR (.wtb) or JSON",
    names="The file WTHOR.JOU that comes with a .wtb file, for the players' names",
    first="In a large .wtb file: the number of the first game you want",
)
async def import_games(
    request: Request,
    text: app_commands.Range[str, 1, MAX_TYPED] | None = None,
    file: discord.Attachment | None = None,
    names: discord.Attachment | None = None,
    first: app_commands.Range[int, 1, MAX_NUMBER] = 1,
) -> None:
    """Read the options of the command, or open a dialog."""
    if file is None:
        refuse_without(option("file"), names=names, first=None if first == 1 else first)
    else:
        refuse_with(option("file"), text=text)
    files = [await download(request, each.url, each.size, each.filename) for each in (file, names) if each]
    if files:
        await take(request, files, first)
    elif text is not None:
        await take(request, [File(text.encode())])
    else:
        await request.open_dialog(import_dialog())


FEATURES = (Imports,)

COMMANDS = (import_games,)
