"""`/opponent`: create, list and delete a server's custom opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.opponents.choices import custom_handle, styles_of
from bot.opponents.saved import first_draft, read_recipe, with_numbers, with_style
from bot.opponents.specs import MAX_DESCRIPTION
from bot.refusals import RecipeTooLong, Refusal
from bot.ui.component_ids import ComponentIdError
from bot.ui.layout import view
from bot.ui.offers.handlers import game_of, play_computer
from bot.ui.opponents import ids, words
from bot.ui.opponents.view import (
    LIKE_MIDDLE,
    Draft,
    draft_of,
    draft_view,
    list_view,
    numbers_dialog,
    saved_view,
)
from bot.ui.options import Typed, choices
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_dialog, on_press
from bot.ui.slash import completion, slash_command
from languages import gettext


@on_choice(ids.ChooseOpening)
async def choose_opening(request: Request, menu: ids.ChooseOpening, style: str) -> None:
    """Set the style of the opening."""
    await _choose_style(request, "opening", style)


@on_choice(ids.ChooseMiddle)
async def choose_middle(request: Request, menu: ids.ChooseMiddle, style: str) -> None:
    """Set the style of the middle game."""
    await _choose_style(request, "middle", style)


@on_choice(ids.ChooseEnd)
async def choose_end(request: Request, menu: ids.ChooseEnd, style: str) -> None:
    """Set the style of the end of the game."""
    await _choose_style(request, "end", style)


async def _choose_style(request: Request, part: str, style: str) -> None:
    draft = _draft(request)
    player = with_style(draft.player, part, None if style == LIKE_MIDDLE else style)
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.EditNumbers, opens_dialog=True)
async def edit_numbers(request: Request, pressed: ids.EditNumbers) -> None:
    """Prompt for depths and lengths."""
    await request.open_dialog(numbers_dialog(_draft(request)))


@on_press(ids.CorrectNumbers, opens_dialog=True)
async def correct_numbers(request: Request, pressed: ids.CorrectNumbers) -> None:
    """Prompt for depths and lengths again."""
    await request.open_dialog(numbers_dialog(_draft(request), pressed.values))


@on_dialog(ids.NumbersTyped)
async def numbers_typed(request: Request, sent: ids.NumbersTyped, typed: Sequence[str]) -> None:
    """Set the typed depths and lengths."""
    draft = _draft(request)
    opening_depth, opening_moves, depth, end_depth, end_moves = typed
    try:
        player = with_numbers(draft.player, (opening_depth, opening_moves, depth, end_depth, end_moves))
    except Refusal as refusal:
        # A dialog cannot follow a dialog: a button opens it again, with all that was typed.
        await request.replace(draft_view(draft, refusal_text(refusal), typed))
        return
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.SwitchPondering)
async def switch_pondering(request: Request, pressed: ids.SwitchPondering) -> None:
    """Switch on or off whether the opponent thinks while a person thinks."""
    draft = _draft(request)
    player = replace(draft.player, ponders=pressed.to == "on")
    await request.replace(draft_view(replace(draft, player=player)))


@on_press(ids.SaveOpponent)
async def save(request: Request, pressed: ids.SaveOpponent) -> None:
    """Save the opponent."""
    draft = _draft(request)
    saved = await request.services.computer.saved_opponents.save(
        request.own_server(), request.person, draft.name, draft.kind, draft.player
    )
    await request.replace(saved_view(draft, saved))


@on_press(ids.PlayOpponent)
async def play(request: Request, pressed: ids.PlayOpponent) -> None:
    """Start a game against a custom opponent."""
    await play_computer(request, game_of(pressed.game), custom_handle(pressed.opponent))


@on_press(ids.DiscardOpponent)
async def discard(request: Request, pressed: ids.DiscardOpponent) -> None:
    """Discard the draft."""
    await request.replace(view(gettext(words.NOTHING_SAVED)))


@on_press(ids.ShowOpponents)
async def show_page(request: Request, pressed: ids.ShowOpponents) -> None:
    """Show a page of the list."""
    saved = await request.services.computer.saved_opponents.of_guild(request.own_server())
    await request.replace(list_view(saved, pressed.page))


def _draft(request: Request) -> Draft:
    draft = draft_of(request.message.components) if request.message is not None else None
    if draft is None:
        raise BadRequest(gettext(words.NO_DRAFT))
    return draft


def opponent_group() -> app_commands.Group:
    """Create the command group, with the registered games as choices."""
    kinds = [kind for kind in GAMES.values() if styles_of(kind)]
    group = app_commands.Group(
        name="opponent",
        description="This server's own computer players",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    )

    @slash_command(group, name="create", description="Create a computer player for everyone in this server")
    @app_commands.describe(
        name="Its name",
        game=f"The game it plays (default: {kinds[0].title})",
        recipe="The whole player in one line, as in /opponent list; you can still change it with menus",
    )
    @app_commands.choices(game=[app_commands.Choice(name=kind.title, value=kind.key) for kind in kinds])
    async def create(
        request: Request,
        name: Typed,
        game: app_commands.Choice[str] | None = None,
        recipe: app_commands.Range[str, 1, MAX_DESCRIPTION] | None = None,
    ) -> None:
        kind = GAMES[game.value] if game else kinds[0]
        free = await request.services.computer.saved_opponents.require_free(request.own_server(), name)
        player = first_draft(kind) if recipe is None else read_recipe(kind, recipe)
        await request.send(_view(Draft(free, kind, player)), private=True)

    @slash_command(group, name="list", description="This server's computer players")
    async def show(request: Request) -> None:
        saved = await request.services.computer.saved_opponents.of_guild(request.own_server())
        await request.send(list_view(saved, 0), private=True)

    @slash_command(group, name="delete", description="Delete one of this server's computer players")
    @app_commands.describe(name="Which one; you can delete your own")
    async def delete(request: Request, name: Typed) -> None:
        deleted = await request.services.computer.saved_opponents.delete(
            request.own_server(), request.person, name, manager=_manages(request)
        )
        await request.tell(words.deleted_text(deleted))

    @completion(delete, "name")
    async def names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        found = await request.services.computer.saved_opponents.deletable(
            request.own_server(), request.person, manager=_manages(request)
        )
        return choices(typed, ((opponent.name, opponent.name) for opponent in found))

    return group


def _view(draft: Draft) -> discord.ui.LayoutView:
    try:
        return draft_view(draft)
    except ComponentIdError as error:
        # Its parts must fit into custom ids.
        raise RecipeTooLong from error


def _manages(request: Request) -> bool:
    return request.interaction.permissions.manage_guild
