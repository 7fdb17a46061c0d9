"""`/import`: reading files and texts of games, and the buttons below them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.core.paging import last_page
from bot.study.analysis.study import Study
from bot.study.analysis.ui import leads_on
from bot.study.imports.imports import ImportedFile, Imports
from bot.study.imports.view import (
    MAX_FILES,
    MAX_TYPED,
    PAGE,
    AnalyseImported,
    AskNumber,
    ChooseGame,
    ImportSent,
    ImportStep,
    NumberTyped,
    PlayOnImported,
    ReviewImported,
    ShowPage,
    draw_game,
    import_dialog,
    list_entries,
    list_view,
    number_dialog,
)
from bot.study.records.formats.record import GameRecord
from bot.study.records.formats.refusals import FileTooLarge, ImportGone
from bot.study.records.recognition import MAX_BYTES, File
from bot.study.review.ui import show_review
from bot.ui.component_ids import read_number
from bot.ui.options_combined import option, refuse_with, refuse_without
from bot.ui.pictures import own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import BadRequest
from bot.ui.request import CONNECTION_LOST, Request
from bot.ui.routes import on_choice, on_dialog, on_press
from bot.ui.slash import slash_command
from bot.ui.step_through import after_step
from bot.ui.untrusted import safe
from languages import count, gettext
from languages.typed import folded

MAX_NUMBER = 20_000
"""No file we accept can hold more games than this."""


async def take(request: Request, files: Sequence[File], first: int = 1) -> None:
    """Read games and show them in private: a single game, or a list.

    Of a large WTHOR file, those from number `first` on.
    """
    file = await request.kit[Imports].take(files, request.person, first)
    if file.count == 1:
        await _show_game(request, file, 1, None)
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
    found = [file_id for file_id in uploaded if file_id]
    if not found:
        await take(request, [File(text.encode())])
        return
    files = [request.resolved("attachments", file_id) for file_id in found]
    await take(
        request,
        [
            await download(request, str(file["url"]), int(file["size"]), str(file["filename"]))
            for file in files
        ],
    )


@on_press(ShowPage)
async def show_page(request: Request, pressed: ShowPage) -> None:
    """Turn to another page of the list."""
    file = await request.kit[Imports].file(pressed.import_id, request.person)
    await _show_list(request, file, after_step(pressed.page, pressed.step, last_page(file.count, PAGE)))


@on_choice(ChooseGame, read_number)
async def choose_game(request: Request, menu: ChooseGame, chosen: int) -> None:
    """Show a game of the list."""
    file = await request.kit[Imports].file(menu.import_id, request.person)
    await _show_game(request, file, chosen, None)


@on_press(AskNumber, opens_dialog=True)
async def ask_number(request: Request, pressed: AskNumber) -> None:
    """Prompt for a game's number."""
    await request.open_dialog(number_dialog(pressed.import_id))


@on_dialog(NumberTyped)
async def number_typed(request: Request, dialog: NumberTyped, typed: Sequence[str]) -> None:
    """Show the game with the number that was typed."""
    file = await request.kit[Imports].file(dialog.import_id, request.person)
    number = folded(typed[0]).lstrip("#")
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= file.count):
        raise BadRequest(
            gettext(
                "Enter a number from 1 to {most}, not “{typed}”.",
                most=count(file.count),
                typed=safe(typed[0]),
            )
        )
    await _show_game(request, file, int(number), None)


@on_press(ImportStep)
async def step(request: Request, pressed: ImportStep) -> None:
    """Show another position of the game."""
    file = await request.kit[Imports].file(pressed.import_id, request.person)
    plies = len(_game(file, pressed.number).moves)
    await _show_game(request, file, pressed.number, after_step(pressed.ply, pressed.step, plies))


@on_press(ReviewImported)
async def review(request: Request, pressed: ReviewImported) -> None:
    """Store the game and review it like any other."""
    game_id = await request.kit[Imports].keep(
        pressed.import_id, pressed.number, request.person, request.channel_id
    )
    await show_review(request, game_id, sees_channel=True, private=True)


@leads_on(AnalyseImported, PlayOnImported)
async def _study(request: Request, pressed: AnalyseImported | PlayOnImported) -> Study:
    """Return the position shown."""
    record = await request.kit[Imports].game(pressed.import_id, pressed.number, request.person)
    return Study.of(record.kind, record.kind.start(record.options), record.moves[: pressed.ply])


def _game(file: ImportedFile, number: int) -> GameRecord:
    found = file.games(number, 1)
    if not found:
        raise ImportGone
    return found[0]


async def _show_list(request: Request, file: ImportedFile, page: int) -> None:
    entries = await asyncio.to_thread(list_entries, file, page)
    await _show(request, Drawing(list_view(file, entries, page), []))


async def _show_game(request: Request, file: ImportedFile, number: int, ply: int | None) -> None:
    """Show a game after `ply` moves; None means its end."""
    record = _game(file, number)
    at = len(record.moves) if ply is None else min(ply, len(record.moves))
    look = await own_look(request)
    await _show(request, await draw_game(file.id, record, number, file.count, at, look))


async def _show(request: Request, drawing: Drawing) -> None:
    """Replace the private list or game of an import if that was clicked; send a new message otherwise."""
    await request.show_in(ChooseGame, ImportStep, view=drawing.view, files=drawing.files)


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
    uploaded = [attachment for attachment in (file, names) if attachment is not None]
    if uploaded:
        await take(
            request,
            [
                await download(request, attachment.url, attachment.size, attachment.filename)
                for attachment in uploaded
            ],
            first,
        )
    elif text is not None:
        await take(request, [File(text.encode())])
    else:
        await request.open_dialog(import_dialog())


FEATURES = (Imports,)

COMMANDS = (import_games,)
